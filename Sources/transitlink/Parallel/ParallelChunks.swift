// ParallelChunks: work cut into chunks, done on as many threads as wanted and handed back in the order in which it came. A
// chunk carries its input in and its output out, so that its memory can be used again for a later one. The state is a value
// whose verbs say whom to wake; the threads sleep on wake-ups of the system.

internal import Arguments
internal import Posix
internal import Synchronization

/// What is under way: chunks that wait for a worker, and finished ones that wait for their turn.
struct ChunkQueue<Chunk: Sendable>: Sendable {
    /// What a worker does next, outside the lock.
    enum Turn {
        case work(Chunk, number: Int)
        case wait, end
    }

    private var waiting: [(chunk: Chunk, number: Int)] = []
    private var done: [Int: Chunk] = [:]
    private var submitted = 0
    private var handedOut = 0
    private var isClosed = false
    private var sleepers: Set<Int> = []

    /// Chunks that were submitted and not handed back.
    var underWay: Int { submitted - handedOut }

    /// - Returns: the worker to wake, if one sleeps.
    mutating func submit(_ chunk: Chunk) -> Int? {
        waiting.append((chunk, submitted))
        submitted += 1
        return sleepers.popFirst()
    }

    mutating func turn(of worker: Int) -> Turn {
        if let first = waiting.first {
            waiting.removeFirst()
            return .work(first.chunk, number: first.number)
        }
        if isClosed { return .end }
        sleepers.insert(worker)
        return .wait
    }

    mutating func finish(_ chunk: Chunk, number: Int) { done[number] = chunk }

    /// The next chunk in order, nil while it isn't finished.
    mutating func takeNext() -> Chunk? {
        guard let chunk = done.removeValue(forKey: handedOut) else { return nil }
        handedOut += 1
        return chunk
    }

    /// No more chunks come; what no worker has begun is dropped.
    /// - Returns: the workers to wake.
    mutating func close() -> Set<Int> {
        waiting.removeAll()
        isClosed = true
        return sleepers
    }
}

/// The threads, and the queue between them and the one that produces and consumes.
final class ParallelChunks<Chunk: Sendable> {
    /// How many chunks may be under way, a bound on memory: two a thread, so that none waits while one is consumed.
    private let window: Int
    private let shared: SharedQueue<Chunk>
    private var threads: [RunningThread] = []

    /// Starts the threads.
    /// - Parameter work: fills a chunk; what fails is said in the chunk.
    init(threads count: Int, work: @escaping @Sendable (Chunk) -> Void) throws(Failure) {
        window = 2 * count + 1
        do throws(SystemError) {
            shared = try SharedQueue(workers: count)
            for worker in 0..<count {
                threads.append(RunningThread(try OwnedThread(name: "render") { [shared] in shared.run(worker, work) }))
            }
        } catch { throw Failure(.tryAgain, "\(error)") }
    }

    deinit { end() }

    /// What `run` is given to work on.
    enum Supply {
        case chunk(Chunk)
        /// None that is there yet: it asks again when one more chunk is consumed.
        case later
        case end
    }

    /// Works on everything that `supply` hands out and hands it to `consume` in the same order; both run on the calling
    /// thread. The threads have ended when it returns, however it does.
    /// - Parameter supply: is told whether it may wait for what it hands out: only while nothing is under way.
    /// - Throws: what the two throw; a failure of the system to wait.
    func run(
        supply: (_ mayWait: Bool) throws(Failure) -> Supply, consume: (Chunk) throws(Failure) -> Void
    ) throws(Failure) {
        defer { end() }
        var mayProduce = true
        while true {
            if mayProduce, shared.underWay < window {
                switch try supply(shared.underWay == 0) {
                case .chunk(let chunk):
                    shared.submit(chunk)
                    continue
                case .later: break
                case .end: mayProduce = false
                }
            }
            guard let chunk = try shared.next() else {
                if mayProduce { continue }
                return
            }
            try consume(chunk)
        }
    }

    /// The same for a supply that never has to wait; nil is its end.
    func run(produce: () throws(Failure) -> Chunk?, consume: (Chunk) throws(Failure) -> Void) throws(Failure) {
        try run { _ throws(Failure) in
            try produce().map(Supply.chunk) ?? .end
        } consume: { chunk throws(Failure) in
            try consume(chunk)
        }
    }

    private func end() {
        shared.close()
        for thread in threads { thread.join() }
        threads = []
    }
}

/// A thread in an array.
private final class RunningThread {
    private var thread: OwnedThread?
    init(_ thread: consuming OwnedThread) { self.thread = consume thread }
    func join() { thread.take()?.join() }
}

/// A wake-up in an array.
private final class Bell: Sendable {
    let wakeUp: WakeUp
    init() throws(SystemError) { wakeUp = try WakeUp() }
}

private final class SharedQueue<Chunk: Sendable>: Sendable {
    private let queue = Mutex(ChunkQueue<Chunk>())
    private let workers: [Bell]
    private let finished: Bell

    init(workers count: Int) throws(SystemError) {
        var bells: [Bell] = []
        for _ in 0..<count { bells.append(try Bell()) }
        workers = bells
        finished = try Bell()
    }

    var underWay: Int { queue.withLock { $0.underWay } }

    func submit(_ chunk: Chunk) {
        if let sleeper = queue.withLock({ $0.submit(chunk) }) { workers[sleeper].wakeUp.signal() }
    }

    func close() {
        for sleeper in queue.withLock({ $0.close() }) { workers[sleeper].wakeUp.signal() }
    }

    /// The next chunk in order, once it is finished; nil where none is under way.
    func next() throws(Failure) -> Chunk? {
        while underWay > 0 {
            if let chunk = queue.withLock({ $0.takeNext() }) { return chunk }
            do throws(SystemError) { try finished.wakeUp.wait() } catch { throw Failure(.tryAgain, "\(error)") }
        }
        return nil
    }

    /// One worker's life. Where the system can't wait, it asks again at once: slow, and never wrong.
    func run(_ worker: Int, _ work: (Chunk) -> Void) {
        while true {
            switch queue.withLock({ $0.turn(of: worker) }) {
            case .work(let chunk, let number):
                work(chunk)
                queue.withLock { $0.finish(chunk, number: number) }
                finished.wakeUp.signal()
            case .wait: do throws(SystemError) { try workers[worker].wakeUp.wait() } catch {}
            case .end: return
            }
        }
    }
}
