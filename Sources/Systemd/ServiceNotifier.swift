// ServiceNotifier: what the service manager is told over NOTIFY_SOCKET (sd_notify(3)). It knows the order of words
// in a notification and how often a status may change; it refuses to know what the daemon does, and it never
// fails: a manager that can't be reached is counted and the work goes on (systemd#4944). Without NOTIFY_SOCKET all
// of it is a no-op. Times are CLOCK_MONOTONIC readings, handed in.

internal import Escaping
internal import Posix

/// The daemon's side of `Type=notify`. A value: the main loop owns it, and only the main process may send
/// (`NotifyAccess=main`).
package struct ServiceNotifier: Sendable {
    /// What became of one notification.
    package enum Delivery: Sendable, Hashable {
        case sent
        /// No service manager listens: the program runs in a terminal or a plain container.
        case noManager
        /// The system call's errno.
        case failed(Int32)
    }

    /// Scalars of a status that are sent: the manager takes 4096 bytes a message, and a scalar escapes to nine at most.
    package static let statusLimit = 400
    /// A status is renewed at most this often: each one makes the manager send a D-Bus signal.
    package static let statusInterval: Duration = .seconds(1)

    /// Notifications that could not be delivered so far.
    package private(set) var failures = 0
    /// The errno of the latest of them.
    package private(set) var lastFailure: Int32?

    private let send: @Sendable (String) -> Delivery
    private var shown: String?
    private var pending: String?
    private var lastStatus: Duration?

    /// Sends to the socket that the environment names.
    package init() {
        let address = ProgramEnvironment.variable("NOTIFY_SOCKET").map { Array($0.utf8) } ?? []
        self.init { Self.send($0, to: address) }
    }

    /// A seam for tests: `send` gets each notification as the lines that `sd_notify` takes.
    package init(send: @escaping @Sendable (String) -> Delivery) { self.send = send }

    /// `READY=1`: start or reload is over, with the status beside it. Not throttled.
    @discardableResult
    package mutating func ready(status: String, now: Duration) -> Delivery {
        deliver(["READY=1"], status: status, now: now)
    }

    /// `RELOADING=1`; ``ready(status:now:)`` ends it, also when the reload was refused.
    @discardableResult
    package mutating func reloading(status: String, now: Duration) -> Delivery {
        deliver(["RELOADING=1", "MONOTONIC_USEC=\(now.microseconds)"], status: status, now: now)
    }

    /// `STOPPING=1`: no new work is taken.
    @discardableResult
    package mutating func stopping(status: String, now: Duration) -> Delivery {
        deliver(["STOPPING=1"], status: status, now: now)
    }

    /// `EXTEND_TIMEOUT_USEC=`: start, reload or stop needs `time` more from now on; to be repeated before it is over.
    @discardableResult
    package mutating func extendTimeout(by time: Duration) -> Delivery {
        deliver(["EXTEND_TIMEOUT_USEC=\(time.microseconds)"])
    }

    /// `WATCHDOG=1` and `EXTEND_TIMEOUT_USEC=`: the program waits for the system, and that may take `time` more from now on.
    @discardableResult
    package mutating func waiting(for time: Duration) -> Delivery {
        deliver(["WATCHDOG=1", "EXTEND_TIMEOUT_USEC=\(time.microseconds)"])
    }

    /// `WATCHDOG=1`. ``Watchdog`` knows when.
    @discardableResult
    package mutating func watchdog() -> Delivery { deliver(["WATCHDOG=1"]) }

    /// Shows `text`, escaped to one line, now or as soon as a second has passed since the last one; of several that
    /// wait the newest stays. What is shown already is not sent again.
    package mutating func status(_ text: String, now: Duration) {
        pending = text
        flush(now: now)
    }

    /// Sends the status that waits, if it is time: for each turn of the loop.
    package mutating func flush(now: Duration) {
        guard let text = pending else { return }
        if text == shown {
            pending = nil
        } else if nextDeadline.map({ $0 <= now }) ?? true {
            deliver([], status: text, now: now)
        }
    }

    /// When a waiting status may go out; nil when none waits.
    package var nextDeadline: Duration? {
        guard pending != nil else { return nil }
        return lastStatus.map { $0 + Self.statusInterval } ?? .zero
    }

    @discardableResult
    private mutating func deliver(_ lines: [String], status: String, now: Duration) -> Delivery {
        shown = status
        pending = nil
        lastStatus = now
        let cut = String(String.UnicodeScalarView(status.unicodeScalars.prefix(Self.statusLimit)))
        let delivery = deliver(lines + ["STATUS=" + Printable.escaped(cut)])
        // What did not arrive is not shown, and is sent again with the next turn that has something to say.
        if case .failed = delivery { shown = nil }
        return delivery
    }

    private mutating func deliver(_ lines: [String]) -> Delivery {
        let delivery = send(lines.joined(separator: "\n"))
        if case .failed(let code) = delivery {
            failures += 1
            lastFailure = code
        }
        return delivery
    }

    /// What sd_notify(3) does, but for its waiting without end where the manager has stopped reading: that would hang the work loop.
    private static func send(_ state: String, to address: [UInt8]) -> Delivery {
        if address.isEmpty { return .noManager }
        do {
            try sendDatagram(Array(state.utf8), to: address, patience: patience(for: state))
            return .sent
        } catch { return .failed(error.errno.rawValue) }
    }

    /// A status comes again, and so does a sign of life; a new state is said once.
    private static func patience(for state: String) -> Duration {
        state.hasPrefix("STATUS=") || state.hasPrefix("WATCHDOG=") ? .zero : .seconds(1)
    }
}

extension Duration {
    /// Whole microseconds, rounded down, as systemd counts them.
    var microseconds: Int64 { components.seconds * 1_000_000 + components.attoseconds / 1_000_000_000_000 }
}
