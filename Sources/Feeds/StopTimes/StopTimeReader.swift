// StopTimeReader: the rows of stop_times.txt, each field read and what is odd in it reported. Which rows count follows
// StopTimeEntriesFactory (OneBusAway/onebusaway-application-modules, transit-data-federation-builder): without rows of no
// known stop, and without those where nobody gets on or off. Times stand in no link: they are looked at for notices alone.

struct StopTimeReader: ~Copyable {
    static let file = "stop_times.txt"

    private var table: CSVTable
    private let trips: FeedTrips
    private let stops: FeedStops
    private let stopIDs: KeyTable
    private let columns: Columns
    private var lastTrip = LastTrip()

    private struct Columns {
        let trip: Int
        let sequence: Int
        let stop: Int
        let pickup: Int?
        let dropOff: Int?
        let arrival: Int?
        let departure: Int?
        /// Rows of GTFS-Flex name one of these instead of a stop.
        let zones: [Int]

        init(_ table: borrowing CSVTable) throws(FeedError) {
            trip = try table.requiredColumn("trip_id")
            sequence = try table.requiredColumn("stop_sequence")
            stop = try table.requiredColumn("stop_id")
            pickup = table.column("pickup_type")
            dropOff = table.column("drop_off_type")
            arrival = table.column("arrival_time")
            departure = table.column("departure_time")
            var zones: [Int] = []
            for name in ["location_group_id", "location_id"] {
                if let column = table.column(name) { zones.append(column) }
            }
            self.zones = zones
        }
    }

    /// - Throws: `missingFile`, `missingColumn`; of the table.
    init(
        of tables: any FeedTables, trips: FeedTrips, stops: FeedStops, notices: @escaping NoticeSink
    ) throws(FeedError) {
        guard let source = try tables.table(Self.file) else {
            throw .missingFile(Self.file, found: tables.fileNames)
        }
        let table = try CSVTable(reading: source, file: Self.file, notices: notices)
        columns = try Columns(table)
        self.table = table
        self.trips = trips
        self.stops = stops
        stopIDs = KeyTable(stops.rows.lazy.map(\.id), in: stops.bytes)
        precondition(stops.rows.count < 1 << 31, "an index of a stop has 31 bits in StopTimeRow")
    }

    /// The next row that counts in a wanted trip; nil at the end.
    /// - Throws: of the table; `tooLarge` beyond 2³² rows.
    mutating func next() throws(FeedError) -> StopTimeRow? {
        while try table.next() {
            guard case .row(let trip) = findTrip() else { continue }
            guard let sequence, let stop else { continue }
            let (getsOn, getsOff) = (allows(columns.pickup), allows(columns.dropOff))
            checkTime(columns.arrival)
            checkTime(columns.departure)
            guard getsOn || getsOff else { continue }
            guard let row = UInt32(exactly: table.row) else {
                throw .tooLarge("\(Self.file) has more than \(UInt32.max) rows: split the feed")
            }
            return StopTimeRow(
                trip: UInt32(truncatingIfNeeded: trip), sequence: UInt32(truncatingIfNeeded: sequence), row: row,
                stop: UInt32(truncatingIfNeeded: stop), isBoarded: getsOn)
        }
        return nil
    }

    private mutating func findTrip() -> TripSearch {
        let trip = lastTrip.find(table.field(columns.trip), of: table, in: trips)
        if trip == .unknown { reportTrip(isMissing: table.field(columns.trip).isEmpty) }
        return trip
    }

    private func reportTrip(isMissing: Bool) {
        if isMissing {
            table.report(.missingRequiredField, column: columns.trip, "the row is left out")
        } else {
            table.report(.foreignKeyViolation, column: columns.trip, "no such trip in trips.txt; the row is left out")
        }
    }

    /// stop_sequence; nil, reported, where it is none.
    private var sequence: Int? {
        let field = table.field(columns.sequence)
        if let sequence = Digits.value(table.bytes.span, field) { return sequence }
        if field.isEmpty {
            table.report(.missingRequiredField, column: columns.sequence, "the row is left out")
        } else {
            table.report(.invalidInteger, column: columns.sequence, "not a number of the order; the row is left out")
        }
        return nil
    }

    /// The index of the stop; nil, reported, where the row has none that is known.
    private var stop: Int? {
        let field = table.field(columns.stop)
        if let stop = stopIDs.index(of: table.bytes.span.extracting(field), in: stops.bytes) {
            if !stops.rows[stop].isBoarded {
                table.report(
                    .locationWithUnexpectedStopTime, column: columns.stop, "not a stop by its location_type; linked as one")
            }
            return stop
        }
        reportStop(isMissing: field.isEmpty)
        return nil
    }

    private func reportStop(isMissing: Bool) {
        if !isMissing {
            table.report(.foreignKeyViolation, column: columns.stop, "no such stop in stops.txt; the row is left out")
        } else if let zone = columns.zones.first(where: { !table.field($0).isEmpty }) {
            table.report(.stopTimeOfZone, column: zone, "riders are picked up in a zone, not at a stop; the row is left out")
        } else {
            table.report(.missingRequiredField, column: columns.stop, "the row is left out")
        }
    }

    /// Whether riders get on (pickup_type) or off (drop_off_type): any type but 1, empty is 0.
    private func allows(_ column: Int?) -> Bool {
        guard let column else { return true }
        let field = table.field(column)
        if field.isEmpty { return true }
        switch Digits.value(table.bytes.span, field) {
        case 1: return false
        case 0, 2, 3: return true
        default:
            table.report(.unexpectedEnumValue, column: column, "not 0, 1, 2 or 3; taken as 0")
            return true
        }
    }

    private func checkTime(_ column: Int?) {
        guard let column else { return }
        let field = table.field(column)
        if field.isEmpty || ServiceTime.isOne(table.bytes.span, field) { return }
        table.report(.invalidTime, column: column, "not a time (H:MM:SS); links don't carry it")
    }
}

/// The trip of the row before: rows of a trip stand together nearly always.
private struct LastTrip {
    private var id: [UInt8] = []
    private var trip = TripSearch.unknown

    mutating func find(_ field: Range<Int>, of table: borrowing CSVTable, in trips: FeedTrips) -> TripSearch {
        let wanted = table.bytes.span.extracting(field)
        if wanted.count == id.count, KeyHash.equal(wanted, id.span) { return trip }
        trip = trips.find(wanted)
        id.removeAll(keepingCapacity: true)
        for at in wanted.indices { id.append(wanted[at]) }
        return trip
    }
}
