// What may stand in incoming/, and how it gets there.

import Foundation
import TestSupport
import Testing

@Suite struct ComingInTests {
    @Test func aFileBeingWrittenIsNotTakenBeforeItIsWhole() throws {
        let spool = try ProbedSpool()
        let probe = try spool.start(["--patience", "60000"])
        #expect(probe.says("ready"))
        let single = try writer(spool, "a.json")
        let stream = try writer(spool, "b.ndjson")
        try single.write(contentsOf: Data("{1".utf8))
        try stream.write(contentsOf: Data("{1}\n".utf8))
        // Requests that come later are done meanwhile, so the two had their chance.
        try answered(spool, probe, "later.json")
        try stream.write(contentsOf: Data("{2".utf8))
        try answered(spool, probe, "latest.json")
        #expect(spool.directory.names(in: "incoming") == ["a.json", "b.ndjson"])
        try single.write(contentsOf: Data("}\n".utf8))
        try stream.write(contentsOf: Data("}\n".utf8))
        try stream.close()
        #expect(probe.says("b.ndjson streamed(lines: 2, refused: 0)") && probe.says("a.json answered"))
        #expect(spool.directory.text(of: "results/a.json") == "answer:{1}\n")
        #expect(spool.directory.text(of: "results/b.ndjson") == "1:{1}\n2:{2}\n")
    }

    @Test func aStreamThatTakesTwoSecondsToWriteIsTakenOnceItIsClosed() throws {
        let spool = try ProbedSpool()
        let probe = try spool.start(["--patience", "60000"])
        #expect(probe.says("ready"))
        let script = "exec > $0/incoming/a.ndjson; for i in 1 2 3 4 5 6 7 8; do echo {$i}; sleep 0.25; done"
        #expect(try ChildProcess(["sh", "-c", script, spool.directory.path]).wait() == 0)
        #expect(probe.says("a.ndjson streamed(lines: 8, refused: 0)"))
    }

    @Test func whatCanNotBeAnsweredByNameIsKeptWithItsReason() throws {
        let spool = try ProbedSpool()
        let path = spool.directory.path + "/incoming/"
        for name in Self.badNames { #expect(close(open(path + name, O_CREAT | O_WRONLY, 0o644)) == 0) }
        let invalid: [CChar] = (path + "inv").utf8.map { CChar($0) } + [-1] + ".json".utf8.map { CChar($0) } + [0]
        #expect(close(open(invalid, O_CREAT | O_WRONLY, 0o644)) == 0)
        let (code, output) = try spool.run()
        #expect(code == 0)
        let kept = spool.directory.names(in: "failed")
        #expect(kept.count == 2 * (Self.badNames.count + 1), "\(kept) \(output)")
        #expect(kept.allSatisfy { $0.hasPrefix("name-") })
        let reasons = kept.filter { $0.hasSuffix(".reason.json") }.compactMap {
            spool.directory.text(of: "failed/" + $0)
        }
        #expect(
            reasons.contains("reason: bad-name new\\nline.json\n")
                && reasons.contains("reason: bad-name inv\\xFF.json\n"))
        #expect(spool.directory.names(in: "results").isEmpty && spool.directory.names(in: "incoming").isEmpty)
    }

    static let badNames = [
        "new\nline.json", String(repeating: "x", count: 255), String(repeating: "y", count: 196) + ".json",
        "a.reason.json", "a.url.json", "\u{85}.json",
    ]

    @Test func whatIsLeftAloneStays() throws {
        let spool = try ProbedSpool()
        let names = [".a.json", "b.json.tmp", "c.json.part", "d.json~"]
        try spool.submit(Dictionary(uniqueKeysWithValues: names.map { ($0, "{1}") }))
        try spool.run(["--patience", "0"])
        #expect(spool.directory.names(in: "incoming") == names)
    }

