// Metrics: what the daemon counts for a monitoring system, as one value that can be compared: the file is written where it
// differs from what was written last. Counters begin at 0 with the process, as Prometheus expects. It knows no file and no
// text; MetricsFile and MetricsText do.

internal import Configuration
internal import LinkSpool
internal import Posix
internal import TransitLinks

struct Metrics: Equatable {
    /// Requests in files of their own.
    private(set) var answered: UInt64 = 0
    private(set) var refused: UInt64 = 0
    /// By the first code of each: their sum is `refused`.
    private(set) var refusals: [String: UInt64] = [:]
    /// Files of many requests, and the requests in them.
    private(set) var streams: UInt64 = 0
    private(set) var linesAnswered: UInt64 = 0
    private(set) var linesRefused: UInt64 = 0
    private(set) var directories: UInt64 = 0
    private(set) var overflows: UInt64 = 0
    private(set) var turns = Histogram()
    /// Seconds since 1970; 0 before the first.
    private(set) var lastAnswer: Int64 = 0

    private(set) var faults: UInt64 = 0
    private(set) var reloadsTaken: UInt64 = 0
    private(set) var reloadsRefused: UInt64 = 0
    private(set) var lastReloadWasRefused = false

    private(set) var waiting = 0
    private(set) var inHand = 0
    /// Changes when something comes into failed/ or goes out of it.
    private(set) var failedChange: Int64?
    private var fault: SpoolFault?

    var isFaulty: Bool { fault != nil }

    /// Takes in one turn of the loop, which took `time`.
    mutating func note(_ report: SpoolReport, took time: Duration) {
        if report.outcomes.isEmpty && report.directories.isEmpty && report.overflows == 0 { return }
        directories += UInt64(report.directories.count)
        overflows += UInt64(report.overflows)
        let before = answered + refused
        for outcome in report.outcomes { note(outcome.verdict) }
        if answered + refused > before { turns.add(time) }
        if !report.outcomes.isEmpty { lastAnswer = wallClockNanoseconds() / 1_000_000_000 }
    }

    private mutating func note(_ verdict: Outcome.Verdict) {
        switch verdict {
        case .answered: answered += 1
        case .refused(let codes, _):
            refused += 1
            refusals[codes.first ?? "", default: 0] += 1
        case .streamed(let lines, let refused):
            streams += 1
            linesAnswered += UInt64(lines - refused)
            linesRefused += UInt64(refused)
        }
    }

    /// Takes in how the spool stands.
    mutating func note(_ status: SpoolStatus, failedChange: Int64?) {
        waiting = status.waiting
        inHand = status.inHand
        note(status.fault)
        if let failedChange { self.failedChange = failedChange }
    }

    /// Takes in what keeps the spool from being worked, or that nothing does.
    mutating func note(_ fault: SpoolFault?) {
        if let fault, fault != self.fault { faults += 1 }
        self.fault = fault
    }

    mutating func noteReload(taken: Bool) {
        if taken { reloadsTaken += 1 } else { reloadsRefused += 1 }
        lastReloadWasRefused = !taken
    }
}

/// Durations in a few classes, as Prometheus' cumulative histogram shows them.
struct Histogram: Equatable {
    /// Upper bounds in seconds, as text and in nanoseconds: from a file system in memory to a disk that is in trouble.
    static let bounds: [(text: String, nanoseconds: Int64)] = [
        ("0.001", 1_000_000), ("0.005", 5_000_000), ("0.025", 25_000_000), ("0.1", 100_000_000),
        ("0.5", 500_000_000), ("2.5", 2_500_000_000),
    ]

    /// How many took at most each bound, and more than the one before; the last: more than all.
    private var counts = [UInt64](repeating: 0, count: bounds.count + 1)
    private(set) var nanoseconds: Int64 = 0

    var total: UInt64 { counts.reduce(0, +) }

    mutating func add(_ time: Duration) {
        let taken = time.wholeNanoseconds
        nanoseconds += taken
        counts[Self.bounds.firstIndex { taken <= $0.nanoseconds } ?? Self.bounds.count] += 1
    }

    /// How many took at most the bound at `index`.
    func count(upTo index: Int) -> UInt64 { counts[...index].reduce(0, +) }
}
