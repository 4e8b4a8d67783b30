// PercentDecoding: escapes turned back into bytes (RFC 3986, section 2.1), of one component that was already cut out of its
// URL: who decodes first and cuts later takes `%2F` for a separator. Receivers differ in what a plus is and in what they do
// with an escape or with UTF-8 that is none; the caller says which.

package enum PercentDecoding {
    /// What `%` without two hexadecimal digits becomes.
    package enum BadEscape: Sendable {
        /// Itself.
        case kept
        /// U+FFFD and the number of the digits before the fault, as in `android.net.Uri`, which drops the character at fault:
        /// `%4z` becomes U+FFFD and U+0004, `%zz` U+FFFD, U+0000 and `z`, and a `%4` at the end U+FFFD alone.
        case replaced
    }

    /// The decoded bytes at `range`.
    package static func bytes(
        _ bytes: Span<UInt8>, at range: Range<Int>, plusIsSpace: Bool = false, badEscape: BadEscape = .kept
    ) -> [UInt8] {
        var out: [UInt8] = []
        out.reserveCapacity(range.count)
        var at = range.lowerBound
        while at < range.upperBound {
            if let byte = escape(bytes, at: at, end: range.upperBound) {
                out.append(byte)
                at += 3
                continue
            }
            switch bytes[at] {
            case UInt8(ascii: "%") where badEscape == .replaced: at = replace(bytes, at: at, end: range.upperBound, to: &out)
            case UInt8(ascii: "+") where plusIsSpace: out.append(UInt8(ascii: " "))
            default: out.append(bytes[at])
            }
            at += 1
        }
        return out
    }

    /// Writes what the escape at `at`, which is none, becomes on Android.
    /// - Returns: where its last byte is.
    private static func replace(_ bytes: Span<UInt8>, at: Int, end: Int, to out: inout [UInt8]) -> Int {
        out += "\u{FFFD}".utf8
        let high = at + 1 < end ? digit(bytes[at + 1]) : nil
        var fault = high == nil ? at + 1 : at + 2
        if fault >= end { return end - 1 }
        out.append(high ?? 0)
        // A whole character; of one beyond U+FFFF, which is two there, a half that is no character stays.
        if bytes[fault] >= 0xF0 { out += "\u{FFFD}".utf8 }
        while fault + 1 < end, bytes[fault + 1] & 0xC0 == 0x80 { fault += 1 }
        return fault
    }

    /// The byte that the three at `at` stand for, nil where they are no escape.
    package static func escape(_ bytes: Span<UInt8>, at: Int, end: Int) -> UInt8? {
        guard bytes[at] == UInt8(ascii: "%"), at + 2 < end, let high = digit(bytes[at + 1]), let low = digit(bytes[at + 2])
        else { return nil }
        return high << 4 | low
    }

    package static func hasBadEscape(_ bytes: Span<UInt8>, at range: Range<Int>) -> Bool {
        range.contains { bytes[$0] == UInt8(ascii: "%") && escape(bytes, at: $0, end: range.upperBound) == nil }
    }

    package static func hasEscape(_ bytes: Span<UInt8>, at range: Range<Int>) -> Bool {
        bytes.firstIndex(in: range) { $0 == UInt8(ascii: "%") } < range.upperBound
    }

    static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}

extension PercentEncoding {
    /// The text of a component, by the letter: a plus is a plus; nil where a `%` has no two hexadecimal digits behind it or the bytes are no UTF-8.
    package static func decoded(_ component: some Collection<UInt8>) -> String? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(component.count)
        var rest = component.makeIterator()
        while let byte = rest.next() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.next().flatMap(PercentDecoding.digit), let low = rest.next().flatMap(PercentDecoding.digit)
            else { return nil }
            bytes.append(high << 4 | low)
        }
        return String(validating: bytes, as: UTF8.self)
    }
}
