// Errno: the system's error numbers under their names, and SystemError, which says which call failed on what. The one
// loop around EINTR stands here. What is a verdict and what a fault is decided elsewhere.

internal import CPosix
internal import Escaping
internal import Glibc

/// An error number of the system.
package struct Errno: RawRepresentable, Hashable, Sendable {
    package let rawValue: Int32
    package init(rawValue: Int32) { self.rawValue = rawValue }

    package static let notPermitted = Errno(rawValue: EPERM)
    package static let noEntry = Errno(rawValue: ENOENT)
    package static let interrupted = Errno(rawValue: EINTR)
    package static let inputOutput = Errno(rawValue: EIO)
    package static let noSuchDevice = Errno(rawValue: ENXIO)
    package static let again = Errno(rawValue: EAGAIN)
    package static let noMemory = Errno(rawValue: ENOMEM)
    package static let access = Errno(rawValue: EACCES)
    package static let exists = Errno(rawValue: EEXIST)
    package static let notDirectory = Errno(rawValue: ENOTDIR)
    package static let isDirectory = Errno(rawValue: EISDIR)
    package static let invalid = Errno(rawValue: EINVAL)
    package static let systemFiles = Errno(rawValue: ENFILE)
    package static let processFiles = Errno(rawValue: EMFILE)
    package static let noSpace = Errno(rawValue: ENOSPC)
    package static let readOnly = Errno(rawValue: EROFS)
    package static let brokenPipe = Errno(rawValue: EPIPE)
    package static let quota = Errno(rawValue: EDQUOT)
    package static let tooManyLinks = Errno(rawValue: ELOOP)
    package static let nameTooLong = Errno(rawValue: ENAMETOOLONG)
    package static let notEmpty = Errno(rawValue: ENOTEMPTY)
    package static let tooManyHardLinks = Errno(rawValue: EMLINK)
    package static let otherFileSystem = Errno(rawValue: EXDEV)
    package static let busy = Errno(rawValue: EBUSY)
    package static let notSupported = Errno(rawValue: EOPNOTSUPP)
    package static let notImplemented = Errno(rawValue: ENOSYS)
    package static let tooLarge = Errno(rawValue: EFBIG)
    package static let stale = Errno(rawValue: ESTALE)
}

extension Errno: CustomStringConvertible {
    /// The system's own sentence, as in `No space left on device`.
    package var description: String {
        var text = [CChar](repeating: 0, count: 128)
        // SAFETY: the buffer outlives the call, which writes at most its size with the final zero.
        unsafe text.withUnsafeMutableBufferPointer {
            unsafe linux_error_text(rawValue, $0.baseAddress, UInt64($0.count))
        }
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}

/// A system call that failed: a fault unless the caller knows better.
package struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The call's name, as in `fsync`.
    package let operation: String
    /// What it was about, escaped for a message; empty where there is no path.
    package let path: String
    package let errno: Errno

    package init(_ operation: String, _ path: String, _ errno: Errno) {
        self.operation = operation
        self.path = path
        self.errno = errno
    }

    /// `fsync results/a.json: No space left on device`
    package var description: String { path.isEmpty ? "\(operation): \(errno)" : "\(operation) \(path): \(errno)" }
}

extension SystemError {
    /// Whether a file system refused a rename for its flags and not for the names: `EINVAL` is the kernel's word for a file system
    /// that knows no flags.
    var isOfTheFlag: Bool { [.invalid, .notImplemented, .notSupported].contains(errno) }
}

/// The call's result, repeated while a signal interrupts it.
/// - Throws: `SystemError` with the call's errno.
@discardableResult
func call(_ operation: String, _ path: @autoclosure () -> String = "", _ body: () -> Int) throws(SystemError) -> Int {
    while true {
        let result = body()
        if result >= 0 { return result }
        let errno = Errno(rawValue: Int32(-result))
        if errno != .interrupted { throw SystemError(operation, path(), errno) }
    }
}
