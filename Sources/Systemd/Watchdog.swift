// Watchdog: when the service manager has to hear that work goes on. It owns no timer on purpose: the work loop
// reports progress each turn (idle and backing off are progress), so that a loop that hangs is found out and
// restarted.

internal import CSystemd

/// `WatchdogSec=` as the work loop sees it.
package struct Watchdog: Sendable {
    /// The time within which the manager wants to hear something; nil when it doesn't watch this process.
    package let limit: Duration?
    /// When the loop has to come round to ``progress(now:telling:)`` next; nil without a watchdog.
    package private(set) var nextDeadline: Duration?

    /// Watched within `limit`, from the monotonic time `now` on.
    package init(limit: Duration?, now: Duration) {
        self.limit = limit
        nextDeadline = limit.map { now + $0 / 2 }
    }

    /// What `WATCHDOG_USEC` and `WATCHDOG_PID` say (sd_watchdog_enabled(3)); another process's watchdog is none.
    package init(now: Duration) {
        var microseconds: UInt64 = 0
        // SAFETY: the call writes one integer through the pointer, which is valid for it.
        let enabled = unsafe sd_watchdog_enabled(0, &microseconds) > 0
        self.init(limit: enabled ? .microseconds(Int64(clamping: microseconds)) : nil, now: now)
    }

    /// Sends `WATCHDOG=1` once half of the limit has passed since the last one. One that could not be delivered is
    /// tried again after a tenth, which leaves four more tries before the manager loses patience.
    /// - Parameter isHanging: whether a part of the work is known to hang: then nothing is sent, and it is asked again after a tenth.
    package mutating func progress(now: Duration, isHanging: Bool = false, telling notifier: inout ServiceNotifier) {
        guard let limit, let deadline = nextDeadline, now >= deadline else { return }
        if isHanging {
            nextDeadline = now + limit / 10
        } else if case .failed = notifier.watchdog() {
            nextDeadline = now + limit / 10
        } else {
            nextDeadline = now + limit / 2
        }
    }
}
