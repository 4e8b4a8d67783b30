// SpoolStart: from the spool's path to an open spool. A root that is missing is waited for, ready and with the fault as status:
// an operator makes it, and nothing has to be started again. What someone has to mend ends the start.

internal import Arguments
internal import Configuration
internal import Glibc
internal import LinkSpool
internal import Posix
internal import Systemd

struct SpoolStart {
    private let path: String
    private let settings: SpoolSettings
    private let isOwn: Bool
    /// A reload was asked for while the root was waited for: it is due once the daemon serves.
    private(set) var owesReload = false
    /// Written while the root is waited for: what alerts an operator must not wait with us.
    private(set) var metricsFile: MetricsFile
    private(set) var metrics = Metrics()
    private var metricsFailure: SystemError?

    /// - Parameter isOwn: a spool of the caller's own, whose folders are made where they are missing.
    init(_ loaded: LoadedConfiguration, isOwn: Bool) {
        path = loaded.configuration.spool
        settings = SpoolSettings(loaded.configuration)
        self.isOwn = isOwn
        metricsFile = MetricsFile(loaded.configuration.metrics)
    }

    /// The open spool, or nil when a signal ended the waiting.
    /// - Throws: what only someone else can mend.
    mutating func open(_ signals: borrowing SignalDescriptor, _ journal: Journal) throws(SpoolFault) -> Spool? {
        var notifier = ServiceNotifier()
        var watchdog = Watchdog(now: MonotonicInstant.now().sinceBoot)
        var isWaiting = false
        while true {
            do throws(SpoolFault) {
                return try Spool.open(Array(path.utf8), settings: settings, create: isOwn)
            } catch {
                guard case .system(let cause) = error, cause.errno == .noEntry else {
                    metricsFile.remove()
                    // Made while we waited, and beyond this process's view of the file system: a new start sees it.
                    throw isWaiting ? .rootReplaced(path) : error
                }
                if !isWaiting { tell(cause, journal, &notifier) }
                isWaiting = true
                metrics.note(error)
                tellMetrics(journal)
            }
            if pause(signals, until: watchdog.nextDeadline) {
                notifier.stopping(status: "stopping: \(missing)", now: MonotonicInstant.now().sinceBoot)
                metricsFile.remove()
                return nil
            }
            watchdog.progress(now: MonotonicInstant.now().sinceBoot, telling: &notifier)
        }
    }

    private var missing: String { "fault: \(path) is missing; make it, or run systemd-tmpfiles --create" }

    private func tell(_ cause: SystemError, _ journal: Journal, _ notifier: inout ServiceNotifier) {
        journal.post(
            .folderMissing, .path(path), .detail("\(cause); it is waited for: make it, or run systemd-tmpfiles --create"))
        notifier.ready(status: missing, now: MonotonicInstant.now().sinceBoot)
    }

    private mutating func tellMetrics(_ journal: Journal) {
        do throws(SystemError) {
            _ = try metricsFile.update(metrics, failed: nil, now: .now())
        } catch {
            if error != metricsFailure { journal.post(.metricsUnwritable, .detail("\(error)")) }
            metricsFailure = error
        }
    }

    /// A second, or less until a signal or until the watchdog wants to be fed: whether a signal ends us.
    private mutating func pause(_ signals: borrowing SignalDescriptor, until deadline: Duration?) -> Bool {
        let left = deadline.map { max(.zero, $0 - MonotonicInstant.now().sinceBoot) }
        do throws(SystemError) {
            _ = try poll(reading: [signals.descriptor.rawValue], timeout: min(.seconds(1), left ?? .seconds(1)))
            while let signal = try signals.next() {
                if signal != SIGHUP { return true }
                owesReload = true
            }
            return false
        } catch {
            return true
        }
    }

    /// How the program ends when the spool can't be opened.
    static func refuse(_ fault: SpoolFault, _ path: String, _ journal: Journal) -> ExitCode {
        let fields: [LogField] = [.detail("\(fault)"), .path(path)]
        switch fault {
        case .lockedByAnother: journal.post(LogEntry(.spoolLocked, fields))
        case .rootReplaced: journal.post(LogEntry(.spoolReplaced, fields))
        case .system, .missing, .undecided: journal.post(LogEntry(.spoolFault, fields))
        case .foreignOwner, .worldWritable, .notWritable, .otherFileSystem:
            journal.post(LogEntry(.spoolUnsafe, fields))
            return .configuration
        }
        return .tryAgain
    }
}
