// NaiveCSV: the same CSV as CSVTable reads, a byte after the other over the whole file: slow, plain, and written from the
// rules, not from the reader.

struct NaiveCSV {
    let bytes: [UInt8]
    let fieldLimit: Int
    var at = 0
    var number = 0

    init(_ bytes: [UInt8], fieldLimit: Int = 64 << 10) {
        self.bytes = bytes
        self.fieldLimit = fieldLimit
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { at = 3 }
    }

    /// Every row behind the header that isn't blank and holds no U+0000, with as many fields as the header; nil where there
    /// is no header.
    static func rows(_ bytes: [UInt8], fieldLimit: Int = 64 << 10) -> [ReadRow]? {
        var reader = NaiveCSV(bytes, fieldLimit: fieldLimit)
        guard let header = reader.next() else { return nil }
        var rows: [ReadRow] = []
        while let (number, fields) = reader.next() {
            if fields.contains(where: { $0.contains(0) }) { continue }
            if fields.prefix(header.1.count).contains(where: { $0.count > fieldLimit }) { continue }
            var fields = fields.prefix(header.1.count).map { String(decoding: $0, as: UTF8.self) }
            while fields.count < header.1.count { fields.append("") }
            rows.append(ReadRow(number: number, fields: fields))
        }
        return rows
    }

    /// The next row that isn't blank.
    mutating func next() -> (Int, [[UInt8]])? {
        while at < bytes.count {
            number += 1
            let start = at
            var fields = record(quotesBefore: .max)
            if fields == nil {
                at = start
                fields = record(quotesBefore: unclosed)
            }
            if let fields, !(fields.count == 1 && fields[0].allSatisfy { $0 <= 0x20 && $0 != 0 }) {
                return (number, fields)
            }
        }
        return nil
    }

    /// The column whose quote wasn't closed.
    private var unclosed = 0

    /// Nil where a quote isn't closed.
    private mutating func record(quotesBefore plain: Int) -> [[UInt8]]? {
        var fields: [[UInt8]] = []
        while true {
            guard let field = field(honoursQuotes: fields.count < plain) else {
                unclosed = fields.count
                return nil
            }
            fields.append(field)
            guard at < bytes.count else { return fields }
            let end = bytes[at]
            at += 1
            if end == UInt8(ascii: ",") { continue }
            if end == 13, at < bytes.count, bytes[at] == 10 { at += 1 }
            return fields
        }
    }

    private mutating func field(honoursQuotes: Bool) -> [UInt8]? {
        var quote = at
        while quote < bytes.count, bytes[quote] == 32 { quote += 1 }
        var field: [UInt8] = []
        if honoursQuotes, isQuote(quote) {
            at = quote + 1
            guard let value = quoted(since: quote) else { return nil }
            field = value
        }
        while at < bytes.count, ![UInt8(ascii: ","), 10, 13].contains(bytes[at]) {
            field.append(bytes[at])
            at += 1
        }
        return field
    }

    private func isQuote(_ at: Int) -> Bool { at < bytes.count && bytes[at] == UInt8(ascii: "\"") }

    /// Whether nothing but spaces and tabs stands between `at` and the field's end.
    private func endsField(_ at: Int) -> Bool {
        let rest = bytes[min(at, bytes.count)...].drop { $0 == 32 || $0 == 9 }
        return rest.first.map { [UInt8(ascii: ","), 10, 13].contains($0) } ?? true
    }

    /// What is between the quotes; `at` then stands behind the closing one.
    private mutating func quoted(since quote: Int) -> [UInt8]? {
        var field: [UInt8] = []
        var (holdsQuote, holdsLineEnd) = (false, false)
        while at < bytes.count, at - quote <= fieldLimit {
            let byte = bytes[at]
            at += 1
            if byte == 10 || byte == 13 { holdsLineEnd = true }
            if byte == UInt8(ascii: "\"") {
                if endsField(at) { return field }
                if !isQuote(at) {
                    holdsQuote = true
                } else {
                    at += 1
                    if holdsQuote, endsField(at) { return at - 1 - quote <= fieldLimit ? field + [byte] : nil }
                }
            }
            if holdsQuote, holdsLineEnd { return nil }
            field.append(byte)
        }
        return nil
    }
}
