// InputLines: the lines of a file or pipe in constant memory: a block, and the longest line that is allowed. Blank lines
// count and are left out; a carriage return before the line feed belongs to the line's end.

internal import Posix
internal import StrictJSON

struct InputLines: ~Copyable {
    struct Line {
        /// 1-based, blank ones counted.
        let number: Int
        /// In `buffer`, until the next call.
        let range: Range<Int>
    }

    private let file: FileDescriptor
    private let limit: Int
    private(set) var buffer: [UInt8]
    /// What was read and not yet handed out.
    private var waiting = 0..<0
    private var number = 0
    private var isAtEnd = false
    private(set) var bytesRead: Int64 = 0

    /// - Parameter limit: bytes of a line; of a longer one a few more than these are handed out, so that it is seen to be
    ///   too long, and the rest is thrown away.
    init(_ file: consuming FileDescriptor, limit: Int) {
        self.file = file
        self.limit = limit
        buffer = [UInt8](repeating: 0, count: 256 << 10)
    }

    /// The next line that is not blank, nil at the end.
    /// - Throws: `Failure` where reading fails.
    mutating func next() throws(Failure) -> Line? {
        while let range = try nextRange() {
            number += 1
            let line = withoutReturn(range)
            if !isBlank(line) { return Line(number: number, range: line) }
        }
        return nil
    }

    /// Whether the first line that is not blank begins an object and does not end it. Nothing is used up.
    /// - Throws: `Failure` where reading fails.
    mutating func beginsInsideAnObject(depth: Int) throws(Failure) -> Bool {
        while true {
            let first = waiting.first { buffer[$0] > 0x20 } ?? waiting.upperBound
            if let end = buffer[first..<waiting.upperBound].firstIndex(of: UInt8(ascii: "\n")) {
                return Self.isIncomplete(buffer[first..<end], depth: depth)
            }
            if isAtEnd || waiting.count > limit { return false }
            try refill()
        }
    }

    /// All that is left, at most `limit` bytes of it, and how many there were.
    /// - Throws: `Failure` where reading fails.
    mutating func rest(limit: Int) throws(Failure) -> (bytes: [UInt8], total: Int) {
        var bytes: [UInt8] = []
        var total = 0
        repeat {
            total += waiting.count
            bytes += buffer[waiting].prefix(limit - bytes.count)
            waiting = 0..<0
            try refill()
        } while !waiting.isEmpty
        return (bytes, total)
    }

    private static func isIncomplete(_ line: ArraySlice<UInt8>, depth: Int) -> Bool {
        var reader = JSONReader()
        do throws(JSONError) {
            _ = try reader.read(Array(line).span, rules: JSONRules(depth: depth))
        } catch {
            if case .incomplete = error { return true }
        }
        return false
    }

    // MARK: - Bytes

    private mutating func nextRange() throws(Failure) -> Range<Int>? {
        var searched = waiting.lowerBound
        while true {
            if let end = lineFeed(from: searched) {
                defer { waiting = end + 1..<waiting.upperBound }
                return waiting.lowerBound..<end
            }
            if waiting.count > limit + 1 { return try cut() }
            if isAtEnd {
                defer { waiting = 0..<0 }
                return waiting.isEmpty ? nil : waiting
            }
            searched = waiting.count
            try refill()
        }
    }

    private func lineFeed(from start: Int) -> Int? {
        buffer[start..<waiting.upperBound].firstIndex(of: UInt8(ascii: "\n"))
    }

    /// The beginning of a line that is too long; its rest is read and dropped. What it returns is moved to the front.
    private mutating func cut() throws(Failure) -> Range<Int> {
        let beginning = Array(buffer[waiting.lowerBound..<waiting.lowerBound + limit + 1])
        waiting = waiting.upperBound..<waiting.upperBound
        while !isAtEnd {
            waiting = 0..<0
            try refill()
            if let end = lineFeed(from: waiting.lowerBound) {
                waiting = end + 1..<waiting.upperBound
                break
            }
        }
        buffer.replaceSubrange(0..<waiting.lowerBound, with: beginning)
        waiting = beginning.count..<beginning.count + waiting.count
        return 0..<beginning.count
    }

    /// Moves what waits to the front and reads behind it; the buffer grows with a line that is longer than it.
    private mutating func refill() throws(Failure) {
        if waiting.lowerBound > 0 {
            let kept = waiting.count
            for at in 0..<kept { buffer[at] = buffer[waiting.lowerBound + at] }
            waiting = 0..<kept
        }
        if waiting.count == buffer.count { buffer += [UInt8](repeating: 0, count: buffer.count) }
        do throws(SystemError) {
            let count = try file.read(into: &buffer, at: waiting.upperBound)
            isAtEnd = count == 0
            bytesRead += Int64(count)
            waiting = 0..<waiting.count + count
        } catch { throw .input(error) }
    }

    private func withoutReturn(_ range: Range<Int>) -> Range<Int> {
        guard let last = range.last, buffer[last] == UInt8(ascii: "\r") else { return range }
        return range.lowerBound..<last
    }

    private func isBlank(_ range: Range<Int>) -> Bool {
        for at in range where buffer[at] != 0x20 && buffer[at] != 0x09 && buffer[at] != 0x0D { return false }
        return true
    }
}
