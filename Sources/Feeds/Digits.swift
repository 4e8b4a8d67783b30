// Digits: the numbers of a feed that are written in plain digits: dates, sequences, enumerations. No sign, no blank, no
// exponent; a caller that allows blanks trims first.

package enum Digits {
    /// The number that the bytes of `range` spell; nil for no byte, another byte than a digit, or more than nine digits
    /// (so that it fits 32 bits; no field read with this has use for more).
    package static func value(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Int? {
        guard 1...9 ~= range.count else { return nil }
        var value = 0
        for at in range {
            let digit = bytes[at] &- UInt8(ascii: "0")
            guard digit < 10 else { return nil }
            value = value &* 10 &+ Int(digit)
        }
        return value
    }

    /// The number that all of `bytes` spell.
    package static func value(_ bytes: Span<UInt8>) -> Int? { value(bytes, 0..<bytes.count) }

    /// `value` in decimal with zeros in front up to `width` digits.
    package static func padded(_ value: Int, to width: Int) -> String {
        let text = String(value)
        return String(repeating: "0", count: max(0, width - text.utf8.count)) + text
    }
}
