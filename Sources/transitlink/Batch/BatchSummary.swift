// BatchSummary: what a run made, in numbers, and how it ends. Counted while the work is done; SummaryText and SummaryJSON tell
// it to people and to programs.

internal import Arguments
internal import Feeds
internal import Publishing
internal import Staging
internal import TransitLinks

struct BatchSummary {
    /// Files of one output.
    struct Made: Sendable, Equatable {
        /// `stops.csv`, `qr/`
        let name: String
        var files = 1
        var bytes = 0
    }

    let options: BatchOptions
    var agency = ""
    /// From which day to which the feed has service; nil where its calendars don't say.
    var servicePeriod: String?
    var region: RegionOfFeed?
    /// Rows of stops.txt that count: of a doubled ID the first.
    var rows = 0
    var notBoarded = ""
    var notChosen = 0
    var linked = 0
    var refused = 0
    /// Stops with links and no QR code, where one was wanted.
    var withoutCode = 0
    var trips: TripCounts?
    var made: [Made] = []
    var failed: [FailedOutput] = []
    var notices: [NoticeLog.Kind] = []
    /// nil in a dry run.
    var staged: StagingReport?
    var stopChanges: StopChanges?
    /// Whether the site can be searched; a very large one has its lists alone.
    var hasSearch = true
    /// Whether every stop has its sign, where signs were wanted.
    var hasAllSigns = true
    private var pages = PageCounts()

    init(_ options: BatchOptions) { self.options = options }

    /// Adds what became of a chunk.
    mutating func add(_ content: borrowing StopsInHand.Content) {
        linked += content.linked.stops.count
        refused += content.refused
        withoutCode += content.withoutCode
        pages += content.pages
    }

    mutating func add(_ files: [StreamedFile]) {
        made += files.map { Made(name: $0.name, bytes: $0.bytes) }
    }

    mutating func add(_ name: String, bytes: Int) { made.append(Made(name: name, bytes: bytes)) }

    mutating func add(_ counts: PageCounts) { pages += counts }

    mutating func count(_ feed: BatchFeed, _ choice: StopChoice, _ region: RegionOfFeed, _ notices: NoticeLog) {
        agency = feed.agencyName
        servicePeriod = feed.period.map { "\($0.days.lowerBound) to \($0.days.upperBound)" }
        rows = feed.stops.rows.count + feed.stopsWithoutID
        refused += feed.stopsWithoutID
        notBoarded = choice.notBoardedText
        notChosen = choice.notChosen
        self.region = region
        self.notices = notices.kinds
        add(NoticeLog.fileName, bytes: notices.bytes)
        for format in BatchFormat.allCases {
            guard let files = pages.files[format] else { continue }
            made.append(Made(name: format.madeName, files: files, bytes: pages.bytes[format] ?? 0))
        }
    }

    var noticeCount: Int { notices.reduce(0) { $0 + $1.count } }

    var exitCode: ExitCode {
        let refused = refused + (trips?.refused ?? 0)
        return refused == 0 && withoutCode == 0 && hasAllSigns && failed.isEmpty ? .done : .someFailed
    }
}

/// Boardings of the service days.
struct TripCounts: Sendable, Equatable {
    var days: ClosedRange<ServiceDay>
    /// Trips that run on a day, each once a day.
    var trips = 0
    var boardings = 0
    /// Boardings without a link.
    var refused = 0
    /// Why there may be none.
    var none = NoTripReason.noService
}

/// Why no trip has a boarding on the service days.
enum NoTripReason: Sendable, Equatable {
    /// No service of the calendars runs.
    case noService
    /// Services run, and no trip of them, or of the routes that were chosen.
    case noTrip
    /// All trips that run are on demand, without stops.
    case onDemand(Int)
    /// All trips that run have fewer than two stop times, or are on demand.
    case unusable(Int)
    /// Nobody gets on at the stops that were chosen.
    case noBoarding(Int)
}
