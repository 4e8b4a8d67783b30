// ReadTable: what CSVTable makes of a table, as plain arrays.

import Testing

@testable import Feeds

func read(
    _ content: [UInt8], buffer: Int = 256 << 10, piece: Int = .max, field: Int = 64 << 10, row: Int = 1 << 20,
    notices: Notices = Notices()
) throws -> [ReadRow] {
    var limits = CSVLimits()
    (limits.buffer, limits.field, limits.row) = (buffer, field, row)
    var table = try CSVTable(
        reading: ArraySource(content, piece: piece), file: "stops.txt", limits: limits, notices: notices.sink)
    var rows: [ReadRow] = []
    while try table.next() {
        let count = table.columns.count
        let whole = (0..<count).map { table.text(table.wholeField($0)) }
        #expect((0..<count).map { table.text(table.field($0)) } == whole.map(trimmedLikeJava))
        rows.append(ReadRow(number: table.row, fields: whole))
    }
    return rows
}
