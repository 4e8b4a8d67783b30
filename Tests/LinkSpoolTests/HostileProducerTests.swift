// One name, one producer, one odd file: what they do holds up nobody else, costs the daemon little, and ends.

import Foundation
import TestSupport
import Testing

@Suite struct HostileProducerTests {
    /// `F_SETLEASE` of fcntl(2), which Glibc's module doesn't show.
    private let setLease: Int32 = 1024

    /// How often `call` on a path with `text` stands in a trace.
    private func count(_ call: String, _ text: String, in trace: String) -> Int {
        let lines = ((try? String(contentsOfFile: trace, encoding: .utf8)) ?? "").split(separator: "\n")
        return lines.count { $0.contains(" \(call)(") && $0.contains(text) }
    }

    @Test(arguments: ["a.json", "a.ndjson"])
    func aFileThatIsWrittenAgainAndAgainIsPublishedOnceItStandsStill(_ name: String) throws {
        let spool = try ProbedSpool()
        try spool.submit([name: "{1}\n"])
        let late = try FileHandle(forWritingTo: spool.directory.url.appendingPathComponent("incoming/" + name))
        let trace = spool.directory.path + ".trace"
        defer { unlink(trace) }
        // While each flush takes a while, the writer changes the file for sure.
        let slow = [
            "strace", "-f", "-qq", "-o", trace, "-e", "trace=fsync,renameat2", "-e", "inject=fsync:delay_enter=20000",
        ]
        let probe = try spool.start(["--back-off", "5000", "--look", "1000"], under: slow)
        #expect(eventually { !spool.directory.names(in: "work/requests").isEmpty })
        let end = Date().addingTimeInterval(3)
        var others = 0
        while Date() < end {
            try late.seek(toOffset: 0)
            try late.write(contentsOf: Data("{1}\n".utf8))
            if others < 20, spool.directory.names(in: "incoming").isEmpty {
                try spool.submit(["other\(others).json": "{o}"])
                others += 1
            }
            usleep(1000)
        }
        #expect(spool.directory.text(of: "results/" + name) == nil)
        #expect(others == 20 && eventually { spool.directory.text(of: "results/other19.json") == "answer:{o}" })
        // Attempts: at most one for each pause, which doubles from 10 ms on.
        #expect(count("renameat2", "results", in: trace) < 40)
        try late.close()
        let answer = name == "a.json" ? "answer:{1}\n" : "1:{1}\n"
        #expect(eventually { spool.directory.text(of: "results/" + name) == answer })
        #expect(eventually { spool.directory.names(in: "work/requests").isEmpty })
        probe.signal(SIGKILL)
    }

    @Test(arguments: [true, false]) func aFolderThatCameIntoWorkGoesBackAndItsNameIsFree(_ isTaken: Bool) throws {
        let spool = try ProbedSpool()
        let path = spool.directory.path
        #expect(mkdir(path + "/work/requests/a.json", 0o755) == 0)
        if isTaken { try spool.submit(["a.json": "{2}"]) }
        let probe = try spool.start()
        #expect(probe.says("directory "))
        if !isTaken {
            #expect(eventually { spool.directory.names(in: "incoming") == ["a.json"] })
            #expect(rmdir(path + "/incoming/a.json") == 0)
            try spool.submit(["a.json": "{2}"])
        }
        #expect(probe.says("a.json answered"))
        #expect(spool.directory.text(of: "results/a.json") == "answer:{2}")
        #expect(spool.directory.names(in: "work/requests").isEmpty)
        #expect(spool.directory.names(in: "incoming").allSatisfy { $0.hasPrefix("folder-") })
        #expect(spool.directory.names(in: "incoming").count == (isTaken ? 1 : 0))
        probe.signal(SIGKILL)
    }

    @Test(.enabled(if: geteuid() == 0, "needs root to be two users"))
    func anotherUsersFolderThatCanNotBeMovedIsLaidAside() throws {
        let spool = try ProbedSpool()
        try spool.giveToNobody()
        let path = spool.directory.path
        #expect(mkdir(path + "/work/requests/a.json", 0o755) == 0)
        try spool.submit(["a.json": "{2}"])
        chmod(path + "/incoming/a.json", 0o644)
        let probe = try spool.start(under: ServiceTests.nobody)
        #expect(probe.says("a.json answered"))
        #expect(spool.directory.text(of: "results/a.json") == "answer:{2}")
        let aside = spool.directory.names(in: "work/requests")
        #expect(aside.count == 1 && aside.allSatisfy { $0.hasPrefix(".folder-") })
        probe.terminate()
        _ = probe.wait()
        // Once its rights allow it, the next start puts it back.
        chmod(path + "/work/requests/" + (aside.first ?? ""), 0o777)
        let next = try spool.start(under: ServiceTests.nobody)
        #expect(eventually { spool.directory.names(in: "incoming").count { $0.hasPrefix("folder-") } == 1 })
        next.signal(SIGKILL)
    }

