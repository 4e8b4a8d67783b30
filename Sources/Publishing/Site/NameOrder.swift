// NameOrder: the order of a list of stops by name, the same on every machine: letter case, accents and punctuation count for
// nothing, and numbers stand by their value ("2nd" before "10th"). It follows no language's own rules: those differ by
// locale, and a site has to be the same bytes wherever it is made.

internal import TransitLinks

enum NameOrder {
    /// Bytes that sort as the name does.
    static func key(of name: String) -> [UInt8] {
        var key = Key()
        for scalar in name.unicodeScalars { key.append(scalar) }
        key.endNumber()
        return key.bytes
    }

    /// The Latin letters of U+00C0…U+017F without their marks, in that order; `-` for the two that are no letters.
    static let latin: [String] = [
        "a", "a", "a", "a", "a", "a", "ae", "c", "e", "e", "e", "e", "i", "i", "i", "i",
        "d", "n", "o", "o", "o", "o", "o", "-", "o", "u", "u", "u", "u", "y", "th", "ss",
        "a", "a", "a", "a", "a", "a", "ae", "c", "e", "e", "e", "e", "i", "i", "i", "i",
        "d", "n", "o", "o", "o", "o", "o", "-", "o", "u", "u", "u", "u", "y", "th", "y",
        "a", "a", "a", "a", "a", "a", "c", "c", "c", "c", "c", "c", "c", "c", "d", "d",
        "d", "d", "e", "e", "e", "e", "e", "e", "e", "e", "e", "e", "g", "g", "g", "g",
        "g", "g", "g", "g", "h", "h", "h", "h", "i", "i", "i", "i", "i", "i", "i", "i",
        "i", "i", "ij", "ij", "j", "j", "k", "k", "k", "l", "l", "l", "l", "l", "l", "l",
        "l", "l", "l", "n", "n", "n", "n", "n", "n", "n", "n", "n", "o", "o", "o", "o",
        "o", "o", "oe", "oe", "r", "r", "r", "r", "r", "r", "s", "s", "s", "s", "s", "s",
        "s", "s", "t", "t", "t", "t", "t", "t", "u", "u", "u", "u", "u", "u", "u", "u",
        "u", "u", "u", "u", "w", "w", "y", "y", "y", "z", "z", "z", "z", "z", "z", "s",
    ]

    private struct Key {
        var bytes: [UInt8] = []
        private var number: [UInt8] = []

        mutating func append(_ scalar: Unicode.Scalar) {
            if let byte = UInt8(exactly: scalar.value), isDigit(byte) { return number.append(byte) }
            endNumber()
            switch scalar.value {
            case 0x41...0x5A, 0x61...0x7A: bytes.append(UInt8(truncatingIfNeeded: scalar.value) | 0x20)
            case 0x00...0xBF: appendGap()
            case 0xC0...0x17F: append(NameOrder.latin[Int(scalar.value) - 0xC0])
            // Marks of their own: the second half of a letter in decomposed form.
            case 0x300...0x36F: break
            default: bytes.append(contentsOf: scalar.properties.lowercaseMapping.utf8)
            }
        }

        private mutating func append(_ letters: String) {
            if letters == "-" { appendGap() } else { bytes.append(contentsOf: letters.utf8) }
        }

        /// One blank between words, whatever stands there.
        private mutating func appendGap() {
            if let last = bytes.last, last != 0x20 { bytes.append(0x20) }
        }

        /// A number is its digits behind how many they are, so that it sorts by value; before every letter.
        mutating func endNumber() {
            if number.isEmpty { return }
            let digits = number.drop { $0 == UInt8(ascii: "0") }
            bytes.append(UInt8(ascii: "0") + UInt8(min(digits.count, 40)))
            bytes.append(contentsOf: digits)
            number = []
        }
    }
}
