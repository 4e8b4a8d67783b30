// Blanks: what counts as blank around a value of a feed: what java.lang.String.trim removes, for the server's reader trims
// with it (U+0020 and every control character below). Blanks inside a value are part of it.

enum Blanks {
    /// The part of `range` without the blanks at its ends; empty where nothing else is in it.
    static func trim(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Range<Int> {
        var (start, end) = (range.lowerBound, range.upperBound)
        while start < end, bytes[start] <= 0x20 { start &+= 1 }
        while end > start, bytes[end &- 1] <= 0x20 { end &-= 1 }
        return start..<end
    }

    static func trimmed(_ bytes: Span<UInt8>) -> [UInt8] {
        let range = trim(bytes, 0..<bytes.count)
        var out: [UInt8] = []
        out.reserveCapacity(range.count)
        for at in range { out.append(bytes[at]) }
        return out
    }

    static func trimmed(_ bytes: [UInt8]) -> [UInt8] { trimmed(bytes.span) }
}
