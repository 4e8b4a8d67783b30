// What the process is to the system: its number, its rights, its mask; and bytes that nobody can guess.

internal import CPosix

/// The running process.
package enum CurrentProcess {
    package static var id: Int32 { linux_getpid() }
    package static var effectiveUser: UInt32 { linux_geteuid() }
    package static var effectiveGroup: UInt32 { linux_getegid() }

    /// How many processors it may run on, at least 1.
    package static var processors: Int { max(1, linux_processors()) }

    /// The file that it was started from; nil where the system doesn't say.
    package static var program: String? {
        var text = [CChar](repeating: 0, count: 4096)
        // SAFETY: the array outlives the call, which writes at most its size.
        let count = unsafe text.withUnsafeMutableBufferPointer {
            unsafe linux_read_link("/proc/self/exe", $0.baseAddress, UInt64($0.count))
        }
        guard count > 0, count < text.count else { return nil }
        return String(decoding: text[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Sets the mask for new files and returns the old one.
    @discardableResult
    package static func setMask(_ mask: UInt32) -> UInt32 { linux_umask(mask) }

    /// Gives back memory that was needed and is not any more: of the heap, and pages of the program's own code, of which those that it
    /// still runs come back one fault at a time, from the system's cache.
    package static func releaseMemory() {
        linux_release_heap()
        linux_unmap_code()
    }

    /// `count` (up to 256) bytes from the kernel's generator.
    /// - Throws: `getrandom`.
    package static func randomBytes(_ count: Int) throws(SystemError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: min(count, 256))
        // SAFETY: the array outlives the call, which fills it.
        try call("getrandom") { unsafe linux_random(&bytes, UInt64(bytes.count)) }
        return bytes
    }
}
