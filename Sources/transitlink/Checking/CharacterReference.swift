// CharacterReference: `&amp;` and its kin, read as a browser reads them (HTML, section 13.2.5.72): 106 old names count even
// without their semicolon, in text always, in an attribute only where no letter, digit or `=` follows. That is how `&regionID`
// stays in an attribute and turns into ®ionID in text. Of the names that need a semicolon only those for ASCII are known,
// which are those that can stand in a URL; the others stay as they are.

enum CharacterReference {
    /// The scalar at `at`, where an `&` stands, and where the reference ends; nil where the `&` is itself.
    static func read(_ bytes: Span<UInt8>, at: Int, end: Int, inAttribute: Bool) -> (scalar: Unicode.Scalar, end: Int)? {
        guard at + 1 < end else { return nil }
        if bytes[at + 1] == UInt8(ascii: "#") { return number(bytes, at: at + 2, end: end) }
        var stop = at + 1
        while stop < end, stop - at <= longestName, isAlphanumeric(bytes[stop]) { stop += 1 }
        let name = text(bytes, at + 1..<stop)
        if stop < end, bytes[stop] == UInt8(ascii: ";"), let value = withSemicolon[name] ?? withoutSemicolon[name] {
            return (value, stop + 1)
        }
        return old(bytes, at: at + 1, nameEnd: stop, end: end, inAttribute: inAttribute)
    }

    /// The longest old name that stands there.
    private static func old(
        _ bytes: Span<UInt8>, at: Int, nameEnd: Int, end: Int, inAttribute: Bool
    ) -> (Unicode.Scalar, Int)? {
        var stop = min(nameEnd, at + longestOldName)
        while stop >= at + 2 {
            if let value = withoutSemicolon[text(bytes, at..<stop)] {
                let goesOn = stop < end && (isAlphanumeric(bytes[stop]) || bytes[stop] == UInt8(ascii: "="))
                return inAttribute && goesOn ? nil : (value, stop)
            }
            stop -= 1
        }
        return nil
    }

    private static func number(_ bytes: Span<UInt8>, at: Int, end: Int) -> (Unicode.Scalar, Int)? {
        var stop = at
        let isHexadecimal = stop < end && bytes[stop] | 0x20 == UInt8(ascii: "x")
        if isHexadecimal { stop += 1 }
        let start = stop
        var value: UInt32 = 0
        while stop < end, let digit = digit(bytes[stop], isHexadecimal) {
            // Beyond Unicode it is U+FFFD however long it gets.
            value = min(value, 0x110000) * (isHexadecimal ? 16 : 10) + digit
            stop += 1
        }
        if stop == start { return nil }
        if stop < end, bytes[stop] == UInt8(ascii: ";") { stop += 1 }
        return ((value == 0 ? nil : Unicode.Scalar(value)) ?? "\u{FFFD}", stop)
    }

