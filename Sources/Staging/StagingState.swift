// StagingState: what the threads of a run share: the files so far, the counts and the folders that are open.

internal import Posix

struct StagingState: ~Copyable, Sendable {
    /// Nil once the run has ended.
    private var lock: StagingLock?
    var report = StagingReport(counts: ChangeCounts())
    /// The paths of our files, each with a line feed, in the order in which they were finished.
    private(set) var paths: [UInt8] = []
    /// Streams that aren't finished.
    var unfinished = 0
    /// Whether the memory of stops differs from the old one.
    var isMemoryWritten = false
    private(set) var branches: [[FileName]: Branch] = [:]

    /// Whether the run has ended.
    private(set) var isOver = false

    init(_ lock: consuming StagingLock) { self.lock = consume lock }

    /// Two descriptors each, of the 1,024 of a process.
    private static let branchLimit = 100

    mutating func add(_ path: RelativePath, isWritten: Bool) {
        paths += path.bytes
        paths.append(UInt8(ascii: "\n"))
        if isWritten { report.counts.written += 1 } else { report.counts.unchanged += 1 }
    }

    /// Counts a stream that has ended; our own memory is in no list.
    mutating func finish(_ path: RelativePath, isWritten: Bool) {
        unfinished -= 1
        if path.isOwn { isMemoryWritten = isWritten } else { add(path, isWritten: isWritten) }
    }

    /// Gives the lock back.
    mutating func end() {
        isOver = true
        lock = nil
    }

    mutating func keep(_ branch: Branch, at folders: [FileName]) {
        if branches.count == Self.branchLimit { branches.removeAll() }
        branches[folders] = branch
    }
}
