// CSVMarks: where in a buffer the bytes are that a reader of CSV has to look at: commas, quotes and control characters.
// Everything between two marks is plain text, whatever it says. Raw memory of its own, so that the loop that fills it and
// the one that follows it pay no uniqueness check a mark. All raw reading of the buffer for marks is in this file.

internal import CByteMarks

/// Ascending positions in a buffer.
@safe struct CSVMarks: ~Copyable {
    private let base: UnsafeMutablePointer<UInt32>
    private let capacity: Int
    private(set) var count = 0

    /// - Parameter capacity: as many as the buffer has bytes: each of them may be one.
    init(capacity: Int) {
        self.capacity = capacity
        // SAFETY: owned by this value alone (`~Copyable`), freed in `deinit`; numbers need no deinitialisation.
        unsafe base = .allocate(capacity: capacity)
    }

    deinit {
        // SAFETY: the one allocation of `init`.
        unsafe base.deallocate()
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
        var at = 0
        while at < filled {
            let left = filled &- at
            let block = Self.block(of: bytes, at: at, count: left)
            if block.beyond_ascii != 0 || utf8.isInside {
                let known = max(0, min(64, fresh &- at))
                utf8.check(block.beyond_ascii, of: bytes, in: (at &+ known)..<(at &+ min(64, left)), blockStart: at)
                if let failure = utf8.failure {
                    append(block.special, at: at, below: failure.position)
                    return
                }
            }
            append(block.special, at: at)
            at &+= 64
        }
    }

    @inline(__always)
    private static func block(of bytes: borrowing [UInt8], at: Int, count: Int) -> byte_marks {
        // SAFETY: 64 bytes are read only where the buffer has that many left, else `count`, which it has.
        unsafe bytes.withUnsafeBufferPointer { bytes in
            guard let start = bytes.baseAddress else { return byte_marks() }
            if count >= 64 { return unsafe byte_marks_of(start + at) }
            return unsafe byte_marks_of_last(start + at, UInt64(count))
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
