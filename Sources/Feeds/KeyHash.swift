// KeyHash: a hash and a comparison of short byte strings, eight bytes a step. The hash multiplies and folds as Wang Yi's
// wyhash does. Its two seeds are random numbers of the system, drawn for each table and never written anywhere: IDs that
// collide can't be made beforehand.

struct KeyHash: Sendable {
    private let seed = UInt64.random(in: .min ... .max)
    private let multiplier = UInt64.random(in: .min ... .max) | 1

    func hash(_ key: Span<UInt8>) -> UInt64 {
        var state = seed ^ UInt64(truncatingIfNeeded: key.count)
        var at = 0
        while at &+ 8 <= key.count {
            state = fold(state ^ Self.word(key, at))
            at &+= 8
        }
        // The last bytes twice folded: the low bits choose the place and must depend on every bit of the key.
        return fold(fold(state ^ Self.tail(key, from: at)) ^ seed)
    }

    private func fold(_ value: UInt64) -> UInt64 {
        let product = value.multipliedFullWidth(by: multiplier)
        return product.high ^ product.low
    }

    /// Whether the two, of one length, hold the same bytes.
    static func equal(_ one: Span<UInt8>, _ other: Span<UInt8>) -> Bool {
        var at = 0
        while at &+ 8 <= one.count {
            if word(one, at) != word(other, at) { return false }
            at &+= 8
        }
        return tail(one, from: at) == tail(other, from: at)
    }

    private static func word(_ key: Span<UInt8>, _ at: Int) -> UInt64 {
        // SAFETY: bytes have no padding; callers stay at least eight bytes before the end; every bit pattern is a number.
        unsafe key.bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: at, as: UInt64.self)
    }

    /// The up to seven bytes from `start` on as one number.
    private static func tail(_ key: Span<UInt8>, from start: Int) -> UInt64 {
        var word: UInt64 = 0
        var at = start
        while at < key.count {
            word = word << 8 | UInt64(key[at])
            at &+= 1
        }
        return word
    }
}
