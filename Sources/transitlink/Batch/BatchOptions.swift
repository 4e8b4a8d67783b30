// BatchOptions: the command line of `transitlink batch`, checked as far as that goes without a feed: every mistake that can be
// seen here ends before anything is read or written.

internal import Arguments
internal import Configuration
internal import Escaping
internal import FeedFiles
internal import Feeds
internal import Posix
internal import TransitLinks

struct BatchOptions: Sendable {
    let feed: String
    /// nil in a dry run without `--out`.
    let out: String?
    let formats: [BatchFormat]
    let agency: String?
    let isCombined: Bool
    let encoding: TextEncoding
    /// The service days whose trips are wanted; nil for stops alone.
    let tripDays: WantedDays?
    /// Where the site will be found; there for every format that needs it.
    let siteURL: SidecarBase?
    let chosen: ChosenStops
    /// nil: those of the configuration.
    let links: LinkSelection?
    let walking: [WalkingVendor]?
    let isDryRun: Bool
    /// Even of the wrong region, and where most of the stops of the last run went.
    let isForced: Bool
    let qrCodes: QRCodeOptions
    let signs: SignOptions
    let flushes: Bool
    /// The summary as JSON.
    let isJSON: Bool
    /// Where stop times are sorted that don't fit into memory.
    let temporaryFolder: String?
    let threads: Int

    /// - Throws: `UsageError` with the first mistake.
    init(_ arguments: ParsedArguments) throws(UsageError) {
        feed = try Self.feed(arguments.operands)
        isDryRun = arguments.has("dry-run")
        isForced = arguments.has("force")
        out = arguments["out"]
        if out == nil, !isDryRun { throw UsageError("batch: where to? give --out DIR, or --dry-run") }
        formats = try BatchFormat.list(arguments["format"] ?? "csv")
        agency = arguments["agency"]
        if agency?.utf8.allSatisfy({ $0 <= 0x20 }) == true { throw UsageError("--agency: which? its agency_id") }
        isCombined = arguments.has("combined")
        if agency != nil, isCombined {
            throw UsageError("--agency and --combined exclude each other: combined IDs have their agency")
        }
        encoding = try Self.encoding(arguments["encoding"] ?? "utf-8")
        tripDays = try Self.tripDays(arguments, formats)
        siteURL = try Self.siteURL(arguments["site-url"], formats)
        chosen = try ChosenStops(arguments)
        links = try Self.links(arguments["links"])
        walking = try Self.walking(arguments["walking"])
        qrCodes = try QRCodeOptions(arguments, formats)
        signs = try SignOptions(arguments, formats)
        flushes = !arguments.has("no-flush")
        isJSON = arguments.has("json")
        temporaryFolder = arguments["temp"]
        threads = try arguments.number("threads", in: 1...64, of: "threads") ?? min(CurrentProcess.processors, 16)
    }

    /// Whether agency.txt is needed: for the time zone of trips, and where the options don't say whose the stops are.
    var needsAgencies: Bool { tripDays != nil || agency == nil && !isCombined }

    private static func feed(_ operands: [String]) throws(UsageError) -> String {
        guard let feed = operands.first else {
            throw UsageError("batch: which feed? give a GTFS zip or folder")
        }
        guard operands.count == 1 else {
            throw UsageError("batch: \(operands.count) feeds; give one, as the links of a folder are of one feed")
        }
        return feed
    }

    /// What the results depend on beside the feed and the configuration, a line for the folder's list of files.
    /// - Parameter days: those of the trips.
    func digest(_ days: ClosedRange<ServiceDay>?) -> String {
        var words = ["--format", formats.map(\.rawValue).joined(separator: ",")]
        if let agency { words += ["--agency", Printable.quoted(agency)] }
        if isCombined { words += ["--combined"] }
        if let days { words += ["--trips", "\(days.lowerBound)…\(days.upperBound)"] }
        if let siteURL { words += ["--site-url", siteURL.text] }
        return words.joined(separator: " ")
    }
}
