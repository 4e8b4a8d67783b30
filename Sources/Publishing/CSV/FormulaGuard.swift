// FormulaGuard: whether a spreadsheet would run a text as a formula when it opens a CSV, quoted or not (OWASP, "CSV
// Injection"; ASVS 1.2.10). It judges the beginning of a cell; what to do about it is for whoever writes the cell.

internal import TransitLinks

package enum FormulaGuard {
    /// Whether the text begins with `=`, `+`, `-` or `@`, in their full-width forms too, behind any blanks, or with a control
    /// character: TAB, CR and LF shift the rest into a cell of its own, and some programs drop the others.
    /// - Parameter text: UTF-8.
    @inline(__always)
    package static func runs(_ text: Span<UInt8>) -> Bool {
        guard let first = text.first else { return false }
        // Letters and digits, with which nearly all texts begin.
        return isLetter(first) || isDigit(first) ? false : runsBehindBlanks(text)
    }

    @inline(never)
    private static func runsBehindBlanks(_ text: Span<UInt8>) -> Bool {
        if text[0] < 0x20 { return true }
        var at = 0
        while at < text.count {
            let blank = blankLength(text, at)
            if blank == 0 { return begins(text, at) }
            at += blank
        }
        return false
    }

    private static func begins(_ text: Span<UInt8>, _ at: Int) -> Bool {
        switch text[at] {
        case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"): true
        case 0xEF: isFullWidth(text, at)
        default: false
        }
    }

    /// U+FF1D, U+FF0B, U+FF0D, U+FF20: spreadsheets of East Asia read them as the narrow ones.
    private static func isFullWidth(_ text: Span<UInt8>, _ at: Int) -> Bool {
        guard at + 2 < text.count, text[at + 1] == 0xBC else { return false }
        switch text[at + 2] {
        case 0x9D, 0x8B, 0x8D, 0xA0: return true
        default: return false
        }
    }

    /// How many bytes of blank or invisible character begin here: C0, space, U+00A0, U+2000…U+200F, U+202F, U+205F, U+2060,
    /// U+3000, U+FEFF.
    private static func blankLength(_ text: Span<UInt8>, _ at: Int) -> Int {
        let byte = text[at]
        if byte <= 0x20 { return 1 }
        if byte == 0xC2 { return at + 1 < text.count && text[at + 1] == 0xA0 ? 2 : 0 }
        guard at + 2 < text.count else { return 0 }
        return switch (byte, text[at + 1], text[at + 2]) {
        case (0xE2, 0x80, 0x80...0x8F), (0xE2, 0x80, 0xAF), (0xE2, 0x81, 0x9F), (0xE2, 0x81, 0xA0): 3
        case (0xE3, 0x80, 0x80), (0xEF, 0xBB, 0xBF): 3
        default: 0
        }
    }
}

extension Span<UInt8> {
    /// nil where there is none.
    var first: UInt8? { isEmpty ? nil : self[0] }
}