    private static func digit(_ byte: UInt8, _ isHexadecimal: Bool) -> UInt32? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0"))
        case UInt8(ascii: "a")...UInt8(ascii: "f") where isHexadecimal: UInt32(byte - UInt8(ascii: "a") + 10)
        case UInt8(ascii: "A")...UInt8(ascii: "F") where isHexadecimal: UInt32(byte - UInt8(ascii: "A") + 10)
        default: nil
        }
    }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"):
            true
        default: false
        }
    }

    private static func text(_ bytes: Span<UInt8>, _ range: Range<Int>) -> String {
        var text = ""
        for at in range { text.unicodeScalars.append(Unicode.Scalar(bytes[at])) }
        return text
    }

    /// `DiacriticalGrave`
    private static let longestName = 16
    /// `frac12`, `Aacute`
    private static let longestOldName = 6

    private static let withSemicolon: [String: Unicode.Scalar] = [
        "DiacriticalGrave": "\u{60}", "Hat": "\u{5E}", "NewLine": "\u{A}", "Tab": "\u{9}", "UnderBar": "\u{5F}",
        "VerticalLine": "\u{7C}",
        "apos": "\u{27}", "ast": "\u{2A}", "bsol": "\u{5C}", "colon": "\u{3A}", "comma": "\u{2C}", "commat": "\u{40}",
        "dollar": "\u{24}",
        "equals": "\u{3D}", "excl": "\u{21}", "grave": "\u{60}", "lbrace": "\u{7B}", "lbrack": "\u{5B}", "lcub": "\u{7B}",
        "lowbar": "\u{5F}",
        "lpar": "\u{28}", "lsqb": "\u{5B}", "midast": "\u{2A}", "num": "\u{23}", "percnt": "\u{25}", "period": "\u{2E}",
        "plus": "\u{2B}",
        "quest": "\u{3F}", "rbrace": "\u{7D}", "rbrack": "\u{5D}", "rcub": "\u{7D}", "rpar": "\u{29}", "rsqb": "\u{5D}",
        "semi": "\u{3B}",
        "sol": "\u{2F}", "verbar": "\u{7C}", "vert": "\u{7C}",
    ]

    private static let withoutSemicolon: [String: Unicode.Scalar] = [
        "AElig": "\u{C6}", "AMP": "\u{26}", "Aacute": "\u{C1}", "Acirc": "\u{C2}", "Agrave": "\u{C0}", "Aring": "\u{C5}",
        "Atilde": "\u{C3}",
        "Auml": "\u{C4}", "COPY": "\u{A9}", "Ccedil": "\u{C7}", "ETH": "\u{D0}", "Eacute": "\u{C9}", "Ecirc": "\u{CA}",
        "Egrave": "\u{C8}",
        "Euml": "\u{CB}", "GT": "\u{3E}", "Iacute": "\u{CD}", "Icirc": "\u{CE}", "Igrave": "\u{CC}", "Iuml": "\u{CF}",
        "LT": "\u{3C}",
        "Ntilde": "\u{D1}", "Oacute": "\u{D3}", "Ocirc": "\u{D4}", "Ograve": "\u{D2}", "Oslash": "\u{D8}", "Otilde": "\u{D5}",
        "Ouml": "\u{D6}",
        "QUOT": "\u{22}", "REG": "\u{AE}", "THORN": "\u{DE}", "Uacute": "\u{DA}", "Ucirc": "\u{DB}", "Ugrave": "\u{D9}",
        "Uuml": "\u{DC}",
        "Yacute": "\u{DD}", "aacute": "\u{E1}", "acirc": "\u{E2}", "acute": "\u{B4}", "aelig": "\u{E6}", "agrave": "\u{E0}",
        "amp": "\u{26}",
        "aring": "\u{E5}", "atilde": "\u{E3}", "auml": "\u{E4}", "brvbar": "\u{A6}", "ccedil": "\u{E7}", "cedil": "\u{B8}",
        "cent": "\u{A2}",
        "copy": "\u{A9}", "curren": "\u{A4}", "deg": "\u{B0}", "divide": "\u{F7}", "eacute": "\u{E9}", "ecirc": "\u{EA}",
        "egrave": "\u{E8}",
        "eth": "\u{F0}", "euml": "\u{EB}", "frac12": "\u{BD}", "frac14": "\u{BC}", "frac34": "\u{BE}", "gt": "\u{3E}",
        "iacute": "\u{ED}",
        "icirc": "\u{EE}", "iexcl": "\u{A1}", "igrave": "\u{EC}", "iquest": "\u{BF}", "iuml": "\u{EF}", "laquo": "\u{AB}",
        "lt": "\u{3C}",
        "macr": "\u{AF}", "micro": "\u{B5}", "middot": "\u{B7}", "nbsp": "\u{A0}", "not": "\u{AC}", "ntilde": "\u{F1}",
        "oacute": "\u{F3}",
        "ocirc": "\u{F4}", "ograve": "\u{F2}", "ordf": "\u{AA}", "ordm": "\u{BA}", "oslash": "\u{F8}", "otilde": "\u{F5}",
        "ouml": "\u{F6}",
        "para": "\u{B6}", "plusmn": "\u{B1}", "pound": "\u{A3}", "quot": "\u{22}", "raquo": "\u{BB}", "reg": "\u{AE}",
        "sect": "\u{A7}",
        "shy": "\u{AD}", "sup1": "\u{B9}", "sup2": "\u{B2}", "sup3": "\u{B3}", "szlig": "\u{DF}", "thorn": "\u{FE}",
        "times": "\u{D7}",
        "uacute": "\u{FA}", "ucirc": "\u{FB}", "ugrave": "\u{F9}", "uml": "\u{A8}", "uuml": "\u{FC}", "yacute": "\u{FD}",
        "yen": "\u{A5}",
        "yuml": "\u{FF}",
    ]
}
