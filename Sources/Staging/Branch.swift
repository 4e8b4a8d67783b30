// Branch: one folder of the output twice over: the new one, in which files are made, and the one of the last run, whose
// files are compared and linked. Every verb is relative to the two descriptors.

internal import Posix

/// A folder of the new output and its counterpart.
final class Branch: Sendable {
    let new: Directory
    /// Nil where the last run had no such folder.
    let old: OpenFolder?

    init(new: consuming Directory, old: OpenFolder?) {
        self.new = new
        self.old = old
    }

    /// Gives the new folder, which is as the process's mask has it, the old one's owner and rights, and us the right to fill it.
    /// The rights that the mask leaves to a new file.
    func takeOnOldRights() throws(SystemError) -> UInt32 {
        let byMask = try new.descriptor.status().permissions
        if let old { try new.takeOn(try old.directory.descriptor.status(), adding: 0o700) }
        return byMask & 0o666
    }

    /// The branch `name` in this one; the new folder is made where it is missing.
    /// - Throws: `mkdir`, `open`; `.notDirectory` where a file has the name.
    func branch(_ name: FileName) throws(SystemError) -> Branch {
        _ = try new.makeDirectory(name)
        return Branch(new: try new.directory(name), old: try old?.folderIfPresent(name))
    }

    /// The file of the last run, if its bytes may stand in the new folder: a regular file with the rights that a new one gets.
    func oldFile(_ name: FileName, permissions: UInt32) throws(SystemError) -> OldFile? {
        guard let old else { return nil }
        let file: FileDescriptor
        do throws(SystemError) { file = try old.directory.open(name, .read) } catch {
            // Missing, a link, another user's: then it is made anew.
            if [.noEntry, .tooManyLinks, .access, .noSuchDevice].contains(error.errno) { return nil }
            throw error
        }
        let status = try file.status()
        guard status.kind == .regular, status.permissions == permissions else { return nil }
        return OldFile(file, size: status.size)
    }

    /// A new file, with the rights that the process's mask leaves.
    /// - Throws: `open`; `.exists` where the name is taken.
    func newFile(_ name: FileName) throws(SystemError) -> OpenFile {
        OpenFile(try new.open(name, .create(permissions: 0o666)))
    }

    /// Gives the old file its name in the new folder too; false where the file system can't or mustn't.
    /// - Throws: `link`: `.exists`, and what keeps a new file from being made as well.
    func linkOld(_ name: FileName) throws(SystemError) -> Bool {
        guard let old else { return false }
        return try old.directory.linkIfPossible(name, to: new)
    }
}

/// An open folder that several own.
final class OpenFolder: Sendable {
    let directory: Directory
    init(_ directory: consuming Directory) { self.directory = directory }

    /// The folder `name` in it, nil where there is none that can be read.
    func folderIfPresent(_ name: FileName) throws(SystemError) -> OpenFolder? {
        do { return OpenFolder(try directory.directory(name)) } catch {
            if [.noEntry, .notDirectory, .tooManyLinks, .access].contains(error.errno) { return nil }
            throw error
        }
    }
}

/// A file of the last run, open to be compared.
final class OldFile: Sendable {
    let file: FileDescriptor
    let size: UInt64
    init(_ file: consuming FileDescriptor, size: UInt64) {
        self.file = file
        self.size = size
    }
}

/// A file of the new folder, open to be written.
final class OpenFile: Sendable {
    let file: FileDescriptor
    init(_ file: consuming FileDescriptor) { self.file = file }
}

extension Directory {
    /// Links `name` into `target` under the same name; false where the file system or a rule forbids it, so that the bytes
    /// have to be written.
    func linkIfPossible(_ name: FileName, to target: borrowing Directory) throws(SystemError) -> Bool {
        do {
            try link(name, to: target, as: name)
            return true
        } catch {
            if Self.linkRefusals.contains(error.errno) { return false }
            throw error
        }
    }

    private static let linkRefusals: Set<Errno> = [
        .tooManyHardLinks, .otherFileSystem, .notPermitted, .access, .notSupported, .notImplemented, .invalid, .noEntry,
    ]
}
