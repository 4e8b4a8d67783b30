// TripReader: the rows of trips.txt, each field read and what is odd in it reported. What is kept of them is FeedTrips'.

struct TripReader: ~Copyable {
    private(set) var table: CSVTable
    let routes: RouteAgencies
    private let selection: TripSelection
    private let columns: Columns

    private struct Columns {
        let id: Int
        let route: Int
        let service: Int
        let headsign: Int?

        init(_ table: borrowing CSVTable) throws(FeedError) {
            id = try table.requiredColumn("trip_id")
            route = try table.requiredColumn("route_id")
            service = try table.requiredColumn("service_id")
            headsign = table.column("trip_headsign")
        }
    }

    init(
        _ source: any ByteSource, _ routes: RouteAgencies, _ selection: TripSelection, _ notices: @escaping NoticeSink
    ) throws(FeedError) {
        var table = try CSVTable(reading: source, file: FeedTrips.file, notices: notices)
        columns = try Columns(table)
        table.trimmedColumns = [columns.id, columns.route, columns.service] + (columns.headsign.map { [$0] } ?? [])
        self.table = table
        self.routes = routes
        self.selection = selection
    }

    mutating func next() throws(FeedError) -> Bool { try table.next() }

    /// Where the trip_id is; nil, reported, where there is none.
    var id: Range<Int>? { table.requiredField(columns.id, "the trip is left out") }

    var headsign: Range<Int> { table.field(columns.headsign) }

    /// The index of the route; nil, reported, where routes.txt hasn't it.
    var route: Int? {
        let id = table.bytes.span.extracting(table.field(columns.route))
        if let route = routes.route(id) { return route }
        table.report(.foreignKeyViolation, column: columns.route, "no such route in routes.txt")
        return nil
    }

    /// The service; nil, reported, where the feed's calendar hasn't it: the trip never runs. Without a calendar any is one.
    var service: (index: Int?, Void)? {
        guard let calendar = selection.calendar else { return (nil, ()) }
        let id = table.bytes.span.extracting(table.field(columns.service))
        if let service = calendar.service(id) { return (service, ()) }
        table.report(.foreignKeyViolation, column: columns.service, "no such service in the calendar; the trip never runs")
        return nil
    }

    func isWanted(route: Int?, service: Int?) -> Bool {
        if let calendar = selection.calendar, let service, !calendar.runsAtAll(service) { return false }
        guard let wanted = selection.routes else { return true }
        return route.map { wanted.contains($0) } ?? false
    }

    /// Reports what is odd in the ID.
    /// - Parameter ids: how it becomes the server's.
    func reportOddID(_ id: Range<Int>, _ ids: CombinedIDs) {
        if UnseenCharacters.arePresent(in: table.bytes, id) { table.reportUnseen(columns.id) }
        if ids.lacksAgency(table.bytes.span.extracting(id)) { table.reportMissingAgency(columns.id) }
    }

    func reportDoubledID() {
        table.report(.duplicateKey, column: columns.id, "the trip has a row already; this one is left out")
    }
}

/// The routes by ID, and what stands before the IDs of their trips.
struct RouteAgencies {
    private let bytes: [UInt8]
    private let ids: KeyTable
    private let prefixes: [CombinedIDs.Prefix?]
    private let ofUnknownRoute: CombinedIDs.Prefix?

    init(_ routes: FeedRoutes, _ ids: inout CombinedIDs, _ notices: NoticeSink) {
        bytes = routes.bytes
        self.ids = KeyTable(routes.rows.map(\.id), in: routes.bytes)
        prefixes = Self.prefixes(of: routes, &ids, notices)
        ofUnknownRoute = ids.ofTrips(routeAgency: [UInt8]().span)
    }

    private static func prefixes(
        of routes: FeedRoutes, _ ids: inout CombinedIDs, _ notices: NoticeSink
    ) -> [CombinedIDs.Prefix?] {
        var prefixes: [CombinedIDs.Prefix?] = []
        for route in routes.rows {
            let agency = routes.bytes.span.extracting(route.agency.indices)
            let prefix = ids.ofTrips(routeAgency: agency)
            if !ids.isKnown(routeAgency: agency) {
                notices(.unknownAgency(route, routes.text(route.agency), hasPrefix: prefix != nil))
            }
            prefixes.append(prefix)
        }
        return prefixes
    }

    func route(_ id: Span<UInt8>) -> Int? { ids.index(of: id, in: bytes) }

    func prefix(of route: Int?) -> CombinedIDs.Prefix? {
        if let route { prefixes[route] } else { ofUnknownRoute }
    }
}

extension FeedNotice {
    /// - Parameter hasPrefix: whether the IDs of the route's trips are known all the same.
    fileprivate static func unknownAgency(_ route: FeedRoute, _ agency: String, hasPrefix: Bool) -> FeedNotice {
        let message =
            if !agency.isEmpty {
                "no such agency in agency.txt; trips carry it all the same, and the server refuses the feed"
            } else if hasPrefix {
                "which of the feed's agencies it is isn't said, and the server refuses the feed; trips are linked as options say"
            } else {
                "which of the feed's agencies its trips belong to isn't known; they are left out unless --agency says it"
            }
        return FeedNotice(
            agency.isEmpty ? .missingRequiredField : .foreignKeyViolation, file: "routes.txt", row: Int(route.row),
            field: "agency_id", value: agency, message)
    }
}

extension CSVTable {
    /// Reports that the ID in the column names no agency, though `--combined` says so.
    func reportMissingAgency(_ column: Int) {
        report(.noAgencyInID, column: column, FeedNotice.noAgencyMessage)
    }
}

extension FeedNotice {
    /// Of an ID without an agency, though `--combined` says that it has one.
    package static var noAgencyMessage: String {
        "--combined says that IDs begin with their agency and '_'; this one doesn't, and no receiver finds it"
    }
}
