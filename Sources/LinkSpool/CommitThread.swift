// CommitThread: a thread that takes one step of a commit at a time, while the work loop goes on. It knows nothing of steps.

internal import Posix
internal import Synchronization

/// The work loop's side of the thread.
struct CommitThread: ~Copyable {
    /// Started with the first step: a spool without load has no use for it.
    private var thread: OwnedThread?
    private var exchange: Exchange?
    private(set) var isBusy = false

    /// Starts a step; the one before has been waited for.
    /// - Throws: `eventfd`, `pthread_create`.
    mutating func start(_ step: CommitStep) throws(SystemError) {
        precondition(!isBusy, "the step before has to be waited for")
        if step.isEmpty { return }
        try prepare().order(step)
        isBusy = true
    }

    private mutating func prepare() throws(SystemError) -> Exchange {
        if let exchange { return exchange }
        let new = try Exchange()
        thread = try OwnedThread(name: "commit", stackSize: 256 << 10) { new.run() }
        exchange = new
        return new
    }

    /// Waits for the step that was started: what came of it, or nil where none was.
    mutating func result() -> CommitStep? {
        guard isBusy, let exchange else { return nil }
        isBusy = false
        return exchange.result()
    }

    /// Ends the thread, once it has finished what it does.
    mutating func stop() {
        exchange?.stop()
        thread.take()?.join()
        exchange = nil
        isBusy = false
    }
}

/// What both sides share: one step that goes over, one that comes back.
private final class Exchange: Sendable {
    private struct State {
        var ordered: CommitStep?
        var done: CommitStep?
        var isStopped = false
    }

    private let state = Mutex(State())
    private let hasOrder: WakeUp
    private let hasResult: WakeUp

    init() throws(SystemError) {
        hasOrder = try WakeUp()
        hasResult = try WakeUp()
    }

    func order(_ step: CommitStep) {
        state.withLock { $0.ordered = step }
        hasOrder.signal()
    }

    func result() -> CommitStep {
        while true {
            Self.wait(for: hasResult)
            if let step = state.withLock({ $0.done.take() }) { return step }
        }
    }

    func stop() {
        state.withLock { $0.isStopped = true }
        hasOrder.signal()
    }

    /// The thread's body.
    func run() {
        while let step = next() {
            let done = step.done()
            state.withLock { $0.done = done }
            hasResult.signal()
        }
    }

    /// The next step, or nil at the end.
    private func next() -> CommitStep? {
        while true {
            Self.wait(for: hasOrder)
            let (step, isStopped) = state.withLock { ($0.ordered.take(), $0.isStopped) }
            if let step { return step }
            if isStopped { return nil }
        }
    }

    /// A poll that fails for want of memory only lets the loop around it ask again.
    private static func wait(for wakeUp: borrowing WakeUp) {
        do { try wakeUp.wait() } catch {}
    }
}
