// StagingLock: one run at a time on one output folder. A `flock` on a file beside it, which ends with the process, however
// it ends; the file itself is removed with the lock.

internal import Posix

/// The right to exchange the folder at a place.
struct StagingLock: ~Copyable {
    private let place: StagingPlace
    private let file: FileDescriptor

    /// A file that was removed between opening and locking it is nobody's lock: it is made anew, so often at most.
    private static let attemptLimit = 100

    /// - Throws: `busy` where another process has it.
    init(_ place: StagingPlace) throws(StagingError) {
        self.place = place
        for _ in 0..<Self.attemptLimit {
            let file = try asFault { () throws(SystemError) in
                try place.parent.open(place.lockName, .readWrite(permissions: 0o600))
            }
            guard try asFault({ () throws(SystemError) in try file.lockExclusively() }) else { break }
            let isCurrent = try asFault { () throws(SystemError) in
                let named = try place.parent.statusIfPresent(of: place.lockName)
                return try file.status().identity == named?.identity
            }
            if isCurrent {
                self.file = file
                return
            }
        }
        throw .busy(place.path)
    }

    /// The name goes while the lock is still held, so nobody can lock a file that is about to lose it.
    deinit { do { try place.parent.remove(place.lockName) } catch {} }
}
