// Flusher: a thread that flushes, one flush at a time, while the work loop goes on. It knows what to flush and nothing of why.

internal import Posix
internal import Synchronization

/// What is to be flushed.
enum FlushScope: Sendable {
    /// The spool's file system.
    case fileSystem
    /// Which names stand in results/.
    case results

    fileprivate func flush(_ folders: SpoolFolders) throws(SystemError) {
        switch self {
        case .fileSystem: try folders.unfinished.descriptor.flushFileSystem()
        case .results: try folders.results.flush()
        }
    }
}

/// The work loop's side of the thread.
struct Flusher: ~Copyable {
    /// Started with the first flush: a spool without load has no use for it.
    private var thread: OwnedThread?
    private var queue: FlushQueue?
    private var isUnderWay = false

    /// Starts a flush; the one before has been waited for.
    /// - Throws: `eventfd`, `pthread_create`.
    mutating func start(_ scope: FlushScope, _ folders: SpoolFolders) throws(SystemError) {
        precondition(!isUnderWay, "the flush before has to be waited for")
        try prepare().order(FlushOrder(scope: scope, folders: folders))
        isUnderWay = true
    }

    private mutating func prepare() throws(SystemError) -> FlushQueue {
        if let queue { return queue }
        let new = try FlushQueue()
        thread = try OwnedThread(name: "flush", stackSize: 256 << 10) { new.run() }
        queue = new
        return new
    }

    /// Waits for the flush that was started, if there is one.
    /// - Throws: its fault: what it was to flush has to be written anew.
    mutating func wait() throws(SystemError) {
        guard isUnderWay, let queue else { return }
        isUnderWay = false
        try queue.result()
    }

    /// Ends the thread, once it has finished what it does.
    mutating func stop() {
        queue?.stop()
        thread.take()?.join()
        queue = nil
        isUnderWay = false
    }
}

private struct FlushOrder: Sendable {
    let scope: FlushScope
    let folders: SpoolFolders
}

/// What both sides share.
private final class FlushQueue: Sendable {
    private struct State {
        var order: FlushOrder?
        var fault: SystemError?
        var isStopped = false
    }

    private let state = Mutex(State())
    private let ordered: WakeUp
    private let done: WakeUp

    init() throws(SystemError) {
        ordered = try WakeUp()
        done = try WakeUp()
    }

    func order(_ order: FlushOrder) {
        state.withLock { $0.order = order }
        ordered.signal()
    }

    /// Returns only once the flush has ended: a poll that fails for want of memory is tried again.
    func result() throws(SystemError) {
        while true {
            do {
                try done.wait()
                break
            } catch {}
        }
        if let fault = state.withLock({ $0.fault }) { throw fault }
    }

    func stop() {
        state.withLock { $0.isStopped = true }
        ordered.signal()
    }

    /// The thread's body.
    func run() {
        while let order = next() {
            let fault = fault(of: order)
            state.withLock { $0.fault = fault }
            done.signal()
        }
    }

    private func fault(of order: FlushOrder) -> SystemError? {
        do {
            try order.scope.flush(order.folders)
            return nil
        } catch { return error }
    }

    /// The next order, or nil at the end.
    private func next() -> FlushOrder? {
        while true {
            do { try ordered.wait() } catch { continue }
            let (order, isStopped) = state.withLock { state in
                let order = state.order
                state.order = nil
                return (order, state.isStopped)
            }
            if let order { return order }
            if isStopped { return nil }
        }
    }
}
