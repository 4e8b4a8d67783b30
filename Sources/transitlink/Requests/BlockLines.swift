// BlockLines: the lines of a block of bytes, one after the other. Blank ones count and are left out; a carriage return before
// the line feed belongs to the line's end.

internal import Posix

struct BlockLines: Sendable {
    struct Line {
        /// 1-based, blank ones counted.
        let number: Int
        /// In the block, without the line's end.
        let range: Range<Int>
        let isTooLong: Bool
    }

    /// What is left of the block. A line without a line feed at its end is one, too.
    var range: Range<Int>
    /// Of the next line.
    private(set) var number: Int
    private let limit: Int

    /// - Parameter limit: bytes of a line; a longer one is cut behind them.
    init(_ range: Range<Int>, number: Int = 1, limit: Int) {
        self.range = range
        self.number = number
        self.limit = limit
    }

    /// The next line that is not blank, nil at the end of the block.
    mutating func next(in bytes: Span<UInt8>) -> Line? {
        while !range.isEmpty {
            let block = bytes.extracting(range)
            let end = block.firstLineFeed() ?? block.count
            let start = range.lowerBound
            range = start + min(end + 1, block.count)..<range.upperBound
            number += 1
            let length = end > 0 && block[end - 1] == UInt8(ascii: "\r") ? end - 1 : end
            // Of a line that is too long only the beginning may be here: it is never blank.
            if length <= limit, block.extracting(..<end).isBlankLine { continue }
            return Line(number: number - 1, range: start..<start + min(length, limit), isTooLong: length > limit)
        }
        return nil
    }

    /// Leaves out all the lines that are left.
    mutating func skip(in bytes: Span<UInt8>) {
        guard !range.isEmpty else { return }
        let block = bytes.extracting(range)
        number += block.lineFeeds + (block[block.count - 1] == UInt8(ascii: "\n") ? 0 : 1)
        range = range.upperBound..<range.upperBound
    }
}
