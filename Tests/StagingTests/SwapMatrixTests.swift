// Every step of a run, stopped by SIGKILL or made to fail: the output folder is wholly the old one or wholly the new one, and
// the next run makes the new one and leaves nothing beside it.

import Foundation
import TestSupport
import Testing

@testable import Staging

@Suite(.serialized) struct SwapMatrixTests {
    static let large = [1: lines(1), 2: lines(2)]
    static func lines(_ version: Int) -> String {
        (0..<30_000).map { "row \($0 == 25_000 ? version : 0) \($0)\n" }.joined()
    }

    static func content(_ version: Int) -> [String: String] {
        [
            "same.html": "the same\n", "stop/a.html": "a \(version)\n",
            "stop/\(version).html": "only in \(version)\n", "large.csv": large[version] ?? "",
            "theirs/.htaccess": "theirs",
            ".transitlink-batch":
                "transitlink-batch 1\noptions options of \(version)\nlarge.csv\nsame.html\nstop/\(version).html\n"
                + "stop/a.html\n",
            ".transitlink-stops.tsv":
                "1_a\tStop \(version)\t47.\(version)\t-122\n1_\(version)\tStop \(version)\t47.\(version)\t-122\n",
        ]
    }

    /// How names are exchanged: in one step, or, as on NFS, in two.
    enum Way {
        case exchange, aside
        var injection: [String] {
            self == .exchange ? [] : ["-e", "inject=renameat2:error=EINVAL"]
        }
    }

    /// What each way calls. An exchange aside differs from the other only in the calls that are named here.
    static let steps: [(String, Way)] =
        [
            "openat", "mkdirat", "linkat", "write", "copy_file_range", "syncfs", "fsync", "unlinkat", "renameat2",
        ].map { ($0, .exchange) } + ["renameat", "fsync", "unlinkat"].map { ($0, .aside) }

    @Test(arguments: steps)
    func everyStepMayBeTheLastOne(_ call: String, _ way: Way) throws {
        var killed = 0
        for number in (try Self.firstOwn(call))... {
            let output = try Self.prepared()
            let tool = Self.strace(call, way.injection + ["-e", "inject=\(call):signal=KILL:when=\(number)"])
            let (code, log) = try Probe.run([output.path, "2"], under: tool)
            try expectWhole(output, mayBeMissing: way == .aside, "\(call) \(number): \(log)")
            try expectNewNext(output, "\(call) \(number): \(log)")
            if code == 0 { break }
            killed += 1
        }
        #expect(killed > 0)
    }

