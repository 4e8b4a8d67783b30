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
        let table = try CSVTable(reading: source, file: FeedTrips.file, notices: notices)
        columns = try Columns(table)
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
            let prefix = ids.ofTrips(routeAgency: routes.bytes.span.extracting(route.agency.indices))
            if prefix == nil { notices(.undecidedAgency(route)) }
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
    fileprivate static func undecidedAgency(_ route: FeedRoute) -> FeedNotice {
        FeedNotice(
            .missingRequiredField, file: "routes.txt", row: Int(route.row), field: "agency_id", value: "",
            "which of the feed's agencies its trips belong to isn't known; they are left out unless --agency says it")
    }
}
