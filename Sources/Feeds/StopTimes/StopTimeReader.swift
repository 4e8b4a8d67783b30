// StopTimeReader: the rows of stop_times.txt, each field read and what is odd in it reported. Which rows count follows
// StopTimeEntriesFactory (OneBusAway/onebusaway-application-modules, transit-data-federation-builder): without rows of no
// known stop, and without those where nobody gets on or off. Times stand in no link: they are looked at for notices alone.

struct StopTimeReader {
    static let file = "stop_times.txt"

    private let trips: FeedTrips
    private var stops: StopFinder
    /// By index of the stop: whether its location_type is that of a stop.
    private let isStop: [Bool]
    private let columns: Columns
    private var lastTrip = LastTrip()
    /// By index of a wanted trip: what of it was seen.
    private(set) var found: [FoundTimes]

    /// What of a trip was seen.
    struct FoundTimes: OptionSet {
        let rawValue: UInt8
        /// A row of a zone or a group of stops.
        static let zone = FoundTimes(rawValue: 1)
        static let one = FoundTimes(rawValue: 2)
        static let two = FoundTimes(rawValue: 4)
    }

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

        var all: [Int] {
            [trip, sequence, stop] + [pickup, dropOff, arrival, departure].compactMap { $0 } + zones
        }
    }

    /// stop_times.txt at its first row.
    /// - Throws: `missingFile`; of the table.
    static func open(_ tables: any FeedTables, notices: @escaping NoticeSink) throws(FeedError) -> CSVTable {
        guard let source = try tables.table(file) else { throw .missingFile(file, found: tables.fileNames) }
        return try CSVTable(reading: source, file: file, notices: notices)
    }

    /// - Throws: `missingColumn`.
    init(of table: inout CSVTable, trips: FeedTrips, stops: FeedStops) throws(FeedError) {
        columns = try Columns(table)
        table.trimmedColumns = columns.all
        found = [FoundTimes](repeating: [], count: trips.rows.count)
        self.trips = trips
        self.stops = StopFinder(stops)
        isStop = stops.rows.map(\.isBoarded)
        precondition(stops.rows.count < 1 << 31, "an index of a stop has 31 bits in StopTimeRow")
    }

    // What a row takes is static or `mutating`: a method that borrows a value of this size is handed a copy of it.

    /// The row that `table` is at, if it counts in a wanted trip.
    /// - Throws: `tooLarge` beyond 2³² rows.
    mutating func row(of table: borrowing CSVTable) throws(FeedError) -> StopTimeRow? {
        guard case .row(let trip) = findTrip(table) else { return nil }
        guard let sequence = Self.sequence(columns.sequence, table), let stop = stop(table, of: trip) else { return nil }
        let (getsOn, getsOff) = (Self.allows(columns.pickup, table), Self.allows(columns.dropOff, table))
        Self.checkTime(columns.arrival, table)
        Self.checkTime(columns.departure, table)
        guard getsOn || getsOff else { return nil }
        guard let row = UInt32(exactly: table.row) else {
            throw .tooLarge("\(Self.file) has more than \(UInt32.max) rows: split the feed")
        }
        found[trip].insert(found[trip].contains(.one) ? .two : .one)
        return StopTimeRow(
            trip: UInt32(truncatingIfNeeded: trip), sequence: sequence, row: row,
            stop: UInt32(truncatingIfNeeded: stop), isBoarded: getsOn)
    }

    private mutating func findTrip(_ table: borrowing CSVTable) -> TripSearch {
        let trip = lastTrip.find(table.field(columns.trip), of: table, in: trips)
        if trip == .unknown { reportTrip(table) }
        return trip
    }

    private func reportTrip(_ table: borrowing CSVTable) {
        if table.field(columns.trip).isEmpty {
            table.report(.missingRequiredField, column: columns.trip, "the row is left out")
        } else {
            table.report(.foreignKeyViolation, column: columns.trip, "no such trip in trips.txt; the row is left out")
        }
    }

    /// stop_sequence; nil, reported, where it is none. A negative one isn't GTFS; the server counts its row all the same.
    private static func sequence(_ column: Int, _ table: borrowing CSVTable) -> Int32? {
        let field = table.field(column)
        if let sequence = Digits.value(table.bytes.span, field) { return Int32(truncatingIfNeeded: sequence) }
        if field.isEmpty {
            table.report(.missingRequiredField, column: column, "the row is left out")
        } else if let sequence = Int32(table.text(field)) {
            if sequence < 0 { table.report(.numberOutOfRange, column: column, "negative; the row comes before 0") }
            return sequence
        } else {
            table.report(.invalidInteger, column: column, "not a number of the order; the row is left out")
        }
        return nil
    }

    /// The index of the stop; nil, reported, where the row has none that is known.
    private mutating func stop(_ table: borrowing CSVTable, of trip: Int) -> Int? {
        let field = table.field(columns.stop)
        if let stop = stops.find(table.bytes.span.extracting(field)) {
            if !isStop[stop] {
                table.report(
                    .locationWithUnexpectedStopTime, column: columns.stop, "not a stop by its location_type; linked as one")
            }
            return stop
        }
        if field.isEmpty, zone(table) != nil { found[trip].insert(.zone) }
        reportStop(table)
        return nil
    }

    private func reportStop(_ table: borrowing CSVTable) {
        if !table.field(columns.stop).isEmpty {
            table.report(.foreignKeyViolation, column: columns.stop, "no such stop in stops.txt; the row is left out")
        } else if let zone = zone(table) {
            let place = table.columns[zone] == "location_id" ? "in a zone" : "at any of a group of stops"
            table.report(.stopTimeOfZone, column: zone, "on demand: riders are picked up \(place); the row is left out")
        } else {
            table.report(.missingRequiredField, column: columns.stop, "the row is left out")
        }
    }

    private func zone(_ table: borrowing CSVTable) -> Int? {
        for column in columns.zones where !table.field(column).isEmpty { return column }
        return nil
    }

    /// Whether riders get on (pickup_type) or off (drop_off_type): any type but 1, empty is 0.
    private static func allows(_ column: Int?, _ table: borrowing CSVTable) -> Bool {
        guard let column else { return true }
        let field = table.field(column)
        if field.isEmpty { return true }
        switch field.count == 1 ? table.bytes[field.lowerBound] : 0 {
        case UInt8(ascii: "1"): return false
        case UInt8(ascii: "0"), UInt8(ascii: "2"), UInt8(ascii: "3"): return true
        default:
            table.report(.unexpectedEnumValue, column: column, "not 0, 1, 2 or 3; taken as 0")
            return true
        }
    }

    private static func checkTime(_ column: Int?, _ table: borrowing CSVTable) {
        guard let column else { return }
        let field = table.field(column)
        if field.isEmpty || ServiceTime.isOne(table.bytes.span, field) { return }
        table.report(.invalidTime, column: column, "not a time (H:MM:SS); links don't carry it")
    }
}
