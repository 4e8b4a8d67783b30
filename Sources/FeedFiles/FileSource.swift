// FileSource: a table that is a file on the disk, read to its end wherever that then is. What is above its limit is refused.

internal import Feeds
internal import Posix

final class FileSource: ByteSource {
    private let file: FileDescriptor
    private var budget: ReadBudget
    let expectedBytes: UInt64

    /// - Parameter size: the file's when it was opened.
    init(_ file: consuming FileDescriptor, name: String, size: UInt64) {
        expectedBytes = size
        budget = ReadBudget(name: name, shown: file.path)
        self.file = file
    }

    func read(into buffer: inout [UInt8], at start: Int) throws(FeedError) -> Int {
        let count = try fault { () throws(SystemError) in try file.read(into: &buffer, at: start) }
        try budget.take(count)
        return count
    }
}

/// How many bytes of a table may still come.
struct ReadBudget {
    private let limit: UInt64
    private let shown: String
    private(set) var taken: UInt64 = 0

    init(name: String, shown: String) {
        limit = TableLimits.bytes(of: name)
        self.shown = shown
    }

    /// - Throws: `tooLarge`.
    mutating func take(_ count: Int) throws(FeedError) {
        taken += UInt64(count)
        if taken > limit {
            throw .tooLarge("\(shown) has more than \(limit >> 20) MiB, the limit of this table: split the feed")
        }
    }
}

/// The result of `body`, whose error is a fault of the system.
func fault<T: ~Copyable>(_ body: () throws(SystemError) -> T) throws(FeedError) -> T {
    do throws(SystemError) { return try body() } catch { throw .fault("\(error)") }
}
