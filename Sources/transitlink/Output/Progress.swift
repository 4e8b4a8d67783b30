// Progress: one line on a terminal's standard error for work longer than a second, renewed twice a second, gone at the
// end. In a pipe, or where the results scroll by on the same terminal, there is none.

internal import Posix

struct Progress {
    private let noun: String
    /// How many there will be, where that is known: then the line has the time left.
    private let total: Int?
    private let isWanted: Bool
    private let start = MonotonicInstant.now()
    private var due: MonotonicInstant
    private var isShown = false

    /// - Parameter besideOutput: whether results go to standard output meanwhile.
    init(noun: String, total: Int? = nil, besideOutput: Bool = true) {
        self.noun = noun
        self.total = total
        isWanted = StandardStream.error.isTerminal && !(besideOutput && StandardStream.output.isTerminal)
        due = start.advanced(by: .seconds(1))
    }

    mutating func show(_ count: Int) {
        guard isWanted else { return }
        let now = MonotonicInstant.now()
        guard now >= due else { return }
        StandardStream.report("\r\(line(count, after: start.duration(to: now)))\u{1B}[K")
        isShown = true
        due = now.advanced(by: .milliseconds(500))
    }

    func clear() { if isShown { StandardStream.report("\r\u{1B}[K") } }

    /// `12,000 of 40,000 stops, 6,000/s, 5 s left`
    func line(_ count: Int, after elapsed: Duration) -> String {
        let milliseconds = max(1, Int(elapsed.wholeNanoseconds / 1_000_000))
        let rate = count.multipliedReportingOverflow(by: 1000).partialValue / milliseconds
        guard let total else { return "\(count.grouped) \(noun), \(rate.grouped)/s" }
        let line = "\(count.grouped) of \(total.grouped) \(noun), \(rate.grouped)/s"
        return rate > 0 && total > count ? "\(line), \(Self.time(seconds: (total - count) / rate)) left" : line
    }

    /// `5 s`, `3 min`, `2 h 10 min`
    private static func time(seconds: Int) -> String {
        switch seconds {
        case ..<90: "\(seconds + 1) s"
        case ..<5400: "\((seconds + 59) / 60) min"
        default: "\(seconds / 3600) h \(seconds % 3600 / 60) min"
        }
    }
}

extension Int {
    /// Digits in groups of three, as in `1,234,567`, for people.
    var grouped: String {
        let digits = Array(String(magnitude))
        var text = self < 0 ? "-" : ""
        for (place, digit) in digits.enumerated() {
            if place > 0, (digits.count - place) % 3 == 0 { text += "," }
            text.append(digit)
        }
        return text
    }

    /// `1 trip`, `1,234 trips`
    func counted(_ noun: String) -> String { "\(grouped) \(noun)\(self == 1 ? "" : "s")" }
}
