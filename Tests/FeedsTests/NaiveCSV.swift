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
            var fields = record(honoursQuotes: true)
            if fields == nil {
                at = start
                fields = record(honoursQuotes: false)
            }
            if let fields, !(fields.count == 1 && fields[0].allSatisfy { $0 <= 0x20 && $0 != 0 }) {
                return (number, fields)
            }
        }
        return nil
    }

    /// Nil where a quote isn't closed.
    private mutating func record(honoursQuotes: Bool) -> [[UInt8]]? {
        var fields: [[UInt8]] = []
        while true {
            guard let field = field(honoursQuotes: honoursQuotes) else { return nil }
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
        if honoursQuotes, quote < bytes.count, bytes[quote] == UInt8(ascii: "\"") {
            at = quote + 1
            while true {
                guard at < bytes.count, at - quote <= fieldLimit else { return nil }
                if bytes[at] == UInt8(ascii: "\"") {
                    guard at + 1 < bytes.count, bytes[at + 1] == UInt8(ascii: "\"") else { break }
                    at += 1
                }
                field.append(bytes[at])
                at += 1
            }
            at += 1
        }
        while at < bytes.count, ![UInt8(ascii: ","), 10, 13].contains(bytes[at]) {
            field.append(bytes[at])
            at += 1
        }
        return field
    }
}
