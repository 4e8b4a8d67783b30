// CallbackURLParts: where RFC 3986 (appendix B) cuts a URL, and each part decoded after the cut. It does not judge what
// stands in the parts.

struct CallbackURLParts {
    let scheme: String
    /// Between `//` and the path; nil without `//`.
    private let authority: Substring.UTF8View?
    private let path: Substring.UTF8View
    /// Without its `?`.
    private let query: Substring.UTF8View?
    private let hasFragment: Bool

    /// - Throws: `.malformed` where there is no scheme, or a control character or blank.
    init(_ text: String) throws(CallbackURLError) {
        if let place = text.utf8.firstIndex(where: { $0 <= 0x20 || $0 == 0x7F }) {
            let offset = text.utf8.distance(from: text.startIndex, to: place)
            throw .malformed("a control character or blank at byte \(offset); write it as %XX")
        }
        guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")), isURLScheme(String(text[..<colon])) else {
            throw .malformed("it begins with no scheme, as in onebusaway://x-callback-url/share-stop?stopID=1_75403")
        }
        scheme = String(text[..<colon])
        var rest = text.utf8[text.utf8.index(after: colon)...]
        hasFragment = Self.cut(UInt8(ascii: "#"), from: &rest) != nil
        query = Self.cut(UInt8(ascii: "?"), from: &rest)
        if rest.starts(with: "//".utf8) {
            let behind = rest.dropFirst(2)
            let slash = behind.firstIndex(of: UInt8(ascii: "/")) ?? behind.endIndex
            authority = behind[..<slash]
            path = behind[slash...]
        } else {
            authority = nil
            path = rest
        }
    }

    /// Takes `mark` and all behind it off; what stands behind it, nil without the mark.
    private static func cut(_ mark: UInt8, from rest: inout Substring.UTF8View) -> Substring.UTF8View? {
        guard let place = rest.firstIndex(of: mark) else { return nil }
        let behind = rest[place...].dropFirst()
        rest = rest[..<place]
        return behind
    }

    /// `scheme:` or `scheme://` and nothing else; a `?` with nothing behind it says nothing.
    var isBare: Bool { (authority?.isEmpty ?? true) && path.isEmpty && (query?.isEmpty ?? true) && !hasFragment }

    /// Whether the host is `x-callback-url` in any letter case; a user name and a port are not looked at.
    var hasCallbackHost: Bool {
        guard let authority else { return false }
        let behindUser = authority.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false).last ?? authority
        let host = behindUser.prefix { $0 != UInt8(ascii: ":") }
        return PercentEncoding.decoded(host)?.utf8.map(Self.lowered) == Array("x-callback-url".utf8)
    }

    /// ASCII alone: Swift's `lowercased` makes a k of the Kelvin sign.
    private static func lowered(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }

    /// The path without its first and one last slash, decoded.
    /// - Throws: `.malformed`.
    func action() throws(CallbackURLError) -> String {
        var path = path.dropFirst()
        if path.last == UInt8(ascii: "/") { path = path.dropLast() }
        return try Self.decoded(path, "the action")
    }

    /// Names and values in order; a parameter without `=` has an empty value.
    /// - Throws: `.malformed`.
    func items() throws(CallbackURLError) -> [(name: String, value: String)] {
        var items: [(name: String, value: String)] = []
        for piece in query?.split(separator: UInt8(ascii: "&")) ?? [] {
            let equals = piece.firstIndex(of: UInt8(ascii: "=")) ?? piece.endIndex
            let name = try Self.decoded(piece[..<equals], "a parameter's name")
            items.append((name, try Self.decoded(piece[equals...].dropFirst(), "parameter '\(name)'")))
        }
        return items
    }

    private static func decoded(_ part: Substring.UTF8View, _ what: String) throws(CallbackURLError) -> String {
        if let text = PercentEncoding.decoded(part) { return text }
        throw .malformed("\(what) holds a % without two hexadecimal digits behind it, or bytes that are no UTF-8")
    }
}
