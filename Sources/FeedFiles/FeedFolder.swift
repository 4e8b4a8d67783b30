// FeedFolder: a feed's folder on the disk, and one level of folders in it. Only regular files are read, never through a
// link: whoever writes into the folder must not choose what else of the machine is read.

internal import Escaping
internal import Feeds
internal import Posix

final class FeedFolder {
    /// `NAME` of all files; where none of them is stops.txt, `FOLDER/NAME` too.
    let paths: [String]
    private let directory: Directory

    /// - Throws: `fault`; `tooLarge` beyond `TableLimits.files`.
    init(_ directory: consuming Directory, shown: String) throws(FeedError) {
        do throws(SystemError) {
            paths = try Self.paths(in: directory)
        } catch { throw FeedError(error) }
        guard paths.count <= TableLimits.files else {
            throw .tooLarge("\(shown) holds more than \(TableLimits.files) files: that is no feed's folder")
        }
        self.directory = directory
    }

    /// The table at `path`, one of `paths`.
    /// - Throws: `badTable` for what is no regular file; `fault`.
    func source(_ path: String, name: String) throws(FeedError) -> any ByteSource {
        let file = try open(path)
        let status = try fault { () throws(SystemError) in try file.status() }
        guard status.kind == .regular else { throw Self.notAFile(file.path, status.kind.rawValue) }
        return try FileSource(file, name: name, size: status.size)
    }

    private func open(_ path: String) throws(FeedError) -> FileDescriptor {
        do throws(SystemError) {
            var parts = path.split(separator: "/").compactMap { FileName(Array($0.utf8)) }
            guard let last = parts.popLast() else { throw SystemError("open", Printable.escaped(path), .noEntry) }
            guard let folder = parts.first else { return try directory.open(last, .read) }
            return try directory.directory(folder).open(last, .read)
        } catch {
            if error.errno == .tooManyLinks { throw Self.notAFile(error.path, "symbolic link") }
            throw FeedError(error)
        }
    }

    private static func notAFile(_ path: String, _ kind: String) -> FeedError {
        .badTable("\(path) is a \(kind), and only files are read: put the file itself there")
    }

    private static func paths(in directory: borrowing Directory) throws(SystemError) -> [String] {
        var (files, folders) = try list(directory)
        if files.contains("stops.txt") { return files }
        for folder in folders {
            guard files.count <= TableLimits.files, let name = FileName(Array(folder.utf8)) else { break }
            files += try list(directory.directory(name)).files.map { "\(folder)/\($0)" }
        }
        return files
    }

    /// The names in a folder. Those that are no text, or ignored, are no tables.
    private static func list(
        _ directory: borrowing Directory
    ) throws(SystemError) -> (files: [String], folders: [String]) {
        var listing = try DirectoryListing(directory)
        var (files, folders): ([String], [String]) = ([], [])
        while files.count + folders.count <= TableLimits.files, let name = try listing.next() {
            guard let text = String(validating: name.bytes, as: UTF8.self), !FeedLayout.isIgnored(text),
                let status = try directory.statusIfPresent(of: name)
            else { continue }
            if status.kind == .directory { folders.append(text) } else { files.append(text) }
        }
        return (files, folders)
    }
}
