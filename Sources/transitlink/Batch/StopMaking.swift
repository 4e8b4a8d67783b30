// StopMaking: everything that is made of stops, from the threads' chunks to finished files: the streams in order, then what
// needs all stops.

internal import Arguments
internal import Feeds
internal import Posix
internal import Publishing
internal import Staging
internal import TransitLinks

struct StopMaking {
    private let options: BatchOptions
    private let feed: BatchFeed
    private let choice: StopChoice
    private let region: RegionOfFeed
    private let context: LinkContext
    private let folder: StagedFolder?
    private let site: Site?
    /// Whether `memory` is wanted, where no folder keeps it.
    private let compares: Bool
    /// Whether signs are made where they are wanted.
    private let makesSigns: Bool
    /// What tells stops apart that are alike.
    private let alike: AlikeStops

    private var entries = SiteEntries()
    private var stems = FileStems()
    /// In a dry run: the stops, to be compared with those of the last run.
    private(set) var memory = StopMemory()

    init(
        _ options: BatchOptions, _ feed: BatchFeed, _ choice: StopChoice, _ region: RegionOfFeed, _ context: LinkContext,
        in folder: StagedFolder?, compares: Bool, makesSigns: Bool
    ) {
        self.options = options
        self.feed = feed
        self.choice = choice
        self.region = region
        self.context = context
        self.folder = folder
        self.compares = compares
        self.makesSigns = makesSigns && options.formats.contains(.signs)
        alike =
            options.formats.contains(where: \.needsPublishedStops)
            ? AlikeStops(choice.rows, of: feed, SiteTexts.for(feed.language)) : AlikeStops()
        site = options.siteURL.flatMap { options.formats.contains(.html) ? feed.site(at: $0, region.region) : nil }
    }

    /// Renders all stops and writes what they become.
    /// - Throws: `Failure` of the first thing that can't be written.
    mutating func make(_ summary: inout BatchSummary, _ notices: NoticeLog) throws(Failure) {
        let formats = options.formats.compactMap { $0.stopFormat(context) }
        var files = try StreamedFiles(formats, in: folder)
        let kept = try folder.map { (folder) throws(Failure) in
            try staged { () throws(StagingError) in try folder.streamStopMemory() }
        }
        let signs = try summary.making(SignBook.fileName, in: folder) { () throws(Failure) in try signBook() } ?? nil
        try forEachChunk(formats, notices, &summary) { (content) throws(Failure) in
            try files.append(content.parts)
            signs?.append(content.signs)
            do throws(StagingError) { try kept?.append(content.memory.bytes) } catch { throw Failure(error) }
        } more: {
            entries.append(contentsOf: $0)
            stems.append($1)
            if compares { memory.bytes += $2.bytes }
        }
        try files.finish()
        summary.add(files.files)
        _ = try staged { () throws(StagingError) in try kept?.finish() }
        if let signs {
            let made = try summary.making(SignBook.fileName, in: folder) { () throws(Failure) in try signs.finish() }
            if let made {
                summary.add(SignBook.fileName, bytes: made.bytes)
                summary.hasAllSigns = made.isWhole
            }
        }
        try makeSite(&summary)
    }

    /// nil where no signs are made, and in a dry run.
    private func signBook() throws(Failure) -> SignBook? {
        guard let folder, makesSigns else { return nil }
        let title = feed.title(in: region.region)
        return try SignBook(options.signs, title: title, language: feed.language?.text, in: folder)
    }

    private func renderer(_ formats: [any OutputFormat<StopChunk>]) -> StopRenderer {
        StopRenderer(
            feed: feed.stops, rows: choice.rows, ids: feed.ids, prefix: feed.prefix, region: region, formats: formats,
            pages: options.formats.contains(where: \.needsPublishedStops)
                ? StopPages(
                    context: context, folder: folder, qrCodes: options.qrCodes, site: site,
                    makesCodes: options.formats.contains(.qr), makesSigns: makesSigns, alike: alike) : nil,
            keepsStems: options.formats.contains(.sitemap), remembers: folder != nil || compares)
    }

    /// Hands each chunk to `write`, in order.
    private func forEachChunk(
        _ formats: [any OutputFormat<StopChunk>], _ notices: NoticeLog, _ summary: inout BatchSummary,
        write: (borrowing StopsInHand.Content) throws(Failure) -> Void, more: (SiteEntries, FileStems, StopMemory) -> Void
    ) throws(Failure) {
        let renderer = renderer(formats)
        var chunks = ChunkSupply(rows: choice.rows.count, of: feed.stops)
        var progress = Progress(noun: "stops", total: choice.rows.count, besideOutput: false)
        let threads = try ParallelChunks<StopsInHand>(threads: options.threads) { renderer.render($0) }
        defer { progress.clear() }
        try threads.run {
            chunks.take()
        } consume: { (chunk) throws(Failure) in
            try chunk.read { (content) throws(Failure) in
                if let failure = content.failure { throw failure }
                content.notices.forEach(notices.add)
                try write(content)
                more(content.entries, content.stems, content.memory)
                summary.add(content)
            }
            try notices.check()
            chunks.giveBack(chunk)
            progress.show(summary.linked + summary.refused)
        }
    }

    private mutating func makeSite(_ summary: inout BatchSummary) throws(Failure) {
        var files = SiteFiles(in: folder)
        if let site {
            let index = SiteIndex(site, entries)
            entries = SiteEntries()
            try files.write(index)
            summary.hasSearch = index.hasSearch
        }
        if options.formats.contains(.sitemap), let url = options.siteURL { try files.writeSitemap(url, stems) }
        summary.add(files.counts)
    }
}

extension BatchFeed {
    /// What the whole is called: the agency; for several who publishes the feed, else the region.
    func title(in region: Region) -> String {
        [agencyName, info?.publisherName ?? ""].first { !$0.isEmpty } ?? region.name
    }

    /// That of the feed, else the first that an agency names; nil for none that is one.
    var language: LanguageTag? {
        LanguageTag(info?.language ?? "") ?? agencies.lazy.compactMap { LanguageTag($0.language) }.first
    }

    func site(at url: SidecarBase, _ region: Region) -> Site {
        Site(title: title(in: region), agency: title(in: region), language: language, url: url)
    }
}
