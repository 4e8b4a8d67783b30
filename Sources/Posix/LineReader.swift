// LineReader: the lines of a file in constant memory: a block and the longest line that is allowed. It doesn't know what a
// line says.

/// Reads a file line by line, and reads on after its end where the file has grown.
package struct LineReader: ~Copyable {
    /// A line: its bytes without the line feed and a carriage return before it, cut at the limit.
    package struct Line {
        /// 1-based.
        package let number: Int
        /// In `buffer`, until the next call.
        package let range: Range<Int>
        package let isTooLong: Bool
    }

    private let file: FileDescriptor
    private let limit: Int
    package private(set) var buffer: [UInt8] = []
    private var block = [UInt8](repeating: 0, count: 256 << 10)
    private var start = 0
    /// Up to here no line feed was found.
    private var searched = 0
    private var isSkipping = false
    package private(set) var bytesRead: UInt64 = 0
    package private(set) var linesRead = 0

    /// - Parameter limit: bytes of a line; of a longer one the beginning is handed out, at least one byte more, and its rest thrown
    ///   away.
    package init(_ file: consuming FileDescriptor, limit: Int) {
        self.file = file
        self.limit = limit
    }

    /// - Throws: `fstat`.
    package func status() throws(SystemError) -> FileStatus { try file.status() }

    /// The next line that ends in a line feed; its bytes are `buffer[range]` until the next call. Nil at the end of the file,
    /// where `remainder()` may hold a last line.
    /// - Throws: `read`.
    package mutating func next() throws(SystemError) -> Line? {
        while true {
            if let end = buffer.span.firstLineFeed(from: searched) {
                if let line = finish(at: end, next: end + 1) { return line }
                continue
            }
            searched = buffer.count
            if let line = cutIfTooLong() { return line }
            if try refill() == 0 { return nil }
        }
    }

    /// What stands behind the last line feed, as the last line; nil where there is nothing.
    package mutating func remainder() -> Line? {
        start == buffer.count ? nil : finish(at: buffer.count, next: buffer.count)
    }

    private mutating func finish(at end: Int, next: Int) -> Line? {
        let range = start..<lineEnd(before: end)
        start = next
        searched = next
        if isSkipping {
            isSkipping = false
            return nil
        }
        linesRead += 1
        return Line(number: linesRead, range: range, isTooLong: range.count > limit)
    }

    /// Without a carriage return that stands last.
    private func lineEnd(before end: Int) -> Int {
        end > start && buffer[end - 1] == UInt8(ascii: "\r") ? end - 1 : end
    }

    /// A line beyond the limit is handed out at once, and its rest is thrown away unread. The one byte more may be a carriage return,
    /// which is none of the line's.
    private mutating func cutIfTooLong() -> Line? {
        guard buffer.count - start > (isSkipping ? 0 : limit + 1) else { return nil }
        let range = start..<lineEnd(before: buffer.count)
        start = buffer.count
        if isSkipping { return nil }
        isSkipping = true
        linesRead += 1
        return Line(number: linesRead, range: range, isTooLong: true)
    }

    private mutating func refill() throws(SystemError) -> Int {
        buffer.removeSubrange(..<start)
        searched -= start
        start = 0
        let count = try file.read(into: &block)
        buffer += block[..<count]
        bytesRead += UInt64(count)
        return count
    }
}
