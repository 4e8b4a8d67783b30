// ZipArchive: a feed's zip, through libzip. Nothing of it is ever written to the disk; all the same an archive with a path
// that leads out of it is refused, for it was made to do harm. libzip's types stay in this file and in ZipEntry.swift.

internal import CZip
internal import Escaping
internal import Feeds
internal import Posix

/// An open zip.
@safe final class ZipArchive {
    /// The paths of all entries that are files, `/` between parts.
    let paths: [String]
    /// Where in the file the zip begins: beyond 0 where something stands before it, as in an archive that unpacks itself.
    let start: UInt64
    private let handle: OpaquePointer
    private let file: FileDescriptor
    private let shown: String
    /// By path: the entry's place in the archive, the first of equals.
    private let entries: [String: UInt64]

    /// - Throws: `noInput` for what is no zip; `badArchive`; `tooLarge` beyond `TableLimits.files`; `fault`.
    init(_ file: consuming FileDescriptor, shown: String) throws(FeedError) {
        start = try ArchiveEnd.check(file, shown: shown)
        var (error, system): (Int32, Int32) = (0, 0)
        // SAFETY: the numbers outlive the call; the descriptor stays this object's.
        guard let handle = unsafe zip_open_descriptor(file.rawValue, start, &error, &system) else {
            throw ZipError.ofOpening(error, Errno(rawValue: system), shown: shown)
        }
        do throws(FeedError) {
            unsafe (paths, entries) = try Self.list(handle, shown: shown)
        } catch {
            // SAFETY: open, and not used again.
            unsafe zip_discard(handle)
            throw error
        }
        unsafe self.handle = handle
        self.file = file
        self.shown = shown
    }

    deinit {
        // SAFETY: open since `init`; entries keep this object alive.
        unsafe zip_discard(handle)
    }

    /// The table at `path`, one of `paths`.
    /// - Throws: `badArchive` for an entry that is encrypted, a link or packed in a way that libzip can't unpack.
    func source(_ path: String, name: String) throws(FeedError) -> any ByteSource {
        guard let index = entries[path] else { throw .badArchive("\(shown) has no \(Printable.quoted(path))") }
        // SAFETY: the archive is open as long as this object, which the entry keeps.
        return try unsafe ZipEntry(
            of: self, handle: handle, index: index, name: name, shown: "\(shown): \(Printable.escaped(path))")
    }

    private static func list(
        _ handle: OpaquePointer, shown: String
    ) throws(FeedError) -> ([String], [String: UInt64]) {
        // SAFETY: the archive is open; names live as long as it and are copied at once.
        let count = unsafe zip_get_num_entries(handle, 0)
        guard count <= TableLimits.files else { throw ArchiveEnd.tooMany(Int(count), shown: shown) }
        var paths: [String] = []
        var entries: [String: UInt64] = [:]
        for index in 0..<UInt64(max(0, count)) {
            guard let raw = unsafe zip_get_name(handle, index, 0) else {
                throw .badArchive("\(shown): the name of entry \(index + 1) can't be read: make the zip anew")
            }
            let path = try Self.path(unsafe String(cString: raw), shown: shown)
            if path.isEmpty || path.hasSuffix("/") { continue }
            paths.append(path)
            if entries[path] == nil { entries[path] = index }
        }
        return (paths, entries)
    }

    /// The entry's path with `/` between its parts, which some makers write as `\`, and without parts that say "here" (`./`),
    /// which `bsdtar`, `tar -a` and PHP's archives begin with.
    private static func path(_ name: String, shown: String) throws(FeedError) -> String {
        let path = name.replacingEach("\\", with: "/")
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        let isDrive = parts[0].utf8.count == 2 && parts[0].hasSuffix(":")
        guard !path.hasPrefix("/"), !isDrive, !parts.contains("..") else {
            throw .badArchive("\(shown) holds \(Printable.quoted(name)), a path that leads out of it: nothing of it is read")
        }
        let isFolder = parts.last == "" || parts.last == "."
        return parts.filter { $0 != "." && $0 != "" }.joined(separator: "/") + (isFolder ? "/" : "")
    }
}

enum ZipError {
    /// Why an archive isn't opened: what is wrong with it, or what the system lacks for now.
    static func ofOpening(_ code: Int32, _ errno: Errno, shown: String) -> FeedError {
        switch code {
        case ZIP_ER_OPEN, ZIP_ER_READ, ZIP_ER_SEEK: FeedError(SystemError("open", shown, errno))
        case ZIP_ER_MEMORY: FeedError(SystemError("open", shown, .noMemory))
        default: .badArchive("\(shown) can't be read as a zip (\(text(code))): copy it again")
        }
    }

    /// libzip's sentence for an error of its own.
    static func text(_ code: Int32) -> String {
        var error = unsafe zip_error_t()
        // SAFETY: the record lives to the end of this function; its text is copied before it is freed.
        unsafe zip_error_init_with_code(&error, code)
        let text = unsafe String(cString: zip_error_strerror(&error))
        unsafe zip_error_fini(&error)
        return text
    }
}
