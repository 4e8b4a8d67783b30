// StopReader: stops.txt row by row into the memory that FeedStops keeps. A row whose ID is missing or doubled is left out;
// nothing else costs a stop its place: an odd field is as if it were absent, and always a notice.

extension FeedStops {
    static let file = "stops.txt"

    /// Reads stops.txt.
    /// - Throws: `missingFile`, `missingColumn` (stop_id); of the table; `tooLarge` beyond `maximumRows` or 4 GiB of text.
    /// - Parameter limit: of rows.
    package init(
        reading tables: any FeedTables, limit: Int = maximumRows, notices: @escaping NoticeSink
    ) throws(FeedError) {
        guard let source = try tables.table(Self.file) else { throw .missingFile(Self.file, found: tables.fileNames) }
        var reader = try StopReader(source, limit, notices)
        while try reader.next() {}
        self = reader.finish(notices)
    }
}

/// Its methods are `mutating`, those too that change nothing: the compiler passes a borrowed value of this size by a copy.
private struct StopReader: ~Copyable {
    private var table: CSVTable
    private let columns: StopColumns
    private var text: TextBuffer
    private var rows: [FeedStop] = []
    private var order = KeyOrder()
    /// Of the present row: what to add to a position in the table's buffer for that in `text`.
    private var shift = 0
    private let limit: Int

    init(_ source: any ByteSource, _ limit: Int, _ notices: @escaping NoticeSink) throws(FeedError) {
        self.limit = limit
        let table = try CSVTable(reading: source, file: FeedStops.file, notices: notices)
        columns = try StopColumns(table)
        self.table = table
        // Memory that isn't written isn't taken, so a hint may be too large; but it comes from outside.
        let expected = Int(min(source.expectedBytes, 64 << 20))
        text = TextBuffer(expected: expected)
        rows.reserveCapacity(expected / 50)
    }

    /// Reads a row; false at the end.
    mutating func next() throws(FeedError) -> Bool {
        guard try table.next() else { return false }
        if text.count + table.limits.row > UInt32.max { throw Self.tooLarge }
        if rows.count == limit { throw tooMany }
        guard !table.field(columns.id).isEmpty else {
            table.report(.missingRequiredField, column: columns.id, "left out: a stop without ID has no links")
            return true
        }
        // The row as a whole: one copy costs less than one a field.
        shift = text.count - table.wholeRow.lowerBound
        text.append(table.bytes, table.wholeRow)
        let id = id()
        let (latitude, longitude) = coordinate()
        let type = locationType()
        rows.append(
            FeedStop(
                id: id, code: range(columns.code), name: name(type), description: range(columns.description),
                platformCode: range(columns.platformCode), url: range(columns.url), zone: range(columns.zone),
                parentStation: range(columns.parentStation), latitude: latitude.value, longitude: longitude.value,
                latitudeDigits: latitude.digits, longitudeDigits: longitude.digits, type: type,
                row: UInt32(truncatingIfNeeded: table.row)))
        return true
    }

    /// The stops, once all rows are read.
    consuming func finish(_ notices: NoticeSink) -> FeedStops {
        rows.removePlaceholders(in: text.bytes, notices)
        let bytes = text.finish()
        let stops = FeedStops(bytes: bytes, rows: order.isAscending ? rows : rows.withoutDoubles(in: bytes, notices))
        stops.reportUnknownParents(notices)
        return stops
    }

    private mutating func id() -> ByteRange {
        let id = range(columns.id)
        order.take(id, in: text.bytes)
        if Self.holdsControl(table.bytes, table.field(columns.id)) {
            table.report(.nonPrintableCharacter, column: columns.id, "the ID holds a control character; links encode it")
        }
        return id
    }

    private static func holdsControl(_ bytes: borrowing [UInt8], _ range: Range<Int>) -> Bool {
        var found = false
        for at in range { found = found || bytes[at] < 0x20 || bytes[at] == 0x7F }
        return found
    }

    private mutating func name(_ type: LocationType) -> ByteRange {
        let name = range(columns.name)
        // GTFS asks for a name of stops, stations and entrances.
        if name.isEmpty, type.rawValue <= LocationType.entrance.rawValue {
            let message = "the stop has no name; its ID is shown"
            if let column = columns.name { table.report(.missingStopName, column: column, message) }
        }
        return name
    }

