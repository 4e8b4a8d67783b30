// Twenty thousand requests at once: more than the kernel's queue of events holds. All are answered, in bounded memory.
// BURST_REQUESTS in the environment makes them more; a million take 9 GB of /dev/shm.

import Foundation
import TestSupport
import Testing

@Suite("A burst of requests")
struct BurstTests {
    private static let count = ProcessInfo.processInfo.environment["BURST_REQUESTS"].flatMap { Int($0) } ?? 20_000
    /// VmHWM, in KiB. A debug build with shared libraries starts at about a fourth of it.
    private static let memoryLimit = 64 << 10

    private func prepare(_ spool: TestSpool) throws {
        for number in 0..<Self.count {
            try Data(SampleRequest.text(number).utf8).write(to: spool.url("tmp/\(number).json"))
        }
    }

    private func release(_ spool: TestSpool) {
        for number in 0..<Self.count { rename("\(spool.path)/tmp/\(number).json", "\(spool.path)/incoming/\(number).json") }
    }

    private func check(_ spool: TestSpool, _ daemon: ChildProcess) throws {
        #expect(spool.isDone(within: Double(60 + Self.count / 500)))
        let peak = try memoryPeak(daemon)
        #expect(peak < Self.memoryLimit)
        #expect(daemon.stop() == 0)
        #expect(spool.names("results").count == Self.count)
        #expect(spool.names("failed").count == 2 * (0..<Self.count).count(where: SampleRequest.isRefused))
        var expected = try ExpectedAnswers(spool)
        let wrong = (0..<Self.count).filter { spool.text("results/\($0).json") != expected.answer("\($0).json", SampleRequest.text($0)).answer }
        #expect(wrong.isEmpty)
    }

    /// ctime in nanoseconds.
    private func changed(_ path: String) -> Int {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_ctim.tv_sec * 1_000_000_000 + status.st_ctim.tv_nsec : 0
    }

    @Test func `whose events overflow is found by a listing`() throws {
        let spool = try TestSpool(inMemory: true)
        try prepare(spool)
        let daemon = try spool.startReady()
        // Nobody reads the events meanwhile, so that some are lost for certain.
        daemon.signal(SIGSTOP)
        release(spool)
        daemon.signal(SIGCONT)
        #expect(daemon.logs("inotify events lost, incoming/ is listed in full"))
        try check(spool, daemon)
    }

    @Test func `that waits at the start is taken up oldest first`() throws {
        let spool = try TestSpool(inMemory: true)
        try prepare(spool)
        release(spool)
        // The clock of the file system ticks every few milliseconds, so many share a moment.
        let times = Dictionary(uniqueKeysWithValues: spool.names("incoming").map { ($0, changed(spool.path + "/incoming/" + $0)) })
        #expect(Set(times.values).count > 2)
        let daemon = try spool.startReady()
        #expect(eventually { !spool.names("results").isEmpty })
        daemon.signal(SIGSTOP)
        let answered = spool.names("results").compactMap { times[$0] }
        let left = spool.names("incoming").compactMap { times[$0] }
        #expect(!answered.isEmpty && !left.isEmpty)
        #expect(try #require(answered.max()) <= #require(left.min()))
        daemon.signal(SIGCONT)
        try check(spool, daemon)
    }
}
