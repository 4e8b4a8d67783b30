// Journal: the daemon's log. `post` is for any thread and never blocks; `run` is the one loop that does, on a
// thread that the program provides. Native entries go to journald; when that refuses one, and where there is none,
// lines go to standard error. It refuses to know what is worth an entry.

internal import Glibc
package import Posix
internal import Synchronization

/// A bounded queue of entries and its writer.
package final class Journal: Sendable {
    /// Entries that wait at most: about 40 seconds of the fastest logging (RequestLog.swift), a few megabytes.
    package static let capacity = 4096

    package let format: LogFormat
    private let descriptor: Int32
    private let queue: Mutex<JournalQueue>
    private let wake: WakeUp

    /// A log in `format`, with lines to `descriptor`. A closed pipe there raises SIGPIPE, which the program ignores.
    /// - Throws: `eventfd`.
    package init(
        format: LogFormat, descriptor: Int32 = STDERR_FILENO, capacity: Int = Journal.capacity
    ) throws(SystemError) {
        wake = try WakeUp()
        self.format = format
        self.descriptor = descriptor
        queue = Mutex(JournalQueue(capacity: capacity))
    }

    /// Queues an entry; one that doesn't fit is counted and reported later.
    package func post(_ entry: LogEntry) {
        if queue.withLock({ $0.add(entry) }) { wake.signal() }
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
        if queue.withLock({ $0.close() }) { wake.signal() }
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
        let isWritten =
            format == .native && JournalSocket.send(entry) || LineOutput.write(format.line(entry), to: descriptor)
        if isWritten { queue.withLock { $0.noteWritten() } }
        return isWritten
    }

    /// Entries that were dropped and not yet reported in an entry.
    package var lost: Int { queue.withLock { $0.lost } }

    /// Entries that are nowhere yet: lost, or not written.
    package var untold: Int { queue.withLock { $0.untold } }

    private func awaitSignal() {
        // Without memory for a sleep the queue is looked at again at once.
        do { try wake.wait() } catch {}
    }
}
