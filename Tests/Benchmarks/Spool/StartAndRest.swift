// StartAndRest: what the daemon costs when there is little to do: how fast it is ready, what it holds, how often it wakes; and
// what it holds at most when a hundred thousand requests come at once.

import BenchmarkSupport
import Foundation

extension SpoolBench {
    func measureStart() throws {
        let times = try (0..<20).map { _ in try secondsToReady() }
        let mine = median(times) * 1e3
        Row("start to READY, empty spool", "\(shown(mine)) ms").goal("at most 10 ms", met: mine <= 10).print()
    }

    private func secondsToReady() throws -> Double {
        let daemon = try startDaemon()
        try daemon.stop()
        socket.drain()
        return daemon.secondsToReady
    }

    /// Starts before a full incoming/, then all of its requests in one burst into a running daemon.
    func measureCrowd(_ count: Int) throws {
        let (tmp, incoming, results) = (try folder("tmp"), try folder("incoming"), try folder("results"))
        for name in Self.names(count) { try incoming.write(name, Self.request) }
        try incoming.flushFileSystem()
        let mine = median(try (0..<3).map { _ in try secondsToReady() }) * 1e3
        Row("start to READY, \(count) waiting", "\(shown(mine)) ms").goal("at most 300 ms", met: mine <= 300).print()
        try measureBurst(from: incoming, through: tmp, to: results)
        try results.clear()
    }

    private func measureBurst(from incoming: Folder, through tmp: Folder, to results: Folder) throws {
        let names = try incoming.names
        for name in names { try incoming.rename(name, to: tmp) }
        try results.clear()
        try tmp.flushFileSystem()
        try withDaemon { daemon in
            let time = try seconds {
                for name in names { try tmp.rename(name, to: incoming) }
                try waitUntil(results, holds: names.count)
            }
            let peak = try daemon.peakBytes / 1e6
            Row("burst of \(names.count) requests, all done, most memory", "\(shown(peak)) MB")
                .goal("under 64 MB", met: peak < 64).print()
            Row("burst of \(names.count) requests", "\(shown(Double(names.count) / time)) /s").print()
        }
    }

    /// More events than the kernel's queue holds: the folder is counted instead, every tenth of a second.
    private func waitUntil(_ results: Folder, holds count: Int) throws {
        let deadline = secondsSinceBoot() + 120
        while try results.names.count < count {
            if secondsSinceBoot() > deadline { throw CallFailed("burst", ETIMEDOUT) }
            usleep(100_000)
            socket.drain()
        }
    }

    /// After a thousand requests, idle.
    func measureRest(seconds restSeconds: UInt32) throws {
        let (tmp, incoming, results) = (try folder("tmp"), try folder("incoming"), try folder("results"))
        try withDaemon { daemon in
            let removed = try FolderEvents(try folder("work/requests"), IN_DELETE)
            for name in Self.names(1000) {
                try tmp.write(name, Self.request)
                try tmp.rename(name, to: incoming)
            }
            try removed.wait(for: 1000)
            // Its last status may follow a second later.
            sleep(2)
            socket.drain()
            let memory = try daemon.proportionalBytes / 1e6
            let before = try daemon.wakeUps
            sleep(restSeconds)
            let wakeUps = try daemon.wakeUps - before
            Row("memory at rest, after 1000 requests (PSS)", "\(shown(memory)) MB")
                .goal("at most 8 MB", met: memory <= 8).print()
            Row("wake-ups in \(restSeconds) s at rest", "\(Int(wakeUps))").goal("0", met: wakeUps == 0).print()
        }
        try results.clear()
    }
}
