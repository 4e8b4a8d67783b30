// What stands beside and in place of the output folder when a run begins: a folder of ours or an empty one, and what runs
// that were stopped left. Called under the lock.

internal import Escaping
internal import Posix

extension StagingPlace {
    /// A run that can't exchange names moves the old folder aside and then the new one into place. Where it was stopped
    /// between the two there is no folder: the old one comes back.
    func bringBackWhatWasSetAside() throws(StagingError) {
        try asFault { () throws(SystemError) in
            guard try parent.statusIfPresent(of: name) == nil,
                try parent.statusIfPresent(of: asideName)?.kind == .directory
            else { return }
            try parent.rename(asideName, to: parent, as: name, replacing: false)
        }
    }

    /// The folder at the place, or nil where there is none.
    func openOld() throws(StagingError) -> OpenFolder? {
        do throws(SystemError) { return OpenFolder(try parent.directory(name)) } catch {
            if error.errno == .noEntry { return nil }
            if error.errno == .notDirectory || error.errno == .tooManyLinks { throw .notAFolder(path) }
            throw .fault(error)
        }
    }

    /// The old folder's manifest; nil where there is no folder, or an empty one.
    /// - Throws: `notOurs`, `badManifest`.
    func manifest(of old: OpenFolder?) throws(StagingError) -> Manifest? {
        guard let old else { return nil }
        let shown = "\(path)/\(Manifest.name)"
        let bytes: [UInt8]?
        do throws(SystemError) {
            bytes = try old.read(Manifest.name, limit: Manifest.byteLimit)
        } catch {
            throw .badManifest(shown, reason: error.errno.description)
        }
        if let bytes { return try Manifest(bytes, path: shown) }
        let found = try asFault { () throws(SystemError) in
            var listing = try DirectoryListing(old.directory)
            return try listing.next()
        }
        if let found { throw .notOurs(path, found: found.description) }
        return nil
    }

    /// Removes what stopped runs left; for each that can't be removed, why.
    func removeLeftovers() throws(StagingError) -> [String] {
        let names = try asFault { () throws(SystemError) in
            var names: [FileName] = []
            var listing = try DirectoryListing(parent)
            while let name = try listing.next() {
                if isLeftover(name) { names.append(name) }
            }
            return names
        }
        return names.compactMap(removed)
    }

    /// Removes the folder `name` beside the output folder; what went wrong, if something did.
    func removed(_ name: FileName) -> String? {
        do { try parent.removeTree(name) } catch { return "\(parent.path(of: name)) is left behind: \(error)" }
        return nil
    }

    /// Makes the folder `name`, as the process's mask has it.
    func makeNewFolder(_ name: FileName) throws(StagingError) -> Directory {
        try asFault { () throws(SystemError) in
            guard try parent.makeDirectory(name) else { throw SystemError("mkdir", parent.path(of: name), .exists) }
            return try parent.directory(name)
        }
    }
}

extension Directory {
    /// Owner, group and rights of another folder, as far as we may set them, and `adding`.
    func takeOn(_ other: FileStatus, adding: UInt32 = 0) throws(SystemError) {
        let own = try descriptor.status()
        try ifPermitted { () throws(SystemError) in
            if own.group != other.group { try descriptor.setGroup(other.group) }
        }
        try ifPermitted { () throws(SystemError) in
            if own.user != other.user { try descriptor.setOwner(other.user) }
        }
        let permissions = other.permissions | adding
        if own.permissions == permissions { return }
        do { try descriptor.setPermissions(permissions) } catch  where error.errno == .notPermitted {
            // A sandbox may forbid the set-group-ID bit (RestrictSUIDSGID=).
            try descriptor.setPermissions(permissions & 0o777)
        }
    }

    private func ifPermitted(_ body: () throws(SystemError) -> Void) throws(SystemError) {
        do { try body() } catch  where error.errno == .notPermitted {}
    }
}

extension OpenFolder {
    /// The bytes of a regular file; nil where there is none.
    /// - Throws: `open`, `read`; `EFBIG` above `limit` bytes, `.invalid` for what is no regular file.
    func read(_ name: FileName, limit: Int) throws(SystemError) -> [UInt8]? {
        let file: FileDescriptor
        do { file = try directory.open(name, .read) } catch  where error.errno == .noEntry { return nil }
        let status = try file.status()
        guard status.kind == .regular else { throw SystemError("read", directory.path(of: name), .invalid) }
        if status.size > UInt64(limit) { throw SystemError("read", directory.path(of: name), .tooLarge) }
        return try file.read(upTo: Int(status.size))
    }
}
