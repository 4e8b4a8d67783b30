// FileSource: a table that is a file on the disk, read to its end wherever that then is. What is above its limit is refused.

internal import Feeds
internal import Posix

final class FileSource: ByteSource {
    private let file: FileDescriptor
    private var budget: ReadBudget
    let expectedBytes: UInt64

    /// - Parameter size: the file's when it was opened.
    /// - Throws: `tooLarge`.
    init(_ file: consuming FileDescriptor, name: String, size: UInt64) throws(FeedError) {
        expectedBytes = size
        budget = try ReadBudget(name: name, shown: file.path, expected: size)
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

    /// - Parameter expected: what the disk or the archive says of the table's size: enough to refuse it before it is read, and
    ///   no promise.
    /// - Throws: `tooLarge`.
    init(name: String, shown: String, expected: UInt64) throws(FeedError) {
        limit = TableLimits.bytes(of: name)
        self.shown = shown
        try check(expected)
    }

    /// - Throws: `tooLarge`.
    mutating func take(_ count: Int) throws(FeedError) {
        taken += UInt64(count)
        try check(taken)
    }

    private func check(_ bytes: UInt64) throws(FeedError) {
        if bytes > limit {
            throw .tooLarge("\(shown) has more than \(limit >> 20) MiB, the limit of this table: split the feed")
        }
    }
}

/// The result of `body`, whose error is a fault of the system.
func fault<T: ~Copyable>(_ body: () throws(SystemError) -> T) throws(FeedError) -> T {
    do throws(SystemError) { return try body() } catch { throw FeedError(error) }
}

extension FeedError {
    /// A fault of the system; one that may be over at the next try says so.
    init(_ error: SystemError) {
        switch error.errno {
        case .processFiles, .systemFiles, .noMemory, .again: self = .tryAgain("\(error)")
        default: self = .fault("\(error)")
        }
    }
}
