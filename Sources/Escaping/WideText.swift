// WideText: text in UTF-16 or UTF-32 where UTF-8 belongs: what Windows tools write unasked. Known by its byte-order mark, or by
// the zero bytes among its first four, since what we read begins with two characters of ASCII (RFC 4627, section 3).

/// An encoding of which we read nothing.
package enum WideText: String, Sendable, Hashable {
    case utf16 = "UTF-16"
    case utf32 = "UTF-32"

    /// Nil for what looks like anything else.
    package init?(_ bytes: Span<UInt8>) {
        var first: [UInt8] = []
        for index in 0..<min(bytes.count, 4) { first.append(bytes[index]) }
        if first.starts(with: [0xFF, 0xFE, 0, 0]) || first == [0, 0, 0xFE, 0xFF] {
            self = .utf32
        } else if first.starts(with: [0xFF, 0xFE]) || first.starts(with: [0xFE, 0xFF]) {
            self = .utf16
        } else {
            switch first.map({ $0 == 0 }) {
            case [true, true, true, false], [false, true, true, true]: self = .utf32
            case [true, false], [false, true], [true, false, true], [false, true, false],
                [true, false, true, false], [false, true, false, true]:
                self = .utf16
            default: return nil
            }
        }
    }

    /// What is wrong, and how to mend it.
    package var advice: String {
        "it is \(rawValue), not UTF-8; save it as UTF-8 (in PowerShell: Out-File -Encoding utf8)"
    }
}
