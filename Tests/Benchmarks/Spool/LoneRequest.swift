// LoneRequest: how long one request takes while the daemon has nothing else to do: from its rename into incoming/ to its result
// in results/, as a waiting consumer sees it. One bare publish of the same bytes follows each, on the same disk.

import BenchmarkSupport
import Foundation

extension SpoolBench {
    func measureLoneRequest(rounds: Int, answer: [UInt8]) throws {
        let loop = try BareLoop("\(base)/bare", answer: answer)
        var (ours, bare) = ([Double](), [Double]())
        try withDaemon { _ in
            let (tmp, incoming, results) = (try folder("tmp"), try folder("incoming"), try folder("results"))
            let published = try FolderEvents(results, IN_MOVED_TO)
            let removed = try FolderEvents(try folder("work/requests"), IN_DELETE)
            for name in Self.names(rounds) {
                // Handed over as the contract says: flushed before it is renamed.
                try tmp.write(name, Self.request, flush: true)
                ours.append(
                    try seconds {
                        try tmp.rename(name, to: incoming)
                        try published.wait()
                    })
                // The rest of the daemon's commit must not disturb the rival.
                try removed.wait()
                bare.append(try seconds { try loop.publish(name) })
                socket.drain()
            }
            try results.clear()
        }
        try loop.clear()
        let (mine, theirs) = (median(ours) * 1e3, median(bare) * 1e3)
        let limit = max(1, theirs / 0.6)
        Row("lone request, rename to result, \(label)", "\(shown(mine)) ms")
            .against("bare durable publish \(shown(theirs)) ms", ratio: mine / theirs)
            .goal("at most 1.3 x, \(shown(limit)) ms", met: mine <= 1.3 * theirs && mine <= limit)
            .print()
    }
}
