// LogTarget: where the log goes, as the configuration says it, and what that means here. JOURNAL_STREAM counts
// only when it names standard error itself (systemd.exec(5)): a shell inside a service inherits the variable, and
// then sends its output elsewhere.

internal import Glibc

/// The setting.
package enum LogTarget: String, Sendable, CaseIterable {
    /// The journal under systemd, else standard error.
    case auto
    /// The journal wherever its socket is; without one as ``stderr``.
    case journal
    /// Plain text on a terminal, lines with `<N>` in a pipe or file.
    case stderr
    /// One JSON object a line on standard error.
    case json

    /// How entries are written in these surroundings.
    package func format(in surroundings: LogSurroundings) -> LogFormat {
        let text: LogFormat = surroundings.isTerminal ? .plain : .prefixed
        return switch self {
        case .auto: surroundings.hasJournalSocket && surroundings.isJournalStream ? .native : text
        case .journal: surroundings.hasJournalSocket ? .native : text
        case .stderr: text
        case .json: .json
        }
    }
}

/// What a process can see of where its standard error leads.
package struct LogSurroundings: Sendable, Hashable {
    /// journald's native socket exists. sd_journal_sendv(3) reports success without one.
    package var hasJournalSocket: Bool
    /// Standard error is the stream that journald gave to this service.
    package var isJournalStream: Bool
    package var isTerminal: Bool

    package init(hasJournalSocket: Bool, isJournalStream: Bool, isTerminal: Bool) {
        self.hasJournalSocket = hasJournalSocket
        self.isJournalStream = isJournalStream
        self.isTerminal = isTerminal
    }

    /// This process's, as its environment and its standard error show them.
    package static func ofThisProcess() -> LogSurroundings {
        // SAFETY: the string is copied at once; the program changes its environment nowhere.
        let stream = unsafe getenv("JOURNAL_STREAM").map { unsafe String(cString: $0) }
        return observed(descriptor: STDERR_FILENO, journalStream: stream)
    }

    /// With `descriptor` as standard error and `journalStream` as `JOURNAL_STREAM`.
    static func observed(descriptor: Int32, journalStream: String?) -> LogSurroundings {
        LogSurroundings(
            hasJournalSocket: JournalSocket.exists,
            isJournalStream: journalStream != nil && journalStream == identity(of: descriptor),
            isTerminal: isatty(descriptor) == 1)
    }

    /// `DEVICE:INODE` in decimal digits, as `JOURNAL_STREAM` has them.
    static func identity(of descriptor: Int32) -> String? {
        var status = stat()
        // SAFETY: fstat fills the one structure that the pointer is valid for.
        guard unsafe fstat(descriptor, &status) == 0 else { return nil }
        return "\(status.st_dev):\(status.st_ino)"
    }
}