    @Test(.enabled(if: geteuid() == 0, "needs root to be two users"))
    func anotherUsersFolderInARequestsPlaceHoldsUpNobody() throws {
        let spool = try ProbedSpool()
        try spool.giveToNobody()
        // Its rename into work/ is refused, as for a folder that was swapped in after the look.
        let refused = ["strace", "-f", "-qq", "-o", "/dev/null", "-e", "trace=renameat2", "-e", "inject=renameat2:error=EACCES:when=1"]
        try spool.submit(["a.json": "{1}"])
        chmod(spool.directory.path + "/incoming/a.json", 0o644)
        let probe = try spool.start(["--back-off", "60000"], under: refused + ServiceTests.nobody)
        #expect(probe.says("ready"))
        #expect(probe.says("Permission denied"))
        try spool.submit(["b.json": "{2}"])
        chmod(spool.directory.path + "/incoming/b.json", 0o644)
        #expect(probe.says("b.json answered"))
        #expect(spool.directory.names(in: "incoming") == ["a.json"])
        probe.signal(SIGKILL)
    }

    @Test(arguments: ["a.json", "a.ndjson"]) func aLeaseOnARequestHoldsUpNobody(_ name: String) throws {
        let spool = try ProbedSpool()
        try spool.submit([name: "{1}\n"])
        let file = open(spool.directory.path + "/incoming/" + name, O_RDWR)
        defer { close(file) }
        signal(SIGIO, SIG_IGN)
        #expect(fcntl(file, setLease, F_WRLCK) == 0)
        let probe = try spool.start()
        #expect(probe.says("Resource temporarily unavailable"))
        try spool.submit(["b.json": "{2}"])
        #expect(probe.says("b.json answered"))
        // Nothing else is at fault: the spool was never waited out.
        #expect(fcntl(file, setLease, F_UNLCK) == 0)
        #expect(probe.says("\(name) "))
        #expect(eventually { spool.directory.text(of: "results/" + name)?.contains("{1}") == true })
        probe.signal(SIGKILL)
    }

    @Test func moreUnfinishedFilesThanThereIsRoomForHoldUpNobody() throws {
        let spool = try ProbedSpool()
        for number in 0..<400 { try spool.submit(["half\(number).json": "{"]) }
        let probe = try spool.start(["--names", "40", "--patience", "60000", "--back-off", "5000", "--look", "1000"])
        #expect(probe.says("ready"))
        for round in 0..<5 {
            // Each of them is touched, and so has to be looked at again.
            for number in 0..<400 { utimes(spool.directory.path + "/incoming/half\(number).json", nil) }
            try spool.submit(["honest\(round).json": "{1}"])
            #expect(probe.says("honest\(round).json answered"))
        }
        // One of those that found no place is answered as soon as it is whole.
        try spool.submit(["half399.json": "{1}"])
        #expect(probe.says("half399.json answered"))
        probe.signal(SIGKILL)
    }

