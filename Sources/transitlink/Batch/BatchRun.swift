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
        let folder = try openFolder()
        let notices = try NoticeLog(in: folder)
        let feed = try BatchFeed(options, notices: notices)
        let choice = try StopChoice(from: feed, options.chosen, notices)
        let region = try RegionOfFeed(of: feed.stops, wanted: choice.rows, loaded.links)
        if region.isDoubtful { notices.add(region.wrongRegion) }
        let context = LinkContext(
            region: region.region, app: loaded.links.app, selection: options.links ?? loaded.links.links,
            vendors: options.walking ?? loaded.links.walking, agency: feed.agencyName)
        var stops = StopMaking(options, feed, choice, region, context, in: folder)
        try stops.make(&summary, notices)
        if let days = options.tripDays {
            let trips = TripMaking(options, choice, context, in: folder)
            try trips.make(on: days, of: feed, loaded.timeZones, &summary, notices)
        }
        try notices.finish()
        summary.count(feed, choice, region, notices)
        if let folder { try commit(folder) }
        return try tell(&output)
    }

    /// nil in a dry run.
    private func openFolder() throws(Failure) -> StagedFolder? {
        guard let out = options.out, !options.isDryRun else { return nil }
        return try staged { () throws(StagingError) in try StagedFolder(out, flush: options.flushes) }
    }

    private mutating func commit(_ folder: StagedFolder) throws(Failure) {
        summary.staged = try staged { () throws(StagingError) in
            summary.stopChanges = try folder.stopChanges()
            return try folder.commit(options: options.digest)
        }
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
