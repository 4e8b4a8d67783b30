// MadeFeed: stops of a feed without a file, and a format's whole output.

import Feeds
import Publishing
import TransitLinks

/// A stop as a feed's row has it.
struct MadeStop {
    var id: String
    var code = ""
    var name = ""
    var description = ""
    var platform = ""
    var place: (latitude: Double, longitude: Double)?
}

extension FeedStops {
    init(_ stops: [MadeStop]) {
        var bytes: [UInt8] = []
        func add(_ text: String) -> ByteRange {
            let start = UInt32(bytes.count)
            bytes += Array(text.utf8)
            return ByteRange(start: start, count: UInt32(bytes.count) - start)
        }
        var rows: [FeedStop] = []
        for (number, stop) in stops.enumerated() {
            rows.append(
                FeedStop(
                    id: add(stop.id), code: add(stop.code), name: add(stop.name), description: add(stop.description),
                    platformCode: add(stop.platform), latitude: stop.place?.latitude ?? .nan,
                    longitude: stop.place?.longitude ?? .nan, row: UInt32(number + 2)))
        }
        self.init(bytes: bytes, rows: rows)
    }
}

extension StopChunk {
    /// The rows of a feed whose OneBusAway IDs begin with `agency` and `_`, or are combined already.
    init(of feed: FeedStops, rows: Range<Int>, agency: String?) throws {
        self.init(of: feed)
        for stop in feed.rows[rows] {
            try append(stop) { ids in
                if let agency { ids += Array((agency + "_").utf8) }
                ids += feed.bytes[stop.id.indices]
            }
        }
    }
}

/// Everything that a format writes of a feed, joined as a batch joins it.
/// - Parameter size: stops a chunk.
func output(
    _ format: some OutputFormat<StopChunk>, _ stops: [MadeStop], agency: String? = "1", size: Int = 4096,
    notices: (FeedNotice) -> Void = { _ in }
) throws -> String {
    let feed = FeedStops(stops)
    let chunks = try stride(from: 0, to: stops.count, by: size).map {
        try StopChunk(of: feed, rows: $0..<min($0 + size, stops.count), agency: agency)
    }
    return joined(format, chunks, notices: notices)
}

func joined<Chunk>(
    _ format: some OutputFormat<Chunk>, _ chunks: [Chunk], notices: (FeedNotice) -> Void = { _ in }
) -> String {
    var out = ByteWriter()
    format.appendHeader(to: &out)
    var isFirst = true
    for chunk in chunks {
        var piece = ByteWriter()
        format.append(chunk, to: &piece, notices: notices)
        if piece.count == 0 { continue }
        if !isFirst { out.append(format.separator.description) }
        isFirst = false
        out.append(piece.bytes.span)
    }
    format.appendFooter(to: &out)
    return out.text
}

enum Made {
    static let region = Region(
        id: RegionID(rawValue: 1), name: "Puget Sound", sidecar: try? SidecarBase("https://side.example"),
        fareApp: FareApp(iOSScheme: "fare.app", appStoreID: "42", androidPackage: "org.fare"))
    static let app = AppProfile(
        name: "onebusaway", scheme: "onebusaway", bundleIdentifier: "org.onebusaway.iphone", appStoreID: "7",
        androidPackage: "com.example.oba")

    /// Two map apps, one with a comma in its form.
    static func context(
        region: Region = region, _ selection: LinkSelection = .standard, vendors: [String] = ["geo", "google"],
        agency: String = "Metro"
    ) -> LinkContext {
        LinkContext(
            region: region, app: app, selection: selection, vendors: vendors.compactMap(WalkingVendor.named),
            agency: agency)
    }
}
