// CSVMarks: where in a buffer the bytes are that a reader of CSV has to look at: commas, quotes and control characters.
// Everything between two marks is plain text, whatever it says. Raw memory of its own, so that the loop that fills it and
// the one that follows it pay no uniqueness check a mark. All raw reading of the buffer for marks is in this file.

internal import CByteMarks

/// Ascending positions in a buffer.
@safe struct CSVMarks: ~Copyable {
    private let base: UnsafeMutablePointer<UInt32>
    private let capacity: Int
    /// The bit sets that the positions are taken from.
    private let blocks: UnsafeMutablePointer<byte_marks>
    private(set) var count = 0

    /// - Parameter capacity: as many as the buffer has bytes: each of them may be one.
    init(capacity: Int) {
        self.capacity = capacity
        // SAFETY: owned by this value alone (`~Copyable`), freed in `deinit`; numbers need no deinitialisation.
        unsafe base = .allocate(capacity: capacity)
        unsafe blocks = .allocate(capacity: (capacity + 63) / 64)
    }

    deinit {
        // SAFETY: the allocations of `init`.
        unsafe base.deallocate()
        unsafe blocks.deallocate()
    }

    subscript(index: Int) -> Int {
        @inline(__always) get {
            precondition(index >= 0 && index < count, "a mark that was set")
            // SAFETY: below `count`, so it was set.
            return unsafe Int(base[index])
        }
    }

    mutating func removeAll() { count = 0 }

    @inline(__always)
    mutating func append(_ position: Int) {
        precondition(count < capacity, "a mark a byte at most")
        // SAFETY: below the capacity.
        unsafe base[count] = UInt32(truncatingIfNeeded: position)
        count &+= 1
    }

    /// Appends the marks of `bytes[..<filled]`, and checks that what comes in from `fresh` on is UTF-8. Stops at bytes that
    /// aren't: then `utf8.failure` says where, and no mark lies behind it.
    mutating func collect(from bytes: borrowing [UInt8], fresh: Int, filled: Int, utf8: inout UTF8Check) {
        precondition(filled <= bytes.count && filled <= capacity, "the buffer's own bytes")
        findBlocks(of: bytes, filled)
        for index in 0..<(filled &+ 63) / 64 {
            // SAFETY: set by `findBlocks` for as many bytes.
            let block = unsafe blocks[index]
            let at = index &* 64
            if block.beyond_ascii != 0 || utf8.isInside {
                let range = max(at, fresh)..<max(at, fresh, min(at &+ 64, filled))
                utf8.check(block.beyond_ascii, of: bytes, in: range, blockStart: at)
                if let failure = utf8.failure { return append(block.special, at: at, below: failure.position) }
            }
            append(block.special, at: at)
        }
    }

    private func findBlocks(of bytes: borrowing [UInt8], _ filled: Int) {
        // SAFETY: `filled` bytes are there, as checked above, and there is a record for each 64 that fit the capacity.
        unsafe bytes.withUnsafeBufferPointer { bytes in
            guard let start = bytes.baseAddress else { return }
            unsafe byte_marks_of(start, UInt64(filled), blocks)
        }
    }

    @inline(__always)
    private mutating func append(_ bits: UInt64, at start: Int) {
        var bits = bits
        precondition(count &+ bits.nonzeroBitCount <= capacity, "a mark a byte at most")
        while bits != 0 {
            // SAFETY: as many as were counted above fit.
            unsafe base[count] = UInt32(truncatingIfNeeded: start &+ bits.trailingZeroBitCount)
            count &+= 1
            bits &= bits &- 1
        }
    }

    private mutating func append(_ bits: UInt64, at start: Int, below limit: Int) {
        let wanted = limit &- start
        append(wanted >= 64 ? bits : wanted <= 0 ? 0 : bits & ((1 << UInt64(wanted)) &- 1), at: start)
    }
}
