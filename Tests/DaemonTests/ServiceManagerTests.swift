// What the daemon tells the service manager, heard on a real NOTIFY_SOCKET.

import Foundation
import TestSupport
import Testing

@Suite("The service manager hears from the daemon")
struct ServiceManagerTests {
    private let socket = NotifySocket()

    /// Everything heard until a notification contains `text`.
    private func heard(until text: String, within seconds: Double = 60) -> [String] {
        var all: [String] = []
        _ = eventually(within: seconds) {
            all += socket.received()
            return all.contains { $0.contains(text) }
        }
        return all
    }

    private let idle = "region 1 Puget Sound; 0 waiting; 0 done, 0 refused; 0/s"

    @Test func `a life without work is READY=1 and STOPPING=1, each with a status`() throws {
        let spool = try TestSpool()
        let daemon = try spool.start(notifying: socket)
        var all = heard(until: "READY=1")
        #expect(daemon.stop() == 0)
        all += heard(until: "STOPPING=1")
        #expect(all == ["READY=1\nSTATUS=\(idle)", "STOPPING=1\nSTATUS=stopping: \(idle)"])
    }

    @Test func `READY=1 comes when incoming is listed and watched, before any request is touched`() throws {
        let spool = try TestSpool()
        for number in 0..<200 { try spool.drop("\(number).json", SampleRequest.good) }
        let daemon = try spool.start(notifying: socket)
        let all = heard(until: "READY=1")
        daemon.signal(SIGSTOP)
        #expect(all.last == "READY=1\nSTATUS=region 1 Puget Sound; 200 waiting; 0 done, 0 refused; 0/s")
        #expect(watches(of: daemon.process.processIdentifier) == Set([try inode(spool.path), try inode(spool.path + "/incoming")]))
        #expect(try bash("exec 9<>$0/work/lock; flock --nonblock 9", spool.path).code == 1)
        daemon.signal(SIGCONT)
        #expect(spool.isDone())
        #expect(daemon.stop() == 0)
    }

