// MonotonicInstant: a moment on CLOCK_MONOTONIC, which no one sets. Every interval of the programs is measured with it;
// the wall clock only says how old something looks to a person.

internal import CPosix

/// A moment on the clock that nobody sets.
package struct MonotonicInstant: Hashable, Comparable, Sendable {
    /// Since some moment before the system's start.
    package let nanoseconds: Int64
    package init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

    package static func now() -> MonotonicInstant { MonotonicInstant(nanoseconds: linux_monotonic_ns()) }

    package func advanced(by duration: Duration) -> MonotonicInstant {
        MonotonicInstant(nanoseconds: nanoseconds.addingReportingOverflow(duration.wholeNanoseconds).partialValue)
    }

    /// How long from this moment to `other`; negative where that was before.
    package func duration(to other: MonotonicInstant) -> Duration { .nanoseconds(other.nanoseconds - nanoseconds) }

    package static func < (left: MonotonicInstant, right: MonotonicInstant) -> Bool {
        left.nanoseconds < right.nanoseconds
    }
}

/// What the wall clock shows: nanoseconds since 1970 (UTC). For ages that people read, never for an interval.
package func wallClockNanoseconds() -> Int64 { linux_real_time_ns() }

extension Duration {
    /// Up to 292 years.
    package var wholeNanoseconds: Int64 { components.seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000 }
}
