// StagedFile: a file of any size in the making. As long as its bytes are those of the last run's file, it only reads; at the
// first difference the equal beginning is copied and the rest is written. The old file is never written to.

internal import Posix
internal import Synchronization

/// One file of a `StagedFolder`, for one thread.
package final class StagedFile {
    private let folder: StagedFolder
    private let path: RelativePath
    private let branch: Branch
    private var content: Content
    /// Bytes that were given and not yet compared or written.
    private var pending: [UInt8] = []
    private var buffer: [UInt8] = []
    /// Whether it was finished or abandoned.
    private var isOver = false

    /// Smaller pieces are collected: a system call for each would cost more than the copy.
    private static let blockSize = 256 << 10

    private enum Content {
        /// All of the first `count` bytes are those of the old file.
        case equal(OldFile, count: UInt64)
        case written(OpenFile)
    }

    init(_ path: RelativePath, in branch: Branch, of folder: StagedFolder) throws(StagingError) {
        self.folder = folder
        self.path = path
        self.branch = branch
        content = try asFault { () throws(SystemError) in
            if let old = try branch.oldFile(path.name, permissions: folder.permissions) { return .equal(old, count: 0) }
            return .written(try branch.newFile(path.name))
        }
        folder.state.withLock { $0.unfinished += 1 }
    }

    /// - Throws: `fault`.
    package func append(_ bytes: Span<UInt8>) throws(StagingError) {
        if pending.isEmpty, bytes.count >= Self.blockSize { return try take(bytes) }
        pending.append(bytesOf: bytes)
        if pending.count >= Self.blockSize { try takePending() }
    }

    /// - Throws: `fault`.
    package func append(_ bytes: [UInt8]) throws(StagingError) {
        if pending.isEmpty, bytes.count >= Self.blockSize { return try take(bytes.span) }
        pending += bytes
        if pending.count >= Self.blockSize { try takePending() }
    }

    /// Ends the file, which from then on belongs to the folder. True where it was written, false where the last run's file
    /// has the very bytes.
    /// - Throws: `fault`; `.exists` for a path that was written before.
    @discardableResult
    package func finish() throws(StagingError) -> Bool {
        try takePending()
        let isWritten = try asFault { () throws(SystemError) in try settle() }
        isOver = true
        folder.state.withLock { $0.finish(path, isWritten: isWritten) }
        return isWritten
    }

    /// Gives the file up: what was written of it is removed, and the folder doesn't have it. Nothing happens to a file that
    /// was finished.
    /// - Throws: `fault`.
    package func abandon() throws(StagingError) {
        if isOver { return }
        isOver = true
        folder.state.withLock { $0.unfinished -= 1 }
        guard case .written = content else { return }
        try asFault { () throws(SystemError) in try branch.new.removeIfPresent(path.name) }
    }

    private func takePending() throws(StagingError) {
        if pending.isEmpty { return }
        var bytes: [UInt8] = []
        swap(&bytes, &pending)
        try take(bytes.span)
        bytes.removeAll(keepingCapacity: true)
        swap(&bytes, &pending)
    }

    private func take(_ bytes: Span<UInt8>) throws(StagingError) {
        do throws(SystemError) {
            switch content {
            case .written(let new): try new.file.write(bytes)
            case .equal(let old, let count):
                let end = count + UInt64(bytes.count)
                if end <= old.size, try old.file.holds(bytes, at: count, using: &buffer) {
                    content = .equal(old, count: end)
                } else {
                    try startWriting(after: old, count: count).file.write(bytes)
                }
            }
        } catch { throw .fault(error) }
    }

    /// True where the file was written.
    private func settle() throws(SystemError) -> Bool {
        guard case .equal(let old, let count) = content else { return true }
        if count == old.size, try branch.linkOld(path.name) { return false }
        try startWriting(after: old, count: count)
        return true
    }

    /// Makes the new file, with the beginning that it shares with the old one.
    @discardableResult
    private func startWriting(after old: OldFile, count: UInt64) throws(SystemError) -> OpenFile {
        let new = try branch.newFile(path.name)
        try new.file.copyBeginning(of: old.file, count: count)
        content = .written(new)
        return new
    }
}
