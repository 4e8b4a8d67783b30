// StreamWatch: whether the thread of the streams hangs. The work loop's own turns say nothing of it.

struct StreamWatch {
    /// The line that was in hand when it was looked at last, and since when.
    private var seen: (line: UInt64, since: Duration)?

    /// Whether the same line has been in hand for a third of `limit`, and at two looks at least: an answer takes microseconds.
    /// - Parameters:
    ///   - line: the number of the one in hand, nil for none.
    ///   - now: monotonic.
    mutating func hangs(at line: UInt64?, limit: Duration, now: Duration) -> Bool {
        guard let line else {
            seen = nil
            return false
        }
        guard let last = seen, last.line == line else {
            seen = (line, now)
            return false
        }
        return now - last.since >= limit / 3
    }
}
