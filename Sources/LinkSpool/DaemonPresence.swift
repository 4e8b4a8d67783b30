// DaemonPresence: whether a daemon works a spool, as a producer sees it. The spool's lock is in work/, which a producer can't
// open. So whoever holds it also puts a read lock on the folder results/, which the group may open: a lock that anybody can ask
// for without taking it, that needs no file, that nobody of the group can keep the daemon from, and that ends with the daemon.

internal import Posix

/// Whether a daemon works a spool.
package enum DaemonPresence: String, Sendable {
    case running, none
    /// On a network file system locks may not be seen.
    case unknown

    /// - Throws: `fstatfs`.
    init(seenAt results: borrowing Directory) throws(SystemError) {
        do throws(SystemError) {
            if try results.descriptor.isLockedToRead() {
                self = .running
                return
            }
        } catch {
            self = .unknown
            return
        }
        self = try results.descriptor.fileSystem().isNetwork ? .unknown : .none
    }
}

/// The daemon's mark on results/, for as long as it lives.
final class PresenceMark: Sendable {
    let identity: FileStatus.Identity
    private let results: Directory

    /// Where the file system has no such locks there is no mark, and nobody misses more than a word of advice.
    /// - Throws: `open`, `fstat`.
    init(on root: borrowing Directory) throws(SystemError) {
        results = try root.directory(FolderName.results)
        identity = try results.descriptor.status().identity
        do throws(SystemError) { try results.descriptor.lockToRead() } catch {}
    }
}
