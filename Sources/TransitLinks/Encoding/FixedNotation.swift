// FixedNotation: a Double as coordinates and service dates are written: fixed notation with `.`, the shortest digits that
// read back as the same Double, always with a fraction, never an exponent, never `-0.0`, no locale (links.md, section 3).

extension ByteWriter {
    /// `value` in fixed notation. A coordinate with up to nine decimals and a date with up to three allocate nothing.
    /// - Precondition: finite.
    package mutating func append(fixed value: Double) {
        precondition(value.isFinite, "only finite numbers are written")
        if value < 0 { append(UInt8(ascii: "-")) }
        let value = value.magnitude
        let isWritten =
            value < 1e6 ? append(value, decimals: 9, scale: 1_000_000_000) : append(value, decimals: 3, scale: 1000)
        if !isWritten { append(expanding: value.description) }
    }

    /// Writes a value that is a whole number k of 1 / `scale`. k / `scale` with k < 2^53 is rounded once, as reading the
    /// decimal is; and of decimals with up to 15 digits only one reads back as a given Double, so it is the shortest.
    /// `description` is the oracle of its test. Inlined, so that the division is by a constant.
    /// - Returns: false, with nothing written, for any other.
    @inline(__always)
    private mutating func append(_ value: Double, decimals: Int, scale: UInt64) -> Bool {
        guard value * Double(scale) < 1e15 else { return false }
        let scaled = UInt64(value * Double(scale) + 0.5)
        guard Double(scaled) / Double(scale) == value else { return false }
        append(digits: scaled / scale, atLeast: 1)
        let fraction = scaled % scale
        guard fraction != 0 else {
            append(literal: ".0")
            return true
        }
        append(UInt8(ascii: "."))
        append(digits: fraction, atLeast: decimals)
        trimZeros()
        return true
    }

    /// Writes Swift's own shortest digits, `1.234e-05` or `5e+20` or `0.1`, without the exponent.
    private mutating func append(expanding description: String) {
        let parts = description.utf8.split(separator: UInt8(ascii: "e"))
        guard parts.count == 2, let exponent = Int(Substring(parts[1])) else { return append(description) }
        let mantissa = parts[0].split(separator: UInt8(ascii: "."))
        let digits = mantissa.flatMap(Array.init)
        let point = (mantissa.first?.count ?? 0) + exponent
        append(digits: digits, point: point)
    }

    /// `digits` with the decimal point before index `point`, which may lie outside of them.
    private mutating func append(digits: [UInt8], point: Int) {
        if point <= 0 { append(UInt8(ascii: "0")) }
        for at in 0..<max(0, point) { append(at < digits.count ? digits[at] : UInt8(ascii: "0")) }
        append(UInt8(ascii: "."))
        for _ in 0..<max(0, -point) { append(UInt8(ascii: "0")) }
        let decimals = digits[min(max(point, 0), digits.count)...]
        if decimals.isEmpty { append(UInt8(ascii: "0")) }
        for digit in decimals { append(digit) }
    }
}
