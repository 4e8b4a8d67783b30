// FoldersInHand: a folder that a producer put in a request's place between look and rename, and that came into work/ so. It belongs to
// its producer: it goes back to incoming/, and the name is free again. Another user's folder may have lost the rights that such a move
// needs; it is then laid aside in work/ under a name that no request has, and a later recovery tries again.

internal import Posix

extension Spool {
    /// Puts the folder `name` back, under another name where its own is taken by now.
    mutating func returnFolder(_ name: FileName, _ status: FileStatus, _ folders: SpoolFolders) {
        let other = FileName.forFolder(status.identity.inode)
        for candidate in [name, other] {
            do {
                try folders.requests.rename(name, to: folders.incoming, as: candidate, replacing: false)
                reportDirectory(candidate)
                return release(name)
            } catch {}
        }
        do {
            try folders.requests.rename(name, to: folders.requests, as: other.laidAside, replacing: false)
            reportDirectory(name)
            release(name)
        } catch { setAside(Candidate(inHand: name), .system(error), failures: names.noteFailure(name)) }
    }

    /// Tries to put back one that was laid aside; that it still can't be moved was told before.
    mutating func returnFolderLaidAside(_ name: FileName, _ folders: SpoolFolders) {
        guard let visible = FileName(name.bytes.dropFirst()) else { return }
        do {
            try folders.requests.rename(name, to: folders.incoming, as: visible, replacing: false)
            reportDirectory(visible)
        } catch {}
    }
}

extension FileName {
    /// A folder's name where it can't have its own.
    fileprivate static func forFolder(_ inode: UInt64) -> FileName {
        guard let name = FileName(Array("folder-\(inode)".utf8)) else { preconditionFailure("a number makes a name") }
        return name
    }

    fileprivate var laidAside: FileName {
        guard let name = FileName([UInt8(ascii: ".")] + bytes) else { preconditionFailure("it is short") }
        return name
    }

    /// Whether it is a folder's in work/requests: no request has such a name.
    var isFolderLaidAside: Bool { bytes.first == UInt8(ascii: ".") }
}
