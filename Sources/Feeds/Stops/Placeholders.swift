// Placeholders: what an export writes where a database has nothing: `blank`, `n/a`, `-`, the name once more as description. Printed on
// a page or a sign they tell a rider nothing, so such a value counts as absent; one notice a column says how many there were.

package enum Placeholder {
    /// In small letters. As a word of its own each says that there is nothing, in whatever language the rest of a feed is.
    private static let words: Set<String> = [
        "blank", "(blank)", "[blank]", "empty", "n/a", "#n/a", "n.a.", "none", "(none)", "null", "(null)", "[null]", "<null>",
        "nil",
        "nan", "undefined", "tbd", "\\n",
    ]
    private static let longest = 16

    /// Whether the text is one of the words, in any letters, or has neither a letter nor a digit: `-`, `--`, `.`, `?`, `—`.
    package static func isOne(_ text: some Collection<UInt8>) -> Bool {
        let count = text.count
        guard count > 0, count <= longest else { return false }
        guard let first = text.first, mayBegin(first) else { return false }
        if text.allSatisfy(isMark) { return true }
        return words.contains(String(decoding: text.map(small), as: UTF8.self)) || isDash(text)
    }

    /// Whether a placeholder can begin with the byte: most texts begin with another, and a million stops have four each.
    private static func mayBegin(_ byte: UInt8) -> Bool {
        switch small(byte) {
        case UInt8(ascii: "b"), UInt8(ascii: "e"), UInt8(ascii: "n"), UInt8(ascii: "t"), UInt8(ascii: "u"), UInt8(ascii: "("),
            UInt8(ascii: "["), UInt8(ascii: "#"), UInt8(ascii: "<"), UInt8(ascii: "\\"), 0xE2:
            true
        default: isMark(byte)
        }
    }

    /// The same of a stop's name: None is a town in Piedmont.
    static func isName(_ text: some Collection<UInt8>) -> Bool {
        isOne(text) && !text.elementsEqual("None".utf8) && !text.elementsEqual("NONE".utf8)
    }

    /// Whether two texts differ in blanks at their ends and in the case of ASCII letters at most.
    static func isSame(_ a: some Collection<UInt8>, _ b: some Collection<UInt8>) -> Bool {
        a.count == b.count && zip(a, b).allSatisfy { small($0) == small($1) }
    }

    private static func small(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }

    /// What a keyboard has for "nothing here"; `#` and `+` may be a platform's name.
    private static func isMark(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "?"), UInt8(ascii: "/"), UInt8(ascii: " "):
            true
        default: false
        }
    }

    /// U+2012 to U+2015, one or more.
    private static func isDash(_ text: some Collection<UInt8>) -> Bool {
        let bytes = Array(text)
        guard bytes.count % 3 == 0 else { return false }
        return stride(from: 0, to: bytes.count, by: 3).allSatisfy {
            bytes[$0] == 0xE2 && bytes[$0 + 1] == 0x80 && (0x92...0x95).contains(bytes[$0 + 2])
        }
    }
}

/// The placeholders of one column.
private struct PlaceholderCount {
    let field: String
    let path: WritableKeyPath<FeedStop, ByteRange>
    var count = 0
    var first: (row: UInt32, value: ByteRange)?

    mutating func take(_ stop: inout FeedStop) {
        count += 1
        if first == nil { first = (stop.row, stop[keyPath: path]) }
        stop[keyPath: path] = .empty
    }
}

extension [FeedStop] {
    /// Takes the placeholders out of the stops' texts.
    mutating func removePlaceholders(in bytes: borrowing [UInt8], _ notices: NoticeSink) {
        var columns = [
            PlaceholderCount(field: "stop_name", path: \.name), PlaceholderCount(field: "stop_code", path: \.code),
            PlaceholderCount(field: "stop_desc", path: \.description),
            PlaceholderCount(field: "platform_code", path: \.platformCode),
        ]
        var repeated = PlaceholderCount(field: "stop_desc", path: \.description)
        for index in indices {
            for column in columns.indices {
                let text = bytes[self[index][keyPath: columns[column].path].indices]
                let isNothing = column == 0 ? Placeholder.isName(text) : Placeholder.isOne(text)
                if isNothing { columns[column].take(&self[index]) }
            }
            let (name, description) = (bytes[self[index].name.indices], bytes[self[index].description.indices])
            if !description.isEmpty, Placeholder.isSame(name, description) { repeated.take(&self[index]) }
        }
        for column in columns { report(column, .placeholderValue, "says nothing", bytes, notices) }
        report(repeated, .sameNameAndDescription, "is the name once more", bytes, notices)
    }

    private func report(
        _ column: PlaceholderCount, _ code: FeedNotice.Code, _ words: String, _ bytes: borrowing [UInt8], _ notices: NoticeSink
    ) {
        guard let first = column.first else { return }
        let instead = column.field == "stop_name" ? "the ID is shown instead" : "it isn't printed"
        let places = column.count == 1 ? "" : ", here and in \(column.count - 1) more of \(count) rows"
        notices(
            FeedNotice(
                code, file: FeedStops.file, row: Int(first.row), field: column.field,
                value: String(decoding: bytes[first.value.indices], as: UTF8.self), "\(words)\(places); \(instead)"))
    }
}
