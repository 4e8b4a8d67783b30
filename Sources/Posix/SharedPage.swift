// SharedPage: a page of a file mapped into memory. What is stored there survives the process, however it ends, because the
// page belongs to the kernel; a power cut it does not survive, and nobody asks it to.

internal import CPosix

/// A mapped part of a file, from its start.
@safe
package struct SharedPage: ~Copyable, Sendable {
    // SAFETY: the mapping lives as long as this value, and all access goes through the checked methods below. Two threads
    // use different parts, which the owner of the page divides.
    private nonisolated(unsafe) let base: UnsafeMutableRawPointer
    package let size: Int

    /// Maps `size` bytes of the file, which is filled with zeros to that size where it is smaller: a hole could find the disk full
    /// at the first store, and that ends the process (SIGBUS). The descriptor isn't needed afterwards.
    /// - Throws: `fstat`, `write`, `mmap`.
    package init(_ file: borrowing FileDescriptor, size: Int) throws(SystemError) {
        if try file.status().size < UInt64(size) { try file.write([UInt8](repeating: 0, count: size)) }
        var address: UnsafeMutableRawPointer?
        let raw = file.rawValue
        // SAFETY: the address outlives the call that fills it.
        try call("mmap", file.path) { unsafe linux_map_shared(raw, UInt64(size), &address) }
        guard let address = unsafe address else { throw SystemError("mmap", file.path, .invalid) }
        unsafe base = address
        self.size = size
    }

    deinit { _ = unsafe linux_unmap(base, UInt64(size)) }

    /// The `count` bytes from `offset` on.
    package func bytes(at offset: Int, count: Int) -> [UInt8] {
        precondition(offset >= 0 && count >= 0 && offset + count <= size, "outside the page")
        // SAFETY: the range was checked against the mapping's size.
        return unsafe Array(UnsafeRawBufferPointer(start: base + offset, count: count))
    }

    package func store(_ bytes: some Collection<UInt8>, at offset: Int) {
        precondition(offset >= 0 && offset + bytes.count <= size, "outside the page")
        // SAFETY: the range was checked against the mapping's size.
        unsafe UnsafeMutableRawBufferPointer(start: base + offset, count: bytes.count).copyBytes(from: bytes)
    }

    package func word(at offset: Int) -> UInt64 {
        precondition(offset >= 0 && offset + 8 <= size, "outside the page")
        // SAFETY: the range was checked against the mapping's size.
        return unsafe base.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
    }

    package func store(_ word: UInt64, at offset: Int) {
        precondition(offset >= 0 && offset + 8 <= size, "outside the page")
        // SAFETY: the range was checked against the mapping's size.
        unsafe base.storeBytes(of: word, toByteOffset: offset, as: UInt64.self)
    }
}
