// Every step of the work, stopped by SIGKILL or made to fail, and then the state table: each request has exactly one whole
// answer, nothing is half-way, nothing waits.

import Foundation
import TestSupport
import Testing

@Suite(.serialized) struct CrashMatrixTests {
    static let requests = [
        "a.json": "{1}", "b.json": "{bad}", "c.ndjson": "{1}\nbad\n\n{3}", "d.url": "{u}", "e.txt": "?",
    ]
    static let answers = [
        "results/a.json": "answer:{1}", "results/b.json": "answer:{bad}", "results/c.ndjson": "1:{1}\n2:bad\n4:{3}\n",
        "results/d.url.json": "answer:{u}",
    ]
    static let done = answers.merging([
        "failed/b.json": "{bad}", "failed/b.json.reason.json": "reason: bad\n", "failed/e.txt": "?",
        "failed/e.txt.reason.json": "reason: unknown-suffix e.txt\n",
    ]) { $1 }

    static let calls = [
        "openat", "write", "fsync", "syncfs", "renameat", "renameat2", "unlinkat", "read", "mkdirat",
    ]

    /// The probe's options: a patience that is over at once, so that every run meets every step; its
    /// first group goes through the thread of the commits, later ones are flushed file by file.
    static let options = ["--patience", "60", "--syncfs", "2"]

    @Test func withoutAnyFaultTheTableHolds() throws {
        let spool = try ProbedSpool()
        try spool.submit(Self.requests)
        let (code, output) = try spool.run(Self.options)
        #expect(code == 0, "\(output)")
        #expect(try spool.files() == Self.done)
    }

    @Test(arguments: calls) func everyStepMayBeTheLastOne(_ call: String) throws {
        var killed = 0
        for number in (try Self.firstOwn(call))... {
            let spool = try ProbedSpool()
            try spool.submit(Self.requests)
            let (code, output) = try spool.run(Self.options, under: Self.strace(call, "signal=KILL", number))
            try expectNothingLost(spool, "\(call) \(number): \(output)")
            if code == 0 { break }
            killed += 1
            let (second, log) = try spool.run(Self.options)
            #expect(second == 0, "\(call) \(number): \(log)")
            #expect(try spool.files() == Self.done, "\(call) \(number): \(output)\(log)")
        }
        #expect(killed > 0)
    }

    @Test(arguments: [
        ("openat", "EMFILE"), ("openat", "EIO"), ("read", "EIO"), ("write", "ENOSPC"), ("write", "EDQUOT"),
        ("write", "EINTR"),
        ("fsync", "EIO"), ("fsync", "EINTR"), ("fsync", "ENOSPC"), ("syncfs", "EIO"), ("renameat", "ENOSPC"),
        ("renameat", "EIO"),
        ("renameat2", "EIO"), ("unlinkat", "EIO"), ("unlinkat", "EROFS"), ("mkdirat", "ENOSPC"),
    ])
    func everyStepMayFailOnceAndTheSpoolGoesOnByItself(_ call: String, _ error: String) throws {
        var failed = 0
        // The root itself must open: without it there is no spool to go on with.
        for number in (try Self.firstOwn(call) + (call == "openat" ? 1 : 0))... {
            let spool = try ProbedSpool()
            try spool.submit(Self.requests)
            let trace = spool.directory.url.appendingPathComponent("trace").path
            let (code, output) = try spool.run(
                Self.options, under: Self.strace(call, "error=\(error)", number, log: trace))
            #expect(code == 0, "\(call) \(number) \(error): \(output)")
            #expect(try spool.files() == Self.done, "\(call) \(number) \(error): \(output)")
            if spool.directory.text(of: "trace")?.contains("INJECTED") != true { break }
            failed += 1
        }
        #expect(failed > 0)
    }

    static func strace(_ call: String, _ what: String, _ number: Int, log: String = "/dev/null") -> [String] {
        ["strace", "-f", "-qq", "-o", log, "-e", "trace=\(call)", "-e", "inject=\(call):\(what):when=\(number)"]
    }

    /// Which `call` is the first that is the spool's own, not the loader's.
    static func firstOwn(_ call: String) throws -> Int {
        guard ["openat", "read"].contains(call) else { return 1 }
        let spool = try ProbedSpool()
        let log = spool.directory.url.appendingPathComponent("trace").path
        try spool.run(under: ["strace", "-f", "-qq", "-o", log, "-e", "trace=openat,read"])
        let lines = (spool.directory.text(of: "trace") ?? "").split(separator: "\n").filter { !$0.contains("resumed>") }
        let root = try #require(lines.firstIndex { $0.contains(spool.directory.path) && $0.contains("O_DIRECTORY") })
        return lines[..<root].count { $0.contains(" \(call)(") } + 1
    }

    /// The table after a crash: a request that is neither in incoming/ nor in work/ has its outcome, and what stands in results/ is
    /// whole.
    private func expectNothingLost(_ spool: ProbedSpool, _ what: String) throws {
        let files = try spool.files()
        for (path, text) in files where path.hasPrefix("results/") {
            #expect(text == Self.answers[path], "\(path) \(what)")
        }
        for (name, text) in Self.requests
        where files["incoming/\(name)"] == nil && files["work/requests/\(name)"] == nil {
            let outcomes = Self.done.filter { $0.key.hasPrefix("results/\(name)") || $0.key == "failed/\(name)" }
            for (path, text) in outcomes { #expect(files[path] == text, "\(path) \(what)") }
            #expect(outcomes.isEmpty == false && text.isEmpty == false)
        }
    }
}
