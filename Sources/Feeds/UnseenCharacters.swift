// UnseenCharacters: characters of an ID that nobody sees, so that two IDs look alike and are not: control characters, a
// byte-order mark inside a text (U+FEFF), a zero-width space (U+200B), a no-break space, a soft hyphen and their kind.

enum UnseenCharacters {
    /// Whether one of them is in the bytes, which are UTF-8.
    static func arePresent(in bytes: borrowing [UInt8], _ range: Range<Int>) -> Bool {
        var (isControl, isBeyondASCII) = (false, false)
        for at in range {
            let byte = bytes[at]
            isControl = isControl || byte < 0x20 || byte == 0x7F
            isBeyondASCII = isBeyondASCII || byte >= 0x80
        }
        return isControl || isBeyondASCII && String(decoding: bytes[range], as: UTF8.self).unicodeScalars.contains(where: isOne)
    }

    private static func isOne(_ character: Unicode.Scalar) -> Bool {
        switch character.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: true
        case .spaceSeparator: character != " "
        default: character.properties.isDefaultIgnorableCodePoint
        }
    }
}

extension CSVTable {
    /// Reports that the ID in the column holds a character that isn't seen.
    func reportUnseen(_ column: Int) {
        report(.nonPrintableCharacter, column: column, "the ID holds a character that isn't seen; links encode it")
    }
}
