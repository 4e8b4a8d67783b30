// FileDescriptor: an open file that is closed when its value ends. Reads and writes go on until all is done; every other
// verb is one call. It never follows a link and never survives an exec.

internal import CPosix
internal import Glibc

/// An open file. Errors name it by `path`, which is for messages alone.
package struct FileDescriptor: ~Copyable, Sendable {
    package let rawValue: Int32
    private let place: Place

    /// A path is put together only for a message: with each open it took a tenth of a request's time.
    private enum Place {
        case path(String)
        case name(FileName, in: String)
    }

    /// Escaped, for messages.
    package var path: String {
        switch place {
        case .path(let path): path
        case .name(let name, let folder): "\(folder)/\(name)"
        }
    }

    /// Takes over a descriptor: it is closed with this value.
    package init(owning rawValue: Int32, path: String) {
        self.rawValue = rawValue
        place = .path(path)
    }

    /// The same, for `name` in the folder at the path `folder`, which is escaped already.
    init(owning rawValue: Int32, _ name: FileName, in folder: String) {
        self.rawValue = rawValue
        place = .name(name, in: folder)
    }

    deinit { _ = linux_close(rawValue) }

    /// - Throws: `fstat`.
    package func status() throws(SystemError) -> FileStatus {
        var raw = linux_status()
        // SAFETY: the record outlives the call that fills it.
        try call("fstat", path) { unsafe linux_fstat(rawValue, &raw) }
        return FileStatus(raw)
    }

    /// Up to `limit` bytes from where reading stands; fewer only at the end of the file.
    /// - Throws: `read`.
    package func read(upTo limit: Int) throws(SystemError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: limit)
        var filled = 0
        while filled < limit {
            let count = try read(into: &bytes, at: filled)
            if count == 0 { break }
            filled += count
        }
        bytes.removeLast(limit - filled)
        return bytes
    }

    /// One `read` into `buffer` from index `start` on: how many bytes came, 0 at the end of the file.
    /// - Throws: `read`; `EAGAIN` where nothing waits in a descriptor that doesn't block.
    package func read(into buffer: inout [UInt8], at start: Int = 0) throws(SystemError) -> Int {
        try call("read", path) {
            // SAFETY: the array outlives the call, which writes only into the part that is offered.
            unsafe buffer.withUnsafeMutableBytes { raw in
                let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: raw[start...])
                return unsafe linux_read(rawValue, rest.baseAddress, UInt64(rest.count))
            }
        }
    }

    /// Up to `limit` bytes from `offset` on, wherever reading stands; fewer only at the end of the file.
    /// - Throws: `pread`.
    package func bytes(at offset: UInt64, upTo limit: Int) throws(SystemError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: limit)
        var filled = 0
        while filled < limit {
            let start = filled
            let count = try call("pread", path) {
                // SAFETY: the array outlives the call, which writes only into the part that is offered.
                unsafe bytes.withUnsafeMutableBytes { raw in
                    let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: raw[start...])
                    return unsafe linux_pread(rawValue, rest.baseAddress, UInt64(rest.count), offset + UInt64(start))
                }
            }
            if count == 0 { break }
            filled += count
        }
        bytes.removeLast(limit - filled)
        return bytes
    }

    /// All of `bytes`, in as many calls as it takes.
    /// - Throws: `write`; how much was written by then isn't known.
    package func write(_ bytes: [UInt8]) throws(SystemError) {
        var written = 0
        while written < bytes.count {
            written += try call("write", path) {
                // SAFETY: the array outlives the call, which reads only the part that is offered.
                unsafe bytes.withUnsafeBytes { raw in
                    let rest = unsafe UnsafeRawBufferPointer(rebasing: raw[written...])
                    return unsafe linux_write(rawValue, rest.baseAddress, UInt64(rest.count))
                }
            }
        }
    }

    /// All of `bytes`, in as many calls as it takes.
    /// - Throws: `write`; how much was written by then isn't known.
    package func write(_ bytes: Span<UInt8>) throws(SystemError) {
        var written = 0
        while written < bytes.count {
            let rest = bytes.extracting(written...)
            written += try call("write", path) {
                // SAFETY: the span outlives the call, which only reads it.
                unsafe rest.withUnsafeBytes { unsafe linux_write(rawValue, $0.baseAddress, UInt64($0.count)) }
            }
        }
    }

    /// Lets a pipe hold so many bytes, if it holds fewer and the system allows it: who writes much wakes its reader less often. Only a
    /// hint; nothing else has such a size.
    package func widenPipe(to bytes: Int32) { linux_widen_pipe(rawValue, bytes) }

    /// Content and size are on the disk when it returns. After a failure the kernel may have dropped the pages and a second
    /// call would report success: write the file anew instead.
    /// - Throws: `fsync`.
    package func flush() throws(SystemError) {
        try FlushesUnderWay.during { () throws(SystemError) in try call("fsync", path) { linux_fsync(rawValue) } }
    }

    /// Starts writing the content to the disk and doesn't wait: a later `flush` finds less to do. Only a hint: its failure
    /// is found by that flush.
    package func startWriteback() { _ = linux_start_writeback(rawValue) }

    /// Everything of the file's file system is on the disk when it returns (`syncfs`); an error of any file's write-back since
    /// this descriptor was opened is reported (Linux 5.8).
    /// - Throws: `syncfs`.
    package func flushFileSystem() throws(SystemError) {
        try FlushesUnderWay.during { () throws(SystemError) in try call("syncfs", path) { linux_syncfs(rawValue) } }
    }

    /// - Throws: `fchmod`.
    package func setPermissions(_ permissions: UInt32) throws(SystemError) {
        try call("fchmod", path) { linux_fchmod(rawValue, permissions) }
    }

    /// Gives the file to `group`, of which the process must be a member.
    /// - Throws: `fchown`.
    package func setGroup(_ group: UInt32) throws(SystemError) {
        try call("fchown", path) { linux_fchown(rawValue, UInt32.max, group) }
    }

    /// Gives the file to `user`, which only root may.
    /// - Throws: `fchown`.
    package func setOwner(_ user: UInt32) throws(SystemError) {
        try call("fchown", path) { linux_fchown(rawValue, user, UInt32.max) }
    }

    /// An exclusive `flock`, which ends with this descriptor; false where somebody else has it.
    /// - Throws: `flock`.
    package func lockExclusively() throws(SystemError) -> Bool {
        do {
            try call("flock", path) { linux_flock(rawValue, LOCK_EX | LOCK_NB) }
            return true
        } catch  where error.errno == .again {
            return false
        }
    }

    /// The same, once nobody else has it.
    /// - Throws: `flock`.
    package func lock() throws(SystemError) { try call("flock", path) { linux_flock(rawValue, LOCK_EX) } }

    /// A shared record lock over all of the file or folder (`F_OFD_SETLK`), which ends with this descriptor; where others read
    /// it they can have one too.
    /// - Throws: `fcntl`; `.again` where somebody has it locked to write.
    package func lockToRead() throws(SystemError) { try call("fcntl", path) { linux_lock_to_read(rawValue) } }

    /// Whether somebody else has such a lock; no lock is taken to find out.
    /// - Throws: `fcntl`.
    package func isLockedToRead() throws(SystemError) -> Bool {
        try call("fcntl", path) { linux_is_locked_to_read(rawValue) } == 1
    }

    /// The bytes of the file system: those that we may still write, and all of them.
    /// - Throws: `fstatfs`.
    package func room() throws(SystemError) -> (available: UInt64, total: UInt64) {
        var available: UInt64 = 0
        var total: UInt64 = 0
        // SAFETY: both numbers outlive the call that fills them.
        try call("fstatfs", path) { unsafe linux_file_system_room(rawValue, &available, &total) }
        return (available, total)
    }

    /// The magic number of `statfs(2)`.
    /// - Throws: `fstatfs`.
    package func fileSystem() throws(SystemError) -> FileSystemType {
        var magic: UInt64 = 0
        // SAFETY: the number outlives the call that fills it.
        try call("fstatfs", path) { unsafe linux_file_system_type(rawValue, &magic) }
        return FileSystemType(rawValue: magic)
    }
}

/// A kind of file system, by its number in `statfs(2)`.
package struct FileSystemType: RawRepresentable, Hashable, Sendable {
    package let rawValue: UInt64
    package init(rawValue: UInt64) { self.rawValue = rawValue }

    /// NFS, SMB 1, CIFS, SMB 2, FUSE, 9p, Ceph, AFS: others change their files and inotify says nothing of it.
    package var isNetwork: Bool { Self.network.contains(rawValue) }

    private static let network: Set<UInt64> = [
        0x6969, 0x517B, 0xFF53_4D42, 0xFE53_4D42, 0x6573_5546, 0x0102_1997, 0x00C3_6400, 0x5346_414F,
    ]
}
