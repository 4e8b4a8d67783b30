// FolderWatch: what inotify says of a spool, in the spool's words. Only hints: everything here may be late, doubled or lost.

internal import Posix

/// Watches incoming/ for requests and the root for folders that come and go.
final class FolderWatch: Sendable {
    enum Hint {
        /// Something about a name in incoming/.
        case name(FileName, Writing)
        /// A folder came into incoming/.
        case directory(FileName)
        /// Hints were lost.
        case overflow
        /// A folder of the spool, or its root, is not what it was.
        case foldersChanged
    }

    /// What a hint says of a file's writer.
    enum Writing {
        case unknown
        /// Somebody opened it where it stands; whoever makes a file there does.
        case open
        /// It was renamed into place or closed after writing.
        case closed
    }

    private let inotify: Inotify
    private let root: Int32
    private let incoming: Int32

    private static let newNames: Inotify.Kinds = [.created, .opened, .movedTo, .closedAfterWriting, .attributes]
    private static let comings: Inotify.Kinds = [.created, .movedTo, .deleted, .movedFrom]
    private static let selves: Inotify.Kinds = [.selfDeleted, .selfMoved, .unmounted, .ignored]

    /// - Throws: `inotify_init1`, `inotify_add_watch`.
    init(_ folders: SpoolFolders) throws(SystemError) {
        inotify = try Inotify()
        root = try inotify.watch(folders.root.directory, for: [Self.comings, .selfDeleted, .selfMoved])
        incoming = try inotify.watch(folders.incoming, for: [Self.newNames, .selfDeleted, .selfMoved])
    }

    var descriptor: Int32 { inotify.descriptor.rawValue }

    /// The hints that wait, a buffer full at most, and how many events they were made of; what happens to folders in incoming/ after
    /// they came makes none.
    /// - Throws: `read`.
    func read() throws(SystemError) -> (hints: [Hint], count: Int) {
        let (events, count) = try inotify.read { _, kinds in
            !kinds.contains(.directory) || !kinds.isDisjoint(with: Self.comings.union(Self.selves))
        }
        return (events.compactMap(hint), count)
    }

    private func hint(_ event: Inotify.Event) -> Hint? {
        if event.kinds.contains(.overflow) { return .overflow }
        if !event.kinds.isDisjoint(with: Self.selves) { return .foldersChanged }
        guard let name = event.name else { return nil }
        if event.watch == root { return FolderName.all.contains { $0.name == name } ? .foldersChanged : nil }
        if event.kinds.contains(.directory) { return .directory(name) }
        if !event.kinds.isDisjoint(with: [.movedTo, .closedAfterWriting]) { return .name(name, .closed) }
        return .name(name, event.kinds.contains(.opened) ? .open : .unknown)
    }
}