    /// The inodes that a process watches through inotify.
    private func watches(of process: Int32) -> Set<UInt64> {
        let folder = "/proc/\(process)/fdinfo"
        var inodes: Set<UInt64> = []
        for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
            let text = (try? String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)) ?? ""
            for line in text.split(separator: "\n") where line.hasPrefix("inotify ") {
                guard let word = line.split(separator: " ").first(where: { $0.hasPrefix("ino:") }) else { continue }
                if let inode = UInt64(word.dropFirst(4), radix: 16) { inodes.insert(inode) }
            }
        }
        return inodes
    }

    private func inode(_ path: String) throws -> UInt64 {
        try #require(try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? NSNumber).uint64Value
    }

    @Test func `a reload is RELOADING=1 with the time, then READY=1, both when it is taken and when it is refused`() throws {
        let spool = try TestSpool()
        let daemon = try spool.start(notifying: socket)
        _ = heard(until: "READY=1")
        #expect(try reload(daemon) == "READY=1\nSTATUS=\(idle)")
        try "{".write(toFile: spool.configurationFile, atomically: false, encoding: .utf8)
        let refused = try reload(daemon)
        #expect(refused.hasPrefix("READY=1\nSTATUS=reload refused, the old configuration stays: \(spool.configurationFile):1: not JSON: "))
        #expect(refused.hasSuffix("; \(idle)"))
        try spool.configure([:])
        #expect(try reload(daemon) == "READY=1\nSTATUS=\(idle)")
        #expect(daemon.stop() == 0)
    }

    /// Sends SIGHUP: what follows `RELOADING=1`.
    private func reload(_ daemon: ChildProcess) throws -> String {
        let before = microseconds()
        daemon.signal(SIGHUP)
        let all = heard(until: "READY=1").filter { $0.contains("=1\n") }
        try #require(all.count == 2)
        let lines = all[0].split(separator: "\n").map(String.init)
        try #require(lines.count == 3 && lines[0] == "RELOADING=1" && lines[1].hasPrefix("MONOTONIC_USEC="))
        let time = try #require(Int64(lines[1].dropFirst("MONOTONIC_USEC=".count)))
        #expect((before...microseconds()).contains(time))
        #expect(lines[2] == "STATUS=reading the configuration afresh")
        return all[1]
    }

    private func microseconds() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
    }

    @Test(arguments: [true, false])
    func `an idle daemon feeds the watchdog in time, with its spool and while it waits for one`(_ hasSpool: Bool) throws {
        let spool = try TestSpool(makesFolders: hasSpool)
        let daemon = try spool.start(notifying: socket, environment: ["WATCHDOG_USEC": "4000000"])
        _ = heard(until: "READY=1")
        var times: [Int64] = [microseconds()]
        _ = eventually {
            if socket.received().contains("WATCHDOG=1") { times.append(microseconds()) }
            return times.count == 3
        }
        #expect(times.count == 3)
        // It is fed each half of the limit; the other half is for a busy machine.
        #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 < 4_000_000 })
        #expect(daemon.stop() == 0)
    }

    /// The longest silence of the watchdog, in microseconds, while the answer to one request is on its way over a disk that needs
    /// `seconds` for each flush.
    private func longestSilence(_ seconds: Int, _ waiting: [String: Int]) throws -> (silence: Int64, log: String) {
        let spool = try TestSpool(["waiting": waiting])
        let flushes = "fsync,fdatasync,syncfs"
        let slow = ["strace", "-D", "-f", "-qqq", "-e", "trace=\(flushes)", "-e", "inject=\(flushes):delay_enter=\(seconds)s", "-o", "/dev/null"]
        let daemon = try spool.start(notifying: socket, environment: ["WATCHDOG_USEC": "1500000"], through: slow)
        _ = heard(until: "READY=1")
        var last = microseconds()
        var silence: Int64 = 0
        try spool.drop("a.json", SampleRequest.good)
        _ = eventually(within: 60) {
            if socket.received().contains(where: { $0.hasPrefix("WATCHDOG=1") }) {
                silence = max(silence, microseconds() - last)
                last = microseconds()
            }
            return FileManager.default.fileExists(atPath: spool.path + "/results/a.json")
        }
        silence = max(silence, microseconds() - last)
        #expect(spool.answer("a.json") != nil)
        #expect(daemon.stop() == 0)
        return (silence, daemon.output)
    }

    @Test func `a slow flush is waiting, and the watchdog is fed meanwhile, for as long as the configuration allows`() throws {
        let patient = try longestSilence(4, ["flushSeconds": 60])
        #expect(patient.silence < 1_500_000)
        #expect(patient.log.contains("flush to the disk takes long"), "\(patient.log)")
        let impatient = try longestSilence(4, ["flushSeconds": 1])
        #expect(impatient.silence > 1_500_000)
    }

    @Test func `an end doesn't wait for a log that nobody reads, and tells what is lost`() throws {
        let spool = try TestSpool()
        // A pipe that is full, and held open by the daemon alone.
        let script = """
            mkfifo "$0.pipe"; exec 9<>"$0.pipe"
            head -c 65536 /dev/zero >&9
            exec "$@" 2>&9
            """
        let daemon = try spool.start(notifying: socket, through: ["bash", "-c", script, spool.path])
        _ = heard(until: "READY=1")
        try spool.drop("a.json", SampleRequest.good)
        #expect(spool.answer("a.json") != nil)
        daemon.terminate()
        #expect(daemon.wait(within: 20) == 0)
        #expect(heard(until: "lost").last?.hasPrefix("STOPPING=1\nSTATUS=stopped; 3 log entries were lost") == true)
    }

    @Test func `without a watchdog limit none is fed`() throws {
        let spool = try TestSpool()
        let daemon = try spool.start(notifying: socket)
        try spool.drop("a.json", SampleRequest.good)
        #expect(spool.answer("a.json") != nil)
        #expect(daemon.stop() == 0)
        #expect(!heard(until: "STOPPING=1").contains { $0.contains("WATCHDOG") })
    }

    @Test func `an ended wait for a missing spool is READY=1 with the fault, then STOPPING=1`() throws {
        let spool = try TestSpool(makesFolders: false)
        let daemon = try spool.start(notifying: socket)
        var all = heard(until: "READY=1")
        #expect(all == ["READY=1\nSTATUS=fault: \(spool.path) is missing; make it, or run systemd-tmpfiles --create"])
        #expect(daemon.stop() == 0)
        all = heard(until: "STOPPING=1")
        #expect(all == ["STOPPING=1\nSTATUS=stopping: fault: \(spool.path) is missing; make it, or run systemd-tmpfiles --create"])
    }

    @Test func `a manager that can't be reached is told of once and keeps nobody from work`() throws {
        let spool = try TestSpool()
        let daemon = try spool.start(environment: [:])
        let deaf = spool.directory.path + "/nobody"
        #expect(daemon.logs("started"))
        #expect(daemon.stop() == 0)
        let cut = try ChildProcess(["env", "NOTIFY_SOCKET=\(deaf)", TestSpool.program, "--config", spool.configurationFile, "--log=json"])
        try spool.drop("a.json", SampleRequest.good)
        #expect(spool.answer("a.json") != nil)
        #expect(cut.logs("service manager can't be told"))
        #expect(cut.stop() == 0)
        #expect(cut.entries("service manager can't be told").map { $0["ERRNO"] } == ["2"])
    }
}
