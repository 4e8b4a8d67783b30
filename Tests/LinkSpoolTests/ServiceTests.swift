// The spool as a service meets it: other users, full disks, folders that go and come, crashes, bursts.

import Foundation
import TestSupport
import Testing

@Suite struct ServiceTests {
    static let nobody = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]

    @Test(.enabled(if: geteuid() == 0, "needs root to be two users"))
    func anUnreadableFileIsKeptAndOneMadeReadableIsDone() throws {
        let spool = try ProbedSpool()
        try spool.giveToNobody()
        try spool.submit(["a.json": "{1}", "b.json": "{2}"])
        for name in ["a.json", "b.json"] { chmod(spool.directory.path + "/incoming/" + name, 0o600) }
        let probe = try spool.start(["--settle", "3000"], under: Self.nobody)
        #expect(probe.says("ready"))
        chmod(spool.directory.path + "/incoming/b.json", 0o644)
        #expect(probe.says("b.json answered"))
        #expect(probe.says("a.json refused(codes: [\"unreadable\"]"))
        #expect(
            try spool.files() == [
                "results/b.json": "answer:{2}", "failed/a.json": "{1}",
                "failed/a.json.reason.json": "reason: unreadable a.json\n",
            ])
    }

    @Test(.enabled(if: geteuid() == 0, "needs root to be two users"))
    func aProducerWithAnotherUserAndAStrictMaskIsServed() throws {
        let spool = try ProbedSpool()
        try spool.giveToNobody()
        let probe = try spool.start(under: Self.nobody)
        #expect(probe.says("ready"))
        let script = "umask 077; echo '{1}' > $0/tmp/a; chmod 644 $0/tmp/a; mv $0/tmp/a $0/incoming/a.json"
        let producer = [
            "setpriv", "--reuid=12345", "--regid=65534", "--clear-groups", "sh", "-c", script, spool.directory.path,
        ]
        #expect(try ChildProcess(producer).wait() == 0)
        #expect(probe.says("a.json answered"))
        let attributes = try FileManager.default.attributesOfItem(atPath: spool.directory.path + "/results/a.json")
        #expect(attributes[.posixPermissions] as? Int == 0o640 && attributes[.groupOwnerAccountID] as? Int == 65534)
    }

    @Test func answersAre0640WhateverTheMask() throws {
        let spool = try ProbedSpool()
        try spool.submit(["a.json": "{bad}"])
        try spool.run(under: ["sh", "-c", "umask 077; exec \"$0\" \"$@\""])
        for path in ["results/a.json", "failed/a.json.reason.json"] {
            let attributes = try FileManager.default.attributesOfItem(atPath: spool.directory.path + "/" + path)
            #expect(attributes[.posixPermissions] as? Int == 0o640)
        }
    }

    @Test(.enabled(if: geteuid() == 0, "needs root to mount a file system"))
    func aFullDiskRefusesNothingAndIsWaitedOut() throws {
        let place = try TemporaryDirectory()
        guard
            try ChildProcess(["mount", "-t", "tmpfs", "-o", "size=256k,nr_inodes=200", "tmpfs", place.path]).wait() == 0
        else {
            print("no right to mount a tmpfs: the full disk isn't tested")
            return
        }
        defer { umount2(place.path, Int32(MNT_DETACH)) }
        let spool = try ProbedSpool(in: place)
        try spool.submit(["a.json": "{1}", "b.json": "{bad}", "c.ndjson": "{1}\n{2}\n"])
        #expect(
            try ChildProcess(["sh", "-c", "dd if=/dev/zero of=$0/fill bs=1k 2>/dev/null; :", place.path]).wait() == 0)
        let probe = try spool.start()
        #expect(probe.says("No space left on device"))
        #expect(spool.directory.names(in: "results").isEmpty && spool.directory.names(in: "failed").isEmpty)
        #expect(unlink(place.path + "/fill") == 0)
        #expect(probe.says("fault: none"))
        #expect(
            eventually {
                (try? spool.files()) == [
                    "results/a.json": "answer:{1}", "results/b.json": "answer:{bad}",
                    "results/c.ndjson": "1:{1}\n2:{2}\n",
                    "failed/b.json": "{bad}", "failed/b.json.reason.json": "reason: bad\n",
                ]
            })
    }

    @Test(arguments: ["incoming", "results", "failed", "work"]) func aFolderThatGoesIsAFaultUntilItReturns(
        _ folder: String
    ) throws {
        let spool = try ProbedSpool()
        let probe = try spool.start()
        #expect(probe.says("ready"))
        let path = spool.directory.path + "/" + folder
        #expect(rename(path, path + ".gone") == 0)
        #expect(probe.says("fault: \(path) is missing"))
        mkdir(path, 0o770)
        #expect(probe.says("fault: none"))
        try spool.submit(["a.json": "{1}"])
        #expect(probe.says("a.json answered"))
        #expect(spool.directory.text(of: "results/a.json") == "answer:{1}")
    }

    @Test func aReplacedRootEndsTheProgramWith75() throws {
        let spool = try ProbedSpool()
        let probe = try spool.start()
        #expect(probe.says("ready"))
        let other = spool.directory.path + ".other"
        #expect(rename(spool.directory.path, other) == 0)
        #expect(probe.wait() == 75)
        #expect(probe.output.contains("\(spool.directory.path) was removed or replaced: start anew"))
        rename(other, spool.directory.path)
    }

    @Test func aSecondDaemonIsRefused() throws {
        let spool = try ProbedSpool()
        let probe = try spool.start()
        #expect(probe.says("ready"))
        let (code, output) = try spool.run()
        #expect(
            code == 75
                && output
                    == "cannot work: another process works this spool: \(spool.directory.path)/work/lock is locked\n"
        )
    }

    @Test func aSpoolInWhichAnyoneMayRemoveAnythingIsRefused() throws {
        let spool = try ProbedSpool()
        chmod(spool.directory.path + "/incoming", 0o777)
        let (code, output) = try spool.run()
        #expect(code == 75 && output.contains("/incoming is writable for everybody and has no sticky bit"))
    }

    @Test(arguments: [("a.json", "{CRASH}"), ("a.ndjson", "{1}\n{CRASH}\n")]) func aRequestThatEndsTheProcessIsFoundOut(
        _ name: String, _ text: String
    ) throws {
        let spool = try ProbedSpool()
        try spool.submit([name: text])
        for _ in 0..<3 { #expect(try spool.run().code == 128 + 9) }
        try spool.submit(["b.json": "{1}", "c.ndjson": "{1}\n"])
        let (code, output) = try spool.run()
        #expect(code == 0, "\(output)")
        #expect(
            try spool.files() == [
                "results/b.json": "answer:{1}", "results/c.ndjson": "1:{1}\n",
                "results/\(name)": "refused crashes-daemon\n",
                "failed/\(name)": text, "failed/\(name).reason.json": "reason: crashes-daemon \(name)\n",
            ])
    }

    @Test func aFolderInAnAnswersPlaceBlocksOneRequestAlone() throws {
        let spool = try ProbedSpool()
        for name in ["a.json", "b.ndjson"] { #expect(mkdir(spool.directory.path + "/results/" + name, 0o755) == 0) }
        try spool.submit(["a.json": "{1}", "b.ndjson": "{1}\n", "c.json": "{1}"])
        try spool.run()
        #expect(
            try spool.files() == [
                "results/a.json": "?", "results/b.ndjson": "?", "results/c.json": "answer:{1}",
                "failed/a.json": "{1}", "failed/a.json.reason.json": "reason: result-blocked a.json\n",
                "failed/b.ndjson": "{1}\n", "failed/b.ndjson.reason.json": "reason: result-blocked b.ndjson\n",
            ])
    }

    @Test func aBurstBeyondTheKernelsQueueLosesNothing() throws {
        let spool = try ProbedSpool()
        let probe = try spool.start(["--names", "5000"])
        #expect(probe.says("ready"))
        probe.signal(SIGSTOP)
        for number in 0..<20_000 { try spool.directory.write("{\(number)}", to: "incoming/\(number).json") }
        probe.signal(SIGCONT)
        #expect(probe.says("overflow"))
        #expect(eventually(within: 120) { spool.directory.names(in: "results").count == 20_000 })
        #expect(eventually { spool.directory.names(in: "work/requests").isEmpty })
        #expect(spool.directory.names(in: "incoming").isEmpty && spool.directory.names(in: "failed").isEmpty)
        #expect((0..<20_000).allSatisfy { spool.directory.text(of: "results/\($0).json") == "answer:{\($0)}" })
    }

    @Test func aLongStreamKeepsItsOrderAndBlamesOnlyLongLines() throws {
        let spool = try ProbedSpool()
        let long = String(repeating: "x", count: 5000)
        let lines = (1...20_000).map { $0 % 5000 == 0 ? long : "{\($0)}" }
        try spool.submit(["a.ndjson": lines.joined(separator: "\n")])
        let (_, output) = try spool.run(["--line-limit", "1000"])
        #expect(output.contains("a.ndjson streamed(lines: 20000, refused: 4)"))
        let expected = lines.enumerated().map { "\($0.offset + 1):\($0.element.prefix(100))\n" }.joined()
        #expect(spool.directory.text(of: "results/a.ndjson") == expected)
    }
}
