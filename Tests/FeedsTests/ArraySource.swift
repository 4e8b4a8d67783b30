// ArraySource: a table out of memory, in pieces of any size; the notices of it; and a row as plain text. The fuzzers have it, too.

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

/// Java's `String.trim`.
func trimmedLikeJava(_ text: String) -> String {
    let kept = text.unicodeScalars.drop { $0.value <= 0x20 }.reversed().drop { $0.value <= 0x20 }.reversed()
    return String(String.UnicodeScalarView(kept))
}
