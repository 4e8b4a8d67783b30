// Producers: shell processes that drop prepared requests into a spool, each in its own way, until they are told to stop. What
// still lies in a producer's folder was never dropped.

import Foundation
import TestSupport

final class Producers {
    /// How each takes the file `$f` into the spool `$0`. The writers pause inside a request, shorter than the settling time.
    private static let ways = [
        "cp": #"cp "$f" "$0/incoming/" && rm "$f""#,
        "mv": #"mv "$f" "$0/incoming/""#,
        "ln": #"ln "$f" "$0/incoming/" && rm "$f""#,
        "slow": #"name=${f##*/}; { head -c 60 "$f"; sleep 0.02; tail -c +61 "$f"; } >"$0/incoming/$name"; rm "$f""#,
        "stream": #"mv "$f" "$0/incoming/"; sleep 0.2"#,
        "slow-stream": #"name=${f##*/}; { head -n 3 "$f"; sleep 0.3; tail -n +4 "$f"; } >"$0/incoming/$name"; rm "$f""#,
    ]

    private let spool: TestSpool
    private let folder: String
    private var children: [ChildProcess] = []
    /// Every request that was prepared: file name and text.
    private(set) var prepared: [String: String] = [:]
    /// The lines of each stream that was prepared.
    private(set) var streams: [String: [String]] = [:]

    /// - Parameter single: requests prepared for each way of dropping one.
    /// - Parameter lines: in the longest of the streams.
    init(_ spool: TestSpool, single: Int, streams count: Int, lines: Int) throws {
        self.spool = spool
        folder = spool.directory.path + "/source"
        for (index, way) in Self.ways.keys.sorted().enumerated() {
            try FileManager.default.createDirectory(atPath: "\(folder)/\(way)", withIntermediateDirectories: true)
            for number in 0..<(way.hasSuffix("stream") ? count : single) {
                let seed = 10_000_000 * (index + 1) + number * (way.hasSuffix("stream") ? lines : 1)
                way.hasSuffix("stream")
                    ? try prepare("\(way)-\(number).ndjson", lines: (seed..<seed + max(4, lines * (number % 4) / 3)).map(SampleRequest.text), way)
                    : try prepare("\(way)-\(number).json", SampleRequest.text(seed), way)
            }
        }
    }

    private func prepare(_ name: String, lines: [String], _ way: String) throws {
        streams[name] = lines
        try prepare(name, lines.joined(separator: "\n") + "\n", way)
    }

    private func prepare(_ name: String, _ text: String, _ way: String) throws {
        prepared[name] = text
        try text.write(toFile: "\(folder)/\(way)/\(name)", atomically: false, encoding: .utf8)
    }

    func start() throws {
        for (way, script) in Self.ways {
            let loop = #"for f in "$1"/*; do [ -e "$2" ] && break; "# + script + " || exit 1; done"
            children.append(try ChildProcess(["bash", "-c", loop, spool.path, "\(folder)/\(way)", folder + "/stop"]))
        }
    }

    /// Lets each finish the request that it is at: what was dropped, by name.
    func stop() throws -> [String: String] {
        try "".write(toFile: folder + "/stop", atomically: false, encoding: .utf8)
        for child in children where child.wait() != 0 { throw Unexpected("a producer failed: \(child.output)") }
        var dropped = prepared
        for way in Self.ways.keys {
            for name in try FileManager.default.contentsOfDirectory(atPath: "\(folder)/\(way)") { dropped[name] = nil }
        }
        return dropped
    }
}
