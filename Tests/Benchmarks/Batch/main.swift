// batch-bench: rows a second of the formats of a batch on one thread: from stops in memory to bytes in memory, chunk by chunk.
// What the whole command makes of it, with reading and writing, is measured elsewhere. `batch-bench STOPS [FORMAT]`: under
// callgrind with two counts, the difference of the instructions by five times that of the counts is those of one stop.

import BenchmarkSupport
import Feeds
import Foundation
import Publishing
import TransitLinks

let region = try PugetSound.region()
let app = PugetSound.app

/// Stops as a feed's are: an ID of digits, a code, a name of some words, six decimals.
func stops(_ count: Int) -> FeedStops {
    var bytes: [UInt8] = []
    func add(_ text: String) -> ByteRange {
        let start = UInt32(bytes.count)
        bytes += Array(text.utf8)
        return ByteRange(start: start, count: UInt32(bytes.count) - start)
    }
    var rows: [FeedStop] = []
    for number in 0..<count {
        let latitude = Double(47_000_000 + number) / 1e6
        let longitude = Double(-122_305_400 - number) / 1e6
        let id = add("\(1_000_000 + number)")
        let code = add("\(number)")
        let name = add("Stevens Way & Benton Ln \(number % 1000)")
        rows.append(
            FeedStop(
                id: id, code: code, name: name, latitude: latitude, longitude: longitude, row: UInt32(number + 2)))
    }
    return FeedStops(bytes: bytes, rows: rows)
}

/// All stops in chunks of 4,096, the IDs made anew each time as the command makes them.
func render(_ feed: FeedStops, _ format: some OutputFormat<StopChunk>) throws -> Int {
    var chunk = StopChunk(of: feed)
    var out = ByteWriter(capacity: 1 << 20)
    var bytes = 0
    for start in stride(from: 0, to: feed.rows.count, by: 4096) {
        chunk.removeAll()
        out.removeAll()
        for stop in feed.rows[start..<min(start + 4096, feed.rows.count)] {
            try chunk.append(stop) { ids in
                ids += [0x31, 0x5F]
                ids.append(contentsOf: feed.bytes[stop.id.indices])
            }
        }
        format.append(chunk, to: &out, notices: { _ in })
        bytes += out.count
    }
    return bytes
}

func measure(_ what: String, _ feed: FeedStops, _ format: some OutputFormat<StopChunk>) throws {
    var bytes = 0
    let time = median(try (0..<5).map { _ in try seconds { bytes = try render(feed, format) } })
    let rate = Double(feed.rows.count) / time / 1e6
    Row("\(what), \(bytes / feed.rows.count) bytes a stop, one thread", "\(shown(rate)) M stops/s").print()
}

let count = CommandLine.arguments.count > 1 ? Int(CommandLine.arguments[1]) ?? 200_000 : 200_000
let only = CommandLine.arguments.count > 2 ? CommandLine.arguments[2] : ""
let feed = stops(count)
let pages = LinkContext(region: region, app: app, selection: [.web, .app], agency: "Metro")
let all = LinkContext(region: region, app: app, agency: "Metro")
let formats: [(name: String, what: String, format: any OutputFormat<StopChunk>)] = [
    ("pages", "stops.csv of web and app links", StopsCSV(pages)), ("csv", "stops.csv of every link", StopsCSV(all)),
    ("geojson", "stops.geojson", StopsGeoJSON(all)), ("ndjson", "stops.ndjson", StopsNDJSON(all)),
    ("json", "stops.json", StopsJSON(all)),
]
for each in formats where only.isEmpty || each.name == only { try measure(each.what, feed, each.format) }
