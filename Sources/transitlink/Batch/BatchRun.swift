// BatchRun: one run of `transitlink batch`: open the folder → read the feed → choose the stops → settle the region → render →
// swap the folder in → tell. The threads are ParallelChunks's, the bytes Publishing's, the folder Staging's.

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
        let notices = NoticeLog(to: try folder.map { (folder) throws(Failure) in
            try staged { () throws(StagingError) in try folder.stream("notices.csv") }
        })
        let feed = try BatchFeed(options, notices: notices)
        let choice = try choose(feed, notices)
        let region = try RegionOfFeed(of: feed.stops, wanted: choice.rows, loaded.links)
        if region.isDoubtful { notices.add(region.wrongRegion) }
        try renderStops(feed, choice, region, folder, notices)
        try notices.finish()
        if let folder { try commit(folder) }
        summary.count(feed, choice, region, notices)
        try summary.tell(asJSON: options.isJSON, &output)
        return summary.exitCode
    }

    /// nil in a dry run.
    private func openFolder() throws(Failure) -> StagedFolder? {
        guard let out = options.out, !options.isDryRun else { return nil }
        return try staged { () throws(StagingError) in try StagedFolder(out, flush: options.flushes) }
    }

    private func choose(_ feed: BatchFeed, _ notices: NoticeLog) throws(Failure) -> StopChoice {
        let list = try options.chosen.list.map { (path) throws(Failure) in try listed(path, feed, notices) }
        return StopChoice(from: feed.stops, options.chosen, list: list, served: nil)
    }

    /// The rows of the stops that the file at `path` names.
    private func listed(_ path: String, _ feed: BatchFeed, _ notices: NoticeLog) throws(Failure) -> Set<UInt32> {
        let table = KeyTable(feed.stops.rows.map(\.id), in: feed.stops.bytes)
        var rows: Set<UInt32> = []
        for id in try StopList(path).ids {
            if let row = table.index(of: id.span, in: feed.stops.bytes) {
                rows.insert(UInt32(row))
            } else {
                notices.add(
                    FeedNotice(
                        .notInFeed, file: "stops.txt", row: 0, field: "stop_id",
                        value: String(decoding: id.prefix(FeedNotice.valueLimit), as: UTF8.self),
                        "the list of --only names it, the feed hasn't got it"))
            }
        }
        return rows
    }

    // MARK: - Stops

    private mutating func renderStops(
        _ feed: BatchFeed, _ choice: StopChoice, _ region: RegionOfFeed, _ folder: StagedFolder?, _ notices: NoticeLog
    ) throws(Failure) {
        let context = StopContext(
            region: region.region, app: loaded.links.app, selection: loaded.links.links, vendors: loaded.links.walking,
            agency: feed.agencyName)
        let formats = options.formats.compactMap { $0.stopFormat(context) }
        var files = try StreamedFiles(formats, in: folder)
        let renderer = StopRenderer(
            feed: feed.stops, rows: choice.rows, ids: feed.ids, prefix: feed.prefix, region: region, formats: formats,
            pages: StopPages(options, context, folder))
        var chunks = ChunkSupply(rows: choice.rows.count, of: feed.stops)
        var progress = Progress(noun: "stops", total: choice.rows.count, besideOutput: false)
        let threads = try ParallelChunks<StopsInHand>(threads: options.threads) { renderer.render($0) }
        try threads.run {
            chunks.take()
        } consume: { (chunk) throws(Failure) in
            try chunk.content.withLock { (content) throws(Failure) in
                if let failure = content.failure { throw failure }
                content.notices.forEach(notices.add)
                try files.append(content)
                summary.add(content)
            }
            chunks.giveBack(chunk)
            progress.show(summary.linked + summary.refused)
        }
        progress.clear()
        try files.finish()
        summary.add(files.files)
        try notices.check()
    }

    private mutating func commit(_ folder: StagedFolder) throws(Failure) {
        summary.changes = try staged { () throws(StagingError) in try folder.commit(options: options.digest) }
    }
}
