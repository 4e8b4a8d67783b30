// KeyHash: a hash and a comparison of short byte strings, eight bytes a step; the last step overlaps the one before. The
// hash multiplies and folds as Wang Yi's wyhash does. Its two seeds are random numbers of the system, drawn for each table
// and never written anywhere: IDs that collide can't be made beforehand.

struct KeyHash: Sendable {
    private let seed = UInt64.random(in: .min ... .max)
    private let multiplier = UInt64.random(in: .min ... .max) | 1

    func hash(_ key: Span<UInt8>) -> UInt64 {
        var state = seed ^ UInt64(truncatingIfNeeded: key.count)
        var at = 8
        while at < key.count {
            state = fold(state ^ Self.word(key, at &- 8))
            at &+= 8
        }
        // The last bytes twice folded: the low bits choose the place and must depend on every bit of the key.
        return fold(fold(state ^ Self.lastWord(key)) ^ seed)
    }

    @inline(__always)
    private func fold(_ value: UInt64) -> UInt64 {
        let product = value.multipliedFullWidth(by: multiplier)
        return product.high ^ product.low
    }

    /// Whether the two hold the same bytes.
    static func equal(_ one: Span<UInt8>, _ other: Span<UInt8>) -> Bool {
        guard one.count == other.count else { return false }
        var at = 8
        while at < one.count {
            if word(one, at &- 8) != word(other, at &- 8) { return false }
            at &+= 8
        }
        return lastWord(one) == lastWord(other)
    }

    @inline(__always)
    private static func word(_ key: Span<UInt8>, _ at: Int) -> UInt64 {
        // SAFETY: bytes have no padding; callers stay at least eight bytes before the end; every bit pattern is a number.
        unsafe key.bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: at, as: UInt64.self)
    }

    /// The last eight bytes as a number; of a shorter key all of its bytes, some of them twice: of two keys of one length
    /// the numbers are equal only if the bytes are.
    @inline(__always)
    static func lastWord(_ key: Span<UInt8>) -> UInt64 {
        let count = key.count
        if count >= 8 { return word(key, count &- 8) }
        if count >= 4 { return halfWord(key, 0) << 32 | halfWord(key, count &- 4) }
        if count == 0 { return 0 }
        return UInt64(key[0]) << 16 | UInt64(key[count >> 1]) << 8 | UInt64(key[count &- 1])
    }

    @inline(__always)
    private static func halfWord(_ key: Span<UInt8>, _ at: Int) -> UInt64 {
        // SAFETY: as in `word`, with four bytes.
        UInt64(unsafe key.bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: at, as: UInt32.self))
    }
}
