// CommitPipeline: groups of requests on their way to the disk. One flush of the file system makes the results of a group and
// the names of the one before it durable at once, and while a thread of its own sees to that, the work loop reads and writes the
// next group. Each group still goes through its steps in the one order that loses nothing.

internal import Posix

/// The groups under way.
struct CommitPipeline: ~Copyable {
    private var thread = CommitThread()
    /// Its results stand in results/, and nobody has flushed that yet.
    private var published: GroupCommit?

    /// For how many turns a group is under way at most, the one in which it was taken included.
    static let depth = 3

    var isEmpty: Bool { published == nil && !thread.isBusy }

    /// Names in failed/ that those under way will take.
    private(set) var promisedNames: Set<FileName> = []

    /// Waits for the step under way and starts the next one, which `next` joins, a group that is written.
    /// - Returns: the group that has ended, if one has.
    /// - Throws: the fault that stopped a step; all that is under way is then to be abandoned.
    mutating func advance(_ next: consuming GroupCommit?, in folders: SpoolFolders) throws(SystemError) -> GroupCommit? {
        let ended = try collect()
        promisedNames = (next?.promisedNames ?? []).union(published?.promisedNames ?? [])
        let step = CommitStep(folders: folders, newer: next, older: published.take())
        do { try thread.start(step) } catch {
            published = step.older
            throw error
        }
        return ended
    }

    private mutating func collect() throws(SystemError) -> GroupCommit? {
        guard let step = thread.result() else { return nil }
        published = step.newer
        guard let fault = step.fault else { return step.older }
        abandoned += [step.older].compactMap(\.self)
        throw fault
    }

    /// Those that a fault took out of the way before they had ended.
    private var abandoned: [GroupCommit] = []

    /// Gives back what is under way, once no step runs: what has not ended is still in work/.
    mutating func abandon() -> [GroupCommit] {
        do { abandoned += [try collect()].compactMap(\.self) } catch {}
        let all = abandoned + [published.take()].compactMap(\.self)
        abandoned = []
        promisedNames = []
        return all
    }

    /// Ends the thread.
    mutating func stop() { thread.stop() }
}

/// What is done at once for two groups that follow each other.
struct CommitStep: Sendable {
    let folders: SpoolFolders
    /// Published afterwards.
    private(set) var newer: GroupCommit?
    /// Published before; ended afterwards.
    private(set) var older: GroupCommit?
    private(set) var fault: SystemError?

    init(folders: SpoolFolders, newer: GroupCommit?, older: GroupCommit?) {
        self.folders = folders
        self.newer = newer
        self.older = older
    }

    var isEmpty: Bool { newer == nil && older == nil }

    /// The step, with its fault if it met one.
    consuming func done() -> CommitStep {
        do { try run() } catch { fault = error }
        return self
    }

    private mutating func run() throws(SystemError) {
        if newer == nil { try flushNames() } else { try folders.unfinished.descriptor.flushFileSystem() }
        try older?.finish()
        try newer?.publish()
    }

    private func flushNames() throws(SystemError) {
        if older?.hasPublished == true { try folders.results.flush() }
    }
}
