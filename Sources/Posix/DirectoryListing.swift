// DirectoryListing: the names in a folder, as getdents64(2) hands them out, a block at a time: a folder of a million names
// takes 64 KiB. What comes and goes while it runs may be seen or not.

internal import CPosix
internal import Glibc

/// Goes through the names of a folder, without `.` and `..`, in no order.
package struct DirectoryListing: ~Copyable {
    private let descriptor: FileDescriptor
    private var block = [UInt8](repeating: 0, count: 64 << 10)
    private var filled = 0
    private var at = 0
    /// Whether the name that came last is a folder, where the file system says so in its listing; nil where it doesn't.
    package private(set) var isDirectory: Bool?

    /// - Throws: `open`: the listing has a place of its own in the folder.
    package init(_ directory: borrowing Directory) throws(SystemError) {
        let parent = directory.descriptor.rawValue
        // SAFETY: the name ends in zero and outlives the call.
        let raw = try call("open", directory.path) {
            unsafe withTerminated([UInt8(ascii: "."), 0]) {
                unsafe linux_openat(parent, $0, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0)
            }
        }
        descriptor = FileDescriptor(owning: Int32(raw), path: directory.path)
    }

    /// The next name, or nil at the end.
    /// - Throws: `getdents64`.
    package mutating func next() throws(SystemError) -> FileName? {
        while true {
            if at == filled { try refill() }
            if filled == 0 { return nil }
            // struct linux_dirent64: inode 8, offset 8, record length 2, type 1, then the name up to a zero.
            let length = Int(block[at + 16]) | Int(block[at + 17]) << 8
            let name = block[(at + 19)..<(at + length)].prefix { $0 != 0 }
            isDirectory = block[at + 18] == DT_UNKNOWN ? nil : block[at + 18] == DT_DIR
            at += length
            if let name = FileName(name) { return name }
        }
    }

    private mutating func refill() throws(SystemError) {
        let raw = descriptor.rawValue
        at = 0
        // SAFETY: the array outlives the call, which writes at most its size.
        filled = try call("getdents64", descriptor.path) {
            unsafe block.withUnsafeMutableBytes { unsafe linux_getdents(raw, $0.baseAddress, UInt64($0.count)) }
        }
    }
}
