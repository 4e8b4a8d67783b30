// How the daemon starts on whatever it finds, outlives what happens to its folders, and ends with nothing lost.

import Foundation
import TestSupport
import Testing

@Suite("Start and stop")
struct StartAndStopTests {
    @Test func `a second daemon ends with 75 and a sentence, and the first goes on`() throws {
        let spool = try TestSpool()
        let first = try spool.startReady()
        let second = try spool.start()
        #expect(second.wait() == 75)
        #expect(second.entries.map { $0["MESSAGE"] } == ["another daemon works this spool"])
        #expect(second.entries.map { $0["TRANSITLINK_DETAIL"] } == ["another process works this spool: \(spool.path)/work/lock is locked"])
        try spool.drop("a.json", SampleRequest.good)
        #expect(spool.answer("a.json") != nil)
        first.signal(SIGKILL)
        #expect(first.wait() == 128 + SIGKILL)
        let third = try spool.startReady()
        #expect(third.stop() == 0)
    }

    @Test func `a spool of one's own is made with its folders' modes, whatever the umask`() throws {
        let spool = try TestSpool(makesFolders: false)
        let daemon = try spool.start(["--log=json", "--spool", spool.path], through: ["bash", "-c", #"umask 077; exec "$0" "$@""#])
        #expect(daemon.logs("started"))
        #expect(
            try bash("stat -c '%n %a' $0 $0/* | sed s,$0,spool,", spool.path).output == """
                spool 755
                spool/failed 2750
                spool/incoming 3730
                spool/results 2770
                spool/tmp 3730
                spool/work 700

                """)
        try spool.drop("a.json", SampleRequest.good)
        #expect(spool.answer("a.json") != nil)
        #expect(try bash("stat -c %a $0/results/a.json", spool.path).output == "640\n")
        #expect(daemon.stop() == 0)
    }

    @Test(arguments: [SIGTERM, SIGINT])
    func `a signal under load ends with 0, and every request waits or is answered`(_ signal: Int32) throws {
        let spool = try TestSpool()
        let daemon = try spool.startReady()
        // Held while they are dropped, it finds all of them and the signal at once: one group is done, and the rest waits.
        daemon.signal(SIGSTOP)
        for number in 0..<1500 { try spool.drop("\(number).json", SampleRequest.text(number)) }
        daemon.signal(signal)
        daemon.signal(SIGCONT)
        #expect(daemon.wait() == 0)
        #expect(daemon.entries.last?["MESSAGE"] != nil && !daemon.entries("stopping").isEmpty)
        #expect(spool.names("work/requests").isEmpty && spool.names("work/results").isEmpty)
        let waiting = Set(spool.names("incoming"))
        let answered = Set(spool.names("results"))
        #expect(!waiting.isEmpty && !answered.isEmpty)
        #expect(waiting.isDisjoint(with: answered))
        #expect(waiting.union(answered).count == 1500)
        let next = try spool.startReady()
        #expect(spool.isDone())
        #expect(next.stop() == 0)
        #expect(spool.names("results").count == 1500)
        #expect(spool.names("failed").count == 2 * (0..<1500).count(where: SampleRequest.isRefused))
    }

    @Test func `a stream in hand is left there by SIGTERM and done whole by the next start`() throws {
        let spool = try TestSpool()
        let daemon = try spool.startReady()
        var expected = try ExpectedAnswers(spool)
        let lines = (0..<20_000).map(SampleRequest.text)
        try spool.drop("many.ndjson", lines.joined(separator: "\n"))
        #expect(eventually { (spool.text("work/results/many.ndjson") ?? "").count > 0 })
        #expect(daemon.stop() == 0)
        #expect(spool.names("work/requests") == ["many.ndjson"])
        #expect(spool.names("work/results").isEmpty && spool.names("results").isEmpty)
        let next = try spool.startReady()
        #expect(spool.answer("many.ndjson", within: 60) == expected.answers(lines))
        #expect(spool.isDone())
        #expect(next.logs("request file of many lines answered"))
        #expect(next.stop() == 0)
    }

    @Test func `a missing root is waited for and taken up when it appears`() throws {
        let spool = try TestSpool(makesFolders: false)
        let daemon = try spool.start()
        #expect(daemon.logs("spool folder is missing"))
        try spool.makeFolders()
        #expect(daemon.logs("started"))
        try spool.drop("a.json", SampleRequest.good)
        #expect(spool.answer("a.json") != nil)
        #expect(daemon.stop() == 0)
    }

    @Test func `a root that can't be opened is waited for, told of and taken up when it can be`() throws {
        let spool = try TestSpool(makesFolders: false)
        #expect(FileManager.default.createFile(atPath: spool.path, contents: nil))
        let socket = NotifySocket()
        let daemon = try spool.start(notifying: socket)
        let fault = "open \(spool.path): Not a directory"
        #expect(daemon.logs("spool can't be worked, requests stay"))
        #expect(daemon.entries("spool can't be worked, requests stay").map { $0["TRANSITLINK_DETAIL"] } == [fault])
        #expect(eventually { socket.received().contains("READY=1\nSTATUS=fault: \(fault), trying again") })
        #expect(unlink(spool.path) == 0)
        #expect(daemon.logs("spool folder is missing"))
        try spool.makeFolders()
        try spool.drop("a.json", SampleRequest.good)
        #expect(spool.answer("a.json") != nil)
        #expect(daemon.stop() == 0)
    }

    @Test func `a system that lets nobody wait for a missing root ends the start with 75, not as if it had been asked to end`() throws {
        let spool = try TestSpool(makesFolders: false)
        let failing = ["strace", "-D", "-f", "-qq", "-o", "/dev/null", "-e", "trace=ppoll", "-e", "inject=ppoll:error=ENOMEM:when=1"]
        let daemon = try spool.start(through: failing)
        #expect(daemon.wait() == 75)
        #expect(daemon.entries("spool can't be worked, requests stay").map { $0["TRANSITLINK_DETAIL"] } == ["poll: Cannot allocate memory"])
    }

    @Test func `on a spool of the caller's own a root that can't be opened ends the start with 75`() throws {
        let spool = try TestSpool(makesFolders: false)
        #expect(FileManager.default.createFile(atPath: spool.path, contents: nil))
        let daemon = try spool.start(["--log=json", "--spool", spool.path])
        #expect(daemon.wait() == 75)
    }

    @Test(arguments: ["incoming", "results", "failed", "work"])
    func `a folder that is removed is told of, and used again when it is back`(_ name: String) throws {
        let spool = try TestSpool()
        let daemon = try spool.startReady()
        try spool.drop("before.json", SampleRequest.bad)
        #expect(spool.isDone() && spool.answer("before.json") != nil)
        #expect(try bash("rm -r $0/$1", spool.path, name).code == 0)
        #expect(daemon.logs("spool folder is missing"))
        #expect(daemon.entries("spool folder is missing").map { $0["TRANSITLINK_PATH"] } == ["\(spool.path)/\(name)"])
        if name != "incoming" { try spool.drop("meanwhile.json", SampleRequest.good) }
        #expect(try bash("mkdir -m 2770 $0/$1", spool.path, name).code == 0)
        #expect(daemon.logs("spool folder is back"))
        try spool.drop("after.json", SampleRequest.bad)
        #expect(spool.answer("after.json") != nil)
        if name != "incoming" { #expect(spool.answer("meanwhile.json") != nil) }
        #expect(spool.isDone())
        #expect(daemon.stop() == 0)
    }

    @Test func `a folder that is missing at the start is a fault in the status of a ready daemon`() throws {
        let spool = try TestSpool()
        #expect(rmdir(spool.path + "/results") == 0)
        try spool.drop("a.json", SampleRequest.good)
        let socket = NotifySocket()
        let daemon = try spool.start(notifying: socket)
        var all: [String] = []
        #expect(
            eventually {
                all += socket.received()
                return all.contains { $0.hasPrefix("READY=1") }
            })
        #expect(daemon.logs("spool folder is missing"))
        #expect(all.last == "READY=1\nSTATUS=fault: \(spool.path)/results is missing: make it, or run systemd-tmpfiles --create, trying again; region 1 Puget Sound; 0 waiting; 0 done, 0 refused; 0/s")
        #expect(mkdir(spool.path + "/results", 0o770) == 0)
        #expect(spool.answer("a.json") != nil)
        #expect(
            eventually {
                all += socket.received()
                return all.last?.hasPrefix("STATUS=region 1 Puget Sound; ") == true
            })
        #expect(daemon.stop() == 0)
    }

    @Test func `a replaced root is exit 75, and the next start works the new one`() throws {
        let spool = try TestSpool()
        let daemon = try spool.startReady()
        #expect(rename(spool.path, spool.path + ".old") == 0)
        try spool.makeFolders()
        #expect(daemon.wait() == 75)
        #expect(daemon.entries("spool folder was replaced, to be started afresh").map { $0["TRANSITLINK_PATH"] } == [spool.path])
        try spool.drop("a.json", SampleRequest.good)
        let next = try spool.startReady()
        #expect(spool.answer("a.json") != nil)
        #expect(next.stop() == 0)
    }
}