    @Test func aNameThatWasRefusedManyTimesFindsItsPlaceAtOnce() throws {
        let spool = try ProbedSpool()
        let path = spool.directory.path + "/failed/a.json"
        for number in ["", ".2"] + (3...3000).map({ ".\($0)" }) { #expect(close(open(path + number, O_CREAT | O_WRONLY, 0o640)) == 0) }
        try spool.submit(["a.json": "{bad}"])
        let trace = spool.directory.path + ".trace"
        defer { unlink(trace) }
        try spool.run(under: ["strace", "-f", "-qq", "-o", trace, "-e", "trace=newfstatat"])
        #expect(spool.directory.text(of: "failed/a.json.3001") == "{bad}")
        #expect(spool.directory.text(of: "failed/a.json.3001.reason.json") == "reason: bad\n")
        #expect((1...40).contains(count("newfstatat", "\"a.json", in: trace)))
    }

    @Test func whatIsRefusedAndChangesMeanwhileLeavesNothingBehind() throws {
        let spool = try ProbedSpool()
        try spool.submit(["a.json": "{bad}"])
        let late = try FileHandle(forWritingTo: spool.directory.url.appendingPathComponent("incoming/a.json"))
        let slow = ["strace", "-f", "-qq", "-o", "/dev/null", "-e", "trace=fsync", "-e", "inject=fsync:delay_enter=300000"]
        let probe = try spool.start(under: slow)
        #expect(eventually { spool.directory.names(in: "work/results").count == 2 })
        try late.write(contentsOf: Data("{12}}".utf8))
        try late.close()
        #expect(probe.says("a.json answered"))
        #expect(eventually { (try? spool.files()) == ["results/a.json": "answer:{12}}"] })
        probe.signal(SIGKILL)
    }

    @Test func anUploadUnderAnotherNameHasTimeForAsLongAsItGrows() throws {
        let spool = try ProbedSpool()
        let probe = try spool.start(["--patience", "600", "--ignore", ".filepart"])
        #expect(probe.says("ready"))
        try spool.submit(["left.ndjson.filepart": "{1}\n", "odd.txt": "?"])
        let path = spool.directory.path + "/incoming/open.ndjson.unheard"
        let upload = FileHandle(fileDescriptor: open(path, O_CREAT | O_WRONLY, 0o644), closeOnDealloc: true)
        try upload.write(contentsOf: Data("{1}\n".utf8))
        // The patience with odd names is over, and that of one that grows begins anew.
        #expect(probe.says("odd.txt refused"))
        try upload.write(contentsOf: Data("{2}\n".utf8))
        try spool.submit(["odder.txt": "?"])
        #expect(probe.says("odder.txt refused"))
        #expect(spool.directory.names(in: "incoming") == ["left.ndjson.filepart", "open.ndjson.unheard"])
        try upload.close()
        #expect(rename(path, spool.directory.path + "/incoming/open.ndjson") == 0)
        #expect(probe.says("open.ndjson streamed(lines: 2, refused: 0)"))
        #expect(spool.directory.names(in: "incoming") == ["left.ndjson.filepart"])
        probe.signal(SIGKILL)
    }

    /// One that leaves its answer less than half of the disk is tried again, as others may go; the other, which took most of it, is not.
    @Test(.enabled(if: geteuid() == 0, "needs root to mount a file system"), arguments: [1 << 20, 400_000])
    func aStreamWhoseAnswerDoesNotFitIsRefusedInTheEndAndLeavesRoomForOthers(_ lines: Int) throws {
        let place = try TemporaryDirectory()
        guard try ChildProcess(["mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", place.path]).wait() == 0 else {
            print("no right to mount a tmpfs: the small disk isn't tested")
            return
        }
        defer { umount2(place.path, Int32(MNT_DETACH)) }
        let spool = try ProbedSpool(in: place)
        // Each answer is a few times as long as its line.
        try spool.submit(["a.ndjson": String(repeating: "x\n", count: lines)])
        let probe = try spool.start(["--back-off", "20"])
        if lines == 1 << 20 { #expect(probe.says("No space left on device")) }
        try spool.submit(["b.json": "{1}"])
        #expect(probe.says("b.json answered"))
        #expect(probe.says("a.ndjson refused(codes: [\"too-large\"]"))
        #expect(probe.output.contains("No space left on device") == (lines == 1 << 20), "\(probe.output)")
        #expect(spool.directory.text(of: "results/a.ndjson") == "refused too-large\n")
        #expect(spool.directory.names(in: "failed") == ["a.ndjson", "a.ndjson.reason.json"])
        probe.signal(SIGKILL)
    }

    @Test func aStreamBeyondTheLimitOnFilesHoldsUpNobody() throws {
        let spool = try ProbedSpool()
        try spool.submit(["a.ndjson": String(repeating: "{1}\n", count: 100_000), "b.json": "{1}"])
        let limited = ["sh", "-c", "ulimit -f 64; exec \"$0\" \"$@\""]
        let probe = try spool.start(["--back-off", "20"], under: limited)
        #expect(probe.says("b.json answered"))
        #expect(probe.says("a.ndjson refused(codes: [\"too-large\"]"))
        try spool.submit(["c.json": "{1}"])
        #expect(probe.says("c.json answered"))
        probe.signal(SIGKILL)
    }
}