    @Test(arguments: [
        ("openat", "EMFILE"), ("openat", "EIO"), ("mkdirat", "ENOSPC"), ("linkat", "EMLINK"), ("linkat", "EPERM"),
        ("linkat", "EIO"), ("linkat", "EXDEV"), ("write", "ENOSPC"), ("write", "EDQUOT"), ("write", "EINTR"),
        ("copy_file_range", "EXDEV"), ("copy_file_range", "ENOSPC"), ("pread64", "EIO"), ("pread64", "EINTR"),
        ("getdents64", "EIO"), ("syncfs", "EIO"), ("syncfs", "ENOSPC"), ("fsync", "EIO"), ("fsync", "EINTR"),
        ("unlinkat", "EIO"), ("unlinkat", "EROFS"), ("renameat2", "EIO"), ("renameat2", "EINVAL"), ("flock", "EIO"),
        ("newfstatat", "EIO"), ("statx", "ENOSYS"), ("getrandom", "ENOSYS"),
    ])
    func everyStepMayFailOnce(_ call: String, _ error: String) throws {
        for number in (try Self.firstOwn(call))... {
            let output = try Self.prepared()
            let trace = output.place.path + "/trace"
            let tool = Self.strace(call, ["-e", "inject=\(call):error=\(error):when=\(number)"], log: trace)
            let (code, log) = try Probe.run([output.path, "2"], under: tool)
            // Too many open files may be over at the next try.
            #expect([0, 73, error == "EMFILE" ? 75 : 74].contains(code), "\(call) \(number) \(error): \(log)")
            try expectWhole(output, mayBeMissing: false, "\(call) \(number) \(error): \(log)")
            if code == 0 { #expect(try output.contents() == Self.content(2), "\(call) \(number) \(error): \(log)") }
            let isInjected = output.place.text(of: "trace")?.contains("INJECTED") == true
            unlink(trace)
            try expectNewNext(output, "\(call) \(number) \(error): \(log)")
            if !isInjected { break }
        }
    }

    /// A real file system that is full in the middle of the large file.
    @Test(.enabled(if: geteuid() == 0, "needs the right to mount")) func aFullDiskCostsNothing() throws {
        let place = try TemporaryDirectory()
        let script = """
            mount -t tmpfs -o size=700k tmpfs "$1" && "$0" "$1/out" 1 && cp -r "$1/out" "$1/../copy-$2" || exit 1
            "$0" "$1/out" 2; echo "exit $?"; ls -A "$1"; diff -r "$1/out" "$1/../copy-$2" && echo as before
            rm -r "$1/../copy-$2"
            """
        let name = place.url.lastPathComponent
        let child = try ChildProcess(
            ["unshare", "--mount", "sh", "-c", script, builtProgram("staging-probe"), place.path, name])
        #expect(child.wait() == 0)
        let error = "fault: write \(place.path)/.out.transitlink-X/large.csv: No space left on device"
        let log = child.output.replacing(/transitlink-[0-9a-f]{16}/, with: "transitlink-X")
        #expect(
            log == """
                swapped: 4 written, 0 unchanged, 0 removed, foreign 0 []
                \(error)
                exit 74
                out
                as before

                """)
    }

    /// The old content, in memory: the matrix is about steps, not about a disk.
    private static func prepared() throws -> Output {
        let output = try Output(inMemory: true)
        let (code, log) = try Probe.run([output.path, "1", "--no-flush"])
        try #require(code == 0, "\(log)")
        try output.put("theirs", at: "out/theirs/.htaccess")
        return output
    }

    private func expectWhole(_ output: Output, mayBeMissing: Bool, _ what: String) throws {
        if mayBeMissing, !output.place.names(in: "").contains("out") { return }
        let contents = try output.contents()
        #expect(contents == Self.content(1) || contents == Self.content(2), "\(contents.keys.sorted()) \(what)")
    }

    private func expectNewNext(_ output: Output, _ what: String) throws {
        let (code, log) = try Probe.run([output.path, "2", "--no-flush"])
        #expect(code == 0, "\(what) \(log)")
        #expect(try output.contents() == Self.content(2), "\(what) \(log)")
        // What can't be looked through for files of others is kept, and the first run said so.
        #expect(output.siblings().filter { !what.contains("it is kept in \(output.place.path)/\($0)") } == [], "\(what) \(log)")
    }

    private static func strace(_ call: String, _ injections: [String], log: String = "/dev/null") -> [String] {
        ["strace", "-f", "-qq", "-o", log, "-e", "trace=\(call),renameat2"] + injections
    }

    /// Which `call` is the first that is the run's own, not the loader's.
    private static func firstOwn(_ call: String) throws -> Int {
        let output = try prepared()
        let log = output.place.path + "/trace"
        _ = try Probe.run(
            [output.path, "2"], under: ["strace", "-f", "-qq", "-o", log, "-e", "trace=openat,openat2,\(call)"])
        let lines = (output.place.text(of: "trace") ?? "").split(separator: "\n").filter { !$0.contains("resumed>") }
        let first = try #require(lines.firstIndex { $0.contains(output.place.path) && $0.contains("O_DIRECTORY") })
        return lines[..<first].count { $0.contains(" \(call)(") } + 1
    }
}
