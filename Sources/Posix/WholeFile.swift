// WholeFile: small files that an operator names (configuration, region directories, time-zone data), read whole. Here,
// and nowhere else, links are followed: the operator made them.

internal import CPosix
internal import Escaping
internal import Glibc

package enum WholeFile {
    /// The file's bytes.
    /// - Parameter limit: more bytes than this are an error (`EFBIG`): the caller knows what a real file has.
    /// - Throws: `open`, `fstat`, `read`; `EISDIR` for a folder, `EINVAL` for what is no regular file.
    package static func read(_ path: String, limit: Int) throws(SystemError) -> [UInt8] {
        let shown = Printable.escaped(path)
        let file = try open(path)
        let status = try file.status()
        switch status.kind {
        case .regular: break
        case .directory: throw SystemError("read", shown, .isDirectory)
        default: throw SystemError("read", shown, .invalid)
        }
        let bytes = try file.read(upTo: min(limit, Int(status.size)) + 1)
        if bytes.count > limit { throw SystemError("read", shown, .tooLarge) }
        return bytes
    }

    /// The names in a folder that end in `suffix` and don't begin with a dot, in byte order; empty where there is no such
    /// folder.
    /// - Throws: `open` and `getdents64`, but for a folder that is missing.
    package static func names(in folder: String, suffix: String) throws(SystemError) -> [String] {
        let directory: Directory
        do throws(SystemError) {
            directory = try Directory(path: Array(folder.utf8))
        } catch  where error.errno == .noEntry {
            return []
        }
        var listing = try DirectoryListing(directory)
        var names: [String] = []
        while let name = try listing.next() {
            guard let text = String(validating: name.bytes, as: UTF8.self) else { continue }
            if text.hasSuffix(suffix), !text.hasPrefix(".") { names.append(text) }
        }
        return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// Opens what the operator named, to read, whatever it is.
    /// - Throws: `open`; `.invalid` for a zero byte.
    package static func open(_ path: String) throws(SystemError) -> FileDescriptor {
        let shown = Printable.escaped(path)
        if path.utf8.contains(0) { throw SystemError("open", shown, .invalid) }
        // SAFETY: the text ends in zero and outlives the call. Not waiting keeps a FIFO from hanging us.
        let raw = try call("open", shown) {
            unsafe path.withCString {
                unsafe linux_openat(AT_FDCWD, $0, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0)
            }
        }
        return FileDescriptor(owning: Int32(raw), path: shown)
    }
}
