// UnnamedFile: a file that no name leads to, for what memory has no room for: gone with its descriptor, however the
// process ends. In a folder that the operator names, so links in its path are followed.

internal import CPosix
internal import Escaping
internal import Glibc

extension FileDescriptor {
    /// A new, empty file without a name in `folder`, for reading and writing, of this process alone (mode 0600).
    /// - Throws: `open`, with the folder as its path.
    package static func unnamed(in folder: String) throws(SystemError) -> FileDescriptor {
        let shown = Printable.escaped(folder)
        let path = Array(folder.utf8) + [0]
        if folder.utf8.contains(0) { throw SystemError("open", shown, .invalid) }
        do throws(SystemError) {
            // SAFETY: the path ends in zero and outlives the call.
            let raw = try call("open", shown) { unsafe withTerminated(path) { unsafe linux_open_unnamed($0) } }
            return FileDescriptor(owning: Int32(raw), path: shown)
        } catch  where error.errno.rawValue == EOPNOTSUPP || error.errno == .isDirectory {
            // open(2): what a file system or a kernel without O_TMPFILE says.
            return try namedAndRemoved(in: folder, shown)
        }
    }

    /// The same by a name that nobody guesses and that is removed at once.
    private static func namedAndRemoved(in folder: String, _ shown: String) throws(SystemError) -> FileDescriptor {
        let name = ".transitlink-" + String(UInt64.random(in: .min ... .max), radix: 16)
        let path = Array((folder + "/" + name).utf8) + [0]
        let raw = try call("open", shown) {
            // SAFETY: the path ends in zero and outlives the call, here and below.
            unsafe withTerminated(path) {
                unsafe linux_openat(AT_FDCWD, $0, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
            }
        }
        let file = FileDescriptor(owning: Int32(raw), path: shown)
        try call("unlink", shown) { unsafe withTerminated(path) { unsafe linux_unlinkat(AT_FDCWD, $0, 0) } }
        return file
    }

    /// All of `bytes`, in as many calls as it takes.
    /// - Throws: `write`; how much was written by then isn't known.
    package func write(_ bytes: RawSpan) throws(SystemError) {
        var written = 0
        while written < bytes.byteCount {
            written += try call("write", path) {
                // SAFETY: the span outlives the call, which reads only the part that is offered.
                unsafe bytes.withUnsafeBytes { raw in
                    let rest = unsafe UnsafeRawBufferPointer(rebasing: raw[written...])
                    return unsafe linux_write(rawValue, rest.baseAddress, UInt64(rest.count))
                }
            }
        }
    }

    /// Fills `bytes` with what the file has from `offset` on.
    /// - Throws: `pread`; `EIO` where the file ends before.
    package func read(into bytes: inout MutableRawSpan, at offset: UInt64) throws(SystemError) {
        var filled = 0
        while filled < bytes.byteCount {
            let start = filled
            let count = try call("pread", path) {
                // SAFETY: the span outlives the call, which writes only into the part that is offered.
                unsafe bytes.withUnsafeMutableBytes { raw in
                    let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: raw[start...])
                    return unsafe linux_pread(rawValue, rest.baseAddress, UInt64(rest.count), offset + UInt64(start))
                }
            }
            if count == 0 { throw SystemError("pread", path, .inputOutput) }
            filled += count
        }
    }
}
