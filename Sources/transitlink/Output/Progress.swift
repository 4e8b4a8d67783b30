// Progress: one line on a terminal's standard error for work longer than a second, renewed twice a second, gone at the
// end. In a pipe, or where the results scroll by on the same terminal, there is none.

internal import Posix

struct Progress {
    private let noun: String
    private let isWanted = StandardStream.error.isTerminal && !StandardStream.output.isTerminal
    private var due = MonotonicInstant.now().advanced(by: .seconds(1))
    private var isShown = false

    init(noun: String) { self.noun = noun }

    mutating func show(_ count: Int) {
        guard isWanted else { return }
        let now = MonotonicInstant.now()
        guard now >= due else { return }
        StandardStream.report("\r\(count) \(noun)")
        isShown = true
        due = now.advanced(by: .milliseconds(500))
    }

    func clear() { if isShown { StandardStream.report("\r\u{1B}[K") } }
}
