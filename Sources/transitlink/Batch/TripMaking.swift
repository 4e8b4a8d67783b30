// TripMaking: trips.csv and trips.ndjson: every boarding on the wanted service days, from the feed's stop times to finished
// files, in memory that doesn't grow with them.

internal import Arguments
internal import FeedFiles
internal import Feeds
internal import Posix
internal import Publishing
internal import Staging
internal import Synchronization
internal import TransitLinks

struct TripMaking {
    private let options: BatchOptions
    private let choice: StopChoice
    private let context: LinkContext
    private let folder: StagedFolder?

    init(_ options: BatchOptions, _ choice: StopChoice, _ context: LinkContext, in folder: StagedFolder?) {
        self.options = options
        self.choice = choice
        self.context = context
        self.folder = folder
    }

    /// - Throws: `Failure` where the feed lacks what trips need, or a file can't be written.
    func make(
        on wanted: ClosedRange<ServiceDay>, of feed: BatchFeed, _ zones: TimeZoneDatabase,
        _ summary: inout BatchSummary, _ notices: NoticeLog
    ) throws(Failure) {
        let sink: NoticeSink = { notices.add($0) }
        var ids = feed.ids
        let parts: (calendar: ServiceCalendar, routes: FeedRoutes, trips: FeedTrips)
        do throws(FeedError) {
            let calendar = try ServiceCalendar(of: feed.tables, days: wanted, notices: sink)
            let routes = try FeedRoutes(reading: feed.tables, notices: sink)
            let chosen = options.chosen.routes.isEmpty ? nil : Set(routes.indices(of: options.chosen.routes))
            let selection = TripSelection(calendar: calendar, routes: chosen)
            parts = (
                calendar, routes,
                try FeedTrips(of: feed.tables, routes: routes, selection: selection, ids: &ids, notices: sink)
            )
        } catch { throw Failure(error) }
        let renderer = BoardingRenderer(
            feed: feed.stops, trips: parts.trips, routes: parts.routes, calendar: parts.calendar,
            days: try TripDays(wanted, feed.agencies, parts.routes, zones), ids: ids, stopPrefix: feed.prefix,
            wanted: choice.wanted(of: feed.stops), formats: options.formats.compactMap { $0.boardingFormat(context) })
        var times = try fromFeed { () throws(FeedError) in
            try StopTimes(
                of: feed.tables, trips: parts.trips, stops: feed.stops, spill: SpillFile(in: temporaryFolder), notices: sink)
        }
        let counts = TripCounts(days: wanted, none: Self.reason(parts.calendar, parts.trips, times))
        try write(&times, renderer, counts, &summary, notices)
    }

    /// Why there are no boardings, should there be none.
    private static func reason(_ calendar: ServiceCalendar, _ trips: FeedTrips, _ times: StopTimes) -> NoTripReason {
        let count = trips.rows.count
        if count == 0 { return calendar.hasService ? .noTrip : .noService }
        if times.onDemand == count { return .onDemand(count) }
        return times.onDemand + times.unusable == count ? .unusable(count) : .noBoarding(count)
    }

    private func write(
        _ times: inout StopTimes, _ renderer: BoardingRenderer, _ none: TripCounts, _ summary: inout BatchSummary,
        _ notices: NoticeLog
    ) throws(Failure) {
        var files = try StreamedFiles(renderer.formats, in: folder)
        var counts = none
        var progress = Progress(noun: "boardings", besideOutput: false)
        defer { progress.clear() }
        do throws(Failure) {
            var supply = BoardingSupply(renderer)
            let threads = try ParallelChunks<BoardingsInHand>(threads: options.threads) { renderer.render($0) }
            try threads.run { () throws(Failure) in
                try supply.take(from: &times)
            } consume: { (chunk) throws(Failure) in
                try chunk.read { (content) throws(Failure) in
                    content.notices.forEach(notices.add)
                    try files.append(content.parts)
                    counts.add(content)
                }
                try notices.check()
                supply.giveBack(chunk)
                progress.show(counts.boardings)
            }
            try files.finish()
        } catch {
            try files.abandon()
            throw error
        }
        summary.trips = counts
        summary.add(files.files)
    }

    private var temporaryFolder: String {
        options.temporaryFolder ?? ProgramEnvironment.variable("TMPDIR") ?? "/var/tmp"
    }
}

/// Hands out boardings in chunks, the memory of a finished one for the next.
private struct BoardingSupply {
    private let renderer: BoardingRenderer
    /// Boardings of the feed in a chunk: each becomes a row a day at most.
    private let size: Int
    private var free: [BoardingsInHand] = []

    init(_ renderer: BoardingRenderer) {
        self.renderer = renderer
        let days = renderer.calendar.days
        size = max(1, BoardingsInHand.rows / (days.lowerBound.days(to: days.upperBound) + 1))
    }

    mutating func take(from times: inout StopTimes) throws(Failure) -> BoardingsInHand? {
        let chunk = free.popLast() ?? BoardingsInHand(of: renderer.feed, on: renderer.days.published)
        var boardings = chunk.content.withLock { $0.takeBoardings() }
        let isThere = try fromFeed { () throws(FeedError) in try times.next(size, into: &boardings) }
        chunk.content.withLock { [boardings] in $0.begin(boardings) }
        return isThere ? chunk : nil
    }

    mutating func giveBack(_ chunk: BoardingsInHand) { free.append(chunk) }
}

extension TripCounts {
    fileprivate mutating func add(_ content: borrowing BoardingsInHand.Content) {
        trips += content.trips
        boardings += content.linked.boardings.count
        refused += content.refused
    }
}

extension StopChoice {
    /// By row of stops.txt: whether it was chosen; nil where the options choose all.
    fileprivate func wanted(of stops: FeedStops) -> [Bool]? {
        guard notChosen > 0 else { return nil }
        var wanted = [Bool](repeating: false, count: stops.rows.count)
        for row in rows { wanted[Int(row)] = true }
        return wanted
    }
}
