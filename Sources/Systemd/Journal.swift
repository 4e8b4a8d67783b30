// Journal: the daemon's log. `post` is for any thread and never blocks; `run` is the one loop that does, on a
// thread that the program provides. Native entries go to journald; when that refuses one, and where there is none,
// lines go to standard error. It refuses to know what is worth an entry.

internal import Glibc
internal import Synchronization

/// Why a log can't be set up: the errno of socketpair(2).
package struct JournalUnavailable: Error, Hashable {
    package let code: Int32
}

/// A bounded queue of entries and its writer.
package final class Journal: Sendable {
    /// Entries that wait at most: about 40 seconds of the fastest logging (RequestLog.swift), a few megabytes.
    package static let capacity = 4096

    package let format: LogFormat
    private let descriptor: Int32
    private let queue: Mutex<JournalQueue>
    private let wake: (reading: Int32, writing: Int32)

    /// A log in `format`, with lines to `descriptor`. A closed pipe there raises SIGPIPE, which the program ignores.
    package init(
        format: LogFormat, descriptor: Int32 = STDERR_FILENO, capacity: Int = Journal.capacity
    ) throws(JournalUnavailable) {
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        // SAFETY: socketpair writes two descriptors through the pointer, and the array has two.
        guard unsafe socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw JournalUnavailable(code: errno) }
        self.format = format
        self.descriptor = descriptor
        queue = Mutex(JournalQueue(capacity: capacity))
        wake = (ends[0], ends[1])
    }

    deinit {
        close(wake.reading)
        close(wake.writing)
    }

    /// Queues an entry; one that doesn't fit is counted and reported later.
    package func post(_ entry: LogEntry) {
        if queue.withLock({ $0.add(entry) }) { signal() }
    }

    /// Queues an entry of these parts.
    package func post(
        _ message: Message, _ fields: LogField..., file: String = #fileID, line: Int = #line,
        function: String = #function
    ) {
        post(LogEntry(message, fields, file: file, line: line, function: function))
    }

    /// Takes no more entries; ``run()`` returns once the rest is written.
    package func finish() {
        if queue.withLock({ $0.close() }) { signal() }
    }

    /// Writes entries until ``finish()``. One thread at a time.
    package func run() {
        while true {
            switch queue.withLock({ $0.take() }) {
            case .write(let entries, let lost): write(entries, lost: lost)
            case .wait: awaitSignal()
            case .end: return
            }
        }
    }

    private func write(_ entries: [LogEntry], lost: Int) {
        var lost = lost + entries.count { !write($0) }
        if lost > 0, write(LogEntry(.entriesLost, [.count(lost)])) { lost = 0 }
        if lost > 0 { queue.withLock { $0.addLost(lost) } }
    }

    private func write(_ entry: LogEntry) -> Bool {
        if format == .native, JournalSocket.send(entry) { return true }
        return LineOutput.write(format.line(entry), to: descriptor)
    }

    /// Entries that were dropped and not yet reported in an entry.
    package var lost: Int { queue.withLock { $0.lost } }

    /// One byte for one waiting thread: it can't fill up.
    private func signal() {
        var byte: UInt8 = 0
        // SAFETY: one byte from a valid pointer.
        while unsafe Glibc.write(wake.writing, &byte, 1) < 0, errno == EINTR {}
    }

    private func awaitSignal() {
        var byte: UInt8 = 0
        // SAFETY: one byte to a valid pointer.
        while unsafe Glibc.read(wake.reading, &byte, 1) < 0, errno == EINTR {}
    }
}
