// WebURL: the parts of an http or https URL as association files see them, raw and percent-decoded. What no URL holds
// (blanks, non-ASCII, quotes, brackets of the wrong kind) is percent-encoded first, as Apple's URL class does it; what is
// encoded stays in the letters in which it is written. It resolves nothing: no dot segments, no default ports.

internal import Escaping

/// An absolute URL with a host.
struct WebURL: Sendable, Hashable {
    /// 8 KiB: what browsers and servers commonly take.
    static let maximumBytes = 8 * 1024

    /// In small letters, without user name, password and port.
    let host: String
    let path: String
    /// Empty where there is none.
    let query: String
    /// Empty where there is none.
    let fragment: String

    /// Nil for what is no absolute http or https URL, or is longer than `maximumBytes`.
    init?(_ text: String) {
        guard text.utf8.count <= Self.maximumBytes else { return nil }
        let url = Self.encoded(text)
        guard let colon = url.utf8.firstIndex(of: UInt8(ascii: ":")),
            ["http", "https"].contains(url[..<colon].lowercased())
        else { return nil }
        let rest = url[colon...].dropFirst()
        guard rest.hasPrefix("//") else { return nil }
        let (beforeFragment, fragment) = Self.split(rest.dropFirst(2), at: "#")
        let (beforeQuery, query) = Self.split(beforeFragment, at: "?")
        let slash = beforeQuery.utf8.firstIndex(of: UInt8(ascii: "/")) ?? beforeQuery.endIndex
        guard let host = Self.host(beforeQuery[..<slash]) else { return nil }
        self.host = host
        path = String(beforeQuery[slash...])
        self.query = String(query)
        self.fragment = String(fragment)
    }

    private static func split(_ text: Substring, at separator: Unicode.Scalar) -> (Substring, Substring) {
        guard let index = text.unicodeScalars.firstIndex(of: separator) else { return (text, "") }
        return (text[..<index], text[text.unicodeScalars.index(after: index)...])
    }

    private static func host(_ authority: Substring) -> String? {
        let start = authority.utf8.lastIndex(of: UInt8(ascii: "@")).map { authority.utf8.index(after: $0) }
        let host = authority[(start ?? authority.startIndex)...]
        let bracket = host.utf8.lastIndex(of: UInt8(ascii: "]")) ?? host.startIndex
        let name = host[..<(host[bracket...].utf8.firstIndex(of: UInt8(ascii: ":")) ?? host.endIndex)]
        return name.isEmpty ? nil : name.lowercased()
    }

    private static func encoded(_ text: String) -> String {
        let forbidden = Set(" \"<>\\^`{|}".utf8)
        return ByteWriter.text { out in
            for byte in text.utf8 {
                if byte > 0x20, byte < 0x7F, !forbidden.contains(byte) {
                    out.append(byte)
                } else {
                    out.append(UInt8(ascii: "%"))
                    out.append(PercentEncoding.hexDigit(byte >> 4))
                    out.append(PercentEncoding.hexDigit(byte & 15))
                }
            }
        }
    }

    /// The query's items as they are written, in order: name and value, empty where there is no `=`.
    var queryItems: [(name: Substring, value: Substring)] {
        query.split(separator: "&").map { Self.split($0, at: "=") }
    }

    /// Whether a raw part of a URL can hold `scalar`.
    static func canHold(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII && scalar.value > 0x20 && scalar.value < 0x7F
            && !" \"<>\\^`{|}".unicodeScalars.contains(scalar)
    }
}

extension PercentEncoding {
    /// `text` with each `%XX` turned into its byte; a `%` without two hexadecimal digits stays, and bytes that are no UTF-8
    /// become U+FFFD.
    static func decoded(_ text: some StringProtocol) -> String {
        let bytes = Array(text.utf8)
        var decoded: [UInt8] = []
        var at = 0
        while at < bytes.count {
            if bytes[at] == UInt8(ascii: "%"), at + 2 < bytes.count, let high = hexValue(bytes[at + 1]),
                let low = hexValue(bytes[at + 2])
            {
                decoded.append(high << 4 | low)
                at += 3
            } else {
                decoded.append(bytes[at])
                at += 1
            }
        }
        return String(decoding: decoded, as: UTF8.self)
    }

    private static func hexValue(_ digit: UInt8) -> UInt8? {
        switch digit {
        case 0x30...0x39: digit - 0x30
        case 0x41...0x46, 0x61...0x66: (digit | 0x20) - 0x57
        default: nil
        }
    }
}
