// ForeignFiles: what others put into the output folder (a verification file of a search engine, a `.htaccess`). It is in no
// list of ours, so it is carried over: by a hard link, so that a program that has it open keeps writing to the same file;
// where that is forbidden, by a copy. Nothing of it is ever dropped: what can't be carried over ends the run.

internal import Escaping
internal import Posix

/// Carries over from the old folder what its manifest doesn't list; run a second time, what came meanwhile.
struct ForeignWalk {
    private let folder: StagedFolder
    private let listed: PathList
    /// Escaped paths, a folder's with a slash at its end and nothing of what is inside.
    private var found: [String] = []
    private var foundCount = 0
    /// Old files that couldn't be linked: their names in the new folder are other files.
    private var copied: Set<FileStatus.Identity> = []

    /// Each level holds four descriptors of a process's 1,024.
    static let depthLimit = 64

    init(_ folder: StagedFolder) {
        self.folder = folder
        listed = folder.old?.files ?? .empty
    }

    /// - Throws: `foreignFile`, `fault`.
    mutating func run(_ report: inout StagingReport) throws(StagingError) {
        guard let oldFolder = folder.oldFolder else { return }
        (found, foundCount) = ([], 0)
        try visit(oldFolder, [], isForeign: false)
        report.foreignCount = foundCount
        report.foreign = Array(found.sorted().prefix(20))
    }

    private mutating func visit(_ old: OpenFolder, _ path: [FileName], isForeign: Bool) throws(StagingError) {
        if path.count > Self.depthLimit { throw refusal(path, "lies over \(Self.depthLimit) folders deep") }
        var listing = try asFault { () throws(SystemError) in try DirectoryListing(old.directory) }
        while let name = try next(&listing) {
            if path.isEmpty, StagedFolder.ownNames.contains(name) { continue }
            let inner = path + [name]
            if !isForeign, listing.isDirectory != true, listed.contains(Self.joined(inner)) { continue }
            let status = try asFault { () throws(SystemError) in try old.directory.status(of: name) }
            if status.kind == .directory {
                try visitFolder(old, inner, isForeign)
            } else {
                try carry(name, status, from: old, path)
                if !isForeign { note(shown(inner)) }
            }
        }
    }

    private func next(_ listing: inout DirectoryListing) throws(StagingError) -> FileName? {
        do { return try listing.next() } catch { throw .fault(error) }
    }

    /// A folder is ours where the list has files in it; another is made anew, though it be empty.
    private mutating func visitFolder(
        _ outer: OpenFolder, _ path: [FileName], _ isInForeign: Bool
    ) throws(StagingError) {
        let old: OpenFolder
        let status: FileStatus
        do throws(SystemError) {
            old = OpenFolder(try outer.directory.directory(path[path.count - 1]))
            status = try old.directory.descriptor.status()
            if try outer.directory.descriptor.status().identity.device != status.identity.device {
                throw SystemError("open", "", .otherFileSystem)
            }
        } catch { throw refusal(path, "can't be read: \(error.errno)") }
        if !isInForeign, listed.holdsPath(startingWith: Self.joined(path) + [UInt8(ascii: "/")]) {
            return try visit(old, path, isForeign: false)
        }
        let new = try make(path)
        try visit(old, path, isForeign: true)
        try asFault { () throws(SystemError) in try new.new.takeOn(status) }
        if !isInForeign { note(shown(path) + "/") }
    }

    private func make(_ path: [FileName]) throws(StagingError) -> Branch {
        do throws(SystemError) { return try folder.branch(path) } catch {
            throw error.errno == .notDirectory ? refusal(path, Self.isInTheWay) : .fault(error)
        }
    }

    private mutating func carry(
        _ name: FileName, _ status: FileStatus, from old: OpenFolder, _ path: [FileName]
    ) throws(StagingError) {
        if copied.contains(status.identity) { return }
        let new = try make(path)
        do throws(SystemError) {
            if try old.directory.linkIfPossible(name, to: new.new) { return }
            if status.kind == .regular {
                try old.directory.copy(name, to: new.new)
                copied.insert(status.identity)
                return
            }
        } catch {
            guard error.errno == .exists else { throw refusal(path + [name], "can't be carried over: \(error)") }
            let other = try asFault { () throws(SystemError) in try new.new.status(of: name) }
            if other.identity == status.identity { return }
            throw refusal(path + [name], Self.isInTheWay)
        }
        throw refusal(path + [name], "is a \(status.kind.rawValue) that can't be linked")
    }

    /// A listing has no order: enough are kept to sort them, and not those of a folder with a million.
    private mutating func note(_ path: String) {
        foundCount += 1
        if foundCount <= 1000 { found.append(path) }
    }

    private static let isInTheWay = "has the name of a new file"

    private func refusal(_ path: [FileName], _ reason: String) -> StagingError {
        .foreignFile("\(folder.path)/\(shown(path))", reason: reason)
    }

    private func shown(_ path: [FileName]) -> String { Printable.escaped(Self.joined(path)) }
    private static func joined(_ path: [FileName]) -> [UInt8] { Array(path.map(\.bytes).joined(separator: [0x2F])) }
}

extension Directory {
    /// Copies content, rights and group of a regular file; its owner is whoever runs the program.
    fileprivate func copy(_ name: FileName, to target: borrowing Directory) throws(SystemError) {
        let old = try open(name, .read)
        let status = try old.status()
        let new = try target.open(name, .create(permissions: 0o600))
        try new.copyBeginning(of: old, count: status.size)
        do { try new.setGroup(status.group) } catch  where error.errno == .notPermitted {}
        try new.setPermissions(status.permissions & 0o777)
    }
}
