// EventPace: whoever changes rights or opens files without end makes the kernel tell of each time. Where events say nothing new, they
// are left in the kernel's queue for a few milliseconds and read together, which costs a tenth of reading each at once.

internal import Posix

/// How often events are read.
struct EventPace {
    private var windowStart = MonotonicInstant(nanoseconds: 0)
    private var counts = (news: 0, idle: 0)
    private var restUntil = MonotonicInstant(nanoseconds: 0)

    /// So many in a fiftieth of a second, and so many for each that was news, are no producer at work.
    private static let idleLimit = 128
    private static let idleForEachNews = 8
    private static let window = Duration.milliseconds(20)
    /// The kernel's queue of 16,384 events takes what two processors can do meanwhile.
    private static let rest = Duration.milliseconds(5)

    /// Until when no events are to be read; nil where they are.
    func rest(at now: MonotonicInstant) -> MonotonicInstant? { restUntil > now ? restUntil : nil }

    /// Takes note of events that were news, and of those that were not.
    mutating func add(news: Int, idle: Int) {
        let now = MonotonicInstant.now()
        if windowStart.duration(to: now) > Self.window {
            windowStart = now
            counts = (0, 0)
        }
        counts = (counts.news + news, counts.idle + idle)
        if counts.idle < Self.idleLimit || counts.idle < Self.idleForEachNews * counts.news { return }
        restUntil = now.advanced(by: Self.rest)
        counts = (0, 0)
    }
}
