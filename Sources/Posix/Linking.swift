// Linking: a second name for a file, two names that change places, and what stands in the way of that.

internal import CPosix
internal import Glibc

extension Directory {
    /// Gives the file `name` the second name `newName` in `target`; a symbolic link gets one itself.
    /// - Throws: `link`; `.exists` where the name is taken, `.otherFileSystem`, `.tooManyHardLinks` (65,000 on ext4),
    ///   `.notPermitted` for another user's file (`fs.protected_hardlinks`) and where the file system has no links.
    package func link(
        _ name: FileName, to target: borrowing Directory, as newName: FileName
    ) throws(SystemError) {
        let (from, to) = (descriptor.rawValue, target.descriptor.rawValue)
        do {
            // SAFETY: both names end in zero and outlive the call.
            try call("link") {
                unsafe name.withCString { old in
                    unsafe newName.withCString { unsafe linux_linkat(from, old, to, $0) }
                }
            }
        } catch { throw SystemError("link", "\(path(of: name)) to \(target.path(of: newName))", error.errno) }
    }

    /// Makes `name` and `other`, both in this folder, change places in one step: nobody ever finds either missing.
    /// - Throws: `exchange`; `.invalid` or `.notImplemented` where the file system can't (NFS), `.busy` for a mount point.
    package func exchange(_ name: FileName, with other: FileName) throws(SystemError) {
        let raw = descriptor.rawValue
        do {
            // SAFETY: both names end in zero and outlive the call.
            try call("exchange") {
                unsafe name.withCString { old in
                    unsafe other.withCString { unsafe linux_exchange(raw, old, raw, $0) }
                }
            }
        } catch { throw SystemError("exchange", "\(path(of: name)) and \(path(of: other))", error.errno) }
    }

    /// Whether something is mounted at `name` (`statx`, Linux 5.8); false where the kernel can't tell.
    /// - Throws: `statx`.
    package func isMountPoint(_ name: FileName) throws(SystemError) -> Bool {
        // SAFETY: the name ends in zero and outlives the call.
        let answer = try call("statx", path(of: name)) {
            unsafe name.withCString { unsafe linux_is_mount_point(descriptor.rawValue, $0) }
        }
        return answer == 1
    }
}
