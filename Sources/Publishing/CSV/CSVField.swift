// CSVField: one field of a CSV as RFC 4180 has it: in quotes only where it holds a quote, a comma or a line end, and then
// with each quote doubled. Lines end with CRLF.

package import TransitLinks

extension ByteWriter {
    /// A field of any text.
    package mutating func appendCSV(_ text: Span<UInt8>) {
        if CSVField.needsQuotes(text) { appendQuoted(text) } else { append(text) }
    }

    /// A field for people, behind an apostrophe where a spreadsheet would run it as a formula.
    package mutating func appendCSV(guarding text: Span<UInt8>) {
        guard FormulaGuard.runs(text) else { return appendCSV(text) }
        let quoted = CSVField.needsQuotes(text)
        if quoted { append(UInt8(ascii: "\"")) }
        append(UInt8(ascii: "'"))
        if quoted { appendInside(text) } else { append(text) }
        if quoted { append(UInt8(ascii: "\"")) }
    }

    package mutating func appendCSVLineEnd() { append(literal: "\r\n") }

    private mutating func appendQuoted(_ text: Span<UInt8>) {
        append(UInt8(ascii: "\""))
        appendInside(text)
        append(UInt8(ascii: "\""))
    }

    private mutating func appendInside(_ text: Span<UInt8>) {
        for i in text.indices {
            if text[i] == UInt8(ascii: "\"") { append(UInt8(ascii: "\"")) }
            append(text[i])
        }
    }
}

enum CSVField {
    /// Whether the text can't stand without quotes (RFC 4180, section 2, rule 6). Eight bytes at once, the last eight again where
    /// the length is no multiple: a feed has few longer fields, and `isSpecial` byte by byte is the oracle of its test.
    static func needsQuotes(_ text: Span<UInt8>) -> Bool {
        let count = text.count
        guard count >= 8 else { return holdsSpecial(short: text) }
        var found: UInt64 = 0
        var at = 0
        while at <= count &- 8 {
            found |= specials(word(text, at))
            at &+= 8
        }
        if at < count { found |= specials(word(text, count &- 8)) }
        return found != 0
    }

    private static func holdsSpecial(short text: Span<UInt8>) -> Bool {
        var found = false
        for i in text.indices {
            // SAFETY: `i` is an index of the span.
            if isSpecial(unsafe text[unchecked: i]) { found = true }
        }
        return found
    }

    /// A quote, a comma or a line end.
    @inline(__always)
    static func isSpecial(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "\"") || byte == UInt8(ascii: ",") || byte == UInt8(ascii: "\r") || byte == UInt8(ascii: "\n")
    }

    /// The eight bytes from `at` on; `at + 8` is at most the span's count.
    @inline(__always)
    private static func word(_ text: Span<UInt8>, _ at: Int) -> UInt64 {
        // SAFETY: see the condition above; any eight bytes are a number.
        unsafe text.bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: at, as: UInt64.self)
    }

    /// Not 0 when one of the eight bytes is special.
    @inline(__always)
    private static func specials(_ word: UInt64) -> UInt64 {
        zeros(word ^ ones &* 0x22) | zeros(word ^ ones &* 0x2C) | zeros(word ^ ones &* 0x0D) | zeros(word ^ ones &* 0x0A)
    }

    private static var ones: UInt64 { 0x0101_0101_0101_0101 }

    /// Not 0 when one of the eight bytes is 0: the classic of bit tricks, exact as a question for any.
    @inline(__always)
    private static func zeros(_ word: UInt64) -> UInt64 { (word &- ones) & ~word & (ones &* 0x80) }
}
