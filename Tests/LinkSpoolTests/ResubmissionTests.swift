// The same name handed in again at every step of its predecessor: while that waits, is claimed, is being committed, answered, refused or
// retried, and then all goes well, or the step fails, or it is the last one. The next of that name has its turn at once: nothing here
// waits for the rare listing, which would come after five minutes.

import Foundation
import TestSupport
import Testing

@Suite struct ResubmissionTests {
    enum Mishap: String, CaseIterable, CustomTestStringConvertible {
        case none, fault, crash
        var testDescription: String { rawValue }
    }

    /// A request and what comes under its name after it, with the answer that is to stand in the end.
    struct Case: Sendable {
        let name: String
        let first: String
        let second: String
        let answer: String
        /// The second comes out of failed/.
        var isRetry = false
    }

    /// All of them at every step with MATRIX=whole in the environment, which takes five times as long.
    static let cases = [
        Case(name: "a.json", first: "{1}", second: "{2}", answer: "answer:{2}"),
        Case(name: "a.json", first: "{bad 1}", second: "{2}", answer: "answer:{2}"),
        Case(name: "a.json", first: "{bad 1}", second: "{bad 2}", answer: "answer:{bad 2}"),
        Case(name: "a.json", first: "{bad 1}", second: "{bad 2}", answer: "answer:{bad 2}", isRetry: true),
        Case(name: "a.ndjson", first: "{1}\n", second: "{2}\n", answer: "1:{2}\n"),
    ]

    static let calls = ["renameat2", "fsync", "syncfs", "unlinkat", "write", "openat"]

    /// Every step of every call meets every mishap; without MATRIX=whole each of these pairs has one kind of request, each call another.
    static func cases(at call: String, _ mishap: Mishap) -> [Case] {
        if ProcessInfo.processInfo.environment["MATRIX"] == "whole" { return cases }
        let pair = (calls.firstIndex(of: call) ?? 0) + 2 * (Mishap.allCases.firstIndex(of: mishap) ?? 0)
        return [cases[pair % cases.count]]
    }

    @Test(arguments: calls, Mishap.allCases)
    func whatComesAgainIsAnsweredAtOnce(_ call: String, _ mishap: Mishap) throws {
        // The root itself must open: without it there is no spool to go on with.
        let first = try CrashMatrixTests.firstOwn(call) + (call == "openat" && mishap == .fault ? 1 : 0)
        var met = 0
        for one in Self.cases(at: call, mishap) {
            for number in first... {
                guard try meet(one, at: call, number, mishap) else { break }
                met += 1
            }
        }
        #expect(met > 0)
    }

    /// Whether the step was met at all.
    private func meet(_ one: Case, at call: String, _ number: Int, _ mishap: Mishap) throws -> Bool {
        let what = "\(one.first) then \(one.second), \(call) \(number) \(mishap)"
        let spool = try ProbedSpool()
        if one.isRetry { try spool.directory.write(one.second, to: "failed/" + one.name) }
        try spool.submit([one.name: one.first])
        // Others on the way make the first group go through the thread of the commits.
        try spool.submit(["b.json": "{b}", "c.json": "{c}"])
        let log = spool.directory.path + ".trace"
        defer { unlink(log) }
        let error = mishap == .fault ? "error=EIO:" : ""
        let options = ["-e", "trace=\(call)", "-e", "inject=\(call):\(error)signal=STOP:when=\(number)"]
        let probe = try spool.start(["--syncfs", "2"], under: ["strace", "-f", "-qq", "-o", log] + options)
        defer { probe.signal(SIGKILL) }
        guard let process = stopped(probe, log) else {
            #expect(isOver(one, probe), "\(what): \(probe.output)")
            return false
        }
        try resubmit(one, spool)
        if mishap == .crash {
            kill(process, SIGKILL)
            // What strace itself ends with says nothing of the process: it may lose sight of one with many threads.
            _ = probe.wait()
            #expect(eventually { isGone(process) }, "\(what): \(probe.output)")
            try spool.run()
        } else {
            // strace counts a thread's calls: another thread may stop at its own.
            let came = try eventually {
                kill(process, SIGCONT)
                return try isDone(one, spool)
            }
            kill(process, SIGKILL)
            #expect(came, "\(what): \(probe.output)")
        }
        try expectDone(one, spool, what + ": " + probe.output)
        return true
    }

    /// The process that stopped itself, or nil where it ended its work without that.
    private func stopped(_ probe: ChildProcess, _ log: String) -> pid_t? {
        var process: pid_t?
        _ = eventually {
            let text = (try? String(contentsOfFile: log, encoding: .utf8)) ?? ""
            let line = text.split(separator: "\n").first { $0.contains("stopped by SIGSTOP") }
            process = line.flatMap { pid_t($0.prefix { $0 != " " }) }
            return process != nil || isOver(Self.cases[0], probe) || isOver(Self.cases[4], probe)
        }
        return process
    }

    /// Whether nothing is left of a process but, perhaps, its entry.
    private func isGone(_ process: pid_t) -> Bool {
        guard let status = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8) else { return true }
        return status.contains("State:\tZ") || status.contains("State:\tX")
    }

    /// Whether the first requests were done.
    private func isOver(_ one: Case, _ probe: ChildProcess) -> Bool {
        [one.name, "b.json", "c.json"].allSatisfy { probe.output.contains("\($0) ") }
    }

    private func isDone(_ one: Case, _ spool: ProbedSpool) throws -> Bool {
        let files = try spool.files()
        return files["results/" + one.name] == one.answer
            && !files.keys.contains { $0.hasPrefix("incoming/") || $0.hasPrefix("work/") }
    }

    private func resubmit(_ one: Case, _ spool: ProbedSpool) throws {
        let path = spool.directory.path
        if !one.isRetry { try spool.directory.write(one.second, to: "tmp/second") }
        let source = one.isRetry ? "failed/" + one.name : "tmp/second"
        #expect(rename("\(path)/\(source)", "\(path)/incoming/\(one.name)") == 0)
    }

    private func expectDone(_ one: Case, _ spool: ProbedSpool, _ what: String) throws {
        let files = try spool.files()
        #expect(files["results/" + one.name] == one.answer, "\(what)")
        let left = files.keys.filter { !$0.hasPrefix("results/") && !$0.hasPrefix("failed/") }
        #expect(left == [], "\(what)")
        // A refused one stands in failed/ with its reason; a first one that was replaced while it waited never was a request.
        let kept = files.filter { $0.key.hasPrefix("failed/") }
        if one.second.contains("bad") { #expect(kept.values.contains(one.second), "\(what) \(kept)") }
        let refused = kept.keys.filter { !$0.hasSuffix(".reason.json") }
        #expect(refused.allSatisfy { kept[$0 + ".reason.json"] == "reason: bad\n" }, "\(what) \(kept)")
        #expect(kept.count == 2 * refused.count, "\(what) \(kept)")
        #expect(files["results/b.json"] == "answer:{b}" && files["results/c.json"] == "answer:{c}", "\(what)")
    }
}
