// SandboxView: whether a spool is read-only for this process alone. The unit's sandbox is as old as the process: a mount that was
// read-only at the start stays so in it when the file system is writable again, and only a new start sees that.

internal import LinkSpool
internal import Posix

struct SandboxView {
    private let path: String
    /// The file system was read-only for everybody when it was last looked at.
    private var wasReadOnly = false

    /// Looks at it for the first time: it may be writable again before the first turn.
    init(_ path: String) {
        self.path = path
        wasReadOnly = view?.fileSystemIsReadOnly ?? false
    }

    /// To be asked once a turn with the spool's fault.
    /// - Throws: `rootReplaced` where the file system has become writable beyond this process's view.
    mutating func check(_ fault: SpoolFault?) throws(SpoolFault) {
        guard case .system(let cause)? = fault, cause.errno == .readOnly, let view else { return }
        if wasReadOnly, view.mountIsReadOnly, !view.fileSystemIsReadOnly { throw .rootReplaced(path) }
        wasReadOnly = view.fileSystemIsReadOnly
    }

    /// nil also where it can't be found out, for then nothing can be decided.
    private var view: MountView? {
        do { return try MountView.of(Array(path.utf8)) } catch { return nil }
    }
}
