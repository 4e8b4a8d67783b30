// UTF8Check: whether a stream of bytes is UTF-8 by the table of well-formed sequences (Unicode 16, table 3-7). It looks at
// the bytes beyond ASCII alone, which it is handed as bit sets of 64, and goes on where the last buffer ended, be that
// inside a character.

struct UTF8Check {
    /// Where the first ill-formed sequence begins, and its first byte.
    struct Failure: Equatable {
        /// In the buffer; negative where the sequence began in the one before.
        var position: Int
        var byte: UInt8
    }

    private(set) var failure: Failure?
    /// Continuation bytes still to come.
    private var needed = 0
    /// What the next of them may be: after E0, ED, F0 and F4 less than all.
    private var allowed: ClosedRange<UInt8> = 0x80...0xBF
    private var previous: UInt8 = 0
    private var lead = Failure(position: 0, byte: 0)
    /// Where the next continuation byte has to stand.
    private var expected = 0

    /// Where U+FFFD begins, which a program writes for what it couldn't read; ascending.
    private(set) var replacements: [Int] = []

    /// Whether the stream stands inside a character.
    var isInside: Bool { needed > 0 }

    /// The buffer has moved: what stood at `distance` stands at 0.
    mutating func shift(by distance: Int) {
        lead.position -= distance
        expected -= distance
        failure?.position -= distance
        if !replacements.isEmpty { replacements = replacements.compactMap { $0 >= distance ? $0 - distance : nil } }
    }

    /// Those of `replacements` that stand before `end`, which are forgotten.
    mutating func takeReplacements(before end: Int) -> [Int] {
        let count = replacements.firstIndex { $0 >= end } ?? replacements.count
        defer { replacements.removeFirst(count) }
        return Array(replacements[..<count])
    }

    /// Checks the bytes of `range`, at most 64, of which the bits of `beyond` (bit 0: the byte at `blockStart`) aren't ASCII.
    mutating func check(_ beyond: UInt64, of bytes: borrowing [UInt8], in range: Range<Int>, blockStart: Int) {
        guard !range.isEmpty, failure == nil else { return }
        var bits = beyond & (~0 << UInt64(range.lowerBound - blockStart))
        while bits != 0 {
            let at = blockStart + bits.trailingZeroBitCount
            bits &= bits &- 1
            take(bytes[at], at: at)
            if failure != nil { return }
        }
        if needed > 0, expected < range.upperBound { failure = lead }
    }

    /// The stream has ended.
    mutating func finish() { if needed > 0, failure == nil { failure = lead } }

    @inline(__always)
    private mutating func take(_ byte: UInt8, at position: Int) {
        if needed == 0 { return begin(byte, at: position) }
        guard position == expected, allowed.contains(byte) else {
            failure = lead
            return
        }
        needed -= 1
        expected += 1
        allowed = 0x80...0xBF
        if needed == 0, byte == 0xBD, previous == 0xBF, lead.byte == 0xEF { replacements.append(lead.position) }
        previous = byte
    }

    @inline(__always)
    private mutating func begin(_ byte: UInt8, at position: Int) {
        lead = Failure(position: position, byte: byte)
        expected = position + 1
        switch byte {
        case 0xC2...0xDF: needed = 1
        case 0xE0: (needed, allowed) = (2, 0xA0...0xBF)
        case 0xE1...0xEC, 0xEE...0xEF: needed = 2
        case 0xED: (needed, allowed) = (2, 0x80...0x9F)
        case 0xF0: (needed, allowed) = (3, 0x90...0xBF)
        case 0xF1...0xF3: needed = 3
        case 0xF4: (needed, allowed) = (3, 0x80...0x8F)
        default: failure = lead
        }
    }
}