    @Test func onlyRegularFilesOfOneNameAreRead() throws {
        let spool = try ProbedSpool()
        let path = spool.directory.path
        try spool.directory.write("{3}", to: "tmp/target")
        #expect(symlink("../tmp/target", path + "/incoming/link.json") == 0)
        #expect(mkfifo(path + "/incoming/fifo.json", 0o666) == 0)
        #expect(mkdir(path + "/incoming/folder.json", 0o777) == 0)
        try spool.submit(["linked.json": "{1}", "good.json": "{2}"])
        #expect(link(path + "/incoming/linked.json", path + "/tmp/other") == 0)
        let (_, output) = try spool.run()
        #expect(
            try spool.files() == [
                "incoming/folder.json": "?", "results/good.json": "answer:{2}",
                "results/linked.json": "refused several-links\n",
                "failed/linked.json": "{1}", "failed/linked.json.reason.json": "reason: several-links linked.json\n",
                "failed/link.json": "?",
                "failed/link.json.reason.json": "reason: not-a-regular-file link.json\n",
                "failed/fifo.json": "?", "failed/fifo.json.reason.json": "reason: not-a-regular-file fifo.json\n",
            ])
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: path + "/failed/link.json") == "../tmp/target")
        #expect(output.components(separatedBy: "directory folder.json").count == 2)
    }

    @Test func aLinkThatGoesAwayInTimeIsNoFault() throws {
        let spool = try ProbedSpool()
        let probe = try spool.start(["--patience", "60000"])
        #expect(probe.says("ready"))
        try spool.directory.write("{1}", to: "tmp/a")
        #expect(link(spool.directory.path + "/tmp/a", spool.directory.path + "/incoming/a.json") == 0)
        try answered(spool, probe, "later.json")
        #expect(spool.directory.names(in: "incoming") == ["a.json"])
        #expect(unlink(spool.directory.path + "/tmp/a") == 0)
        #expect(probe.says("a.json answered"))
    }

    @Test func hugeFilesAreRefusedUnread() throws {
        let spool = try ProbedSpool()
        for name in ["a.json", "b.ndjson", "c.url"] {
            try spool.submit([name: ""])
            #expect(truncate(spool.directory.path + "/incoming/" + name, 10 << 30) == 0)
        }
        try spool.run()
        for (name, answer) in [("a.json", "a.json"), ("b.ndjson", "b.ndjson"), ("c.url", "c.url.json")] {
            #expect(spool.directory.text(of: "results/" + answer) == "refused too-large\n")
            #expect(spool.directory.text(of: "failed/\(name).reason.json") == "reason: too-large \(name)\n")
        }
    }

    /// Blank as far as it is looked at: no line of blanks, which gets no answer.
    @Test func aLineThatIsTooLongIsRefusedWhateverItBeginsWith() throws {
        let spool = try ProbedSpool()
        try spool.submit(["a.ndjson": "{1}\n \n" + String(repeating: " ", count: 700_000) + "{2}\n{3}\n"])
        try spool.run(["--line-limit", "1000"])
        let cut = String(repeating: " ", count: 100)
        #expect(spool.directory.text(of: "results/a.ndjson") == "1:{1}\n3:\(cut)\n4:{3}\n")
    }

    @Test(arguments: ["a.json", "a.ndjson", "a.url"]) func emptyAndUnfinishedFilesWaitAndAreThenRefused(_ name: String)
        throws
    {
        let spool = try ProbedSpool()
        try spool.submit([name: ""])
        try spool.submit(["half.json": "{1"])
        try spool.run()
        #expect(spool.directory.text(of: "failed/\(name).reason.json") == "reason: unfinished \(name)\n")
        #expect(spool.directory.text(of: "results/half.json") == "refused unfinished\n")
        #expect(spool.directory.names(in: "incoming").isEmpty)
    }

    @Test func aNameTakenInFailedGetsANumber() throws {
        let spool = try ProbedSpool()
        for text in ["{bad 1}", "{bad 2}", "{bad 3}"] {
            try spool.submit(["a.json": text])
            try spool.run()
        }
        #expect(
            try spool.files() == [
                "results/a.json": "answer:{bad 3}",
                "failed/a.json": "{bad 1}", "failed/a.json.2": "{bad 2}", "failed/a.json.3": "{bad 3}",
                "failed/a.json.reason.json": "reason: bad\n", "failed/a.json.2.reason.json": "reason: bad\n",
                "failed/a.json.3.reason.json": "reason: bad\n",
            ])
    }

    @Test func aNameUsedAgainWaitsForItsPredecessorInHand() throws {
        let spool = try ProbedSpool()
        let slow = [
            "strace", "-f", "-qq", "-o", "/dev/null", "-e", "trace=fsync", "-e", "inject=fsync:delay_enter=1000000",
        ]
        let probe = try spool.start(["--patience", "60000"], under: slow)
        #expect(probe.says("ready"))
        try spool.submit(["a.json": "{1}"])
        #expect(eventually { spool.directory.names(in: "work/requests") == ["a.json"] })
        try spool.submit(["a.json": "{2}"])
        #expect(eventually { spool.directory.text(of: "results/a.json") == "answer:{2}" })
        #expect(eventually { probe.output.components(separatedBy: "a.json answered").count == 3 })
        #expect(eventually { (try? spool.files()) == ["results/a.json": "answer:{2}"] })
        probe.signal(SIGKILL)
    }

    @Test(arguments: [("a.json", "answer:{1}{2}"), ("a.ndjson", "1:{1}{2}\n")])
    func whatIsAddedWhileItIsInHandIsNotLost(
        _ name: String, _ answer: String
    ) throws {
        let spool = try ProbedSpool()
        let slow = [
            "strace", "-f", "-qq", "-o", "/dev/null", "-e", "trace=fsync", "-e", "inject=fsync:delay_enter=1000000",
        ]
        try spool.submit([name: "{1}"])
        let late = try FileHandle(forWritingTo: spool.directory.url.appendingPathComponent("incoming/" + name))
        try late.seekToEnd()
        let probe = try spool.start(["--patience", "60000"], under: slow)
        #expect(eventually { spool.directory.names(in: "work/results") == [name] })
        try late.write(contentsOf: Data("{2}".utf8))
        #expect(eventually { spool.directory.text(of: "results/" + name) == answer })
        #expect(eventually { (try? spool.files()) == ["results/" + name: answer] })
        probe.signal(SIGKILL)
    }

    @Test(arguments: [("a.json", "answer:{2}"), ("a.ndjson", "1:{2}\n")], [true, false])
    func whatIsWrittenAgainInPlaceWhileItIsInHandIsAnsweredAsItIsThen(_ request: (name: String, answer: String), _ isEmptied: Bool) throws {
        let spool = try ProbedSpool()
        // It is written again after it was read and before it is answered, or while the answer is flushed.
        let slow = [
            "strace", "-f", "-qq", "-o", "/dev/null", "-e", "trace=read,fsync", "-e", "inject=fsync:delay_enter=1000000",
            "-e", "inject=read:delay_exit=100000",
        ]
        try spool.submit([request.name: "{1}"])
        let late = try FileHandle(forWritingTo: spool.directory.url.appendingPathComponent("incoming/" + request.name))
        let probe = try spool.start(["--patience", "60000"], under: slow)
        #expect(eventually { spool.directory.names(in: "work/results") == [request.name] })
        if isEmptied { try late.truncate(atOffset: 0) }
        try late.write(contentsOf: Data("{2}".utf8))
        #expect(eventually { spool.directory.text(of: "results/" + request.name) == request.answer })
        #expect(eventually { (try? spool.files()) == ["results/" + request.name: request.answer] })
        probe.signal(SIGKILL)
    }

    private func writer(_ spool: ProbedSpool, _ name: String) throws -> FileHandle {
        let path = spool.directory.path + "/incoming/" + name
        return FileHandle(fileDescriptor: open(path, O_CREAT | O_WRONLY, 0o644), closeOnDealloc: true)
    }

    private func answered(_ spool: ProbedSpool, _ probe: ChildProcess, _ name: String) throws {
        try spool.submit([name: "{later}"])
        #expect(probe.says("\(name) answered"))
    }
}
