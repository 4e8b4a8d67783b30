// AndroidURL: a URL as `android.net.Uri` splits and decodes it. The scheme is what stands before the first `:`, whatever it is;
// a backslash ends a host; a `?` behind the first `#` begins no query. A broken escape becomes U+FFFD and what it had begun:
// `%zz` is U+FFFD, U+0000, `z`. A test asks an independent writing of the class (Tests/Receivers).

struct AndroidURL {
    /// nil without a colon.
    let scheme: Range<Int>?
    /// Encoded; nil without `//`.
    let host: Range<Int>?
    let path: Range<Int>
    /// nil without one, and where the URL is opaque, which is not asked for its query.
    let query: Range<Int>?

    init(_ bytes: Span<UInt8>, in range: Range<Int>) {
        let colon = bytes.firstIndex(in: range) { $0 == UInt8(ascii: ":") }
        let hasScheme = colon < range.upperBound
        scheme = hasScheme ? range.lowerBound..<colon : nil
        let start = hasScheme ? colon + 1 : range.lowerBound
        let isOpaque = hasScheme && (start == range.upperBound || bytes[start] != UInt8(ascii: "/"))
        var pathStart = start
        if start + 2 <= range.upperBound, bytes.equals("//", at: start..<start + 2) {
            pathStart = bytes.firstIndex(in: start + 2..<range.upperBound) { Self.endsAuthority($0) }
            host = Self.host(bytes, start + 2..<pathStart)
        } else {
            host = nil
        }
        let pathEnd = bytes.firstIndex(in: pathStart..<range.upperBound) { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }
        path = isOpaque ? pathEnd..<pathEnd : pathStart..<pathEnd
        let hash = bytes.firstIndex(in: start..<range.upperBound) { $0 == UInt8(ascii: "#") }
        let mark = bytes.firstIndex(in: start..<hash) { $0 == UInt8(ascii: "?") }
        query = isOpaque || mark == hash ? nil : mark + 1..<hash
    }

    private static func endsAuthority(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "/"), UInt8(ascii: "\\"), UInt8(ascii: "?"), UInt8(ascii: "#"): true
        default: false
        }
    }

    /// Behind the last `@`, and before the last `:` that digits alone follow.
    private static func host(_ bytes: Span<UInt8>, _ authority: Range<Int>) -> Range<Int> {
        var start = authority.lowerBound
        for at in authority where bytes[at] == UInt8(ascii: "@") { start = at + 1 }
        var digits = authority.upperBound
        while digits > start, ASCIISet.digits.contains(bytes[digits - 1]) { digits -= 1 }
        let hasPort = digits > start && bytes[digits - 1] == UInt8(ascii: ":")
        return start..<(hasPort ? digits - 1 : authority.upperBound)
    }
}

extension AndroidURL {
    /// Whether the scheme is `name`, in any case.
    func hasScheme(_ name: String, in bytes: Span<UInt8>) -> Bool {
        scheme.map { Self.isWord(name, bytes, $0) } ?? false
    }

    /// Whether the decoded host is `name`, in any case; `*.example.org` is any host below example.org.
    func isHost(_ name: String, in bytes: Span<UInt8>) -> Bool {
        guard let host else { return false }
        guard PercentDecoding.hasEscape(bytes, at: host) else { return Self.isDomain(name, bytes, host) }
        let decoded = Array(Self.text(bytes, host, plusIsSpace: false).utf8)
        return Self.isDomain(name, decoded.span, 0..<decoded.count)
    }

    private static func isDomain(_ name: String, _ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
        guard name.utf8.starts(with: "*.".utf8) else { return isWord(name, bytes, range) }
        let suffix = String(name.unicodeScalars.dropFirst())
        guard range.count > suffix.utf8.count else { return false }
        return isWord(suffix, bytes, range.upperBound - suffix.utf8.count..<range.upperBound)
    }

    /// Letters are compared as Kotlin's `lowercase` writes them, so the Kelvin sign is a k.
    private static func isWord(_ name: String, _ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
        if bytes.matches(name, at: range) { return true }
        guard bytes.firstIndex(in: range, where: { $0 >= 0x80 }) < range.upperBound else { return false }
        return bytes.text(range).lowercased().utf8.elementsEqual(name.lowercased().utf8)
    }

    /// The segments of the path that are not empty, undecoded; no more than `limit`.
    func segments(in bytes: Span<UInt8>, limit: Int) -> [Range<Int>] {
        var segments: [Range<Int>] = []
        var at = path.lowerBound
        while at < path.upperBound, segments.count < limit {
            let end = bytes.firstIndex(in: at..<path.upperBound) { $0 == UInt8(ascii: "/") }
            if end > at { segments.append(at..<end) }
            at = end + 1
        }
        return segments
    }

    /// The value of the first item with this name as it is written: empty without `=`; nil without the item.
    func value(of name: String, in bytes: Span<UInt8>) -> Range<Int>? {
        guard let query else { return nil }
        var at = query.lowerBound
        while at <= query.upperBound {
            let end = bytes.firstIndex(in: at..<query.upperBound) { $0 == UInt8(ascii: "&") }
            let equals = bytes.firstIndex(in: at..<end) { $0 == UInt8(ascii: "=") }
            if bytes.equals(name, at: at..<equals) { return min(equals + 1, end)..<end }
            at = end + 1
        }
        return nil
    }

    /// The decoded text at `range`.
    static func text(_ bytes: Span<UInt8>, _ range: Range<Int>, plusIsSpace: Bool) -> String {
        String(
            decoding: PercentDecoding.bytes(bytes, at: range, plusIsSpace: plusIsSpace, badEscape: .replaced), as: UTF8.self)
    }
}
