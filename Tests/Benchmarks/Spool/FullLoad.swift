// FullLoad: requests a second while there is always more to do, against the bare loop in every way to flush that helps it.
// Rounds alternate; the best of the rivals by its median is the one to be measured against.

import BenchmarkSupport
import Foundation

extension SpoolBench {
    private struct Rival {
        let batch: Int
        let flush: BareLoop.Flush
        /// The slow ones need not show it on every request.
        let share: Int
        var rates: [Double] = []
        var name: String { "batch of \(batch), \(flush.rawValue)" }
    }

    func measureFullLoad(_ count: Int, rounds: Int, answer: [UInt8]) throws {
        let loop = try BareLoop("\(base)/bare", answer: answer)
        let names = Self.names(count)
        var ours: [Double] = []
        var rivals = [
            Rival(batch: 1, flush: .each, share: 10), Rival(batch: 64, flush: .each, share: 5),
            Rival(batch: 64, flush: .startedThenEach, share: 1), Rival(batch: 64, flush: .fileSystem, share: 1),
            Rival(batch: 256, flush: .fileSystem, share: 1),
        ]
        try withDaemon { _ in
            for _ in 0..<rounds {
                ours.append(try daemonRate(names))
                for index in rivals.indices {
                    let some = names.prefix(count / rivals[index].share)
                    rivals[index].rates.append(try rate(of: loop, rivals[index], Array(some)))
                }
            }
        }
        try loop.clear()
        report(count, median(ours), rivals)
    }

    private func daemonRate(_ names: [String]) throws -> Double {
        let (tmp, incoming, results) = (try folder("tmp"), try folder("incoming"), try folder("results"))
        let removed = try FolderEvents(try folder("work/requests"), IN_DELETE)
        for name in names { try tmp.write(name, Self.request) }
        try tmp.flushFileSystem()
        let time = try seconds {
            for name in names { try tmp.rename(name, to: incoming) }
            // Its last step, as the bare loop's: the result is durable by then.
            try removed.wait(for: names.count)
        }
        if try results.names.count != names.count { throw CallFailed("results are missing", ENOENT) }
        try results.clear()
        try results.flushFileSystem()
        socket.drain()
        return Double(names.count) / time
    }

    private func rate(of loop: BareLoop, _ rival: Rival, _ names: [String]) throws -> Double {
        for name in names { try loop.incoming.write(name, Self.request) }
        try loop.incoming.flushFileSystem()
        let time = try seconds { try loop.run(names, batch: rival.batch, rival.flush) }
        try loop.clear()
        try loop.incoming.flushFileSystem()
        return Double(names.count) / time
    }

    private func report(_ count: Int, _ ours: Double, _ rivals: [Rival]) {
        let best = rivals.map { median($0.rates) }.max() ?? 0
        for rival in rivals {
            let theirs = median(rival.rates)
            let row = Row("\(count) requests at once, \(label)", "\(shown(ours)) /s")
                .against("bare loop, \(rival.name) \(shown(theirs)) /s", ratio: ours / theirs)
            (theirs == best ? row.goal("at least 0.9 x the best", met: ours >= 0.9 * best) : row).print()
        }
    }
}
