// BatchFeed: the feed of a batch, opened, and what of it stays in memory: agencies and stops. Trips and stop times are read
// when they are needed.

internal import FeedFiles
internal import Feeds

struct BatchFeed {
    let tables: any FeedTables
    let agencies: [FeedAgency]
    let ids: CombinedIDs
    let stops: FeedStops
    /// What stands before a stop's ID.
    let prefix: CombinedIDs.Prefix

    /// Reads agency.txt and stops.txt.
    /// - Throws: `Failure` where the feed can't be used, or where it isn't said whose stops they are.
    init(_ options: BatchOptions, notices: NoticeLog) throws(Failure) {
        let sink: NoticeSink = { notices.add($0) }
        do throws(FeedError) {
            tables = try FeedPackage(path: options.feed, encoding: options.encoding, notices: sink)
            agencies = try FeedAgency.list(tables, notices: sink)
            ids = CombinedIDs(agencies: agencies, agency: options.agency, combined: options.isCombined, notices: sink)
            prefix = try ids.ofStops()
            stops = try FeedStops(reading: tables, notices: sink)
        } catch { throw Failure(error) }
        try notices.check()
    }

    /// The agency's name, for people; empty where the feed has several.
    var agencyName: String { agencies.count == 1 ? agencies[0].name : "" }
}
