// FeedPackage: a feed as it lies on the disk, a zip or a folder, opened for its tables. It knows where the tables are, how
// large they may be and in which encoding they are written; what is in them is for Feeds.

internal import Escaping
package import Feeds
internal import Posix

package final class FeedPackage: FeedTables {
    private enum Content {
        case archive(ZipArchive)
        case folder(FeedFolder)
    }

    private let content: Content
    private let layout: FeedLayout
    private let encoding: TextEncoding

    /// Opens the feed at `path`, which may be a link; links inside it aren't followed.
    /// - Parameter encoding: of the files that aren't UTF-8.
    /// - Parameter notices: hears of files that are in a sub-folder (`invalid_input_files_in_subfolder`).
    /// - Throws: `noInput` where nothing is there, or something that is neither; `badArchive` for a zip that can't or
    ///   mustn't be read; `tooLarge` beyond `TableLimits.files`; `fault`.
    package init(
        path: String, encoding: TextEncoding = .utf8, notices: NoticeSink = { _ in }
    ) throws(FeedError) {
        let shown = Printable.escaped(path)
        self.encoding = encoding
        let file = try Self.open(path, shown)
        switch try Self.kind(of: file) {
        case .directory:
            let folder = try FeedFolder(Directory(file), shown: shown)
            layout = try FeedLayout(folder.paths, in: shown)
            content = .folder(folder)
        case .regular:
            let archive = try ZipArchive(file, shown: shown)
            layout = try FeedLayout(archive.paths, in: shown)
            content = .archive(archive)
            if archive.start > 0 { notices(.bytesBeforeZip(archive.start)) }
        case let other:
            throw .noInput("\(shown) is a \(other.rawValue): give a zip or a folder")
        }
        if !layout.folder.isEmpty {
            notices(
                FeedNotice(
                    .inputFilesInSubfolder, file: "", row: 0, field: "", value: layout.folder,
                    "the files are read from this folder; GTFS wants them at the top"))
        }
    }

    package var fileNames: [String] { Array(layout.names.prefix(TableLimits.shownNames)) }

    /// - Throws: `badArchive`, `badTable` for what is no plain file or is packed beyond the limits; `fault`.
    package func table(_ name: String) throws(FeedError) -> (any ByteSource)? {
        guard layout.names.contains(name) else { return nil }
        let path = layout.folder + name
        let source = try source(path, name)
        if encoding == .utf8 { return source }
        if try UTF8Scan.isUTF8(source) { return try self.source(path, name) }
        guard let decoded = DecodedSource(try self.source(path, name), encoding) else {
            throw .tryAgain("iconv: \(encoding.name) can't be opened any more")
        }
        return decoded
    }

    private func source(_ path: String, _ name: String) throws(FeedError) -> any ByteSource {
        switch content {
        case .archive(let archive): try archive.source(path, name: name)
        case .folder(let folder): try folder.source(path, name: name)
        }
    }

    private static func open(_ path: String, _ shown: String) throws(FeedError) -> FileDescriptor {
        do throws(SystemError) {
            return try WholeFile.open(path)
        } catch {
            switch error.errno {
            case .noEntry, .notDirectory: throw .noInput("\(shown.isEmpty ? "''" : shown): no such file or folder")
            case .access, .notPermitted, .tooManyLinks, .nameTooLong, .noSuchDevice: throw .noInput("\(error)")
            default: throw FeedError(error)
            }
        }
    }

    private static func kind(of file: borrowing FileDescriptor) throws(FeedError) -> FileStatus.Kind {
        do throws(SystemError) { return try file.status().kind } catch { throw FeedError(error) }
    }
}

extension FeedNotice {
    fileprivate static func bytesBeforeZip(_ count: UInt64) -> FeedNotice {
        FeedNotice(
            .bytesBeforeZip, file: "", row: 0, field: "", value: "\(count)",
            "so many bytes stand before the zip, as what a script printed does; it is read behind them")
    }
}
