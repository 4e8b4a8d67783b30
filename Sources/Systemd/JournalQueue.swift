// JournalQueue: entries on their way from the work loop to the log's thread, as a value. It is bounded: the log
// blocks when journald does, and the work must not. What doesn't fit is counted, and the count becomes an entry of
// its own as soon as there is room. No lock, no thread, no system call in here.

struct JournalQueue: Sendable {
    /// What the log's thread does next, outside the lock.
    enum Turn: Sendable, Equatable {
        /// Entries, and how many more were lost until now.
        case write([LogEntry], lost: Int)
        case wait
        /// Closed, and everything was handed out.
        case end
    }

    private let capacity: Int
    private var entries: [LogEntry] = []
    private(set) var lost = 0
    /// Entries that the log's thread has and has not written yet, and losses that it has not told yet.
    private var handedOut = 0
    private var isWaiting = false
    private var isClosed = false

    init(capacity: Int) { self.capacity = capacity }

    /// Adds an entry, or counts it as lost.
    /// - Returns: whether the waiting thread has to be woken.
    mutating func add(_ entry: LogEntry) -> Bool {
        if isClosed || entries.count >= capacity { lost += 1 } else { entries.append(entry) }
        return wakes()
    }

    /// Entries that were handed out and could not be written anywhere.
    mutating func addLost(_ count: Int) { lost += count }

    /// An entry that was handed out is written.
    mutating func noteWritten() { handedOut -= 1 }

    /// Entries that nobody has been told, in whatever way.
    var untold: Int { entries.count + handedOut + lost }

    /// No more entries: the thread ends once the rest is written.
    mutating func close() -> Bool {
        isClosed = true
        return wakes()
    }

    /// All that is there.
    mutating func take() -> Turn {
        handedOut = 0
        guard entries.isEmpty else {
            defer { (entries, lost, handedOut) = ([], 0, entries.count + lost) }
            return .write(entries, lost: lost)
        }
        if isClosed { return .end }
        isWaiting = true
        return .wait
    }

    private mutating func wakes() -> Bool {
        defer { isWaiting = false }
        return isWaiting
    }
}
