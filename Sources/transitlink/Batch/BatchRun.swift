// BatchRun: one run of `transitlink batch`: open the folder → read the feed → choose the stops → settle the region → make the
// stops' files → make the trips' → swap the folder in → tell. The threads are ParallelChunks's, the bytes Publishing's, the
// folder Staging's.

internal import Arguments
internal import Configuration
internal import Escaping
internal import Feeds
internal import Posix
internal import Publishing
internal import Staging
internal import TransitLinks

struct BatchRun {
    private let options: BatchOptions
    private let loaded: LoadedConfiguration
    private var summary: BatchSummary

    init(_ options: BatchOptions, _ loaded: LoadedConfiguration) {
        self.options = options
        self.loaded = loaded
        summary = BatchSummary(options)
    }

    /// Makes everything and tells of it.
    /// - Throws: `Failure` where nothing was made; the folder is then as it was.
    mutating func make(_ output: inout Output) throws(Failure) -> ExitCode {
        let noSigns = try whyNoSigns()
        let (folder, survey) = try openFolder()
        let notices = try NoticeLog(in: folder)
        let feed = try BatchFeed(options, notices: notices)
        if let notice = FeedAge.notice(feed, loaded.timeZones) { notices.add(notice) }
        let days = try options.tripDays.map { (wanted) throws(Failure) in
            try wanted.days(of: feed.agencies, loaded.timeZones)
        }
        let choice = try StopChoice(from: feed, options.chosen, options.encoding, notices)
        try choice.check(options.chosen, of: feed)
        let region = try RegionOfFeed(of: feed.stops, wanted: choice.rows, loaded)
        if region.isDoubtful {
            if !options.isForced { throw region.refusal }
            notices.add(region.wrongRegion)
        }
        let context = LinkContext(
            region: region.region, app: loaded.links.app, selection: options.links ?? loaded.links.links,
            vendors: options.walking ?? loaded.links.walking,
            operatorLinks: loaded.links.operatorLinks.with(feed.agencies), agency: feed.agencyName)
        var stops = StopMaking(
            options, feed, choice, region, context, in: folder, compares: survey != nil, makesSigns: noSigns == nil)
        try stops.make(&summary, notices)
        try summary.checkLinks(notices)
        if let noSigns { try summary.fail([SignBook.fileName], noSigns, in: folder) }
        if let days { try makeTrips(on: days, of: feed, choice, context, in: folder, notices) }
        try notices.finish()
        summary.count(feed, choice, region, notices)
        summary.stopChanges = try staged { () throws(StagingError) in
            if let folder { return try folder.stopChanges() }
            return try survey?.stopChanges(to: stops.memory)
        }
        if !options.isForced { try summary.checkLoss() }
        if let folder { try commit(folder, days) }
        return try tell(&output)
    }

    /// Why signs can't be made though all else can, where they are wanted.
    /// - Throws: `Failure` for a mistake in what they look like, and where nothing but signs was asked for.
    private func whyNoSigns() throws(Failure) -> Failure? {
        guard options.formats.contains(.signs) else { return nil }
        do throws(Failure) { try SignBook.check(options.signs) } catch {
            if error.code == .unavailable, options.formats.count > 1 { return error }
            throw error
        }
        return nil
    }

    /// The trips' files; where the feed lacks what they need, those of the stops land all the same.
    private mutating func makeTrips(
        on days: ClosedRange<ServiceDay>, of feed: BatchFeed, _ choice: StopChoice, _ context: LinkContext,
        in folder: StagedFolder?, _ notices: NoticeLog
    ) throws(Failure) {
        do throws(Failure) {
            let trips = TripMaking(options, choice, context, in: folder)
            try trips.make(on: days, of: feed, loaded.timeZones, &summary, notices)
        } catch {
            try summary.fail(options.formats.compactMap { $0.boardingFormat(context)?.fileName }, error, in: folder)
        }
    }

    /// The folder to fill; in a dry run a look at it, where it is named.
    private func openFolder() throws(Failure) -> (StagedFolder?, StagingSurvey?) {
        guard let out = options.out else { return (nil, nil) }
        return try staged { () throws(StagingError) in
            if options.isDryRun { return (nil, try StagingSurvey(out)) }
            return (try StagedFolder(out, flush: options.flushes), nil)
        }
    }

    private mutating func commit(_ folder: StagedFolder, _ days: ClosedRange<ServiceDay>?) throws(Failure) {
        summary.staged = try staged { () throws(StagingError) in try folder.commit(options: options.digest(days)) }
    }

    private func tell(_ output: inout Output) throws(Failure) -> ExitCode {
        if options.isJSON {
            try output.write(summary.json)
        } else {
            for line in summary.lines { StandardStream.report(line + "\n") }
        }
        return summary.exitCode
    }
}

extension OperatorLinks {
    /// With the fare pages that the feed names; what the configuration says of an agency counts before.
    fileprivate func with(_ agencies: [FeedAgency]) -> OperatorLinks {
        let pages = agencies.filter { PageLink.isWebPage($0.fareURL) }.map { ($0.id, $0.fareURL) }
        var links = self
        links.agencyFares.merge(pages) { configured, _ in configured }
        return links
    }
}
