// StopPath: the two path patterns of the iOS app, searched as ICU searches them: unanchored at their start, without case
// of ASCII letters, the longest first. `.` ends at a line's end and `[^/]` does not. Then the app turns the groups into
// Swift strings, which fails where a group's end lies inside a character (a slash and the accent on it are one).

struct StopPath {
    let region: Range<Int>
    let stop: Range<Int>

    /// `/regions/(.*)/stops/(.*)/trips`
    static func trip(in path: Span<UInt8>, _ range: Range<Int>) -> StopPath? {
        var start = range.lowerBound
        while start <= range.upperBound {
            let end = lineEnd(in: path, start..<range.upperBound)
            if let match = trip(inLine: path, start..<end) { return match }
            start = end + 1
        }
        return nil
    }

    private static func trip(inLine path: Span<UInt8>, _ line: Range<Int>) -> StopPath? {
        guard let first = path.firstIndex(of: "/regions/", in: line) else { return nil }
        let region = first + 9
        guard let trips = path.lastIndex(of: "/trips", in: region..<line.upperBound), region <= trips,
            let stops = path.lastIndex(of: "/stops/", in: region..<trips)
        else { return nil }
        return StopPath(region: region..<stops, stop: stops + 7..<trips)
    }

    /// `/regions/([^/]+)/stops/([^/]+)$`
    static func stop(in path: Span<UInt8>, _ range: Range<Int>) -> StopPath? {
        guard let stop = lastSegment(of: path, range), !stop.isEmpty else { return nil }
        guard let region = lastSegment(of: path, range.lowerBound..<max(range.lowerBound, stop.lowerBound - 7)),
            !region.isEmpty
        else { return nil }
        guard stop.lowerBound - 7 >= region.upperBound, path.starts(with: "/stops/", at: stop.lowerBound - 7),
            region.lowerBound - 9 >= range.lowerBound, path.starts(with: "/regions/", at: region.lowerBound - 9)
        else { return nil }
        return StopPath(region: region, stop: stop)
    }

    /// What follows the last slash, nil without a slash.
    private static func lastSegment(of path: Span<UInt8>, _ range: Range<Int>) -> Range<Int>? {
        path.lastIndex(of: "/", in: range).map { $0 + 1..<range.upperBound }
    }

    /// The first byte of the first line terminator (LF, VT, FF, CR, U+0085, U+2028, U+2029), or the end. What is left
    /// of a longer terminator then begins the next line, where it matches nothing.
    private static func lineEnd(in path: Span<UInt8>, _ range: Range<Int>) -> Int {
        for at in range {
            switch path[at] {
            case 0x0A...0x0D: return at
            case 0xC2 where at + 1 < range.upperBound && path[at + 1] == 0x85: return at
            case 0xE2 where at + 2 < range.upperBound && path[at + 1] == 0x80 && path[at + 2] & 0xFE == 0xA8: return at
            default: continue
            }
        }
        return range.upperBound
    }
}

extension StopPath {
    /// The region's number, once both groups are strings.
    /// - Throws: `idBreaksPath` or `regionNotInteger`.
    func readRegion(in path: Span<UInt8>, _ range: Range<Int>) throws(ReceiverRule) -> Int64 {
        if path.firstIndex(in: range, where: { $0 >= 0x80 }) < range.upperBound, !areWhole(in: path, range) {
            throw .idBreaksPath
        }
        guard let number = Self.integer(in: path, region) else { throw .regionNotInteger }
        return number
    }

    /// Whether both groups begin and end between characters.
    private func areWhole(in path: Span<UInt8>, _ range: Range<Int>) -> Bool {
        let text = path.text(range)
        return [region.lowerBound, region.upperBound, stop.lowerBound, stop.upperBound].allSatisfy { at in
            let index = text.utf8.index(text.startIndex, offsetBy: at - range.lowerBound, limitedBy: text.endIndex)
            return index.flatMap { $0.samePosition(in: text) } != nil
        }
    }

    /// As Swift's `Int(_: String)` reads it: a sign, digits, 64 bits.
    static func integer(in bytes: Span<UInt8>, _ range: Range<Int>) -> Int64? {
        guard let first = range.first else { return nil }
        let isNegative = bytes[first] == UInt8(ascii: "-")
        let start = isNegative || bytes[first] == UInt8(ascii: "+") ? first + 1 : first
        if start == range.upperBound { return nil }
        var number: Int64 = 0
        for at in start..<range.upperBound {
            guard ASCIISet.digits.contains(bytes[at]) else { return nil }
            let digit = Int64(bytes[at] - UInt8(ascii: "0"))
            let (product, overflow) = number.multipliedReportingOverflow(by: 10)
            let (sum, more) = isNegative ? product.subtractingReportingOverflow(digit) : product.addingReportingOverflow(digit)
            if overflow || more { return nil }
            number = sum
        }
        return number
    }
}
