// CalendarFiles: the rows of calendar.txt and calendar_dates.txt, each field read and what is odd in it reported. What the
// rows mean for a day is ServiceCalendar's.

/// calendar.txt: a service, the days of the week on which it runs, and from when to when.
struct CalendarFile: ~Copyable {
    static let name = "calendar.txt"
    private static let weekdayNames = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]

    private(set) var table: CSVTable
    private let columns: Columns

    private struct Columns {
        let service: Int
        var weekdays: [Int] = []
        let start: Int
        let end: Int
        var all: [Int] { [service] + weekdays + [start, end] }

        init(_ table: borrowing CSVTable) throws(FeedError) {
            service = try table.requiredColumn("service_id")
            for name in weekdayNames { weekdays.append(try table.requiredColumn(name)) }
            start = try table.requiredColumn("start_date")
            end = try table.requiredColumn("end_date")
        }
    }

    init(_ source: any ByteSource, _ notices: @escaping NoticeSink) throws(FeedError) {
        var table = try CSVTable(reading: source, file: Self.name, notices: notices)
        columns = try Columns(table)
        table.trimmedColumns = columns.all
        self.table = table
    }

    mutating func next() throws(FeedError) -> Bool { try table.next() }

    /// Where the service_id is; nil, reported, where there is none.
    var serviceID: Range<Int>? { table.requiredField(columns.service, "the row is left out") }

    /// The first and the last day; nil, reported, where they aren't dates in order.
    var period: ClosedRange<ServiceDay>? {
        // Both are looked at before either ends it, so that both are reported.
        let (first, last) = (table.date(columns.start), table.date(columns.end))
        guard let first, let last else { return nil }
        guard first <= last else {
            table.report(
                .startAndEndRangeOutOfOrder, column: columns.end, "before start_date; the service runs on no day of the row")
            return nil
        }
        return first...last
    }

    /// A bit a weekday, the lowest is Monday.
    var weekdays: UInt8 {
        var bits: UInt8 = 0
        for (day, column) in columns.weekdays.enumerated() {
            let field = table.field(column)
            switch Digits.value(table.bytes.span, field) {
            case 1: bits |= 1 << UInt8(day)
            case 0: break
            default: table.report(.unexpectedEnumValue, column: column, "neither 0 nor 1; taken as 0")
            }
        }
        return bits
    }

    func reportDoubledService() {
        table.report(.duplicateKey, column: columns.service, "the service has a row already; this one is left out")
    }
}

/// calendar_dates.txt: a service, a day, and whether it runs on it after all or doesn't.
struct ExceptionFile: ~Copyable {
    static let name = "calendar_dates.txt"

    private(set) var table: CSVTable
    private let columns: Columns

    private struct Columns {
        let service: Int
        let day: Int
        let type: Int
        var all: [Int] { [service, day, type] }

        init(_ table: borrowing CSVTable) throws(FeedError) {
            service = try table.requiredColumn("service_id")
            day = try table.requiredColumn("date")
            type = try table.requiredColumn("exception_type")
        }
    }

    init(_ source: any ByteSource, _ notices: @escaping NoticeSink) throws(FeedError) {
        var table = try CSVTable(reading: source, file: Self.name, notices: notices)
        columns = try Columns(table)
        table.trimmedColumns = columns.all
        self.table = table
    }

    mutating func next() throws(FeedError) -> Bool { try table.next() }

    var serviceID: Range<Int>? { table.requiredField(columns.service, "the row is left out") }

    var date: ServiceDay? { table.date(columns.day) }

    /// exception_type: 1 is an added day, 2 a removed one; nil, reported, for anything else.
    var runs: Bool? {
        switch Digits.value(table.bytes.span, table.field(columns.type)) {
        case 1: return true
        case 2: return false
        default:
            table.report(.unexpectedEnumValue, column: columns.type, "neither 1 nor 2; the row is left out")
            return nil
        }
    }

    func reportDoubledDay() {
        table.report(.duplicateKey, column: columns.day, "the service has a row for this day already; the later one counts")
    }
}

extension CSVTable {
    /// Where the field is; nil, reported, where it is empty.
    func requiredField(_ column: Int, _ consequence: String) -> Range<Int>? {
        let field = field(column)
        if !field.isEmpty { return field }
        report(.missingRequiredField, column: column, consequence)
        return nil
    }

    /// The date in the field; nil, reported, where it is none.
    func date(_ column: Int) -> ServiceDay? {
        if let day = ServiceDay(gtfs: bytes.span.extracting(field(column))) { return day }
        report(.invalidDate, column: column, "not a date (YYYYMMDD); the row is left out")
        return nil
    }
}
