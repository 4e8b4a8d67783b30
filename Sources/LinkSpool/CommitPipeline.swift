// CommitPipeline: groups of requests on their way to the disk, two at a time. One flush of the file system makes the results
// of the newer group and the renames of the older one durable at once, and while it runs, on a thread of its own, the work
// loop reads and writes the next group. Each group still goes through its steps in the one order that loses nothing.

internal import Posix

/// The groups under way.
struct CommitPipeline: ~Copyable {
    /// Its results are being flushed where they were written.
    private var written: GroupCommit?
    /// Its results stand in results/; that they do is being flushed.
    private var published: GroupCommit?
    private var flusher = Flusher()

    /// How many turns a group is under way at most, the one that takes it included.
    static let depth = 3

    var isEmpty: Bool { written == nil && published == nil }

    /// Names in failed/ that are promised to requests under way.
    var reservedNames: Set<FileName> {
        (written?.reservedNames ?? []).union(published?.reservedNames ?? [])
    }

    /// Brings every group a step further and starts the flush for the next step. `next` is written by now.
    /// - Parameter done: told of a group that has ended, or was stopped by a fault.
    /// - Throws: the fault that stopped one; all that is under way is then to be abandoned.
    mutating func advance(
        _ next: consuming GroupCommit?, in folders: SpoolFolders, _ done: (GroupCommit) -> Void
    ) throws(SystemError) {
        try flusher.wait()
        var older = published.take()
        published = written.take()
        written = next
        defer { if let older { done(older) } }
        let answers = try published?.publish() ?? false
        if written != nil { try flusher.start(.fileSystem, folders) } else if answers { try flusher.start(.results, folders) }
        try older?.finish()
    }

    /// Brings what is under way to its end.
    /// - Throws: as `advance`.
    mutating func drain(in folders: SpoolFolders, _ done: (GroupCommit) -> Void) throws(SystemError) {
        while !isEmpty { try advance(nil, in: folders, done) }
    }

    /// Forgets what is under way: its requests are still in work/. Returns once no flush runs.
    mutating func abandon(_ forgotten: (GroupCommit) -> Void) {
        do { try flusher.wait() } catch {}
        if let group = written.take() { forgotten(group) }
        if let group = published.take() { forgotten(group) }
    }

    /// Ends the thread.
    mutating func stop() { flusher.stop() }
}
