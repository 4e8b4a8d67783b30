// InputLines: the lines of a file or pipe in constant memory: a block, and the longest line that is allowed. They are handed
// out line by line, or as blocks of whole lines, which somebody else takes apart by `BlockLines`.

internal import Arguments
internal import Posix
internal import StrictJSON

struct InputLines: ~Copyable {
    /// What is read at once, at most: a block holds so much behind a line that is longer.
    private static let blockBytes = 64 << 10

    private let file: FileDescriptor
    private let limit: Int
    private(set) var buffer: [UInt8]
    /// Whole lines that are not handed out yet, in `buffer`.
    private var lines: BlockLines
    /// What was read behind them.
    private var waiting = 0..<0
    /// So many of its first bytes hold no line feed.
    private var searched = 0
    /// Inside a line that was too long and is handed out already.
    private var isSkipping = false
    private var isAtEnd = false
    private(set) var bytesRead: Int64 = 0

    /// - Parameter limit: bytes of a line; of a longer one a few more than these are handed out, so that it is seen to be
    ///   too long, and the rest is thrown away.
    init(_ file: consuming FileDescriptor, limit: Int) {
        self.file = file
        self.limit = limit
        lines = BlockLines(0..<0, number: 1, limit: limit)
        buffer = [UInt8](repeating: 0, count: Self.blockBytes)
    }

    /// The next line that is not blank and was read as a whole, or nil: then `read` has to fetch more. Its bytes are in `buffer`,
    /// until the next call.
    mutating func next() -> BlockLines.Line? {
        repeat {
            var rest = lines
            let line = rest.next(in: buffer.span)
            lines = rest
            if line != nil { return line }
        } while prepareBlock()
        return nil
    }

    /// Moves all whole lines that were read and not handed out into `bytes`, whose content goes; nil where there are none: then
    /// `read` has to fetch more.
    mutating func takeBlock(into bytes: inout [UInt8]) -> BlockLines? {
        if lines.range.isEmpty, !prepareBlock() { return nil }
        bytes.removeAll(keepingCapacity: true)
        bytes += buffer[lines.range]
        let taken = BlockLines(0..<bytes.count, number: lines.number, limit: limit)
        lines = taken
        lines.skip(in: bytes.span)
        return taken
    }

    /// Fetches more, waiting for it if need be; false at the end.
    /// - Throws: `Failure` where reading fails.
    mutating func read() throws(Failure) -> Bool {
        if isAtEnd { return false }
        try refill()
        return true
    }

    /// Whether `read` wouldn't wait.
    /// - Throws: `Failure` where that can't be told.
    func isReady() throws(Failure) -> Bool {
        if isAtEnd { return true }
        do throws(SystemError) { return try !poll(reading: [file.rawValue], timeout: .zero).isEmpty } catch {
            throw .input(error)
        }
    }

    /// Whether the first line that is not blank begins an object and does not end it. Nothing is used up.
    /// - Throws: `Failure` where reading fails.
    mutating func beginsInsideAnObject(depth: Int) throws(Failure) -> Bool {
        while true {
            let first = waiting.first { buffer[$0] > 0x20 } ?? waiting.upperBound
            if let end = buffer.span.extracting(waiting).firstLineFeed(from: first - waiting.lowerBound) {
                return Self.isIncomplete(buffer[first..<waiting.lowerBound + end], depth: depth)
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

    /// Makes a block of the whole lines that wait; false where there are none.
    private mutating func prepareBlock() -> Bool {
        if isSkipping { skip() }
        guard let end = endOfBlock() else { return false }
        lines.range = waiting.lowerBound..<end
        searched = 0
        waiting = end..<waiting.upperBound
        return true
    }

    /// Throws away what waits of a line that is handed out already.
    private mutating func skip() {
        let end = buffer.span.extracting(waiting).firstLineFeed()
        isSkipping = end == nil
        waiting = (end.map { waiting.lowerBound + $0 + 1 } ?? waiting.upperBound)..<waiting.upperBound
    }

    /// Where the last whole line ends: behind a line feed, at the end of the input, or where one goes beyond the limit. Nil to go
    /// on reading.
    private mutating func endOfBlock() -> Int? {
        let from = waiting.lowerBound + searched
        if let last = buffer.span.extracting(from..<waiting.upperBound).lastLineFeed() { return from + last + 1 }
        searched = waiting.count
        // The one more may be a carriage return, which is none of the line's.
        if waiting.count > limit + 1 {
            isSkipping = true
            return waiting.upperBound
        }
        return isAtEnd && !waiting.isEmpty ? waiting.upperBound : nil
    }

    /// Moves what waits to the front and reads behind it; the buffer grows with a line that is longer than it, and shrinks again.
    private mutating func refill() throws(Failure) {
        precondition(lines.range.isEmpty, "lines are taken before more is read")
        if waiting.lowerBound > 0 {
            let kept = waiting.count
            for at in 0..<kept { buffer[at] = buffer[waiting.lowerBound + at] }
            waiting = 0..<kept
        }
        let room = buffer.count - waiting.count
        if room == 0 { buffer += [UInt8](repeating: 0, count: Self.blockBytes) }
        if room > Self.blockBytes { buffer.removeLast(room - Self.blockBytes) }
        do throws(SystemError) {
            let count = try file.read(into: &buffer, at: waiting.upperBound)
            isAtEnd = count == 0
            bytesRead += Int64(count)
            waiting = 0..<waiting.count + count
        } catch { throw .input(error) }
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
