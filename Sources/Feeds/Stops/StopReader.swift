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
        let type = locationType()
        let (latitude, longitude) = coordinate(of: type)
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
        if UnseenCharacters.arePresent(in: table.bytes, table.field(columns.id)) { table.reportUnseen(columns.id) }
        return id
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
        if field != table.wholeField(column) { table.reportBlanks(column) }
        let digit = table.bytes[field.lowerBound] &- UInt8(ascii: "0")
        if field.count == 1, let type = LocationType(rawValue: digit) { return type }
        table.report(.unexpectedEnumValue, column: column, "GTFS knows 0 to 4; taken for a stop")
        return .stop
    }

    /// Latitude and longitude; both NaN, reported, where one of them is missing or none.
    private mutating func coordinate(of type: LocationType) -> (Degrees, Degrees) {
        let (latitude, longitude) = (table.field(columns.latitude), table.field(columns.longitude))
        if latitude.isEmpty || longitude.isEmpty { reportMissing(latitude.isEmpty, type) }
        let consequence = type == .stop ? "; the stop gets no map links" : ""
        // Both are looked at before either ends it, so that both are reported.
        let north = degrees(columns.latitude, latitude, limit: 90, "not a latitude (-90…90)" + consequence)
        let east = degrees(columns.longitude, longitude, limit: 180, "not a longitude (-180…180)" + consequence)
        guard let latitude = north, let longitude = east else { return (.unknown, .unknown) }
        if abs(latitude.value) <= 1, abs(longitude.value) <= 1, let column = columns.latitude {
            table.report(.pointNearOrigin, column: column, "the stop is at 0,0, a placeholder in many feeds")
        }
        return (latitude, longitude)
    }

    /// Reports that there is no place, once a row: of generic nodes and boarding areas GTFS asks for none.
    private mutating func reportMissing(_ lacksLatitude: Bool, _ type: LocationType) {
        guard let column = lacksLatitude ? columns.latitude : columns.longitude else { return }
        switch type {
        case .stop: table.report(.stopWithoutLocation, column: column, "the stop has no coordinate; it gets no map links")
        case .station, .entrance:
            table.report(
                .stopWithoutLocation, column: column, "the \(type) has no coordinate; no link leads to it, GTFS asks for one")
        case .genericNode, .boardingArea: break
        }
    }

    /// Half of a coordinate.
    private struct Degrees {
        static let unknown = Degrees(value: .nan, digits: .empty)
        let value: Double
        /// Where in `text` its digits are, if they are the shortest.
        let digits: ByteRange
    }

    /// - Parameter fault: what is said of a value that is none.
    private mutating func degrees(
        _ column: Int?, _ field: Range<Int>, limit: Double, _ fault: @autoclosure () -> String
    ) -> Degrees? {
        guard let column, !field.isEmpty else { return nil }
        guard let number = DecimalNumber(table.bytes, field) else {
            table.report(.invalidFloat, column: column, fault())
            return nil
        }
        if field != table.wholeField(column) { table.reportBlanks(column) }
        if number.isUnusual { table.report(.unusualNumber, column: column, "read as \(number.value)") }
        guard abs(number.value) <= limit else {
            table.report(.numberOutOfRange, column: column, fault())
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
