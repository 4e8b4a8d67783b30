// ServiceTime: whether a value is a time of a service day: hours (one to three digits, past 24 and past 48 too), minutes and
// seconds (two digits below 60).

enum ServiceTime {
    /// Of a value that isn't empty.
    static func isOne(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
        let colon = range.upperBound - 6
        guard 7...9 ~= range.count, bytes[colon] == UInt8(ascii: ":"), bytes[colon + 3] == UInt8(ascii: ":"),
            isSixtieth(bytes, colon + 1), isSixtieth(bytes, colon + 4)
        else { return false }
        for at in range.lowerBound..<colon where !isDigit(bytes[at], below: 10) { return false }
        return true
    }

    private static func isSixtieth(_ bytes: Span<UInt8>, _ at: Int) -> Bool {
        isDigit(bytes[at], below: 6) && isDigit(bytes[at + 1], below: 10)
    }

    private static func isDigit(_ byte: UInt8, below limit: UInt8) -> Bool { byte &- UInt8(ascii: "0") < limit }
}
