// CSVTable: one table of a feed, row by row, out of a buffer that doesn't grow with the file. CSV as RFC 4180 has it, and as
// real feeds bend it: a byte-order mark, LF, CRLF or CR, no line end at the end, blank lines, quotes inside unquoted text,
// short and long rows. Fields are ranges of bytes: nothing is made of them until somebody asks. What a column means isn't
// known here.
//
// What a field holds follows OneBusAway's reader (onebusaway-csv-entities, DelimitedTextParser; GtfsReader's setTrimValues
// and setTrimInitialWhitespace): a field is quoted if its first byte after spaces is a quote, and bytes up to 0x20 are taken
// off both ends. IDs are the server's only if this is. What differs, and why, is in CSVQuotes.swift.

/// Reads a table from its beginning to its end.
package struct CSVTable: ~Copyable {
    /// `stops.txt`, for notices and errors.
    package let file: String
    /// The names in the header, without blanks around them.
    package internal(set) var columns: [String] = []
    /// The buffer that `field` points into; valid until `next` is called again.
    package internal(set) var bytes: [UInt8]
    /// The present row as a spreadsheet counts: 1 is the header in the first line, blank lines count, a row with line ends in
    /// quotes is one.
    package internal(set) var row = 0

    let limits: CSVLimits
    let source: any ByteSource
    let notices: NoticeSink
    var fields: CSVFields
    /// How many fields the row has, whatever the header says.
    var fieldCount = 0

    /// Good bytes in the buffer.
    var filled = 0
    /// Bytes in the buffer, good or not, where some aren't UTF-8.
    var readEnd = 0
    /// Of `bytes[0]` in the file.
    var offset = 0
    var isSourceAtEnd = false
    var utf8 = UTF8Check()
    var marks: CSVMarks
    /// Where the present row begins.
    var rowStart = 0
    /// The first mark of the next row, and where that row begins.
    var nextMark = 0
    var nextStart = 0
    /// The last row ended in CR: an LF that follows belongs to it.
    var mayFollowLineFeed = false
    /// What was odd in the present row, in which fields, and which of them still hold quotes to be taken out.
    var oddities = CSVOddities()
    var oddFields: [CSVOddField] = []
    var quotedFields: [CSVQuotedField] = []
    /// The columns whose values have a notice where blanks are around them: those that are used.
    package var trimmedColumns: [Int] = []

    /// Reads the header.
    /// - Throws: `FeedError`: of the source; `tooLarge` for a header beyond the limits; `notUTF8`; `badTable` where there is no
    ///   header, or one with U+0000 (UTF-16).
    package init(
        reading source: any ByteSource, file: String, limits: CSVLimits = CSVLimits(), notices: @escaping NoticeSink
    ) throws(FeedError) {
        self.file = file
        self.source = source
        self.limits = limits
        self.notices = notices
        bytes = [UInt8](repeating: 0, count: limits.buffer)
        marks = CSVMarks(capacity: limits.buffer)
        fields = CSVFields(count: limits.columns)
        try readHeader()
    }

    /// The column of that name, or nil. Of two with one name the first.
    package func column(_ name: String) -> Int? { columns.firstIndex(of: name) }

    /// The column of that name.
    /// - Throws: `missingColumn` with what there is.
    package func requiredColumn(_ name: String) throws(FeedError) -> Int {
        guard let column = column(name) else {
            throw .missingColumn(name, file: file, found: columns.filter { !$0.isEmpty })
        }
        return column
    }

    /// Goes to the next row that isn't blank; false at the end. A row that is too large or holds U+0000 is left out with a
    /// notice; one that is short or long gets a notice and empty fields for those that it lacks.
    /// - Throws: `FeedError`: of the source; `notUTF8`.
    package mutating func next() throws(FeedError) -> Bool {
        while true {
            guard try readRow() else { return false }
            if isBlankRow {
                if !fields[0].isEmpty { report(.emptyRow, column: nil, "a row of blanks; it isn't read") }
                continue
            }
            guard oddities.isEmpty && fieldCount == columns.count || settleOddRow() else { continue }
            if !trimmedColumns.isEmpty { reportBlanks() }
            return true
        }
    }

    /// The field without bytes up to 0x20 at its ends, as OneBusAway's server has it; empty where the row is short.
    @inline(__always)
    package func field(_ column: Int) -> Range<Int> {
        let whole = fields[column]
        // Nearly every field is plain at both ends, or empty.
        if whole.isEmpty || (bytes[whole.lowerBound] > 0x20 && bytes[whole.upperBound &- 1] > 0x20) { return whole }
        return Self.trimmed(bytes, whole)
    }

    /// The field of a column that may be absent: empty then.
    @inline(__always)
    package func field(_ column: Int?) -> Range<Int> {
        if let column { field(column) } else { 0..<0 }
    }

    /// All fields of the row and what stands between them.
    var wholeRow: Range<Int> { rowStart..<max(rowStart, nextStart &- 1) }

    /// The field with the blanks at its ends, a quoted one unquoted.
    package func wholeField(_ column: Int) -> Range<Int> { fields[column] }

    /// The bytes of a range of the buffer as text; they are UTF-8.
    package func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    /// Reports something odd of the present row.
    /// - Parameter column: whose field is the value, whole; nil where it is of the row.
    package func report(_ code: FeedNotice.Code, column: Int?, _ message: String) {
        let value = column.map { noticeValue(fields[$0]) } ?? ""
        let name = column.map { columns[$0] } ?? ""
        notices(FeedNotice(code, file: file, row: row, field: name, value: value, message))
    }

    /// The beginning of `range` as text, enough for `FeedNotice` to cut.
    private func noticeValue(_ range: Range<Int>) -> String { text(range.prefix(FeedNotice.valueLimit + 4)) }

    /// Not a method: called out of line from `field`, one would have the whole table copied for each field.
    private static func trimmed(_ bytes: borrowing [UInt8], _ range: Range<Int>) -> Range<Int> {
        var (start, end) = (range.lowerBound, range.upperBound)
        while start < end, bytes[start] <= 0x20 { start += 1 }
        while start < end, bytes[end - 1] <= 0x20 { end -= 1 }
        return start..<end
    }
}

extension CSVTable {
    /// Reports that the field has blanks around it, which were taken off.
    package func reportBlanks(_ column: Int) {
        report(.leadingOrTrailingWhitespaces, column: column, "read without the blanks at its ends, as by the server")
    }

    /// Reports those of `trimmedColumns` that have blanks around them.
    func reportBlanks() {
        for column in trimmedColumns {
            let whole = fields[column]
            if whole.isEmpty || (bytes[whole.lowerBound] > 0x20 && bytes[whole.upperBound &- 1] > 0x20) { continue }
            if !field(column).isEmpty { reportBlanks(column) }
        }
    }

    /// The column of that name; nil, reported with what follows from it, where the table hasn't what GTFS requires.
    package func expectedColumn(_ name: String, _ consequence: String) -> Int? {
        if let column = column(name) { return column }
        notices(FeedNotice(.missingRequiredColumn, file: file, row: 0, field: name, value: "", consequence))
        return nil
    }

    /// The field's text; empty for a column that isn't there.
    package func text(of column: Int?) -> String { column.map { text(field($0)) } ?? "" }
}
