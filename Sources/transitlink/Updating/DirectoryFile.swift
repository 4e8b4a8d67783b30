// DirectoryFile: the file that a region directory is kept in, and its version beside it. It is exchanged as a whole and
// durably; a crash at any moment leaves the old or the new one. One update at a time works in a folder (flock).

internal import Arguments
internal import Escaping
internal import Posix
internal import TransitLinks

/// A region directory's file; its folder is locked while the value lives.
struct DirectoryFile: ~Copyable {
    /// As the user named it.
    let path: String
    private let folder: Directory
    private let name: FileName
    private let versionName: FileName

    /// 16 KiB: a record has an address and three short values.
    private static let maximumRecordBytes = 16 << 10

    /// - Throws: `Failure`: `cannotCreate` for a folder that isn't there, `tryAgain` where another update works in it.
    init(_ path: String) throws(Failure) {
        let (parent, name) = PathParts.split(Array(path.utf8))
        guard let name, let versionName = name.appending(".version") else {
            throw Failure(.usage, "\(Printable.quoted(path)) is no path of a file")
        }
        folder = try Self.lockedFolder(parent)
        (self.path, self.name, self.versionName) = (path, name, versionName)
    }

    private static func lockedFolder(_ path: [UInt8]) throws(Failure) -> Directory {
        do throws(SystemError) {
            let folder = try Directory(path: try RealPath.resolve(path))
            guard try folder.descriptor.lockExclusively() else { throw SystemError("flock", folder.path, .again) }
            return folder
        } catch  where error.errno == .again {
            throw Failure(.tryAgain, "another update works in \(error.path)")
        } catch { throw Failure(.cannotCreate, "\(error)") }
    }

    /// The file's bytes; nil where there is none, or one that is too long for a directory.
    /// - Throws: `Failure`: `inputOutput`.
    func bytes() throws(Failure) -> [UInt8]? { try content(of: name, limit: RegionDirectory.maximumBytes) }

    /// Which version `bytes`, the file's, are, if they came from `url`.
    func version(of bytes: [UInt8], url: String) throws(Failure) -> PublishedVersion? {
        guard let record = try content(of: versionName, limit: Self.maximumRecordBytes) else { return nil }
        return PublishedVersion(record: record, of: bytes, url: url)
    }

    /// Puts `bytes` in the file's place, then `version` beside it. In between the record doesn't fit and counts as none.
    /// - Throws: `Failure`: `cannotCreate` without the right to, `inputOutput` where the disk fails; the old file is then whole.
    func replace(with bytes: [UInt8], version: PublishedVersion) throws(Failure) {
        try replace(name, with: bytes)
        try keep(version)
    }

    /// Puts `bytes` in the file's place, as nobody's version.
    /// - Throws: as above.
    func replace(with bytes: [UInt8]) throws(Failure) { try replace(name, with: bytes) }

    /// Writes `version` beside the file.
    /// - Throws: as above.
    func keep(_ version: PublishedVersion) throws(Failure) { try replace(versionName, with: version.record) }

    private func replace(_ name: FileName, with bytes: [UInt8]) throws(Failure) {
        guard let unfinished = FileName(Array(".".utf8) + name.bytes + Array(".new".utf8)) else {
            throw Failure(.cannotCreate, "\(folder.path(of: name)): the name is too long")
        }
        do throws(SystemError) {
            // Left behind by an update that was killed; nobody else makes this name while the folder is locked.
            try folder.removeIfPresent(unfinished)
            let file = try folder.open(unfinished, .create(permissions: 0o644))
            // The daemon reads it, whatever the umask took away.
            try file.setPermissions(0o644)
            try file.write(bytes)
            try file.flush()
            try folder.rename(unfinished, to: folder, as: name, replacing: true)
            try folder.flush()
        } catch {
            // What failed is told; that it can't be cleaned up either would add nothing.
            do throws(SystemError) { try folder.removeIfPresent(unfinished) } catch {}
            let isRight = error.errno == .access || error.errno == .notPermitted || error.errno == .readOnly
            throw Failure(isRight ? .cannotCreate : .inputOutput, "\(error)")
        }
    }

    /// A link is an error: it would be replaced, and what it leads to stay as it is.
    private func content(of name: FileName, limit: Int) throws(Failure) -> [UInt8]? {
        do throws(SystemError) {
            let file = try folder.open(name, .read)
            guard try file.status().kind == .regular else { throw SystemError("read", file.path, .invalid) }
            let bytes = try file.read(upTo: limit + 1)
            return bytes.count <= limit ? bytes : nil
        } catch  where error.errno == .noEntry {
            return nil
        } catch { throw Failure(.inputOutput, "\(error)") }
    }
}
