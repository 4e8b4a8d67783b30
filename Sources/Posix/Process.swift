// What the process is to the system: its number, its rights, its mask; and bytes that nobody can guess.

internal import CPosix

/// The running process.
package enum CurrentProcess {
    package static var id: Int32 { linux_getpid() }
    package static var effectiveUser: UInt32 { linux_geteuid() }
    package static var effectiveGroup: UInt32 { linux_getegid() }

    /// Sets the mask for new files and returns the old one.
    @discardableResult
    package static func setMask(_ mask: UInt32) -> UInt32 { linux_umask(mask) }

    /// `count` (up to 256) bytes from the kernel's generator.
    /// - Throws: `getrandom`.
    package static func randomBytes(_ count: Int) throws(SystemError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: min(count, 256))
        // SAFETY: the array outlives the call, which fills it.
        try call("getrandom") { unsafe linux_random(&bytes, UInt64(bytes.count)) }
        return bytes
    }
}
