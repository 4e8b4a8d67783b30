// ArraySource: a table out of memory, in pieces of any size; and what a reader makes of it, as plain arrays.

import Testing

@testable import Feeds

final class ArraySource: ByteSource {
    private let content: [UInt8]
    private let piece: Int
    private var at = 0

    init(_ content: [UInt8], piece: Int = .max) {
        self.content = content
        self.piece = piece
    }

    convenience init(_ text: String, piece: Int = .max) { self.init(Array(text.utf8), piece: piece) }

    func read(into buffer: inout [UInt8], at start: Int) throws(FeedError) -> Int {
        let count = min(piece, content.count - at, buffer.count - start)
        for index in 0..<count { buffer[start + index] = content[at + index] }
        at += count
        return count
    }
}

final class Notices {
    private(set) var all: [FeedNotice] = []
    var sink: NoticeSink { { self.all.append($0) } }
    /// `code file row field 'value': message`
    var lines: [String] {
        all.map { "\($0.code.rawValue) \($0.file) \($0.row) \($0.field) '\($0.value)': \($0.message)" }
    }
}

/// A row as it was read: its number and its fields, whole.
struct ReadRow: Equatable, CustomStringConvertible {
    var number: Int
    var fields: [String]
    var description: String { "\(number)\(fields)" }
}

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

/// Java's `String.trim`.
func trimmedLikeJava(_ text: String) -> String {
    let kept = text.unicodeScalars.drop { $0.value <= 0x20 }.reversed().drop { $0.value <= 0x20 }.reversed()
    return String(String.UnicodeScalarView(kept))
}
