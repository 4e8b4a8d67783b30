// TextBuffer: the texts of a table, appended one behind the other and handed over as one array. Its own, because an append
// to an array costs ten times the copy of the few bytes of a field.

struct TextBuffer: ~Copyable {
    /// Used up to `count`; what lies behind has no meaning.
    private(set) var bytes: [UInt8]
    private(set) var count = 0

    /// - Parameter expected: bytes to begin with; more may come.
    init(expected: Int) { bytes = Self.unset(max(4096, expected)) }

    /// Appends `source[range]`.
    @inline(__always)
    mutating func append(_ source: borrowing [UInt8], _ range: Range<Int>) {
        if range.count > bytes.count &- count { grow(range.count) }
        precondition(range.lowerBound >= 0 && range.upperBound <= source.count, "a range of the source")
        let start = count
        // SAFETY: `source` has the range and `bytes` the room, as checked above; two arrays don't overlap.
        unsafe source.withUnsafeBufferPointer { from in
            unsafe bytes.withUnsafeMutableBufferPointer { to in
                guard let from = from.baseAddress, let to = to.baseAddress else { return }
                unsafe (to + start).update(from: from + range.lowerBound, count: range.count)
            }
        }
        count &+= range.count
    }

    /// Forgets what was appended since `count` was `mark`.
    mutating func truncate(to mark: Int) {
        precondition(mark >= 0 && mark <= count, "a mark lies inside what was appended")
        count = mark
    }

    consuming func finish() -> [UInt8] {
        bytes.removeLast(bytes.count - count)
        return bytes
    }

    @inline(never)
    private mutating func grow(_ extra: Int) {
        var larger = Self.unset(max(bytes.count * 2, count + extra))
        larger.replaceSubrange(..<count, with: bytes[..<count])
        bytes = larger
    }

    /// An array whose bytes aren't set, so that memory is taken only once they are.
    private static func unset(_ count: Int) -> [UInt8] {
        // SAFETY: any bits are a byte; none is read before it is written.
        unsafe [UInt8](unsafeUninitializedCapacity: count) { $1 = count }
    }
}
