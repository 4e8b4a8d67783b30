// BatchFormat: what a batch can make, a row each. What each file holds is the business of Publishing.

internal import Arguments
internal import Escaping
internal import Publishing

enum BatchFormat: String, CaseIterable, Sendable {
    case csv, ndjson, json, geojson, sitemap, qr, html, signs

    /// The formats of a list as in `csv,html`, each once, in the order of the table: the order of a list means nothing.
    /// - Throws: `UsageError` for an empty list and for a name that none has.
    static func list(_ text: String) throws(UsageError) -> [BatchFormat] {
        var wanted: Set<BatchFormat> = []
        for word in text.split(separator: ",").map(String.init) {
            guard let format = BatchFormat(rawValue: word) else {
                let hint = Spelling.hint(for: word, known: allCases.map(\.rawValue))
                throw UsageError("--format: unknown format \(Printable.quoted(word)); \(hint)")
            }
            wanted.insert(format)
        }
        if wanted.isEmpty {
            throw UsageError("--format: which of \(names)?")
        }
        return allCases.filter(wanted.contains)
    }

    /// For the help and for messages.
    static var names: String { allCases.map(\.rawValue).joined(separator: ",") }

    /// Whether its pages have addresses of their own, so that `--site-url` has to be given.
    var needsSiteURL: Bool { self == .html || self == .sitemap }

    /// Whether trips have it, too.
    var holdsTrips: Bool { self == .csv || self == .ndjson }

    /// Of many files the folder, else the file.
    var madeName: String {
        switch self {
        case .qr: "qr/"
        case .html: "index.html, stop/…"
        case .sitemap: "sitemap.xml"
        case .csv, .ndjson, .json, .geojson: "stops.\(rawValue)"
        case .signs: SignBook.fileName
        }
    }

    /// Whether files of its own are made for each stop, or all stops are seen at once.
    var needsPublishedStops: Bool { self == .qr || self == .html || self == .signs }

    /// How stops are written into one file; nil for what is more than a file, or knows more than a stop.
    func stopFormat(_ context: LinkContext) -> (any OutputFormat<StopChunk>)? {
        switch self {
        case .csv: StopsCSV(context)
        case .ndjson: StopsNDJSON(context)
        case .json: StopsJSON(context)
        case .geojson: StopsGeoJSON(context)
        case .sitemap, .qr, .html, .signs: nil
        }
    }

    /// The same for boardings.
    func boardingFormat(_ context: LinkContext) -> (any OutputFormat<BoardingChunk>)? {
        switch self {
        case .csv: TripsCSV(context)
        case .ndjson: TripsNDJSON(context)
        default: nil
        }
    }
}
