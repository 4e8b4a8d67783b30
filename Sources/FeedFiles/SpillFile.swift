// SpillFile: a RowSpill on the disk: a file without a name, which is gone with this object or the process.

internal import Escaping
package import Feeds
internal import Posix

package final class SpillFile: RowSpill {
    private let folder: String
    /// Made once it is needed: most feeds never do, and a machine without room for it reads them all the same.
    private var file: FileDescriptor?

    /// - Parameter folder: where the file will lie: `TMPDIR`, or what the user gave.
    package init(in folder: String) { self.folder = folder }

    package func append(_ bytes: RawSpan) throws(FeedError) {
        do throws(SystemError) {
            if file == nil { file = try .unnamed(in: folder) }
            try file?.write(bytes)
        } catch { throw fault(error) }
    }

    package func read(into bytes: inout MutableRawSpan, at offset: UInt64) throws(FeedError) {
        do throws(SystemError) { try file?.read(into: &bytes, at: offset) } catch { throw fault(error) }
    }

    private func fault(_ error: SystemError) -> FeedError {
        .fault(
            "\(error); stop times are sorted in \(Printable.quoted(folder)), 16 bytes each: make room there, or set TMPDIR "
                + "to a folder that has it")
    }
}
