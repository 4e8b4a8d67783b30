// RealPath: the one path of a file or folder that a user named, without links, dots and doubled slashes. Links are followed:
// the user said so. What is then opened is opened without.

internal import CPosix
internal import Escaping

package enum RealPath {
    /// Linux's own limit on a path with its final zero, `PATH_MAX`.
    private static let limit = 4096

    /// The absolute path of what is at `path`.
    /// - Throws: `realpath`; `.noEntry` where nothing is there, also at the end of a link; `.invalid` for a zero byte.
    package static func resolve(_ path: [UInt8]) throws(SystemError) -> [UInt8] {
        let shown = Printable.escaped(path)
        if path.contains(0) { throw SystemError("realpath", shown, .invalid) }
        var resolved = [CChar](repeating: 0, count: limit)
        // SAFETY: the path ends in zero; the buffer outlives the call, which writes at most its size.
        let length = try call("realpath", shown) {
            unsafe withTerminated(path + [0]) { path in
                unsafe resolved.withUnsafeMutableBufferPointer {
                    unsafe linux_real_path(path, $0.baseAddress, UInt64($0.count))
                }
            }
        }
        return resolved.prefix(length).map { UInt8(bitPattern: $0) }
    }
}
