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
    /// Whether the text can't stand without quotes (RFC 4180, section 2, rule 6). Without a branch a byte, so that sixteen are
    /// compared at once.
    static func needsQuotes(_ text: Span<UInt8>) -> Bool {
        var found: UInt8 = 0
        for i in text.indices {
            // SAFETY: `i` is an index of the span.
            let byte = unsafe text[unchecked: i]
            found |= byte == UInt8(ascii: "\"") || byte == UInt8(ascii: ",") ? 1 : 0
            found |= byte == UInt8(ascii: "\r") || byte == UInt8(ascii: "\n") ? 1 : 0
        }
        return found != 0
    }
}
