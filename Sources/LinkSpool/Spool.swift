// Spool: requests as files, done at least once and to the same outcome. Where a request's files stand says how far it is:
//
//   | incoming | work | results | meaning                   | after a crash                                   |
//   | -------- | ---- | ------- | ------------------------- | ----------------------------------------------- |
//   |    +     |  -   |    ?    | waiting                   | stays                                           |
//   |    -     |  +   |    -    | in hand                   | done again                                      |
//   |    -     |  +   |    +    | answered, not yet removed | done again: the same bytes while configuration  |
//   |          |      |         |                           | and directory are the same                      |
//   |    -     |  -   |    +    | done                      |                                                 |
//
// Fairness is a promise, too. One name, one producer, one odd file, one huge stream never holds up the others for more than a bounded
// time, and never makes the daemon do unbounded work:
//
//   | what it does                          | what it costs                                                                        |
//   | ------------------------------------- | ------------------------------------------------------------------------------------ |
//   | it changes again and again            | a look; the pause before the next doubles from 10 ms to 5 s, and only what stood     |
//   |                                       | still between two looks is judged, only what is still that is published              |
//   | it is never whole                     | the same, in a queue of its own with 32 looks a turn, and a place of its own kind    |
//   | it fails alone                        | one try, with pauses that double up to a minute; everybody's fault only once          |
//   | its name comes again                  | a successor, which has its turn as soon as the first is done, whatever happens       |
//   | its answer does not fit on the disk   | it stops before the disk is full, and after five tries in a minute is refused        |
//   | it makes events without end           | they are read together every 5 ms                                                    |
//
// It never looks inside a request, never logs, and never refuses anything because the system failed.

package import Posix