    /// Where the field is in the buffer.
    @inline(__always)
    private mutating func range(_ column: Int?) -> ByteRange {
        guard let column else { return .empty }
        let field = table.field(column)
        if field.isEmpty { return .empty }
        if field != table.wholeField(column) { table.reportBlanks(column) }
        return place(of: field)
    }

    /// Where the bytes of `field` are in `text`.
    @inline(__always)
    private mutating func place(of field: Range<Int>) -> ByteRange {
        ByteRange(
            start: UInt32(truncatingIfNeeded: field.lowerBound &+ shift), count: UInt32(truncatingIfNeeded: field.count))
    }

    private static var tooLarge: FeedError { .tooLarge("\(FeedStops.file) has more than 4 GiB of text: split the feed") }

    private var tooMany: FeedError {
        .tooLarge("\(FeedStops.file) has more than \(limit) stops: split the feed")
    }

    private mutating func locationType() -> LocationType {
        guard let column = columns.type else { return .stop }
        let field = table.field(column)
        if field.isEmpty { return .stop }
        let digit = table.bytes[field.lowerBound] &- UInt8(ascii: "0")
        if field.count == 1, let type = LocationType(rawValue: digit) { return type }
        table.report(.unexpectedEnumValue, column: column, "GTFS knows 0 to 4; taken for a stop")
        return .stop
    }

    /// Latitude and longitude; both NaN, reported, where one of them is missing or none.
    private mutating func coordinate() -> (Degrees, Degrees) {
        let latitude = degrees(columns.latitude, limit: 90, "a latitude (-90…90)")
        let longitude = degrees(columns.longitude, limit: 180, "a longitude (-180…180)")
        guard let latitude, let longitude else { return (.unknown, .unknown) }
        if abs(latitude.value) <= 1, abs(longitude.value) <= 1, let column = columns.latitude {
            table.report(.pointNearOrigin, column: column, "the stop is at 0,0, a placeholder in many feeds")
        }
        return (latitude, longitude)
    }

    /// Half of a coordinate.
    private struct Degrees {
        static let unknown = Degrees(value: .nan, digits: .empty)
        let value: Double
        /// Where in `text` its digits are, if they are the shortest.
        let digits: ByteRange
    }

    private mutating func degrees(_ column: Int?, limit: Double, _ what: String) -> Degrees? {
        guard let column else { return nil }
        let field = table.field(column)
        guard !field.isEmpty else {
            table.report(.stopWithoutLocation, column: column, "the stop has no coordinate; it gets no map links")
            return nil
        }
        guard let number = DecimalNumber(table.bytes, field) else {
            table.report(.invalidFloat, column: column, "not \(what); the stop gets no map links")
            return nil
        }
        if field != table.wholeField(column) { table.reportBlanks(column) }
        if number.isUnusual { table.report(.unusualNumber, column: column, "read as \(number.value)") }
        guard abs(number.value) <= limit else {
            table.report(.numberOutOfRange, column: column, "not \(what); the stop gets no map links")
            return nil
        }
        return Degrees(value: number.value, digits: number.isShortest ? place(of: field) : .empty)
    }
}

/// Where the columns of stops.txt are that are used.
private struct StopColumns {
    let id: Int
    let code, name, description, platformCode, url, zone, parentStation, latitude, longitude, type: Int?

    /// - Throws: `missingColumn` without stop_id.
    init(_ table: borrowing CSVTable) throws(FeedError) {
        id = try table.requiredColumn("stop_id")
        code = table.column("stop_code")
        name = table.expectedColumn("stop_name", "stops are shown by their IDs")
        description = table.column("stop_desc")
        platformCode = table.column("platform_code")
        url = table.column("stop_url")
        zone = table.column("zone_id")
        parentStation = table.column("parent_station")
        latitude = table.expectedColumn("stop_lat", "no stop gets map links")
        longitude = table.expectedColumn("stop_lon", "no stop gets map links")
        type = table.column("location_type")
    }
}
