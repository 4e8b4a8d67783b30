// DecodedText: the text of a page as a reader sees it, and the way back from it to the bytes of the file, for line numbers.

/// Text with its character references decoded, and where each byte of it came from.
struct DecodedText {
    private(set) var bytes: [UInt8] = []
    /// Where the decoded text is behind its source: positions in it, and how many bytes the source is ahead from there on.
    private var shifts: [(position: Int, ahead: Int)]

    init(_ source: Span<UInt8>, _ range: Range<Int>, inAttribute: Bool) {
        shifts = [(0, range.lowerBound)]
        bytes.reserveCapacity(range.count)
        var at = range.lowerBound
        while at < range.upperBound {
            guard source[at] == UInt8(ascii: "&"),
                let reference = CharacterReference.read(source, at: at, end: range.upperBound, inAttribute: inAttribute)
            else {
                bytes.append(source[at])
                at += 1
                continue
            }
            bytes += Array(String(reference.scalar).utf8)
            at = reference.end
            shifts.append((bytes.count, at - bytes.count))
        }
    }

    /// Where in the source the byte at `position` came from.
    func origin(of position: Int) -> Int {
        var low = 0
        var high = shifts.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if shifts[middle].position <= position { low = middle } else { high = middle }
        }
        return position + shifts[low].ahead
    }
}

/// Lines of positions that only grow.
struct LineCounter {
    private var position = 0
    private var line = 1

    mutating func line(of target: Int, in bytes: [UInt8]) -> Int {
        while position < min(target, bytes.count) {
            if bytes[position] == UInt8(ascii: "\n") { line += 1 }
            position += 1
        }
        return line
    }
}
