// FeedTrips: trips.txt in memory: rows of the trips that are wanted (by service day and route), and of all others the ID
// alone, so that a row of another table that names no trip can be told from one that names a trip not wanted.

/// One row of trips.txt.
package struct FeedTrip: Sendable {
    /// As in the feed.
    package let id: ByteRange
    package let headsign: ByteRange
    /// Index into `FeedRoutes.rows`; nil where routes.txt hasn't the route.
    package let route: Int?
    /// Index of the service in the calendar; nil where no calendar was asked.
    package let service: Int?
    /// What stands before the ID on the server.
    package let prefix: CombinedIDs.Prefix
    /// 1 is the header.
    package let row: UInt32
}

/// Which trips are wanted.
package struct TripSelection: Sendable {
    /// Trips that run on any of its days; nil: all of them.
    package var calendar: ServiceCalendar?
    /// Trips of the routes with these indices in `FeedRoutes.rows`; nil: of every route.
    package var routes: Set<Int>?

    package init(calendar: ServiceCalendar? = nil, routes: Set<Int>? = nil) {
        self.calendar = calendar
        self.routes = routes
    }
}

package struct FeedTrips: Sendable {
    static let file = "trips.txt"

    package private(set) var bytes: [UInt8] = []
    /// The wanted trips in the order of the file, of a doubled ID the first row alone.
    package private(set) var rows: [FeedTrip] = []
    /// Rows of trips.txt that name a trip of their own, wanted or not.
    package var count: Int { ids.count }
    /// Trips that would be wanted, but have no ID on the server: their agency isn't known. Their routes have notices.
    package private(set) var withoutAgency = 0

    /// All trips by ID.
    private var ids = KeyTable()
    /// By index in `ids`: the index in `rows`, or `notWanted`.
    private var rowOfID: [UInt32] = []
    private static let notWanted = UInt32.max

    /// - Parameter ids: gives each trip the prefix of its route's agency.
    /// - Throws: `missingFile`, `missingColumn`; of the table; `tooLarge` beyond 4 GiB of IDs and headsigns.
    package init(
        of tables: any FeedTables, routes: FeedRoutes, selection: TripSelection = TripSelection(),
        ids combinedIDs: inout CombinedIDs, notices: @escaping NoticeSink
    ) throws(FeedError) {
        guard let source = try tables.table(Self.file) else {
            throw .missingFile(Self.file, found: tables.fileNames)
        }
        let routes = RouteAgencies(routes, &combinedIDs, notices)
        var reader = try TripReader(source, routes, selection, notices)
        while try reader.next() { try add(reader, combinedIDs) }
    }

    /// The index in `rows` of the trip with this ID.
    package func find(_ id: Span<UInt8>) -> TripSearch {
        guard let known = ids.index(of: id, in: bytes) else { return .unknown }
        let row = rowOfID[known]
        return row == Self.notWanted ? .notWanted : .row(Int(row))
    }

    /// The field as a text; the file was checked to be UTF-8.
    package func text(_ range: ByteRange) -> String { String(decoding: bytes[range.indices], as: UTF8.self) }

    private mutating func add(_ reader: borrowing TripReader, _ combinedIDs: CombinedIDs) throws(FeedError) {
        guard let field = reader.id else { return }
        reader.reportOddID(field, combinedIDs)
        let span = reader.table.bytes.span
        let id = try TableText.append(span.extracting(field), to: &bytes, file: Self.file)
        guard ids.insert(id, in: bytes).isNew else {
            bytes.removeLast(field.count)
            return reader.reportDoubledID()
        }
        rowOfID.append(Self.notWanted)
        let route = reader.route
        guard let service = reader.service, reader.isWanted(route: route, service: service.index) else { return }
        guard let prefix = reader.routes.prefix(of: route) else {
            withoutAgency += 1
            return
        }
        let headsign = try TableText.append(span.extracting(reader.headsign), to: &bytes, file: Self.file)
        rowOfID[ids.count - 1] = UInt32(rows.count)
        rows.append(
            FeedTrip(
                id: id, headsign: headsign, route: route, service: service.index, prefix: prefix,
                row: UInt32(truncatingIfNeeded: reader.table.row)))
    }
}

/// What `FeedTrips.find` knows of an ID.
package enum TripSearch: Sendable, Equatable {
    /// Its index in `FeedTrips.rows`.
    case row(Int)
    /// trips.txt has it, but it isn't among those asked for.
    case notWanted
    case unknown
}
