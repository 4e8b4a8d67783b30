// StreamWorker: the thread's side of `.ndjson`: one stream at a time, in constant memory, with the same order of commit as
// a group of single requests, which it never delays. Spool hands it requests in hand and hears of their end.

package import Posix
internal import Synchronization

/// What the program does with a stream's lines.
package struct StreamHandlers {
    /// What a line came to.
    package enum LineVerdict: Sendable, Hashable {
        case answered, refused
        /// The system failed the program: nothing was appended, the stream is done again later.
        case undecided(String)
    }

    /// Appends the answer to a line, with its final line feed, to `output`. `line` has no line feed and isn't blank; a line over
    /// the limit comes cut, with `isTooLong`. Numbers are those of the file, from 1.
    package let answer: (_ line: Span<UInt8>, _ number: Int, _ isTooLong: Bool, _ output: inout [UInt8]) -> LineVerdict

    package init(answer: @escaping (Span<UInt8>, Int, Bool, inout [UInt8]) -> LineVerdict) { self.answer = answer }
}

/// A stream in hand.
struct StreamJob: Sendable {
    let name: FileName
    let folders: SpoolFolders
    let settings: SpoolSettings
    let suspect: Suspect?
}

/// How a stream ended.
struct StreamEnd: Sendable {
    enum Result: Sendable {
        case done(lines: Int, refused: Int)
        case refused(SpoolRefusal)
        case fault(SystemError)
        /// The stream's own: others go on.
        case ownFault(SystemError)
        /// The program could not decide about a line.
        case undecided(String)
        /// It changed while its answer was written, or the worker was stopped: still in hand.
        case again
        /// The request is no longer in hand.
        case gone
    }
    let name: FileName
    let result: Result
    /// How long the thread worked on it.
    let took: Duration
}

/// Works streams on the thread that calls `run`.
package final class StreamWorker: Sendable {
    private struct State {
        var jobs: [StreamJob] = []
        var running: FileName?
        var ends: [StreamEnd] = []
        var isStopped = false
    }

    /// Jobs that wait behind the running one: the others stay in incoming/, where a crash of the disk finds them too.
    private static let room = 2

    private let state = Mutex(State())
    /// Rises when the answer to a line is begun and when it has ended: odd in between.
    private let answers = Atomic<UInt64>(0)
    private let wake: WakeUp
    let ended: WakeUp

    init() throws(SystemError) {
        wake = try WakeUp()
        ended = try WakeUp()
    }

    /// The number of the line since the start of the program that is being answered; nil between lines, and while the disk is waited
    /// for, which may take as long as it takes.
    package var lineInHand: UInt64? {
        let count = answers.load(ordering: .relaxed)
        return count.isMultiple(of: 2) ? nil : count / 2 + 1
    }

    /// Whether a stream is being worked or waits for it.
    package var isBusy: Bool { state.withLock { $0.running != nil || !$0.jobs.isEmpty } }

    /// Works streams until `stop`, each with handlers of its own. Call it on a thread of its own: it blocks.
    /// - Throws: `poll`.
    package func run(_ handlers: () -> StreamHandlers) throws(SystemError) {
        while !isStopped {
            guard let job = nextJob() else {
                try wake.wait()
                continue
            }
            let start = MonotonicInstant.now()
            let result = StreamRun(job, worker: self).result(handlers())
            let took = start.duration(to: .now())
            state.withLock {
                $0.running = nil
                $0.ends.append(StreamEnd(name: job.name, result: result, took: took))
            }
            ended.signal()
        }
    }

    /// Ends `run` soon: a stream that is under way is left in hand and done again at the next start.
    package func stop() {
        state.withLock { $0.isStopped = true }
        wake.signal()
    }

    var isStopped: Bool { state.withLock { $0.isStopped } }
    var hasRoom: Bool { state.withLock { $0.jobs.count < Self.room } }

    func add(_ job: StreamJob) {
        state.withLock { $0.jobs.append(job) }
        wake.signal()
    }

    /// The streams that have ended since the last call.
    func takeEnds() -> [StreamEnd] {
        ended.clear()
        return state.withLock { state in
            let ends = state.ends
            state.ends = []
            return ends
        }
    }

    /// Takes back the jobs that were not begun, which are still in hand: the name of the one that was.
    func takeBack() -> FileName? {
        state.withLock { state in
            state.jobs = []
            return state.running
        }
    }

    func beginLine() { answers.wrappingAdd(1, ordering: .relaxed) }
    func endLine() { answers.wrappingAdd(1, ordering: .relaxed) }

    private func nextJob() -> StreamJob? {
        state.withLock { state in
            guard !state.jobs.isEmpty else { return nil }
            let job = state.jobs.removeFirst()
            state.running = job.name
            return job
        }
    }
}
