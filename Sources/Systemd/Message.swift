// Message: everything that the daemon ever logs, one row each. The text is constant, so that entries can be
// counted and filtered; what varies is in fields (LogEntry.swift). An ID never changes its meaning and is never
// used again. A message of priority `warning` or worse asks an operator to act; it is explained in
// systemd/transitlinkd.catalog, as is whatever doesn't explain itself.

/// syslog(3) priorities, as the journal's `PRIORITY=` spells them.
package enum LogPriority: Int, Sendable, CaseIterable {
    case error = 3
    case warning = 4
    case notice = 5
    case info = 6
}

/// A kind of event.
package enum Message: Sendable, Hashable, CaseIterable {
    case started, reloaded, stopping
    case configurationRefused, reloadRefused, directoryEntry
    case requestAnswered, streamAnswered, requestRefused, requestUnanswerable, requestCrashesDaemon
    case answersSummarised, refusalsSummarised
    case workRecovered, crashFound, eventsLost
    case spoolFault, spoolRecovered, spoolLocked, spoolReplaced, spoolUnsafe
    case folderMissing, folderReturned, directoryInIncoming, resultBlocked, networkFileSystem
    case managerUnreachable, entriesLost, metricsUnwritable, diskSlow

    /// `MESSAGE_ID=`: 32 lower-case hexadecimal digits.
    package var id: String { row.id }
    /// `PRIORITY=`.
    package var priority: LogPriority { row.priority }
    /// `MESSAGE=`: lower case, no full stop.
    package var text: String { row.text }

    private var row: (id: String, priority: LogPriority, text: String) {
        switch self {
        case .started: ("c2c366ee2d3f4babbfc65258c35b5675", .info, "started")
        case .reloaded: ("afdc9adb0a2b45f2ab1e5bcf321cb63d", .notice, "configuration and region directory read afresh")
        case .stopping: ("c936d39bdebb4ec8a237f2b88e12f7fb", .info, "stopping")
        case .configurationRefused: ("292369e2f5314528be3b4c837c283109", .error, "configuration refused, not started")
        case .reloadRefused: ("6a5a56131abc41b5b73893201400cef1", .error, "reload refused, the old configuration stays")
        case .directoryEntry:
            ("ebd55b95a008436b91edbf78498dcdc0", .notice, "entry of the region directory is left out or doubtful")
        case .requestAnswered: ("8379458019ba49acb06769caaf27d3f2", .info, "request answered")
        case .streamAnswered: ("d3f6a0c5d9d84b0d8b5b6f5a1f6f4a77", .info, "request file of many lines answered")
        case .requestRefused: ("3a8da9c25cc7454a9f86be9f70fdc150", .notice, "request refused")
        case .requestUnanswerable: ("af7ddb668c81434381779bd5745f181c", .notice, "file kept in failed/, not answered")
        case .requestCrashesDaemon: ("23b819949e954784ba3f576964d9ab03", .error, "request crashes the daemon")
        case .answersSummarised: ("062e0b6a695f4a12892638e3a83f0202", .info, "more requests answered")
        case .refusalsSummarised: ("1707bcbfc8fa484a9fd07aa15d739508", .notice, "more requests refused")
        case .workRecovered: ("87da1ade9e43414cbdae822fcbbde584", .notice, "requests of an earlier run are done again")
        case .crashFound: ("d15924d2c4d04254a3e40b0f569ca844", .notice, "earlier run died in this request, tried alone")
        case .eventsLost:
            ("7703cf56ef8a4f30ad5ff826b595a29a", .info, "inotify events lost, incoming/ is listed in full")
        case .spoolFault: ("3e2ad7edfc27462cbae20c2e0ccc3fc1", .error, "spool can't be worked, requests stay")
        case .spoolRecovered: ("a197b46f74c446da89d31830085ee05a", .notice, "spool can be worked again")
        case .spoolLocked: ("9a44b48fd5404c63bcec2306606e08f0", .error, "another daemon works this spool")
        case .spoolReplaced:
            ("f66cb3d54df148dca907e2b903fe96fd", .error, "spool folder was replaced, to be started afresh")
        case .spoolUnsafe: ("6265ec51580441d3a1f475490e98b627", .error, "spool has unsafe modes or owners")
        case .folderMissing: ("616b82737afb462cb6d7ae1043b0931f", .warning, "spool folder is missing")
        case .folderReturned: ("fbbce6c5e07140ea89e767e919dd5606", .notice, "spool folder is back")
        case .directoryInIncoming:
            ("1c3e44d41268497f894b92c4d25d6258", .warning, "directory in incoming/ is left alone")
        case .resultBlocked:
            ("e473ac160fba4b90b5a4db3603b3a8f3", .warning, "answer can't be placed, something is in its way")
        case .networkFileSystem: ("bb78bf6c79ed4e1dbc7a4e1f67f771f9", .warning, "spool is on a network file system")
        case .managerUnreachable: ("8e552a1ddd5849649e9e1de4c4771c32", .warning, "service manager can't be told")
        case .entriesLost: ("019f5d1aa7a543f6914c8073c67a9944", .warning, "log entries lost")
        case .metricsUnwritable: ("4d084fa15ce44cabbd2cca7124e292cd", .warning, "metrics file can't be written")
        case .diskSlow: ("648a11fbf8fa449d8470c60f76b51118", .warning, "flush to the disk takes long, requests wait for it")
        }
    }
}
