// FileCopy: what a file holds against bytes at hand, and the beginning of one file as that of another.

internal import CPosix
internal import Glibc

extension FileDescriptor {
    /// Whether `bytes` stand in the file from `offset` on. `buffer` is scratch space, which grows to their number: keep it
    /// between calls.
    /// - Throws: `read`.
    package func holds(
        _ bytes: Span<UInt8>, at offset: UInt64, using buffer: inout [UInt8]
    ) throws(SystemError) -> Bool {
        if buffer.count < bytes.count { buffer = [UInt8](repeating: 0, count: bytes.count) }
        var filled = 0
        while filled < bytes.count {
            let range = filled..<bytes.count
            let place = offset + UInt64(filled)
            let count = try call("read", path) {
                // SAFETY: the array outlives the call, which writes only into the part that is offered.
                unsafe buffer.withUnsafeMutableBytes { raw in
                    let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: raw[range])
                    return unsafe linux_pread(rawValue, rest.baseAddress, UInt64(rest.count), place)
                }
            }
            if count == 0 { return false }
            filled += count
        }
        return bytes.equals(buffer.span.extracting(first: bytes.count))
    }

    /// Writes the first `count` bytes of `source` where writing to this file stands; on file systems that share blocks (Btrfs,
    /// XFS) none is copied.
    /// - Throws: `copy_file_range`, `read`, `write`; `.inputOutput` where `source` is shorter by now.
    package func copyBeginning(of source: borrowing FileDescriptor, count: UInt64) throws(SystemError) {
        let from = source.rawValue
        var copied: UInt64 = 0
        while copied < count {
            let step: Int
            do {
                step = try call("copy_file_range", path) { linux_copy_range(from, copied, rawValue, count - copied) }
            } catch  where Self.copyRefusals.contains(error.errno) {
                step = try copyBlock(of: source, at: copied, limit: count - copied)
            }
            if step == 0 { throw SystemError("read", source.path, .inputOutput) }
            copied += UInt64(step)
        }
    }

    /// The file system can't, or a sandbox forbids it.
    private static let copyRefusals: Set<Errno> = [
        .notImplemented, .otherFileSystem, .invalid, .notSupported, .notPermitted,
    ]

    private func copyBlock(
        of source: borrowing FileDescriptor, at offset: UInt64, limit: UInt64
    ) throws(SystemError) -> Int {
        var block = [UInt8](repeating: 0, count: Int(min(limit, 1 << 20)))
        let from = source.rawValue
        let count = try call("read", source.path) {
            // SAFETY: the array outlives the call, which writes at most its size.
            unsafe block.withUnsafeMutableBytes {
                unsafe linux_pread(from, $0.baseAddress, UInt64($0.count), offset)
            }
        }
        try write(block.span.extracting(first: count))
        return count
    }
}

extension Span<UInt8> {
    /// Whether both hold the same bytes (`memcmp`: ten times as fast as a loop here).
    package func equals(_ other: Span<UInt8>) -> Bool {
        guard count == other.count else { return false }
        // SAFETY: both spans outlive the call, which reads as many bytes as each holds.
        return unsafe withUnsafeBytes { left in
            unsafe other.withUnsafeBytes { right in
                guard let left = left.baseAddress, let right = right.baseAddress else { return true }
                return unsafe linux_same_bytes(left, right, UInt64(count)) != 0
            }
        }
    }
}

extension [UInt8] {
    /// Appends all of `bytes` at once: byte by byte it takes many times as long.
    package mutating func append(bytesOf bytes: Span<UInt8>) {
        // SAFETY: the span outlives the call, which only reads it.
        unsafe bytes.withUnsafeBytes { unsafe append(contentsOf: $0) }
    }
}

extension OutputSpan<UInt8> {
    /// Appends all of `bytes` at once, for which there must be room.
    package mutating func append(bytesOf bytes: Span<UInt8>) {
        precondition(bytes.count <= freeCapacity, "room for all bytes")
        // SAFETY: the room was checked; the span is only read, and doesn't lie in memory that is being written.
        unsafe withUnsafeMutableBufferPointer { target, count in
            unsafe bytes.withUnsafeBufferPointer { source in
                guard let from = source.baseAddress, let to = target.baseAddress else { return }
                unsafe (to + count).initialize(from: from, count: source.count)
            }
            count += bytes.count
        }
    }
}
