// DecimalNumber: a number as text, in the notation of stop_lat and stop_lon: a sign, digits with a point, an exponent. The
// result is the Double nearest to it. Clinger, "How to Read Floating Point Numbers Accurately" (1990): with at most 2^53 as
// digits and a power of ten up to 10^22, both exact, one rounded operation is exact enough; all else goes to the standard
// library, which is 20 times slower.

struct DecimalNumber {
    let value: Double
    /// Whether it is written in another way than GTFS's examples are: with a plus sign or an exponent.
    let isUnusual: Bool

    /// The number that the bytes of `range` spell; nil where they spell none, or one beyond a Double.
    init?(_ bytes: borrowing [UInt8], _ range: Range<Int>) {
        var at = range.lowerBound
        let end = range.upperBound
        var isNegative = false
        if at < end, bytes[at] == UInt8(ascii: "-") || bytes[at] == UInt8(ascii: "+") {
            isNegative = bytes[at] == UInt8(ascii: "-")
            at &+= 1
        }
        var digits: UInt64 = 0
        let wholeStart = at
        while at < end, let digit = Self.digit(bytes[at]) {
            digits = digits &* 10 &+ digit
            at &+= 1
        }
        var digitCount = at &- wholeStart
        var fraction = 0
        if at < end, bytes[at] == UInt8(ascii: ".") {
            at &+= 1
            let start = at
            while at < end, let digit = Self.digit(bytes[at]) {
                digits = digits &* 10 &+ digit
                at &+= 1
            }
            fraction = at &- start
            digitCount &+= fraction
        }
        guard digitCount > 0 else { return nil }
        isUnusual = at < end || bytes[range.lowerBound] == UInt8(ascii: "+")
        // 19 digits fit 64 bits.
        if at == end, digitCount <= 19, digits <= 1 << 53, fraction <= 22 {
            let magnitude = Double(digits) / Self.powers[fraction]
            value = isNegative ? -magnitude : magnitude
            return
        }
        guard let slow = Self.slowly(bytes, range, from: at) else { return nil }
        value = slow
    }

    @inline(__always)
    private static func digit(_ byte: UInt8) -> UInt64? {
        let digit = byte &- UInt8(ascii: "0")
        return digit < 10 ? UInt64(digit) : nil
    }

    /// - Parameter rest: where the digits end: nothing or an exponent follows.
    private static func slowly(_ bytes: borrowing [UInt8], _ range: Range<Int>, from rest: Int) -> Double? {
        var at = rest
        if at < range.upperBound {
            guard bytes[at] | 0x20 == UInt8(ascii: "e") else { return nil }
            at += 1
            if at < range.upperBound, bytes[at] == UInt8(ascii: "-") || bytes[at] == UInt8(ascii: "+") { at += 1 }
            guard at < range.upperBound, bytes[at..<range.upperBound].allSatisfy({ digit($0) != nil }) else { return nil }
        }
        guard let value = Double(String(decoding: bytes[range], as: UTF8.self)), value.isFinite else { return nil }
        return value
    }

    private static let powers: [Double] = [
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20,
        1e21, 1e22,
    ]
}
