// BatchFeed: the feed of a batch, opened, and what of it stays in memory: agencies and stops. Trips and stop times are read
// when they are needed.

internal import Arguments
internal import FeedFiles
internal import Feeds

struct BatchFeed {
    let tables: any FeedTables
    let agencies: [FeedAgency]
    let ids: CombinedIDs
    let stops: FeedStops
    /// Rows of stops.txt without an ID: stops that get no links.
    let stopsWithoutID: Int
    /// nil where the feed says nothing of itself.
    let info: FeedInfo?
    /// What stands before a stop's ID.
    let prefix: CombinedIDs.Prefix
    /// The agency's name, for people; empty where the feed has several and `--agency` names none of them.
    let agencyName: String
    /// Whether the tables of trips are read later, for trips of their own.
    let readsTrips: Bool
    /// From when to when there is service; nil where the feed doesn't say.
    let period: ServicePeriod?

    /// Reads agency.txt and stops.txt.
    /// - Throws: `Failure` where the feed can't be used, or where it isn't said whose stops they are.
    init(_ options: BatchOptions, notices: NoticeLog) throws(Failure) {
        let sink: NoticeSink = { notices.add($0) }
        var withoutID = 0
        do throws(FeedError) {
            tables = WatchedTables(
                try FeedPackage(path: options.feed, encoding: options.encoding, notices: sink))
            agencies = try FeedAgency.list(tables, isRequired: options.needsAgencies, notices: sink)
            ids = CombinedIDs(agencies: agencies, agency: options.agency, combined: options.isCombined, notices: sink)
            prefix = try ids.ofStops()
            info = try FeedInfo(reading: tables, notices: sink)
            stops = try FeedStops(reading: tables) { notice in
                if notice.code == .missingRequiredField, notice.field == "stop_id" { withoutID += 1 }
                notices.add(notice)
            }
        } catch { throw Failure(error) }
        stopsWithoutID = withoutID
        readsTrips = options.tripDays != nil
        agencyName = Self.agencyName(agencies, options)
        period = ServicePeriod(of: tables)
        if options.isCombined { reportMissingAgencies(sink) }
        try notices.check()
    }

    /// Of several agencies the one whose stops they are; with `--combined` nobody says which.
    private static func agencyName(_ agencies: [FeedAgency], _ options: BatchOptions) -> String {
        if agencies.count == 1 { return agencies[0].name }
        return agencies.first { $0.id == options.agency.map(FeedAgency.trimmed) }?.name ?? ""
    }

    private func reportMissingAgencies(_ notices: NoticeSink) {
        for stop in stops.rows where stop.isBoarded && ids.lacksAgency(stops.bytes.span.extracting(stop.id.indices)) {
            notices(
                FeedNotice(
                    .noAgencyInID, file: "stops.txt", row: Int(stop.row), field: "stop_id", value: stops.text(stop.id),
                    FeedNotice.noAgencyMessage))
        }
    }
}

extension BatchFeed {
    /// The rows of the stops that the routes with these `route_id`s serve. What is odd in the tables is told here, or by
    /// TripMaking where it reads them too.
    /// - Throws: `Failure` for a table that is missing, and where no route is in the feed.
    func rowsServed(by wanted: [String], _ notices: NoticeLog) throws(Failure) -> Set<UInt32> {
        let sink: NoticeSink = { [readsTrips] in if !readsTrips { notices.add($0) } }
        var ids = ids
        let served: [Bool]
        do throws(FeedError) {
            let routes = try FeedRoutes(reading: tables, notices: sink)
            let indices = routes.indices(of: wanted)
            for id in wanted where routes.indices(of: [id]).isEmpty {
                notices.add(.notInFeed("routes.txt", "route_id", Array(id.utf8), "--route has it, the feed hasn't"))
            }
            guard !indices.isEmpty else { throw .undecided("--route: none of these routes is in routes.txt") }
            let trips = try FeedTrips(
                of: tables, routes: routes, selection: TripSelection(routes: Set(indices)), ids: &ids, notices: sink)
            served = try ServedStops.read(of: tables, trips: trips, stops: stops, notices: sink)
        } catch { throw Failure(error) }
        return Set(served.indices.lazy.filter { served[$0] }.map(UInt32.init))
    }
}

extension FeedRoutes {
    /// The indices of the rows with these `route_id`s.
    func indices(of ids: [String]) -> [Int] {
        let ids = Set(ids.map { Array($0.utf8) })
        return rows.indices.filter { ids.contains(Array(bytes[rows[$0].id.indices])) }
    }
}
