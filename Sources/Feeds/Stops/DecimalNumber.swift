// DecimalNumber: a number as text, in the notation of stop_lat and stop_lon: a sign, digits with a point, an exponent. The
// result is the Double nearest to it. Clinger, "How to Read Floating Point Numbers Accurately" (1990): with at most 2^53 as
// digits and a power of ten up to 10^22, both exact, one rounded operation is exact enough; all else goes to the standard
// library, which is 20 times slower.

struct DecimalNumber {
    let value: Double
    /// Whether it is written in another way than GTFS's examples are: with a plus sign or an exponent.
    let isUnusual: Bool
    /// Whether it is written as this project writes coordinates: the shortest fixed notation that reads back as the same
    /// Double, with a fraction, never `-0.0`. Of decimals with up to 15 digits no two are one Double, so one that has no zeros
    /// to spare is the shortest. False for some that are.
    let isShortest: Bool

    /// The number that the bytes of `range` spell; nil where they spell none, or one beyond a Double.
    init?(_ bytes: borrowing [UInt8], _ range: Range<Int>) {
        var at = range.lowerBound
        let end = range.upperBound
        guard at < end else { return nil }
        let sign = bytes[at]
        if sign == .minus || sign == .plus { at &+= 1 }
        var digits: UInt64 = 0
        let first = at
        Self.eat(bytes, &at, end, &digits)
        var digitCount = at &- first
        let wholeDigits = digitCount
        var scale = 1.0
        if at < end, bytes[at] == .point {
            at &+= 1
            let start = at
            Self.eat(bytes, &at, end, &digits)
            digitCount &+= at &- start
            // Powers of ten up to 10^22 are exact, and so is every step to them.
            for _ in start..<at { scale *= 10 }
        }
        guard digitCount > 0 else { return nil }
        isUnusual = at < end || sign == .plus
        let isNegativeZero = digits == 0 && sign == .minus
        isShortest =
            !isUnusual && digitCount <= 15 && !isNegativeZero
            && Self.hasNoSpareZeros(bytes, first..<end, wholeDigits: wholeDigits)
        // 19 digits fit 64 bits.
        if at == end, digitCount <= 19, digits <= 1 << 53 {
            value = Double(digits) / (sign == .minus ? -scale : scale)
            return
        }
        guard let slow = Self.slowly(bytes, range, from: at) else { return nil }
        value = slow
    }

    /// Whether digits that are `wholeDigits` before a point stand so that none could go: a digit before the point and one
    /// behind it, and no other zero at the ends.
    private static func hasNoSpareZeros(_ bytes: borrowing [UInt8], _ range: Range<Int>, wholeDigits: Int) -> Bool {
        let decimals = range.count &- wholeDigits &- 1
        guard wholeDigits > 0, decimals > 0 else { return false }
        return (wholeDigits == 1 || bytes[range.lowerBound] != UInt8(ascii: "0"))
            && (decimals == 1 || bytes[range.upperBound &- 1] != UInt8(ascii: "0"))
    }

    /// Takes digits up to what is none.
    @inline(__always)
    private static func eat(_ bytes: borrowing [UInt8], _ at: inout Int, _ end: Int, _ digits: inout UInt64) {
        while at < end {
            let digit = bytes[at] &- UInt8(ascii: "0")
            guard digit < 10 else { return }
            digits = digits &* 10 &+ UInt64(digit)
            at &+= 1
        }
    }

    /// - Parameter rest: where the digits end: nothing or an exponent follows.
    private static func slowly(_ bytes: borrowing [UInt8], _ range: Range<Int>, from rest: Int) -> Double? {
        var at = rest
        if at < range.upperBound {
            guard bytes[at] | 0x20 == UInt8(ascii: "e") else { return nil }
            at += 1
            if at < range.upperBound, bytes[at] == .minus || bytes[at] == .plus { at += 1 }
            guard at < range.upperBound, bytes[at..<range.upperBound].allSatisfy(\.isDigit) else { return nil }
        }
        guard let value = Double(String(decoding: bytes[range], as: UTF8.self)), value.isFinite else { return nil }
        return value
    }
}

extension UInt8 {
    fileprivate static var plus: UInt8 { UInt8(ascii: "+") }
    fileprivate static var minus: UInt8 { UInt8(ascii: "-") }
    fileprivate static var point: UInt8 { UInt8(ascii: ".") }
    fileprivate var isDigit: Bool { self &- UInt8(ascii: "0") < 10 }
}
