// ShownText: a value from a feed as a page may show it, and the one escaper of HTML. A page is laid out by its marks, so what
// would lay it out from inside a name (line ends, controls, overrides of the reading direction) does not get into it. It
// knows HTML's "parse errors" of the input stream (WHATWG HTML, 13.2.3.5) and nothing of URLs.

package import TransitLinks

package enum ShownText {
    /// `text` with line ends and tabs as blanks; other control characters and noncharacters, which no HTML may hold, as
    /// U+FFFD; and without embeddings, overrides and isolates of the reading direction: `dir` isolates every value already,
    /// and an override left open would turn the rest of a title around.
    package static func of(_ text: String) -> String {
        if isOrdinary(text.utf8.span) { return text }
        var shown = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if let scalar = Self.scalar(for: scalar) { shown.append(scalar) }
        }
        return String(shown)
    }

    /// Whether two texts are the same bytes: canonical equivalence costs more than it is worth here.
    static func isSame(_ a: String, _ b: String) -> Bool { a.utf8.elementsEqual(b.utf8) }

    /// Nil where nothing is shown.
    private static func scalar(for scalar: Unicode.Scalar) -> Unicode.Scalar? {
        switch scalar.value {
        case 0x09...0x0D, 0x85, 0x2028, 0x2029: " "
        case 0x00...0x1F, 0x7F...0x9F, 0xFDD0...0xFDEF: "\u{FFFD}"
        case 0x202A...0x202E, 0x2066...0x2069: nil
        case let value where value & 0xFFFE == 0xFFFE: "\u{FFFD}"
        default: scalar
        }
    }

    /// Whether no byte can begin a scalar that `scalar(for:)` changes.
    private static func isOrdinary(_ bytes: Span<UInt8>) -> Bool {
        for i in bytes.indices {
            switch bytes[i] {
            // Controls; C1 controls (C2), U+2028 to U+2069 (E2), U+FDD0 to U+FFFF (EF), U+1FFFE and on (F0 to F4).
            case 0x00...0x1F, 0x7F, 0xC2, 0xE2, 0xEF, 0xF0...0xF4: return false
            default: continue
            }
        }
        return true
    }
}

extension ByteWriter {
    /// `text` as it is shown, for the inside of an element or of a quoted attribute.
    package mutating func append(html text: String) { append(escaping: ShownText.of(text).utf8.span) }

    /// Bytes that were cleaned or are ASCII without controls, such as a URL's, with `&`, `<`, `>` and both quotes as
    /// character references.
    package mutating func append(escaping bytes: Span<UInt8>) {
        var start = 0
        for at in bytes.indices {
            guard let reference = Self.reference(for: bytes[at]) else { continue }
            append(bytes.extracting(start..<at))
            append(literal: reference)
            start = at + 1
        }
        append(bytes.extracting(start..<bytes.count))
    }

    @inline(__always)
    private static func reference(for byte: UInt8) -> StaticString? {
        switch byte {
        case UInt8(ascii: "&"): "&amp;"
        case UInt8(ascii: "<"): "&lt;"
        case UInt8(ascii: ">"): "&gt;"
        case UInt8(ascii: "\""): "&quot;"
        case UInt8(ascii: "'"): "&#39;"
        default: nil
        }
    }
}
