// TreeRemoval: a folder and everything below it, removed through descriptors. No link is followed, nothing that is mounted
// inside is entered, and a folder that is moved meanwhile leads nowhere else.

internal import Glibc

extension Directory {
    /// How deep a tree is entered: each level holds two descriptors, and a process has 1,024.
    private static let depthLimit = 128

    /// Removes the folder `name` with all that is in it.
    /// - Throws: `unlink`, `open`, `getdents64`; `.busy` for a mount point inside, `.tooManyLinks` below 128 levels. What was
    ///   removed by then is gone.
    package func removeTree(_ name: FileName) throws(SystemError) {
        try removeTree(name, device: try descriptor.status().identity.device, depth: 0)
    }

    private func removeTree(_ name: FileName, device: UInt64, depth: Int) throws(SystemError) {
        if depth == Self.depthLimit { throw SystemError("unlink", path(of: name), .tooManyLinks) }
        let folder = try directoryToEmpty(name)
        if try folder.descriptor.status().identity.device != device {
            throw SystemError("unlink", path(of: name), .busy)
        }
        // A name that a listing missed while others were removed is met in the next one.
        for attempt in 0..<Self.listingLimit {
            try folder.removeContents(device: device, depth: depth)
            do {
                try unlink(name, flags: AT_REMOVEDIR)
                return
            } catch  where error.errno == .notEmpty && attempt + 1 < Self.listingLimit {}
        }
    }

    private static let listingLimit = 8

    private func removeContents(device: UInt64, depth: Int) throws(SystemError) {
        var listing = try DirectoryListing(self)
        while let name = try listing.next() {
            do {
                if listing.isDirectory != true {
                    try unlink(name, flags: 0)
                    continue
                }
            } catch  where error.errno == .isDirectory {} catch  where error.errno == .noEntry { continue }
            try removeTree(name, device: device, depth: depth + 1)
        }
    }

    /// The folder, with the rights that removing takes where it is ours and lacks them.
    private func directoryToEmpty(_ name: FileName) throws(SystemError) -> Directory {
        let folder = try directory(name)
        let permissions = try folder.descriptor.status().permissions
        if permissions & 0o300 != 0o300 {
            do { try folder.descriptor.setPermissions(permissions | 0o700) } catch  where error.errno == .notPermitted {}
        }
        return folder
    }
}
