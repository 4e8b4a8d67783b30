// PublishedRule: the rules of the association file that a profile gives. They claim the pages that the app opens, and no page that it
// would drop without a way back to the browser: what the app's two path patterns (IOSCurrentReceiver) and its three numbers
// refuse is excluded, or is not claimed. Two things a rule can't see: a slash at the end of a path, which Apple's matching
// removes, and escapes that are no text (`%FF`), which no link of ours has.

struct PublishedRule {
    private let path: String
    /// What the items of the query have to be.
    private var query: [(name: String, value: String)] = []
    private var isExclusion = false
    private var ignoresCase = false
    private let comment: String

    private init(
        _ path: String, query: [(name: String, value: String)] = [], excludes: Bool = false, ignoresCase: Bool = false,
        comment: String
    ) {
        self.path = path
        self.query = query
        isExclusion = excludes
        self.ignoresCase = ignoresCase
        self.comment = comment
    }

    /// The order matters: a trip's page lies below what keeps a stop's page to one segment.
    static let all =
        secondStops + lineEnds + trips + [
            PublishedRule("/regions/*/stops/*/?*", excludes: true, comment: "the app knows nothing else below a stop"),
            PublishedRule("/regions/*/stops/*%2F*", excludes: true, comment: "the app drops a stop ID with a slash"),
            PublishedRule("/regions/*/stops/*%2f*", excludes: true, comment: "the same in small letters"),
            PublishedRule("/regions/$(regionID)/stops/?*", comment: "a stop's page"),
        ]

    /// In a trip's path the app's pattern takes the last `/stops/` for the one before the stop, in any letters, its slashes escaped or
    /// not, the first one perhaps that of the true `/stops/`.
    private static let secondStops = ["*/stops/", "*/stops%2F", "*%2Fstops/", "*%2Fstops%2F", "stops/", "stops%2F"].map {
        second in
        PublishedRule(
            "/regions/*/stops/\(second)*/trips", excludes: true, ignoresCase: true,
            comment: "the app looks for the region before the last /stops/")
    }

    /// There the pattern stops at the end of a line, too.
    private static let lineEnds = [
        PublishedRule("/regions/*/stops/*%0$(xdigit)*/trips", excludes: true, comment: "the app's pattern ends with the line"),
        PublishedRule("/regions/*/stops/*%C2%85*/trips", excludes: true, ignoresCase: true, comment: "U+0085"),
        PublishedRule("/regions/*/stops/*%E2%80%A8*/trips", excludes: true, ignoresCase: true, comment: "U+2028"),
        PublishedRule("/regions/*/stops/*%E2%80%A9*/trips", excludes: true, ignoresCase: true, comment: "U+2029"),
    ]

    /// Dates as links have them, whole seconds of ten digits (2001 to 2286) with and without a fraction; three digits of a stop's
    /// index. An item as `?*` would claim pages whose numbers are none.
    private static let trips = ["", ".0"].flatMap { fraction in
        (1...3).map { digits in
            PublishedRule(
                "/regions/$(regionID)/stops/?*/trips",
                query: [
                    ("trip_id", "?*"), ("service_date", String(repeating: "$(digit)", count: 10) + fraction),
                    ("stop_sequence", String(repeating: "$(digit)", count: digits)),
                ], comment: "a trip's page")
        }
    }

    /// `$(regionID)`: the numbers of `regions`, which the app knows; 0 to 99 where there are none.
    static func writeVariables(_ regions: [RegionID], to json: inout JSONWriter) {
        json.key("substitutionVariables")
        json.beginObject()
        json.key("regionID")
        json.beginArray()
        let numbers = regions.isEmpty ? Array(0...99) : Set(regions.map(\.rawValue)).sorted()
        for number in numbers { json.value(String(number)) }
        json.endArray()
        json.endObject()
    }

    /// - Parameter base: the path below which the pages lie, empty for the root.
    func write(below base: String, to json: inout JSONWriter) {
        json.beginObject()
        json.field("/", base + path)
        if !query.isEmpty {
            json.key("?")
            json.beginObject()
            for item in query {
                json.key(named: item.name)
                json.value(item.value)
            }
            json.endObject()
        }
        if isExclusion { json.field("exclude", true) }
        if ignoresCase { json.field("caseSensitive", false) }
        json.field("comment", comment)
        json.endObject()
    }
}

extension SidecarBase {
    /// What stands behind host and port: empty, or a slash and more.
    var path: String {
        textWithoutScheme.utf8.firstIndex(of: UInt8(ascii: "/")).map { String(textWithoutScheme[$0...]) } ?? ""
    }
}