/// A spool being worked, by one thread. Its steps are in Recovery, Listing and Taking.
package struct Spool: ~Copyable {
    let root: SpoolRoot
    /// May be changed between two steps; a stream under way keeps those it began with.
    package var settings: SpoolSettings
    let worker: StreamWorker
    var folders: SpoolFolders?
    var watch: FolderWatch?
    /// Why there is no watch.
    var unwatched: SpoolFault?

    var names: NameTable
    var singleSuspect: Suspect?
    var streamSuspect: Suspect?

    var needsRecovery = true
    var nextListing = MonotonicInstant.now()
    var lastListing = MonotonicInstant(nanoseconds: 0)
    /// How long that took.
    var listingTime = Duration.zero
    /// The pause before the next listing for the sake of those that aren't whole and found no place.
    var passedOverPause = Duration.seconds(1)
    /// Why requests are set aside, for the status: a few of them.
    var troubled: [FileName: SpoolFault] = [:]
    var eventPace = EventPace()
    var pipeline = CommitPipeline()
    var reportedDirectories: Set<FileName> = []
    var report = SpoolReport()
    var counts = (answered: UInt64(0), refused: UInt64(0))

    private var backOff = BackOff()
    private var hasLookedForSuspects = false

    /// Opens the spool at `path`; with `create`, makes the root and the folders that it lacks first. A passing fault (a folder
    /// missing, a full disk) is no error: it is the status, and mends itself.
    /// - Throws: a fault that someone must mend: no root, a lock held by another, rights that let producers harm each other.
    package static func open(
        _ path: [UInt8], settings: SpoolSettings = SpoolSettings(), create: Bool = false
    ) throws(SpoolFault) -> Spool {
        let root: SpoolRoot
        let worker: StreamWorker
        do {
            if create { try SpoolFolders.makeMissing(at: path) }
            root = try SpoolRoot(path: path)
            worker = try StreamWorker()
        } catch { throw .system(error) }
        var spool = Spool(root, worker, settings)
        do { try spool.reopen() } catch  where error.isPassing { spool.note(error) }
        return spool
    }

    private init(_ root: SpoolRoot, _ worker: StreamWorker, _ settings: SpoolSettings) {
        self.root = root
        self.worker = worker
        self.settings = settings
        names = NameTable(settings)
    }

    // MARK: the loop's side

    /// What the program's loop waits for, besides its own descriptors.
    package var descriptors: [Int32] {
        var all = [worker.ended.descriptor.rawValue]
        if let watch, eventPace.rest(at: .now()) == nil { all.append(watch.descriptor) }
        return all
    }

    /// How long the loop may sleep when no descriptor wakes it.
    package var timeout: Duration {
        let now = MonotonicInstant.now()
        if hasWork(at: now) { return .zero }
        if let retry = backOff.retryAt, retry > now { return now.duration(to: retry) }
        let moments = [listingMoment, names.nextLook, eventPace.rest(at: now)].compactMap(\.self)
        return now.duration(to: moments.min() ?? nextListing)
    }

    /// Whether `work` would do something now.
    package var hasWork: Bool { hasWork(at: .now()) }

    private func hasWork(at now: MonotonicInstant) -> Bool {
        if let retry = backOff.retryAt { return now >= retry }
        if folders == nil || needsRecovery || isListingDue(at: now) || singleSuspect != nil { return true }
        if let look = names.nextLook, look <= now { return true }
        return !pipeline.isEmpty || names.hasSingles || (names.hasStreams && worker.hasRoom)
    }

    /// Takes in what happened in the folders and to the streams. Cheap where nothing did.
    package mutating func handleEvents() {
        takeStreamEnds()
        if eventPace.rest(at: .now()) != nil { return }
        do {
            // As many events as the kernel's default queue holds, then work has its turn.
            for _ in 0..<16 {
                guard let (hints, count) = try watch?.read(), count > 0 else { return }
                let news = take(hints)
                eventPace.add(news: news, idle: count - news)
            }
        } catch { note(.system(error)) }
    }

    /// One step: mends what changed, recovers, lists, starts streams, takes at most one group of requests and brings those under
    /// way a step nearer to their durable end. A fault is noted and waited out; the requests stay.
    /// - Returns: what became of which request since the last call; a request may be under way for `turnsUnderWay` calls.
    /// - Throws: `rootReplaced`, which only a new start mends.
    package mutating func work(_ handlers: RequestHandlers) throws(SpoolFault) -> SpoolReport {
        handleEvents()
        if let retry = backOff.retryAt, MonotonicInstant.now() < retry { return takeReport() }
        try waitingOutFaults { spool throws(SpoolFault) in
            try spool.step(handlers)
            spool.backOff.end()
        }
        return takeReport()
    }

    /// The part of `work` that touches no request: afterwards the spool is watched, and what waits and what an earlier run left
    /// in hand is known, as far as no fault keeps it from that.
    /// - Throws: `rootReplaced`.
    package mutating func takeStock() throws(SpoolFault) {
        try waitingOutFaults { spool throws(SpoolFault) in try spool.stock() }
    }

    private mutating func waitingOutFaults(_ body: (inout Spool) throws(SpoolFault) -> Void) throws(SpoolFault) {
        do throws(SpoolFault) { try body(&self) } catch {
            if case .rootReplaced = error { throw error }
            note(error)
        }
    }

    private mutating func stock() throws(SpoolFault) {
        if folders == nil { try reopen() }
        guard let folders else { return }
        if needsRecovery { try recover(folders) }
        if isListingDue(at: .now()) { try list(folders) }
    }

    private mutating func step(_ handlers: RequestHandlers) throws(SpoolFault) {
        try stock()
        guard let folders else { return }
        names.wake(at: .now())
        do {
            try startStreams(folders, handlers)
            try workGroup(folders, handlers)
        } catch { throw .system(error) }
    }

    /// For how many calls of `work` a request can be under way.
    package static let turnsUnderWay = CommitPipeline.depth

    /// Brings the groups under way to their end: what became of them, and of streams that ended since the last step. The last call,
    /// once the thread of the streams has ended.
    package mutating func lastReport() -> SpoolReport {
        if let folders {
            do { try drain(folders) } catch { note(.system(error)) }
        }
        pipeline.stop()
        takeStreamEnds()
        return takeReport()
    }

    private mutating func takeReport() -> SpoolReport {
        let taken = report
        report = SpoolReport()
        return taken
    }

    // MARK: faults

    /// Everything is opened afresh after the pause: whatever the fault was, what is found then is the truth.
    mutating func note(_ fault: SpoolFault) {
        backOff.begin(fault, settings)
        abandon()
        folders = nil
        needsRecovery = true
    }

    /// Whether the last step met a fault.
    var isBackingOff: Bool { backOff.fault != nil }

    private mutating func reopen() throws(SpoolFault) {
        try root.check()
        let folders = try SpoolFolders(root, keeping: lock, mark)
        lock = folders.lock
        mark = folders.mark
        // Watched before it is listed: what comes in between is seen by both, not by neither.
        startWatching(folders)
        self.folders = folders
        needsRecovery = true
        nextListing = .now()
        if !hasLookedForSuspects {
            singleSuspect = folders.page.suspect(in: .single)
            streamSuspect = folders.page.suspect(in: .stream)
            hasLookedForSuspects = true
        }
    }

    /// Without a watch (too many of them already) the spool is listed every second, and each listing tries again.
    mutating func startWatching(_ folders: SpoolFolders) {
        do {
            watch = try FolderWatch(folders)
            unwatched = nil
        } catch {
            watch = nil
            unwatched = .system(error)
        }
    }

    private var lock: SpoolLock?
    private var mark: PresenceMark?

    /// The spool in numbers, and what is wrong.
    package var status: SpoolStatus {
        SpoolStatus(
            waiting: names.waitingCount, isComplete: names.isComplete, inHand: names.inHandCount,
            answered: counts.answered, refused: counts.refused,
            fault: backOff.fault ?? unwatched ?? troubled.values.first,
            isNetworkFileSystem: folders?.isNetwork ?? false)
    }

    /// The request in which an earlier run ended, until it has been tried.
    package var suspects: [FileName] { [singleSuspect, streamSuspect].compactMap { $0?.name } }

    /// The thread's side of `.ndjson`: the program calls its `run` on a thread of its own.
    package var streams: StreamWorker { worker }
}

/// The pause after a fault, which doubles while faults follow each other.
private struct BackOff {
    private(set) var fault: SpoolFault?
    private(set) var retryAt: MonotonicInstant?
    private var pause: Duration?

    mutating func begin(_ fault: SpoolFault, _ settings: SpoolSettings) {
        let next = pause.map { min($0 * 2, settings.longestBackOff) } ?? settings.firstBackOff
        self.fault = fault
        pause = next
        retryAt = MonotonicInstant.now().advanced(by: next)
    }

    mutating func end() { self = BackOff() }
}

/// What happened since it was last asked for.
package struct SpoolReport: Sendable, Hashable {
    package var outcomes: [Outcome] = []
    /// Folders found in incoming/: they stay, and are reported once.
    package var directories: [FileName] = []
    /// How often the kernel's queue overflowed: each led to a listing.
    package var overflows = 0
}

/// A spool at one moment.
package struct SpoolStatus: Sendable, Hashable {
    /// Names known to wait in incoming/.
    package let waiting: Int
    /// Whether `waiting` is all: beyond the limit on names nobody has counted.
    package let isComplete: Bool
    package let inHand: Int
    /// Since the start; a stream counts as one.
    package let answered: UInt64
    package let refused: UInt64
    /// What is wrong now; the spool is waiting it out.
    package let fault: SpoolFault?
    /// incoming/ is on a network file system: it is listed every second.
    package let isNetworkFileSystem: Bool
}
