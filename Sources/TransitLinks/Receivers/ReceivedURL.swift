// ReceivedURL: a URL from outside, split by hand into ranges of its bytes, as every receiver's parser splits it (RFC 3986,
// appendix B). It decodes nothing, corrects nothing and keeps no copy: the same bytes are passed with it. What a receiver
// then makes of the parts is the receiver's own file.

/// Where the parts of a URL stand in its bytes.
package struct ReceivedURL: Sendable {
    /// Before the first `:`, empty without one or where it is no RFC 3986 scheme.
    package let scheme: Range<Int>
    /// Between `//` and the path; nil without `//`.
    package let authority: Range<Int>?
    /// In the authority, behind the last `@` and without a port.
    package let host: Range<Int>
    package let path: Range<Int>
    /// Behind the first `?`, nil without one.
    package let query: Range<Int>?
    /// Behind the first `#`, nil without one.
    package let fragment: Range<Int>?
    /// Whether a `:` stands where only a scheme may end, and no scheme is before it.
    package let hasBadScheme: Bool
    /// Whether the scheme is `http` or `https`, in any case.
    package let isWebPage: Bool

    package init(_ bytes: Span<UInt8>) { self.init(bytes, in: 0..<bytes.count) }

    /// The URL that stands at `range` in `bytes`.
    package init(_ bytes: Span<UInt8>, in range: Range<Int>) {
        let colon = bytes.firstIndex(in: range) { $0 == UInt8(ascii: ":") || Self.endsAuthority($0) }
        let hasColon = colon < range.upperBound && bytes[colon] == UInt8(ascii: ":")
        let isScheme = hasColon && Self.isScheme(bytes, range.lowerBound..<colon)
        scheme = range.lowerBound..<(isScheme ? colon : range.lowerBound)
        hasBadScheme = hasColon && !isScheme
        isWebPage = isScheme && (bytes.matches("https", at: scheme) || bytes.matches("http", at: scheme))
        var at = isScheme ? colon + 1 : range.lowerBound
        if range.upperBound - at >= 2, bytes[at] == UInt8(ascii: "/"), bytes[at + 1] == UInt8(ascii: "/") {
            let end = bytes.firstIndex(in: at + 2..<range.upperBound, where: Self.endsAuthority)
            authority = at + 2..<end
            host = Self.host(in: at + 2..<end, bytes)
            at = end
        } else {
            authority = nil
            host = at..<at
        }
        let pathEnd = bytes.firstIndex(in: at..<range.upperBound) { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }
        path = at..<pathEnd
        let hasQuery = pathEnd < range.upperBound && bytes[pathEnd] == UInt8(ascii: "?")
        let queryEnd = hasQuery ? bytes.firstIndex(in: pathEnd..<range.upperBound) { $0 == UInt8(ascii: "#") } : pathEnd
        query = hasQuery ? pathEnd + 1..<queryEnd : nil
        fragment = queryEnd < range.upperBound ? queryEnd + 1..<range.upperBound : nil
    }

    private static func endsAuthority(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
    }

    private static func isScheme(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
        guard let first = range.first, ASCIISet.letters.contains(bytes[first]) else { return false }
        return range.allSatisfy { ASCIISet.scheme.contains(bytes[$0]) }
    }

    /// What follows a `:` is a port only where all of it is digits; what is no port stays with the host.
    private static func host(in authority: Range<Int>, _ bytes: Span<UInt8>) -> Range<Int> {
        var start = authority.lowerBound
        for at in authority where bytes[at] == UInt8(ascii: "@") { start = at + 1 }
        var digits = authority.upperBound
        while digits > start, ASCIISet.digits.contains(bytes[digits - 1]) { digits -= 1 }
        guard digits > start, bytes[digits - 1] == UInt8(ascii: ":") else { return start..<authority.upperBound }
        return start..<digits - 1
    }
}

extension ReceivedURL {
    /// Whether the scheme is `name`, in any case.
    package func hasScheme(_ name: String, in bytes: Span<UInt8>) -> Bool { bytes.matches(name, at: scheme) }

    /// Whether the host is one of `domains`, in any case; `*.example.org` is any host below example.org.
    package func isHost(of domains: [String], in bytes: Span<UInt8>) -> Bool {
        domains.contains { isHost($0, in: bytes) }
    }

    /// Whether the host is `domain`, in any case; an IP literal is compared without its brackets.
    package func isHost(_ domain: String, in bytes: Span<UInt8>) -> Bool {
        if let first = host.first, bytes[first] == UInt8(ascii: "[") {
            return host.count > 2 && bytes.matches(domain, at: first + 1..<host.upperBound - 1)
        }
        guard domain.utf8.starts(with: "*.".utf8) else { return bytes.matches(domain, at: host) }
        let suffix = String(domain.utf8.dropFirst(1)) ?? domain
        return host.count > suffix.utf8.count
            && bytes.matches(suffix, at: host.upperBound - suffix.utf8.count..<host.upperBound)
    }

    /// Whether Foundation reads this authority at all: no byte in the host that no host has, digits as port, closed brackets.
    package func hasReadableAuthority(in bytes: Span<UInt8>) -> Bool {
        guard authority != nil, let first = host.first else { return true }
        if bytes[first] == UInt8(ascii: "[") {
            let inside = first + 1..<max(first + 1, host.upperBound - 1)
            return bytes[host.upperBound - 1] == UInt8(ascii: "]")
                && inside.allSatisfy { ASCIISet.host.contains(bytes[$0]) || bytes[$0] == UInt8(ascii: ":") }
        }
        if bytes.firstIndex(in: host, where: { !ASCIISet.host.contains($0) }) == host.upperBound { return true }
        return host.allSatisfy { bytes[$0] >= 0x80 || bytes[$0] == UInt8(ascii: "%") || ASCIISet.host.contains(bytes[$0]) }
            && !PercentDecoding.hasBadEscape(bytes, at: host)
    }
}

// MARK: Query items

/// One `name=value` of a query, undecoded.
package struct QueryItem: Sendable, Hashable {
    package let name: Range<Int>
    /// nil without `=`.
    package let value: Range<Int>?
}

extension ReceivedURL {
    /// Calls `body` with each item, split at `&` and then at the first `=`, until it returns true.
    /// - Returns: the item for which it did.
    @inline(__always)
    package func firstItem(in bytes: Span<UInt8>, where body: (QueryItem) -> Bool) -> QueryItem? {
        guard let query else { return nil }
        var at = query.lowerBound
        while at <= query.upperBound {
            let nameEnd = bytes.firstIndex(in: at..<query.upperBound) { $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: "&") }
            let end = bytes.firstIndex(in: nameEnd..<query.upperBound) { $0 == UInt8(ascii: "&") }
            let item = QueryItem(name: at..<nameEnd, value: nameEnd < end ? nameEnd + 1..<end : nil)
            if body(item) { return item }
            at = end + 1
        }
        return nil
    }

    /// Every item, in order.
    package func items(in bytes: Span<UInt8>) -> [QueryItem] {
        var items: [QueryItem] = []
        _ = firstItem(in: bytes) {
            items.append($0)
            return false
        }
        return items
    }
}
