// StagedFolder: an output folder that is made beside the one in use and takes its place in one step, so whoever reads it
// finds all of the old one or all of the new one.
//
//     lock → heal what a stopped run left → make the new folder → files (equal ones are links to the old) → manifest →
//     carry over what others put in → flush → exchange → flush the parent → remove the old one → unlock
//
// Stopped before the exchange: the old content, and a leftover that the next run removes. After it: the new content, and
// likewise. Files may be written by several threads at once; each file by one.

internal import Posix
internal import Synchronization

/// A new version of an output folder in the making. Without `commit` it is removed with its value, and the old one stays.
package final class StagedFolder: Sendable {
    /// The output folder's path without links, escaped, for messages.
    package let path: String
    /// What the last run left; nil where there was none.
    package let old: Manifest?

    let place: StagingPlace
    let oldFolder: OpenFolder?
    let root: Branch
    let newName: FileName
    let flush: Bool
    /// Rights of a new file by the process's mask, which a new folder shows.
    let permissions: UInt32
    let state: Mutex<StagingState>

    /// Begins a new version of the folder at `path`, which may be missing, empty, or of an earlier run; a link to a folder is
    /// followed and stays.
    /// - Parameter flush: whether `commit` waits until all is on the disk; without, a power cut may cost files' content.
    /// - Throws: `notAFolder`, `notOurs`, `badManifest`, `noParent`, `parentNotWritable`, `mountPoint`, `currentFolder`,
    ///   `danglingLink`, `unusableName`, `busy`, `fault`.
    package init(_ path: String, flush: Bool) throws(StagingError) {
        place = try StagingPlace(path)
        self.path = place.path
        self.flush = flush
        var state = StagingState(try StagingLock(place))
        try place.bringBackWhatWasSetAside()
        oldFolder = try place.openOld()
        old = try place.manifest(of: oldFolder)
        state.report.leftBehind = try place.removeLeftovers()
        newName = try place.newName()
        let root = Branch(new: try place.makeNewFolder(newName), old: oldFolder)
        permissions = try asFault { () throws(SystemError) in try root.takeOnOldRights() }
        self.root = root
        self.state = Mutex(state)
    }

    deinit { discard() }

    /// Removes the new folder, unless it was committed, and lets another run begin. Ending the value does the same; a program
    /// that calls `exit` must do it before.
    package func discard() {
        if !state.withLock({ $0.report.isSwapped || $0.isOver }) {
            do { try place.parent.removeTree(newName) } catch {}
        }
        state.withLock { $0.end() }
    }

    /// Makes the file `path` (parts joined by `/`, none with a dot in front) with these bytes; where the old one has them
    /// already it becomes a link to it and nothing is written. True where it was written.
    /// - Throws: `unusableName`, `fault`; `.exists` for a path that was written before.
    @discardableResult
    package func write(_ path: String, _ bytes: Span<UInt8>) throws(StagingError) -> Bool {
        let path = try RelativePath(path)
        let isWritten = try asFault { () throws(SystemError) in
            try branch(path.folders).place(path.name, bytes, permissions: permissions)
        }
        state.withLock { $0.add(path, isWritten: isWritten) }
        return isWritten
    }

    /// The same for an array.
    @discardableResult
    package func write(_ path: String, _ bytes: [UInt8]) throws(StagingError) -> Bool { try write(path, bytes.span) }

    /// A file of any size, for one thread, written piece by piece; it belongs to the folder once it is finished.
    /// - Throws: `unusableName`, `fault`.
    package func stream(_ path: String) throws(StagingError) -> StagedFile { try stream(try RelativePath(path)) }

    func stream(_ path: RelativePath) throws(StagingError) -> StagedFile {
        let branch = try asFault { () throws(SystemError) in try self.branch(path.folders) }
        return try StagedFile(path, in: branch, of: self)
    }

    /// Takes a file of the last run over as it is, in place of one that couldn't be made anew; false where that run had none.
    /// - Throws: `unusableName`, `fault`; `.exists` for a path that was written before.
    package func keepOld(_ path: String) throws(StagingError) -> Bool {
        let path = try RelativePath(path)
        guard old?.files.contains(path.bytes) == true else { return false }
        let isKept = try asFault { () throws(SystemError) in
            try branch(path.folders).keepOld(path.name, permissions: permissions)
        }
        if isKept { state.withLock { $0.add(path, isWritten: false) } }
        return isKept
    }

    /// The branch at the end of `folders`.
    func branch(_ folders: [FileName]) throws(SystemError) -> Branch {
        if folders.isEmpty { return root }
        if let open = state.withLock({ (state) -> Branch? in state.branches[folders] }) { return open }
        var branch = root
        for name in folders { branch = try branch.branch(name) }
        state.withLock { $0.keep(branch, at: folders) }
        return branch
    }
}

extension Branch {
    /// Makes one small file; true where it was written, not linked.
    func place(_ name: FileName, _ bytes: Span<UInt8>, permissions: UInt32) throws(SystemError) -> Bool {
        if try holdsOld(name, bytes, permissions: permissions), try linkOld(name) { return false }
        try newFile(name).file.write(bytes)
        return true
    }

    /// Gives the new folder the old file, by a copy where it can't be linked; false where there is none.
    func keepOld(_ name: FileName, permissions: UInt32) throws(SystemError) -> Bool {
        if try linkOld(name) { return true }
        guard let old = try oldFile(name, permissions: permissions) else { return false }
        try newFile(name).file.copyBeginning(of: old.file, count: old.size)
        return true
    }

    private func holdsOld(_ name: FileName, _ bytes: Span<UInt8>, permissions: UInt32) throws(SystemError) -> Bool {
        guard let old = try oldFile(name, permissions: permissions), old.size == UInt64(bytes.count) else { return false }
        var buffer: [UInt8] = []
        return try old.file.holds(bytes, at: 0, using: &buffer)
    }
}
