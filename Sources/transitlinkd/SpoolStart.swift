// SpoolStart: from the spool's path to an open spool. A root that is missing or can't be opened is waited for, ready and with the
// fault as status: an operator mends it, and nothing has to be started again. Unsafe rights and another daemon end the start.

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
        do throws(SpoolFault) {
            if let spool = try wait(signals, journal) { return spool }
        } catch {
            metricsFile.remove()
            throw error
        }
        metricsFile.remove()
        return nil
    }

    private mutating func wait(_ signals: borrowing SignalDescriptor, _ journal: Journal) throws(SpoolFault) -> Spool? {
        var notifier = ServiceNotifier()
        var watchdog = Watchdog(now: MonotonicInstant.now().sinceBoot)
        var told: SystemError?
        while true {
            let cause: SystemError
            do throws(SpoolFault) {
                return try openOnce(hasWaited: told != nil)
            } catch {
                guard case .system(let fault) = error, isWaitedOut(fault) else { throw error }
                cause = fault
            }
            if cause != told { tell(cause, journal, &notifier) }
            told = cause
            tellMetrics(cause, journal)
            if try pause(signals, until: watchdog.nextDeadline) {
                notifier.stopping(status: "stopping: \(sentence(cause))", now: MonotonicInstant.now().sinceBoot)
                return nil
            }
            watchdog.progress(now: MonotonicInstant.now().sinceBoot, telling: &notifier)
        }
    }

    /// A service's folder was made while it was waited for: the sandbox, which is as old as the process, shows it read-only, and
    /// its rights may be half set. A new start sees what there is.
    private func openOnce(hasWaited: Bool) throws(SpoolFault) -> Spool {
        do throws(SpoolFault) {
            let spool = try Spool.open(Array(path.utf8), settings: settings, create: isOwn)
            guard hasWaited, case .system(let fault)? = spool.status.fault, fault.errno == .readOnly else { return spool }
        } catch {
            if case .system = error { throw error }
            throw hasWaited ? .rootReplaced(path) : error
        }
        throw .rootReplaced(path)
    }

    /// A service waits out whatever ails its folder. Whoever starts a daemon on a spool of their own hears of it, but that it isn't
    /// there yet.
    private func isWaitedOut(_ fault: SystemError) -> Bool { fault.errno == .noEntry || !isOwn }

    private func sentence(_ cause: SystemError) -> String {
        if cause.errno == .noEntry { return "fault: \(path) is missing; make it, or run systemd-tmpfiles --create" }
        return "fault: \(cause), trying again"
    }

    private func tell(_ cause: SystemError, _ journal: Journal, _ notifier: inout ServiceNotifier) {
        if cause.errno == .noEntry {
            let advice = "it is waited for: make it, or run systemd-tmpfiles --create"
            journal.post(.folderMissing, .path(path), .detail("\(cause); \(advice)"))
        } else {
            journal.post(.spoolFault, .detail("\(cause)"), .path(path))
        }
        notifier.ready(status: sentence(cause), now: MonotonicInstant.now().sinceBoot)
    }

    private mutating func tellMetrics(_ cause: SystemError, _ journal: Journal) {
        metrics.note(.system(cause))
        do throws(SystemError) {
            _ = try metricsFile.update(metrics, failed: nil, now: .now())
        } catch {
            if error != metricsFailure { journal.post(.metricsUnwritable, .detail("\(error)")) }
            metricsFailure = error
        }
    }

    /// A second, or less until a signal or until the watchdog wants to be fed: whether a signal ends us.
    /// - Throws: where the system can't wait, which is no end that was asked for: a new start follows.
    private mutating func pause(
        _ signals: borrowing SignalDescriptor, until deadline: Duration?
    ) throws(SpoolFault) -> Bool {
        let left = deadline.map { max(.zero, $0 - MonotonicInstant.now().sinceBoot) }
        do throws(SystemError) {
            _ = try poll(reading: [signals.descriptor.rawValue], timeout: min(.seconds(1), left ?? .seconds(1)))
            while let signal = try signals.next() {
                if signal != SIGHUP { return true }
                owesReload = true
            }
            return false
        } catch { throw .system(error) }
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
