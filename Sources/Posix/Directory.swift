// Directory: an open folder, and what is done to the names in it. Every call is relative to its descriptor and follows no
// link, so a folder that is moved or replaced meanwhile can't lead anywhere else.

internal import CPosix
internal import Escaping
internal import Glibc

/// An open folder.
package struct Directory: ~Copyable, Sendable {
    package let descriptor: FileDescriptor
    /// Escaped, for messages.
    package let path: String

    /// How a file is opened.
    package enum Access: Sendable {
        /// To read, without waiting for the other end of a FIFO.
        case read
        /// To write a file that must not exist yet.
        case create(permissions: UInt32)
        /// To read and write, made where it is missing.
        case readWrite(permissions: UInt32)

        var flags: Int32 {
            switch self {
            case .read: O_RDONLY | O_NONBLOCK | O_NOCTTY
            case .create: O_WRONLY | O_CREAT | O_EXCL
            case .readWrite: O_RDWR | O_CREAT
            }
        }

        var permissions: UInt32 {
            switch self {
            case .read: 0
            case .create(let permissions), .readWrite(let permissions): permissions
            }
        }
    }

    /// Opens the folder at `path`, whose last component must be no link.
    /// - Throws: `open`.
    package init(path bytes: [UInt8]) throws(SystemError) {
        let path = Printable.escaped(bytes)
        let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
        // SAFETY: the bytes end in zero and outlive the call.
        let raw = try call("open", path) {
            unsafe withTerminated(bytes + [0]) { unsafe linux_openat(AT_FDCWD, $0, flags, 0) }
        }
        descriptor = FileDescriptor(owning: Int32(raw), path: path)
        self.path = path
    }

    /// Opens the folder at a path that was resolved already: where a link has come into it since then, it fails.
    /// - Throws: `open`; `.tooManyLinks` for a link.
    package init(resolvedPath bytes: [UInt8]) throws(SystemError) {
        let path = Printable.escaped(bytes)
        let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
        // SAFETY: the bytes end in zero and outlive the call.
        let raw = try call("open", path) {
            unsafe withTerminated(bytes + [0]) { unsafe linux_open_without_links($0, flags) }
        }
        descriptor = FileDescriptor(owning: Int32(raw), path: path)
        self.path = path
    }

    /// Takes over a descriptor of a folder.
    package init(_ descriptor: consuming FileDescriptor) {
        path = descriptor.path
        self.descriptor = descriptor
    }

    /// The folder `name` in this one.
    /// - Throws: `open`.
    package func directory(_ name: FileName) throws(SystemError) -> Directory {
        Directory(try open(name, flags: O_RDONLY | O_DIRECTORY, permissions: 0))
    }

    /// The folder `name` in this one, to reach names in it without the right to list it; it can't be flushed or watched.
    /// - Throws: `open`.
    package func directoryToSearch(_ name: FileName) throws(SystemError) -> Directory {
        Directory(try open(name, flags: Self.pathOnly | O_DIRECTORY, permissions: 0))
    }

    /// `O_PATH` of open(2), which Glibc's module doesn't show.
    private static let pathOnly: Int32 = 0o10_000_000

    /// - Throws: `open`.
    package func open(_ name: FileName, _ access: Access) throws(SystemError) -> FileDescriptor {
        try open(name, flags: access.flags, permissions: access.permissions)
    }

    private func open(_ name: FileName, flags: Int32, permissions: UInt32) throws(SystemError) -> FileDescriptor {
        let flags = flags | O_NOFOLLOW | O_CLOEXEC
        // SAFETY: the name ends in zero and outlives the call.
        let raw = try call("open", path(of: name)) {
            unsafe name.withCString { unsafe linux_openat(descriptor.rawValue, $0, flags, permissions) }
        }
        return FileDescriptor(owning: Int32(raw), name, in: path)
    }

    /// What `name` is; a link is itself.
    /// - Throws: `fstatat`.
    package func status(of name: FileName) throws(SystemError) -> FileStatus {
        var raw = linux_status()
        // SAFETY: name and record outlive the call.
        try call("stat", path(of: name)) {
            unsafe name.withCString { unsafe linux_fstatat(descriptor.rawValue, $0, &raw) }
        }
        return FileStatus(raw)
    }

    /// What `name` is, or nil where there is none.
    /// - Throws: `fstatat`.
    package func statusIfPresent(of name: FileName) throws(SystemError) -> FileStatus? {
        do { return try status(of: name) } catch  where error.errno == .noEntry { return nil }
    }

    /// Asks whether the process may add and remove names here.
    /// - Throws: `access`: `.access` where it has not the right, `.readOnly` where nobody can.
    package func checkWritable() throws(SystemError) {
        // SAFETY: the name ends in zero and outlives the call.
        try call("access", path) {
            unsafe withTerminated([UInt8(ascii: "."), 0]) {
                unsafe linux_faccessat(descriptor.rawValue, $0, W_OK | X_OK)
            }
        }
    }

    /// Moves `name` to `target`, where it takes the place of a file of that name only with `replacing`. A file system that can't
    /// refuse that in one step (NFS, many by FUSE) is asked first whether the name is free: there, `replacing: false` is safe only for
    /// names that nobody else makes in `target`.
    /// - Throws: `rename`; `.exists` without `replacing`.
    package func rename(
        _ name: FileName, to target: borrowing Directory, as newName: FileName, replacing: Bool
    ) throws(SystemError) {
        do { try renameOnce(name, to: target, as: newName, replacing: replacing) } catch {
            guard !replacing, error.isOfTheFlag else { throw error }
            if try target.statusIfPresent(of: newName) != nil {
                throw SystemError("rename", "\(path(of: name)) to \(target.path(of: newName))", .exists)
            }
            try renameOnce(name, to: target, as: newName, replacing: true)
        }
    }

    /// Moves `name`, which nobody else touches, to `target`, where others make names, and takes nobody's place there. Where a file
    /// system can't do that in one step, the file gets its second name before it loses the first.
    /// - Throws: `rename`, `link`, `unlink`; `.exists` where the name is taken, or where the file can't be moved so.
    package func moveBack(_ name: FileName, to target: borrowing Directory, as newName: FileName) throws(SystemError) {
        do { return try renameOnce(name, to: target, as: newName, replacing: false) } catch  where error.isOfTheFlag {}
        do { try link(name, to: target, as: newName) } catch {
            guard [.notPermitted, .notSupported, .notImplemented].contains(error.errno) else { throw error }
            throw SystemError("link", "\(path(of: name)) to \(target.path(of: newName))", .exists)
        }
        try remove(name)
    }

    private func renameOnce(
        _ name: FileName, to target: borrowing Directory, as newName: FileName, replacing: Bool
    ) throws(SystemError) {
        let from = descriptor.rawValue
        let to = target.descriptor.rawValue
        do {
            // SAFETY: both names end in zero and outlive the call.
            try call("rename") {
                unsafe name.withCString { old in
                    unsafe newName.withCString { unsafe linux_renameat(from, old, to, $0, replacing ? 1 : 0) }
                }
            }
        } catch { throw SystemError("rename", "\(path(of: name)) to \(target.path(of: newName))", error.errno) }
    }

    /// - Throws: `unlink`.
    package func remove(_ name: FileName) throws(SystemError) { try unlink(name, flags: 0) }

    /// Removes `name` if it is there.
    /// - Throws: `unlink`, but for `.noEntry`.
    package func removeIfPresent(_ name: FileName) throws(SystemError) {
        do { try remove(name) } catch  where error.errno == .noEntry {}
    }

    func unlink(_ name: FileName, flags: Int32) throws(SystemError) {
        // SAFETY: the name ends in zero and outlives the call.
        try call("unlink", path(of: name)) {
            unsafe name.withCString { unsafe linux_unlinkat(descriptor.rawValue, $0, flags) }
        }
    }

    /// Makes the folder `name` with exactly these permissions, whatever the umask; false where the name is taken.
    /// - Throws: `mkdir`, `open`, `fchmod`.
    package func makeDirectory(_ name: FileName, permissions: UInt32) throws(SystemError) -> Bool {
        do {
            // SAFETY: the name ends in zero and outlives the call.
            try call("mkdir", path(of: name)) {
                unsafe name.withCString { unsafe linux_mkdirat(descriptor.rawValue, $0, permissions & 0o700) }
            }
        } catch  where error.errno == .exists { return false }
        try directory(name).descriptor.setPermissions(permissions)
        return true
    }

    /// Makes the folder `name` as `mkdir` does: rights by the umask, set-group-ID from this one; false where the name is taken.
    /// - Throws: `mkdir`.
    package func makeDirectory(_ name: FileName) throws(SystemError) -> Bool {
        do {
            // SAFETY: the name ends in zero and outlives the call.
            try call("mkdir", path(of: name)) {
                unsafe name.withCString { unsafe linux_mkdirat(descriptor.rawValue, $0, 0o777) }
            }
        } catch  where error.errno == .exists { return false }
        return true
    }

    /// Which names stand in this folder is on the disk when it returns.
    /// - Throws: `fsync`.
    package func flush() throws(SystemError) { try descriptor.flush() }

    /// `path/name`, escaped, for a message.
    package func path(of name: FileName) -> String { "\(path)/\(name)" }
}
