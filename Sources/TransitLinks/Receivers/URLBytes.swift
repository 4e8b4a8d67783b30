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
        if range.count != word.utf8.count { return false }
        // A string's own iterator takes four times as long.
        let word = word.utf8.span
        for offset in 0..<word.count where self[range.lowerBound &+ offset] != word[offset] { return false }
        return true
    }

    /// Whether the bytes at `range` are those of `word`, ASCII letters compared without case.
    func matches(_ word: String, at range: Range<Int>) -> Bool {
        range.count == word.utf8.count && starts(with: word.utf8.span, at: range.lowerBound)
    }

    /// Whether `word` stands at `start`, ASCII letters compared without case.
    /// - Precondition: the bytes of `word` fit behind `start`.
    func starts(with word: String, at start: Int) -> Bool { starts(with: word.utf8.span, at: start) }

    @inline(__always)
    private func starts(with word: Span<UInt8>, at start: Int) -> Bool {
        for offset in 0..<word.count {
            let byte = self[start &+ offset]
            if byte != word[offset], !Self.areOneLetter(byte, word[offset]) { return false }
        }
        return true
    }

    private static func areOneLetter(_ a: UInt8, _ b: UInt8) -> Bool {
        a ^ b == 0x20 && (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(a | 0x20)
    }

    /// Where `word` first stands in `range`, without case.
    func firstIndex(of word: String, in range: Range<Int>) -> Int? {
        let word = word.utf8.span
        var at = range.lowerBound
        while at <= range.upperBound - word.count {
            if starts(with: word, at: at) { return at }
            at &+= 1
        }
        return nil
    }

    /// Where `word` last stands in `range`, without case.
    func lastIndex(of word: String, in range: Range<Int>) -> Int? {
        let word = word.utf8.span
        var at = range.upperBound - word.count
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

/// A set of ASCII characters: bit n of the two words together is character n.
package struct ASCIISet: Sendable {
    private let low: UInt64
    private let high: UInt64

    @inline(__always)
    package func contains(_ byte: UInt8) -> Bool {
        byte < 128 && (byte < 64 ? low : high) >> UInt64(byte & 63) & 1 == 1
    }

    // In figures, because a set that is computed from its characters is looked up through a lock; a test spells them out.

    /// A…Z, a…z.
    package static let letters = ASCIISet(low: 0, high: 0x07FF_FFFE_07FF_FFFE)
    package static let digits = ASCIISet(low: 0x03FF_0000_0000_0000, high: 0)
    /// RFC 3986, section 3.1: letters, digits and `+-.`
    package static let scheme = ASCIISet(low: 0x03FF_6800_0000_0000, high: 0x07FF_FFFE_07FF_FFFE)
    /// RFC 3986, section 3.2.2: reg-name, which is letters, digits, `-._~!$&'()*+,;=`. No escapes.
    package static let host = ASCIISet(low: 0x2BFF_7FD2_0000_0000, high: 0x47FF_FFFE_87FF_FFFE)
    /// RFC 3986, section 3.3: as `host`, and `%:@/`.
    package static let path = ASCIISet(low: 0x2FFF_FFF2_0000_0000, high: 0x47FF_FFFE_87FF_FFFF)
    /// RFC 3986, section 3.4: as `path`, and `?`.
    package static let query = ASCIISet(low: 0xAFFF_FFF2_0000_0000, high: 0x47FF_FFFE_87FF_FFFF)
    /// What every receiver carries as part of an ID: letters, digits, `_-:@~`.
    package static let plainID = ASCIISet(low: 0x07FF_2000_0000_0000, high: 0x47FF_FFFE_87FF_FFFF)
}
