// FlushesUnderWay: which flushes this process waits for in the kernel, on whatever thread, and since when. A disk can take minutes
// for one, and nothing else tells a program that waits from one that hangs. It is the process's, not a value's: whoever watches
// stands beside all the work, and not in it.

internal import Synchronization

package enum FlushesUnderWay {
    private struct State {
        var began: [UInt64: MonotonicInstant] = [:]
        var next: UInt64 = 0
        var bell: FlushBell?
    }

    private static let state = Mutex(State())

    /// Does `body`, a flush.
    static func during(_ body: () throws(SystemError) -> Void) throws(SystemError) {
        let (number, bell) = state.withLock { state in
            state.next += 1
            state.began[state.next] = .now()
            return (state.next, state.bell.take())
        }
        bell?.ring()
        defer { _ = state.withLock { $0.began.removeValue(forKey: number) } }
        try body()
    }

    /// When the longest one began that is under way; nil where there is none: then `bell` rings once, as soon as there is.
    package static func oldest(orRing bell: FlushBell) -> MonotonicInstant? {
        state.withLock { state in
            let oldest = state.began.values.min()
            state.bell = oldest == nil ? bell : nil
            return oldest
        }
    }
}

/// Wakes the thread that waits for a flush to begin.
package final class FlushBell: Sendable {
    private let wakeUp: WakeUp

    /// - Throws: `eventfd`.
    package init() throws(SystemError) { wakeUp = try WakeUp() }

    package func ring() { wakeUp.signal() }

    /// Sleeps until it rings, or `time` has passed.
    package func wait(for time: Duration?) {
        // Without memory for a sleep the caller looks again at once.
        do throws(SystemError) { _ = try poll(reading: [wakeUp.descriptor.rawValue], timeout: time) } catch {}
        wakeUp.clear()
    }
}
