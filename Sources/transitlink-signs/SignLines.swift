// SignLines: the lines of standard input in constant memory. A line that is too long is handed out cut, so that whoever
// decodes it sees that it is; a carriage return before the line feed belongs to the line's end.

internal import Posix

struct SignLines: ~Copyable {
    private let file: FileDescriptor
    /// Bytes of a line that are kept.
    private let limit: Int
    private var block = [UInt8](repeating: 0, count: 64 << 10)
    private var unread = 0..<0
    /// 1-based, of the line handed out last; blank ones count.
    private(set) var number = 0

    init(_ file: consuming FileDescriptor, limit: Int) {
        self.file = file
        self.limit = limit
    }

    /// The next line that is not blank, at most one byte longer than the limit; nil at the end.
    /// - Throws: `read`.
    mutating func next() throws(SystemError) -> [UInt8]? {
        while let line = try nextLine() {
            if line.contains(where: { $0 > 0x20 }) { return line }
        }
        return nil
    }

    private mutating func nextLine() throws(SystemError) -> [UInt8]? {
        var line: [UInt8] = []
        var hasBegun = false
        while true {
            if unread.isEmpty {
                unread = 0..<(try file.read(into: &block))
                if unread.isEmpty { break }
            }
            hasBegun = true
            let end = block[unread].firstIndex(of: UInt8(ascii: "\n"))
            let part = unread.lowerBound..<(end ?? unread.upperBound)
            line += block[part].prefix(max(0, limit + 1 - line.count))
            unread = (end.map { $0 + 1 } ?? unread.upperBound)..<unread.upperBound
            if end != nil { break }
        }
        guard hasBegun else { return nil }
        number += 1
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        return line
    }
}
