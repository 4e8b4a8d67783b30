// Producer: the other end of a spool, as `transitlink submit` needs it: requests dropped the right way, answers waited for
// without asking again and again. It needs the group's rights and no more, and knows nothing of requests.

package import Posix

/// Drops requests into a spool and waits for their answers.
package final class Producer: Sendable {
    private let tmp: Directory
    private let incoming: Directory
    private let results: Directory
    private let inotify: Inotify

    /// A request to be dropped: its name will be `stem-` and 16 hexadecimal digits and `suffix`.
    package struct Request: Sendable {
        package let stem: String
        package let suffix: String
        package let bytes: [UInt8]

        /// `suffix` is `.json`, `.ndjson` or `.url`; `stem` at most 100 bytes.
        package init(stem: String, suffix: String, bytes: [UInt8]) {
            self.stem = stem
            self.suffix = suffix
            self.bytes = bytes
        }
    }

    /// Opens the spool at `path` and starts listening for answers, so that none can be missed.
    /// - Throws: `open`, `inotify_init1`, `inotify_add_watch`.
    package init(path: [UInt8]) throws(SystemError) {
        let root = try Directory(path: path)
        // A producer may add to these two and not list them.
        tmp = try root.directoryToSearch(FolderName.tmp)
        incoming = try root.directoryToSearch(FolderName.incoming)
        results = try root.directory(FolderName.results)
        inotify = try Inotify()
        _ = try inotify.watch(results, for: .movedTo)
    }

    /// Hands over all of `requests`, in order, under the names it returns. When it returns they are on the disk, files and
    /// folder: one `syncfs` before the renames and one after, since a folder that can't be opened can't be flushed itself.
    /// - Throws: whatever stopped it; requests that were renamed before are handed over, the others leave nothing behind.
    package func submit(_ requests: [Request]) throws(SystemError) -> [FileName] {
        let names = try requests.map { request throws(SystemError) in try name(for: request) }
        do throws(SystemError) {
            for (request, name) in zip(requests, names) { try write(request.bytes, as: name) }
            try flush()
            for name in names { try tmp.rename(name, to: incoming, as: name, replacing: false) }
        } catch {
            // What failed is told; that it can't be cleaned up either would add nothing.
            for name in names { do throws(SystemError) { try tmp.removeIfPresent(name) } catch {} }
            throw error
        }
        try flush()
        return names
    }

    private func name(for request: Request) throws(SystemError) -> FileName {
        let digits = try CurrentProcess.randomBytes(8).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        let text = "\(request.stem)-\(digits)\(request.suffix)"
        guard let name = FileName(Array(text.utf8)) else { throw SystemError("open", tmp.path, .nameTooLong) }
        return name
    }

    private func write(_ bytes: [UInt8], as name: FileName) throws(SystemError) {
        let file = try tmp.open(name, .create(permissions: 0o640))
        // The daemon reads it by its group, whatever the umask took away.
        try file.setPermissions(0o640)
        try file.write(bytes)
    }

    private func flush() throws(SystemError) { try results.descriptor.flushFileSystem() }

    /// The answer to a request of this name, open to be read, as soon as it is there; nil after `timeout`.
    /// - Throws: `open`, `read`, `poll`.
    package func answer(to name: FileName, timeout: Duration) throws(SystemError) -> FileDescriptor? {
        let deadline = MonotonicInstant.now().advanced(by: timeout)
        while true {
            do { return try results.open(name.answerName, .read) } catch  where error.errno == .noEntry {}
            let now = MonotonicInstant.now()
            if now >= deadline { return nil }
            _ = try poll(reading: [inotify.descriptor.rawValue], timeout: now.duration(to: deadline))
            _ = try inotify.read()
        }
    }

    /// Whether a daemon works the spool, so that an answer can come.
    /// - Throws: `fstatfs`.
    package func daemon() throws(SystemError) -> DaemonPresence { try DaemonPresence(seenAt: results) }

    /// Takes the answer away; one that is gone already is no error.
    /// - Throws: `unlink`.
    package func removeAnswer(to name: FileName) throws(SystemError) { try results.removeIfPresent(name.answerName) }
}
