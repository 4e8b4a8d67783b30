// URLBytes: small questions about the bytes of a URL: where one stands, whether a word stands there, which characters a
// part may hold.

extension Span<UInt8> {
    /// The first index in `range` whose byte fulfils `condition`, or the range's end.
    @inline(__always)
    func firstIndex(in range: Range<Int>, where condition: (UInt8) -> Bool) -> Int {
        var at = range.lowerBound
        while at < range.upperBound, !condition(self[at]) { at &+= 1 }
        return at
    }

    /// Whether the bytes at `range` are those of `word`.
    func equals(_ word: String, at range: Range<Int>) -> Bool {
        guard range.count == word.utf8.count else { return false }
        var at = range.lowerBound
        for byte in word.utf8 {
            if self[at] != byte { return false }
            at &+= 1
        }
        return true
    }

    /// Whether the bytes at `range` are those of `word`, ASCII letters compared without case.
    func matches(_ word: String, at range: Range<Int>) -> Bool {
        range.count == word.utf8.count && starts(with: word, at: range.lowerBound)
    }

    /// Whether `word` stands at `start`, ASCII letters compared without case.
    /// - Precondition: the bytes of `word` fit behind `start`.
    func starts(with word: String, at start: Int) -> Bool {
        var at = start
        for byte in word.utf8 {
            if self[at] != byte, !Self.areOneLetter(self[at], byte) { return false }
            at &+= 1
        }
        return true
    }

    private static func areOneLetter(_ a: UInt8, _ b: UInt8) -> Bool {
        a ^ b == 0x20 && (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(a | 0x20)
    }

    /// Where `word` first stands in `range`, without case.
    func firstIndex(of word: String, in range: Range<Int>) -> Int? {
        let last = range.upperBound - word.utf8.count
        var at = range.lowerBound
        while at <= last {
            if starts(with: word, at: at) { return at }
            at &+= 1
        }
        return nil
    }

    /// Where `word` last stands in `range`, without case.
    func lastIndex(of word: String, in range: Range<Int>) -> Int? {
        var at = range.upperBound - word.utf8.count
        while at >= range.lowerBound {
            if starts(with: word, at: at) { return at }
            at &-= 1
        }
        return nil
    }

    /// The text at `range`; what is not UTF-8 becomes U+FFFD.
    func text(_ range: Range<Int>) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(range.count)
        for at in range { bytes.append(self[at]) }
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// A set of ASCII characters.
package struct ASCIISet: Sendable {
    private let low: UInt64
    private let high: UInt64

    package init(_ characters: String) {
        var bits: (low: UInt64, high: UInt64) = (0, 0)
        for byte in characters.utf8 {
            if byte < 64 { bits.low |= 1 << UInt64(byte) } else { bits.high |= 1 << UInt64(byte & 63) }
        }
        (low, high) = bits
    }

    @inline(__always)
    package func contains(_ byte: UInt8) -> Bool {
        byte < 128 && (byte < 64 ? low : high) >> UInt64(byte & 63) & 1 == 1
    }

    private static let alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

    package static let letters = ASCIISet(alphabet)
    package static let digits = ASCIISet("0123456789")
    /// RFC 3986, section 3.1.
    package static let scheme = ASCIISet(alphabet + "0123456789+-.")
    /// RFC 3986, section 3.2.2: reg-name, its escapes included.
    package static let host = ASCIISet(alphabet + "0123456789-._~!$&'()*+,;=%")
    /// RFC 3986, section 3.3: pchar and `/`, escapes included.
    package static let path = ASCIISet(alphabet + "0123456789-._~!$&'()*+,;=%:@/")
    /// RFC 3986, section 3.4: also `?`.
    package static let query = ASCIISet(alphabet + "0123456789-._~!$&'()*+,;=%:@/?")
}
