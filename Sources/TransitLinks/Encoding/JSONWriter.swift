// JSONWriter: JSON as results and activities are written: one line without blanks, raw UTF-8, `/` as it is, C0 escaped
// (RFC 8259, section 7). Commas follow from the last byte written, so it keeps no state and no stack; that its calls
// nest properly is the caller's duty and the tests'.

/// Writes JSON to its `bytes`.
package struct JSONWriter: ~Copyable, KeyedWriter {
    package static var hasDates: Bool { false }

    package var bytes: ByteWriter

    package init(capacity: Int = 4096) { bytes = ByteWriter(capacity: capacity) }

    package mutating func beginObject() {
        separate()
        bytes.append(UInt8(ascii: "{"))
    }

    package mutating func endObject() { bytes.append(UInt8(ascii: "}")) }

    package mutating func beginArray() {
        separate()
        bytes.append(UInt8(ascii: "["))
    }

    package mutating func endArray() { bytes.append(UInt8(ascii: "]")) }

    /// Ends a line of NDJSON.
    package mutating func endLine() { bytes.append(UInt8(ascii: "\n")) }

    /// The key of the value that is written next. A literal needs no escape: letters only.
    @inline(__always)
    package mutating func key(_ name: StaticString) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        bytes.append(literal: name)
        bytes.append(literal: "\":")
    }

    package mutating func key(named name: String) {
        value(name)
        bytes.append(UInt8(ascii: ":"))
    }

    package mutating func value(_ text: String) {
        beginText()
        piece(text)
        endText()
    }

    @inline(__always)
    package mutating func value(literal: StaticString) {
        beginText()
        bytes.append(literal: literal)
        endText()
    }

    @inline(__always)
    package mutating func piece(literal: StaticString) { bytes.append(literal: literal) }

    package mutating func beginText() {
        separate()
        bytes.append(UInt8(ascii: "\""))
    }

    package mutating func piece(_ text: String) { bytes.appendJSONEscaped(text) }

    package mutating func piece(_ number: Int64) { bytes.append(decimal: number) }

    package mutating func endText() { bytes.append(UInt8(ascii: "\"")) }

    package mutating func value(_ number: Int64) {
        separate()
        bytes.append(decimal: number)
    }

    package mutating func value(_ flag: Bool) {
        separate()
        if flag { bytes.append(literal: "true") } else { bytes.append(literal: "false") }
    }

    package mutating func value(date: ServiceDate) {
        value(url: { date.writeISO8601(to: &$0) })
    }

    /// A string whose inside `write` appends and that needs no escape.
    @inline(__always)
    package mutating func value(url write: (inout ByteWriter) -> Void) { _ = plainValue(write) }

    /// The same.
    /// - Returns: where the inside stands in `bytes`.
    @inline(__always)
    package mutating func plainValue(_ write: (inout ByteWriter) -> Void) -> Range<Int> {
        beginText()
        let start = bytes.count
        write(&bytes)
        let inside = start..<bytes.count
        endText()
        return inside
    }

    /// Key and value, nothing for nil.
    package mutating func field(_ name: StaticString, _ text: String?) {
        guard let text else { return }
        key(name)
        value(text)
    }

    package mutating func field(_ name: StaticString, _ number: Int64) {
        key(name)
        value(number)
    }

    package mutating func field(_ name: StaticString, _ flag: Bool) {
        key(name)
        value(flag)
    }

    /// A comma, unless a value stands first in its object, array or line, or behind its key.
    @inline(__always)
    mutating func separate() {
        let last = bytes.last ?? UInt8(ascii: "\n")
        if last == UInt8(ascii: ":") || last == UInt8(ascii: "{") || last == UInt8(ascii: "[") { return }
        if last != UInt8(ascii: "\n") { bytes.append(UInt8(ascii: ",")) }
    }
}

// MARK: Escapes

extension JSONWriter {
    /// Whether a byte of UTF-8 stands for itself inside a string.
    @inline(__always)
    static func isPlain(_ byte: UInt8) -> Bool {
        byte >= 0x20 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
    }

    /// The letter behind the backslash of a two-byte escape, nil where only `\u00XX` remains.
    static func shortEscape(of byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): byte
        case 0x08: UInt8(ascii: "b")
        case 0x0C: UInt8(ascii: "f")
        case 0x0A: UInt8(ascii: "n")
        case 0x0D: UInt8(ascii: "r")
        case 0x09: UInt8(ascii: "t")
        default: nil
        }
    }
}
