// HeldPages: the PDF until it is whole. Half a PDF looks like one to whoever finds it, so nothing goes to standard output before
// the last page is drawn: what memory has no room for waits in a file without a name.

internal import Arguments
internal import Posix

struct HeldPages: ~Copyable {
    /// 4 MiB, some hundreds of signs; more waits in the file.
    private static let memoryLimit = 4 << 20

    private let output: FileDescriptor
    private var bytes: [UInt8] = []
    private var file: FileDescriptor?
    private var fileCount: UInt64 = 0

    init(_ output: consuming FileDescriptor) { self.output = output }

    /// Keeps the next bytes.
    /// - Throws: `Failure`: `inputOutput` where the file has no room.
    mutating func append(_ more: [UInt8]) throws(Failure) {
        bytes += more
        if bytes.count > Self.memoryLimit { try spill() }
    }

    /// Writes all of it to standard output.
    /// - Throws: `Failure`: `inputOutput`; a broken pipe is a quiet one.
    mutating func handOver() throws(Failure) {
        do throws(SystemError) {
            var at: UInt64 = 0
            while at < fileCount, let block = try file?.bytes(at: at, upTo: 1 << 20), !block.isEmpty {
                try output.write(block)
                at += UInt64(block.count)
            }
            if at < fileCount { throw SystemError("pread", "the pages", .inputOutput) }
            try output.write(bytes)
        } catch { throw .output(error) }
    }

    private mutating func spill() throws(Failure) {
        let folder = ProgramEnvironment.variable("TMPDIR") ?? "/var/tmp"
        do throws(SystemError) {
            if file == nil { file = try .unnamed(in: folder) }
            try file?.write(bytes)
        } catch {
            throw Failure(
                .inputOutput,
                "\(error); the PDF waits in \(folder) until it is whole: make room there, or set TMPDIR to a folder that has it"
            )
        }
        fileCount += UInt64(bytes.count)
        bytes.removeAll(keepingCapacity: true)
    }
}
