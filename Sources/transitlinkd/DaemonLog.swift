// DaemonLog: what the daemon says, and on which thread: entries are queued here and written by a thread that may block.

internal import Configuration
internal import LinkSpool
internal import Posix
internal import Systemd
internal import TransitLinks

struct DaemonLog: ~Copyable {
    let journal: Journal
    /// The spool's path, which entries name.
    private let spool: String
    private var requests: RequestLog
    private let writer: OwnedThread
    /// The fault that was logged last: each is told once, and its end.
    private var fault: SpoolFault?
    private var managerIsUnreachable = false
    /// Why the metrics could not be written last: each reason is told once.
    private var metricsFailure: SystemError?

    /// - Throws: where no eventfd or thread can be had.
    static func start(_ destination: LogDestination, spool: String = "") throws(SystemError) -> DaemonLog {
        let target = LogTarget(rawValue: destination.rawValue) ?? .auto
        let surroundings = LogSurroundings.ofThisProcess()
        let journal = try Journal(format: target.format(in: surroundings))
        return DaemonLog(journal, spool, try OwnedThread(name: "log", stackSize: 256 << 10) { journal.run() })
    }

    private init(_ journal: Journal, _ spool: String, _ writer: consuming OwnedThread) {
        self.journal = journal
        self.spool = spool
        self.writer = writer
        requests = RequestLog(to: journal)
    }

    /// When a summary of a burst is due.
    var nextDeadline: Duration? { requests.nextDeadline }

    mutating func flush(now: MonotonicInstant) { requests.flush(now: now.sinceBoot) }

    /// How long the end waits for a log that nobody reads: a journal that was stopped, a pipe without a reader.
    private static let endPatience: Duration = .seconds(2)

    /// Writes all that waits, and ends.
    /// - Returns: entries that were lost, for nobody took them in time.
    @discardableResult
    consuming func finish(now: MonotonicInstant) -> Int {
        requests.flush(now: now.sinceBoot, atEnd: true)
        journal.finish()
        return writer.join(within: Self.endPatience) ? 0 : journal.untold
    }

    // MARK: - Events

    /// Tells of what an earlier run left, and of where the spool is.
    func noteStart(_ status: SpoolStatus, suspects: [FileName]) {
        if status.inHand > 0 { journal.post(.workRecovered, .count(status.inHand)) }
        for name in suspects { journal.post(.crashFound, .request(name.bytes)) }
        if status.isNetworkFileSystem { journal.post(.networkFileSystem, .path(spool)) }
    }

    /// Tells of what was done; `desk` knows what was found about each request.
    mutating func note(_ report: SpoolReport, _ desk: RequestDesk, now: MonotonicInstant) {
        for outcome in report.outcomes { note(outcome, desk.recall(outcome.name), now.sinceBoot) }
        for name in report.directories { journal.post(.directoryInIncoming, .path("\(spool)/incoming/\(name)")) }
        if report.overflows > 0 { journal.post(.eventsLost, .count(report.overflows)) }
    }

    private mutating func note(_ outcome: Outcome, _ found: RequestDesk.Remembered?, _ now: Duration) {
        let name = outcome.name.bytes
        switch outcome.verdict {
        case .answered:
            var region: Int64?
            if case .region(let id)? = found { region = id.rawValue }
            requests.answered(name, region: region, now: now)
        case .streamed(let lines, let refused):
            requests.streamed(name, lines: lines, refused: refused, now: now)
        case .refused(let codes, let keptAs):
            let first = codes.first ?? ""
            switch first {
            case "bad-name", "unknown-suffix", "unreadable", "not-a-regular-file":
                requests.unanswerable(name, code: first, detail: "kept as failed/\(keptAs)", now: now)
            case "crashes-daemon":
                journal.post(.requestCrashesDaemon, .request(name), .detail("kept as failed/\(keptAs)"))
            case "result-blocked":
                journal.post(.resultBlocked, .request(name), .path("\(spool)/results/\(outcome.name)"))
            default:
                let sentence = found?.sentence(of: codes.count) ?? codes.joined(separator: " ")
                requests.refused(
                    name, region: nil, code: first, detail: "\(sentence); kept as failed/\(keptAs)", now: now)
            }
        }
    }

    /// Tells once that the service manager can't be reached.
    mutating func note(deliveryFailures count: Int, _ errno: Int32?) {
        guard count > 0, !managerIsUnreachable, let errno else { return }
        managerIsUnreachable = true
        journal.post(.managerUnreachable, .errno(errno))
    }

    /// Tells once why the metrics can't be written; nil: they could.
    mutating func noteMetrics(_ failure: SystemError?) {
        if let failure, failure != metricsFailure { journal.post(.metricsUnwritable, .detail("\(failure)")) }
        metricsFailure = failure
    }

    /// Tells of a fault when it begins, changes and ends.
    mutating func note(_ fault: SpoolFault?) {
        guard fault != self.fault else { return }
        switch fault {
        case .missing(let path)?: journal.post(.folderMissing, .path(path))
        case let fault?: journal.post(.spoolFault, .detail("\(fault)"), .path(spool))
        case nil:
            if case .missing(let path)? = self.fault {
                journal.post(.folderReturned, .path(path))
            } else {
                journal.post(.spoolRecovered)
            }
        }
        self.fault = fault
    }
}

extension RequestDesk.Remembered {
    /// The first error, and how many more there are.
    fileprivate func sentence(of count: Int) -> String? {
        guard case .error(let error) = self else { return nil }
        let place = error.field.isEmpty ? "" : "\(error.field): "
        return place + error.message + (count > 1 ? " (and \(count - 1) more)" : "")
    }
}

extension MonotonicInstant {
    /// As the clock itself counts, for what measures in durations.
    var sinceBoot: Duration { .nanoseconds(nanoseconds) }
}
