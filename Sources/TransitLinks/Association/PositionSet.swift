// PositionSet: the places in a text that a pattern can have reached, a bit each. Matching moves whole sets, 64 places at a
// time, so a pattern full of wildcards costs its length times a 64th of the text's: nothing is tried twice, nothing
// blows up. It knows no patterns.

/// A set of the positions 0…length of a text of `length` characters.
struct PositionSet: Sendable {
    private var words: [UInt64]
    let length: Int

    /// Empty.
    init(length: Int) {
        self.length = length
        words = Array(repeating: 0, count: length / 64 + 1)
    }

    /// `position` alone.
    init(_ position: Int, length: Int) {
        self.init(length: length)
        insert(position)
    }

    var isEmpty: Bool { words.allSatisfy { $0 == 0 } }

    func contains(_ position: Int) -> Bool { words[position / 64] >> UInt64(position % 64) & 1 == 1 }

    mutating func insert(_ position: Int) { words[position / 64] |= 1 << UInt64(position % 64) }

    mutating func formUnion(_ other: PositionSet) {
        for i in words.indices { words[i] |= other.words[i] }
    }

    /// The positions behind the characters that stand at a position of both sets.
    func advanced(over characters: PositionSet) -> PositionSet {
        var result = PositionSet(length: length)
        var carry: UInt64 = 0
        for i in words.indices {
            let both = words[i] & characters.words[i]
            result.words[i] = both << 1 | carry
            carry = both >> 63
        }
        return result
    }

    /// The lowest position and all behind it; none from none.
    var filledUp: PositionSet {
        var result = PositionSet(length: length)
        guard let first else { return result }
        for i in (first / 64)..<words.count { result.words[i] = .max }
        result.words[first / 64] = .max << UInt64(first % 64)
        // Bits behind `length` stand for no position.
        result.words[words.count - 1] &= .max >> UInt64(63 - length % 64)
        return result
    }

    private var first: Int? {
        words.firstIndex { $0 != 0 }.map { $0 * 64 + words[$0].trailingZeroBitCount }
    }

    /// Each position, lowest first.
    var positions: [Int] {
        var positions: [Int] = []
        for i in words.indices {
            var rest = words[i]
            while rest != 0 {
                positions.append(i * 64 + rest.trailingZeroBitCount)
                rest &= rest - 1
            }
        }
        return positions
    }
}
