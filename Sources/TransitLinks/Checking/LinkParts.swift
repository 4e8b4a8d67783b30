// LinkParts: a link taken apart for somebody who looks for mistakes in it: pieces of text, undecoded, and where the words
// of a page's path stand. Receivers never use it; they have parsers of their own, with all their oddities.

internal import Escaping

struct LinkParts {
    let text: String
    /// Lower case, empty without one.
    let scheme: String
    let hasAuthority: Bool
    let host: String
    let path: String
    /// Of the path, between slashes; what is empty at its start is left out.
    let segments: [String]
    let items: [(name: String, value: String?)]
    let fragment: String?

    init(_ text: String) {
        let bytes = text.utf8.span
        let url = ReceivedURL(bytes)
        self.text = text
        scheme = bytes.text(url.scheme).lowercased()
        hasAuthority = url.authority != nil
        host = bytes.text(url.host)
        path = bytes.text(url.path)
        segments = Self.segments(of: path)
        items = url.items(in: bytes).compactMap { item in
            if item.name.isEmpty, item.value == nil { return nil }
            return (bytes.text(item.name), item.value.map { bytes.text($0) })
        }
        fragment = url.fragment.map { bytes.text($0) }
    }

    private static func segments(of path: String) -> [String] {
        let all = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map { String(Substring($0)) }
        return Array(all.drop { $0.isEmpty })
    }

    var isWebPage: Bool { scheme == "https" || scheme == "http" }

    /// The host of a custom scheme's link as the table of actions has it.
    var action: String { Self.decoded(host).lowercased() }

    static func decoded(_ text: String, plusIsSpace: Bool = false) -> String {
        let bytes = text.utf8.span
        return String(decoding: PercentDecoding.bytes(bytes, at: 0..<bytes.count, plusIsSpace: plusIsSpace), as: UTF8.self)
    }

    /// The first value under `name`, decoded.
    func value(_ name: String) -> String? {
        items.first { Self.decoded($0.name) == name }?.value.map { Self.decoded($0) }
    }
}

// MARK: Forms

extension LinkParts {
    /// Which of our links it is meant to be.
    enum Form {
        case stopPage, tripPage, viewStop, addRegion
        case unknown
    }

    var form: Form {
        if isWebPage {
            guard let page else { return .unknown }
            return page.isTrip ? .tripPage : .stopPage
        }
        switch action {
        case "view-stop": return .viewStop
        case "add-region": return .addRegion
        default: return .unknown
        }
    }

    /// The parameters that some receiver reads.
    var knownKeys: [String] {
        switch form {
        case .tripPage: ["trip_id", "service_date", "stop_sequence", "destination_stop_id", "title", "vehicle_id"]
        case .viewStop: ["stopID", "regionID"]
        case .addRegion:
            [
                "name", "region-id", "oba-url", "otp-url", "otp-graphql-url", "otp-graphql-bikeshare", "sidecar-url",
                "umami-url", "umami-id",
            ]
        case .stopPage, .unknown: []
        }
    }

    /// Where the words of a page stand among the segments.
    struct Page {
        let prefix: [String]
        /// `regions`, `stops` and `trips` as they are written.
        let words: [String]
        let region: String
        /// The stop ID: one segment, more where a slash in it is not encoded.
        let stop: [String]
        /// Behind `trips` or `arrivals`.
        let rest: [String]
        let isTrip: Bool
        let isArrivals: Bool
        let endsWithSlash: Bool
    }

    /// nil where the path names no region's stop.
    var page: Page? {
        let plain = segments.map { Self.decoded($0).lowercased() }
        guard let regions = plain.firstIndex(of: "regions"), regions + 2 < plain.count, plain[regions + 2] == "stops"
        else { return nil }
        let endsWithSlash = plain.last == ""
        let end = plain.count - plain.reversed().prefix { $0.isEmpty }.count
        let tail = min(regions + 3, end)..<end
        let last = tail.last { plain[$0] == "trips" || plain[$0] == "arrivals" }
        return Page(
            prefix: Array(segments[..<regions]),
            words: [segments[regions], segments[regions + 2]] + (last.map { [segments[$0]] } ?? []),
            region: segments[regions + 1], stop: Array(segments[tail.lowerBound..<(last ?? end)]),
            rest: last.map { Array(segments[($0 + 1)..<end]) } ?? [],
            isTrip: last != nil, isArrivals: last.map { plain[$0] == "arrivals" } ?? false, endsWithSlash: endsWithSlash)
    }
}
