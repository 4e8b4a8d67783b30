// SpoolFolders: the open folders of a spool, its lock and its page. It makes what is missing where that is asked for, and
// refuses a set-up in which producers could harm each other. It knows no request.

internal import Escaping
internal import Posix

/// The names in a spool's root.
enum FolderName {
    static let incoming: FileName = "incoming"
    static let results: FileName = "results"
    static let failed: FileName = "failed"
    static let tmp: FileName = "tmp"
    static let work: FileName = "work"
    static let requests: FileName = "requests"

    /// Those that tmpfiles makes, with their permissions (product.md, "The spool").
    static let all: [(name: FileName, permissions: UInt32)] = [
        (incoming, 0o3730), (results, 0o2770), (failed, 0o2750), (tmp, 0o3730), (work, 0o700),
    ]
}

/// The spool's own folder, held open from start to end.
final class SpoolRoot: Sendable {
    let directory: Directory
    let path: [UInt8]
    let identity: FileStatus.Identity
    let device: UInt64

    /// - Throws: `open`.
    init(path: [UInt8]) throws(SystemError) {
        directory = try Directory(path: path)
        self.path = path
        identity = try directory.descriptor.status().identity
        device = identity.device
    }

    /// - Throws: `rootReplaced` where the path no longer leads here.
    func check() throws(SpoolFault) {
        do {
            let there = try Directory(path: path)
            if try there.descriptor.status().identity == identity { return }
        } catch  where ![.noEntry, .notDirectory, .tooManyLinks].contains(error.errno) {
            throw .system(error)
        } catch {}
        throw .rootReplaced(directory.path)
    }
}

/// The lock on work/: two daemons never work one spool. It ends with the process.
final class SpoolLock: Sendable {
    let identity: FileStatus.Identity
    private let descriptor: FileDescriptor

    init(in work: borrowing Directory) throws(SpoolFault) {
        do {
            descriptor = try work.open("lock", .readWrite(permissions: 0o600))
            identity = try descriptor.status().identity
            if try descriptor.lockExclusively() { return }
        } catch { throw .system(error) }
        throw .lockedByAnother(work.path(of: "lock"))
    }
}

/// The open folders.
final class SpoolFolders: Sendable {
    let root: SpoolRoot
    let incoming: Directory
    let results: Directory
    let failed: Directory
    /// Requests in hand, under their names.
    let requests: Directory
    /// Unfinished results and reasons.
    let unfinished: Directory
    let lock: SpoolLock
    let mark: PresenceMark
    let page: CrashPage
    let answerGroup: UInt32
    let reasonGroup: UInt32
    let isNetwork: Bool

    /// Opens and checks all folders. `lock` and `mark` are those from before, which stay where their folders are still the same.
    init(_ root: SpoolRoot, keeping lock: SpoolLock?, _ mark: PresenceMark?) throws(SpoolFault) {
        self.root = root
        try Self.check(root.directory, in: root, needsWriting: false)
        incoming = try Self.open(FolderName.incoming, in: root)
        results = try Self.open(FolderName.results, in: root)
        failed = try Self.open(FolderName.failed, in: root)
        let work = try Self.open(FolderName.work, in: root)
        self.lock = try Self.lock(work, keeping: lock)
        do {
            self.mark = try Self.mark(results, in: root, keeping: mark)
            page = try CrashPage(in: work)
            requests = try Self.make(FolderName.requests, in: work)
            unfinished = try Self.make(FolderName.results, in: work)
            answerGroup = try results.descriptor.status().group
            reasonGroup = try failed.descriptor.status().group
            isNetwork = try incoming.descriptor.fileSystem().isNetwork
        } catch { throw .system(error) }
    }

    private static func open(_ name: FileName, in root: SpoolRoot) throws(SpoolFault) -> Directory {
        let directory: Directory
        do { directory = try root.directory.directory(name) } catch {
            throw error.errno == .noEntry ? .missing(root.directory.path(of: name)) : .system(error)
        }
        try check(directory, in: root, needsWriting: true)
        return directory
    }

    private static func check(
        _ directory: borrowing Directory, in root: SpoolRoot, needsWriting: Bool
    ) throws(SpoolFault) {
        let path = directory.path
        let status: FileStatus
        do { status = try directory.descriptor.status() } catch { throw .system(error) }
        if status.identity.device != root.device { throw .otherFileSystem(path) }
        let us = CurrentProcess.effectiveUser
        if us != 0 && status.user != us && status.user != 0 { throw .foreignOwner(path, user: status.user) }
        if status.permissions & 0o002 != 0 && status.permissions & 0o1000 == 0 { throw .worldWritable(path) }
        guard needsWriting else { return }
        do { try directory.checkWritable() } catch {
            throw error.errno == .access ? .notWritable(path) : .system(error)
        }
    }

    private static func lock(_ work: borrowing Directory, keeping lock: SpoolLock?) throws(SpoolFault) -> SpoolLock {
        let present: FileStatus?
        do { present = try work.statusIfPresent(of: "lock") } catch { throw .system(error) }
        if let lock, present?.identity == lock.identity { return lock }
        return try SpoolLock(in: work)
    }

    private static func mark(
        _ results: borrowing Directory, in root: SpoolRoot, keeping mark: PresenceMark?
    ) throws(SystemError) -> PresenceMark {
        let present = try results.descriptor.status().identity
        if let mark, mark.identity == present { return mark }
        return try PresenceMark(on: root.directory)
    }

    private static func make(_ name: FileName, in work: borrowing Directory) throws(SystemError) -> Directory {
        _ = try work.makeDirectory(name, permissions: 0o700)
        return try work.directory(name)
    }

    /// Makes the root and the folders that a spool of one's own lacks, with their permissions, whatever the umask.
    /// - Throws: `mkdir`, `open`, `fchmod`.
    static func makeMissing(at path: [UInt8]) throws(SystemError) {
        try makeRoot(at: path)
        let root = try Directory(path: path)
        for folder in FolderName.all { _ = try root.makeDirectory(folder.name, permissions: folder.permissions) }
    }

    private static func makeRoot(at path: [UInt8]) throws(SystemError) {
        let (parent, name) = PathParts.split(PathParts.withoutTrailingSlashes(path))
        if let name { _ = try Directory(path: parent).makeDirectory(name, permissions: 0o755) }
    }
}
