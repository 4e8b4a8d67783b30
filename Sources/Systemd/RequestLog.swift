// RequestLog: which finished requests get an entry of their own. All of them at an ordinary pace; in a burst the
// first hundred of each second, and then one entry with the count of the rest. Answered and refused ones are
// counted apart, so that a flood of good requests hides no refusal. journald drops beyond 10,000 entries in 30 s:
// both together stay at 6,060.

/// The entries of finished requests. The work loop owns it.
package struct RequestLog: Sendable {
    /// Entries a second of each sort.
    package static let limit = 100

    private let journal: Journal
    private var answers: BurstGate
    private var refusals: BurstGate

    package init(to journal: Journal, limit: Int = RequestLog.limit) {
        self.journal = journal
        answers = BurstGate(limit: limit)
        refusals = BurstGate(limit: limit)
    }

    /// A request was answered with links: `name` is its file, `region` the one whose links they are.
    package mutating func answered(_ name: some Sequence<UInt8>, region: Int64?, now: Duration) {
        flush(now: now)
        guard answers.admits(now: now) else { return }
        journal.post(LogEntry(.requestAnswered, [.request(name)] + (region.map { [.region($0)] } ?? [])))
    }

    /// A request was refused: its first error.
    package mutating func refused(
        _ name: some Sequence<UInt8>, region: Int64?, code: String, detail: String, now: Duration
    ) {
        flush(now: now)
        guard refusals.admits(now: now) else { return }
        let place = [.request(name)] + (region.map { [LogField.region($0)] } ?? [])
        journal.post(LogEntry(.requestRefused, place + [.errorCode(code), .detail(detail)]))
    }

    /// A file of many requests was answered; it counts among the answers.
    package mutating func streamed(_ name: some Sequence<UInt8>, lines: Int, refused: Int, now: Duration) {
        flush(now: now)
        guard answers.admits(now: now) else { return }
        journal.post(.streamAnswered, .request(name), .count(lines), .detail("\(refused) refused"))
    }

    /// A file was kept without an answer; it counts among the refusals.
    package mutating func unanswerable(_ name: some Sequence<UInt8>, code: String, detail: String, now: Duration) {
        flush(now: now)
        guard refusals.admits(now: now) else { return }
        journal.post(.requestUnanswerable, .request(name), .errorCode(code), .detail(detail))
    }

    /// Logs the summaries whose second is over: for each turn of the loop, and with `atEnd` before it ends.
    package mutating func flush(now: Duration, atEnd: Bool = false) {
        if let rest = answers.summary(now: now, atEnd: atEnd) { journal.post(.answersSummarised, .count(rest)) }
        if let rest = refusals.summary(now: now, atEnd: atEnd) { journal.post(.refusalsSummarised, .count(rest)) }
    }

    /// When a summary is due; nil when nothing was left out.
    package var nextDeadline: Duration? {
        [answers.nextDeadline, refusals.nextDeadline].compactMap(\.self).min()
    }
}

/// Counts events in windows of one second, each opened by its first event.
struct BurstGate: Sendable {
    static let window: Duration = .seconds(1)

    let limit: Int
    private var opened: Duration?
    private var count = 0

    init(limit: Int) { self.limit = limit }

    /// Whether an event at `now` gets an entry of its own.
    mutating func admits(now: Duration) -> Bool {
        if opened.map({ now - $0 >= Self.window }) ?? true {
            opened = now
            count = 0
        }
        count += 1
        return count <= limit
    }

    /// How many got none in the window that is over, once.
    mutating func summary(now: Duration, atEnd: Bool = false) -> Int? {
        guard let deadline = nextDeadline, atEnd || now >= deadline else { return nil }
        defer { opened = nil }
        return count - limit
    }

    /// When the window with left-out events ends; nil without one.
    var nextDeadline: Duration? { count > limit ? opened.map { $0 + Self.window } : nil }
}
