// InputLines: the lines of a file or pipe in constant memory: a block, and the longest line that is allowed. Blank lines
// count and are left out; a carriage return before the line feed belongs to the line's end.

internal import Arguments
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
    /// Up to here no line feed was found.
    private var searched = 0
    /// Inside a line that was too long and is handed out already.
    private var isSkipping = false
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

    /// The next line that is not blank and was read as a whole, or nil: then `read` has to fetch more.
    mutating func next() -> Line? {
        while let (range, isWhole) = nextRange() {
            number += 1
            // Of a line that is too long only the beginning may be known: it is never blank, and ends in no carriage return.
            let line = isWhole ? withoutReturn(range) : range
            if line.count > limit || !isBlank(line) { return Line(number: number, range: line) }
        }
        return nil
    }

    /// Fetches more, waiting for it if need be; false at the end.
    /// - Throws: `Failure` where reading fails.
    mutating func read() throws(Failure) -> Bool {
        if isAtEnd { return false }
        try refill()
        return true
    }

    /// Whether the first line that is not blank begins an object and does not end it. Nothing is used up.
    /// - Throws: `Failure` where reading fails.
    mutating func beginsInsideAnObject(depth: Int) throws(Failure) -> Bool {
        while true {
            let first = waiting.first { buffer[$0] > 0x20 } ?? waiting.upperBound
            if let end = lineFeed(from: first) { return Self.isIncomplete(buffer[first..<end], depth: depth) }
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
        } while try read()
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

    private mutating func nextRange() -> (range: Range<Int>, isWhole: Bool)? {
        while true {
            guard let end = lineFeed(from: searched) ?? endOfPart() else { return nil }
            let range = waiting.lowerBound..<end
            let isWhole = end == waiting.upperBound || buffer[end] == UInt8(ascii: "\n")
            waiting = (isWhole ? min(end + 1, waiting.upperBound) : waiting.upperBound)..<waiting.upperBound
            searched = waiting.lowerBound
            defer { isSkipping = !isWhole }
            if !isSkipping { return (range, isWhole) }
        }
    }

    private func lineFeed(from start: Int) -> Int? {
        buffer[start..<waiting.upperBound].firstIndex(of: UInt8(ascii: "\n"))
    }

    /// Where the line that is waiting has to end though no line feed is in sight: at the end of the input, or beyond the
    /// limit. Nil to go on reading.
    private mutating func endOfPart() -> Int? {
        searched = waiting.upperBound
        if waiting.count > limit + 1 { return waiting.lowerBound + limit + 1 }
        return isAtEnd && !waiting.isEmpty ? waiting.upperBound : nil
    }

    /// Moves what waits to the front and reads behind it; the buffer grows with a line that is longer than it.
    private mutating func refill() throws(Failure) {
        if waiting.lowerBound > 0 {
            let kept = waiting.count
            for at in 0..<kept { buffer[at] = buffer[waiting.lowerBound + at] }
            searched -= waiting.lowerBound
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

// MARK: - Files of requests

extension InputLines {
    /// The lines of a file that the user named; `-` is standard input.
    /// - Throws: `Failure` where it can't be opened.
    init(_ file: String, limit: Int) throws(Failure) {
        do throws(SystemError) {
            self.init(file == "-" ? StandardStream.input.descriptor() : try InputFile.open(file), limit: limit)
        } catch { throw .input(error) }
    }

    /// What the file holds: its suffix says so, else its first line.
    /// - Throws: `Failure` where reading fails.
    mutating func form(of file: String, depth: Int) throws(Failure) -> RequestForm {
        if let form = RequestForm.allCases.first(where: { file.hasSuffix($0.rawValue) }) { return form }
        return try beginsInsideAnObject(depth: depth) ? .single : .lines
    }
}

/// What a file of requests holds, by the suffix that it has in a spool.
enum RequestForm: String, CaseIterable {
    /// One request over any number of lines.
    case single = ".json"
    /// A request a line.
    case lines = ".ndjson"
    /// An x-callback-url.
    case callbackURL = ".url"
}
