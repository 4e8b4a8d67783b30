// SpoolFault: what keeps a spool from working. A fault never refuses a request; the spool waits and goes on by itself,
// but for `rootReplaced`, which only a new start can mend.

internal import Escaping
package import Posix

/// What is wrong with the spool or the system below it.
package enum SpoolFault: Error, Sendable, Hashable {
    case system(SystemError)
    /// A folder that is missing, with the path it should have.
    case missing(String)
    /// Another process works this spool.
    case lockedByAnother(String)
    /// The folder belongs to a user who is neither us nor root.
    case foreignOwner(String, user: UInt32)
    /// Anybody may remove anybody's files in it.
    case worldWritable(String)
    /// We may not add or remove names in it.
    case notWritable(String)
    /// It is on another file system than the rest: a rename can't reach it.
    case otherFileSystem(String)
    /// The program could not decide about one request, for a failure of the system; the others go on.
    case undecided(request: String, reason: String)
    /// The spool's path is gone or leads to another folder by now.
    case rootReplaced(String)

    /// Whether it can pass without anyone mending the set-up. `Spool.init` throws what can't and starts with what can.
    package var isPassing: Bool {
        switch self {
        case .system, .missing, .undecided: true
        case .lockedByAnother, .foreignOwner, .worldWritable, .notWritable, .otherFileSystem, .rootReplaced: false
        }
    }
}

extension SpoolFault: CustomStringConvertible {
    /// What, where and how to mend it.
    package var description: String {
        switch self {
        case .system(let error): error.description
        case .missing(let path): "\(path) is missing: make it, or run systemd-tmpfiles --create"
        case .lockedByAnother(let path): "another process works this spool: \(path) is locked"
        case .foreignOwner(let path, let user):
            "\(path) belongs to user \(user), not to user \(CurrentProcess.effectiveUser), who runs this program"
        case .worldWritable(let path):
            "\(path) is writable for everybody and has no sticky bit: take the right away (chmod o-w)"
        case .notWritable(let path): "\(path) is not writable for user \(CurrentProcess.effectiveUser)"
        case .otherFileSystem(let path): "\(path) is on another file system than the spool: a rename can't reach it"
        case .undecided(let request, let reason): "\(request) waits: \(reason)"
        case .rootReplaced(let path): "\(path) was removed or replaced: start anew"
        }
    }
}

/// `body`'s result, its error as a fault.
func asFault<Value: ~Copyable>(_ body: () throws(SystemError) -> Value) throws(SpoolFault) -> Value {
    do { return try body() } catch { throw .system(error) }
}
