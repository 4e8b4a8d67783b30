// Printable: how a value from outside is shown to a person, in a message, a log line or a terminal.
// One line always, nothing that a terminal obeys, nothing that forges a log entry, and unambiguous: what was
// escaped can be told from what was there. It knows nothing of JSON, URLs or shells; those have encoders of their own.

package enum Printable {
    /// The text of `bytes`, escaped: a backslash and C0 controls as in C (`\\`, `\n`, `\x1B`), a byte that is no
    /// UTF-8 as `\xNN`, and C1 controls, line separators, bidirectional controls, joiners that hide and U+FEFF as `\u{…}`.
    package static func escaped(_ bytes: some Sequence<UInt8>) -> String {
        var out = ""
        var decoder = UTF8Decoder(bytes)
        while let piece = decoder.next() {
            switch piece {
            case .scalar(let scalar): append(scalar, to: &out)
            case .invalid(let byte): out += "\\x" + hex(UInt32(byte), digits: 2)
            }
        }
        return out
    }

    /// The text of `string`, escaped as above.
    package static func escaped(_ string: String) -> String {
        if isPlain(string.utf8.span) { return string }
        var out = ""
        for scalar in string.unicodeScalars { append(scalar, to: &out) }
        return out
    }

    /// A message that is put together already: what a terminal would obey is escaped as above, and a backslash stays, since it may
    /// be an escape's. Values belong escaped before they come into a message; this is for the one that somebody forgot.
    package static func line(_ message: String) -> String {
        if isPlain(message.utf8.span) { return message }
        var out = ""
        for scalar in message.unicodeScalars {
            if scalar == "\\" { out += "\\" } else { append(scalar, to: &out) }
        }
        return out
    }

    /// The text in single quotes for a message: `'91.2'`, a quote inside as `\'`, cut after `limit` scalars with an
    /// ellipsis outside the quotes.
    package static func quoted(_ string: String, limit: Int = 80) -> String {
        var out = "'"
        var left = limit
        for scalar in string.unicodeScalars {
            if left == 0 { return out + "'…" }
            left -= 1
            if scalar == "'" { out += "\\'" } else { append(scalar, to: &out) }
        }
        return out + "'"
    }

    /// Whether nothing but printable ASCII without a backslash is in it, as in nearly all texts: nothing is escaped then.
    private static func isPlain(_ bytes: Span<UInt8>) -> Bool {
        var isOdd = false
        for at in bytes.indices { isOdd = isOdd || bytes[at] < 0x20 || bytes[at] > 0x7E || bytes[at] == 0x5C }
        return !isOdd
    }

    private static func append(_ scalar: Unicode.Scalar, to out: inout String) {
        switch scalar.value {
        case 0x5C: out += "\\\\"
        case 0x0A: out += "\\n"
        case 0x0D: out += "\\r"
        case 0x09: out += "\\t"
        case 0x00...0x1F, 0x7F: out += "\\x" + hex(scalar.value, digits: 2)
        case 0x80...0x9F, 0xAD, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF, 0xFFF9...0xFFFB,
            0xE0000...0xE007F:
            out += "\\u{" + hex(scalar.value, digits: 4) + "}"
        default: out.unicodeScalars.append(scalar)
        }
    }

    private static func hex(_ value: UInt32, digits: Int) -> String {
        let text = String(value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
    }
}

/// UTF-8 a scalar at a time, where a byte that fits nowhere is handed out as itself.
private struct UTF8Decoder<Bytes: Sequence<UInt8>> {
    enum Piece {
        case scalar(Unicode.Scalar)
        case invalid(UInt8)
    }
    private var bytes: [UInt8]
    private var at = 0

    init(_ bytes: Bytes) { self.bytes = Array(bytes) }

    mutating func next() -> Piece? {
        guard at < bytes.count else { return nil }
        let first = bytes[at]
        let length =
            switch first {
            case 0x00...0x7F: 1
            case 0xC2...0xDF: 2
            case 0xE0...0xEF: 3
            case 0xF0...0xF4: 4
            default: 0
            }
        guard length > 0, at + length <= bytes.count,
            let text = String(validating: bytes[at..<(at + length)], as: UTF8.self),
            let scalar = text.unicodeScalars.first
        else {
            at += 1
            return .invalid(first)
        }
        at += length
        return .scalar(scalar)
    }
}
