// AppleURL: what Foundation's `URL(string:)` and `URLComponents` give the iOS app for the bytes of a URL. Measured: a
// component that holds a byte which no URL holds, or a `%` that is no escape, is encoded as a whole, so the app sees
// it as it was written; any other is decoded. Decoded bytes that are no UTF-8 give an empty path, a nameless item or no value. A
// host that is not ASCII is mapped by IDNA, which refuses some: then there is no URL.

/// A URL as the iOS app reads it.
struct AppleURL {
    let url: ReceivedURL
    private let decodesQuery: Bool
    /// The host as IDNA maps it, where it is not ASCII.
    private let mappedHost: String?

    /// - Throws: `ReceiverRule.notAURL` where Foundation gives no URL.
    init(_ bytes: Span<UInt8>) throws(ReceiverRule) { try self.init(ReceivedURL(bytes), in: bytes) }

    /// - Throws: `ReceiverRule.notAURL` where Foundation gives no URL.
    init(_ url: ReceivedURL, in bytes: Span<UInt8>) throws(ReceiverRule) {
        self.url = url
        guard !url.scheme.isEmpty else { throw .notAURL }
        mappedHost = try Self.readAuthority(of: url, in: bytes)
        guard let query = url.query else {
            decodesQuery = false
            return
        }
        decodesQuery = Self.isDecoded(bytes, query, .query)
    }

    /// Whether Foundation reads this authority at all: no byte in the host that no host has, digits as port, closed brackets,
    /// and a name that IDNA knows.
    /// - Returns: the host as IDNA maps it, nil where it is ASCII.
    /// - Throws: `ReceiverRule.notAURL`.
    static func readAuthority(of url: ReceivedURL, in bytes: Span<UInt8>) throws(ReceiverRule) -> String? {
        guard url.hasReadableAuthority(in: bytes) else { throw .notAURL }
        if bytes.firstIndex(in: url.host, where: { $0 >= 0x80 }) == url.host.upperBound { return nil }
        let host = bytes.text(url.host)
        guard IDNA.isKnown(host) else { throw .notAURL }
        // Of a name with symbols it is enough that it is none in ASCII.
        return IDNA.ascii(LinkForm.decoded(host)) ?? host
    }

    /// Whether the component is decoded: it has escapes, all of them good, and nothing else that had to be encoded.
    private static func isDecoded(_ bytes: Span<UInt8>, _ range: Range<Int>, _ allowed: ASCIISet) -> Bool {
        guard PercentDecoding.hasEscape(bytes, at: range) else { return false }
        return range.allSatisfy { allowed.contains(bytes[$0]) } && !PercentDecoding.hasBadEscape(bytes, at: range)
    }
}

// MARK: Host and path

extension AppleURL {
    /// Whether the percent-decoded host is `name`, with case.
    func hasHost(_ name: String, in bytes: Span<UInt8>) -> Bool {
        if bytes.equals(name, at: url.host) { return true }
        if let mappedHost { return mappedHost.utf8.elementsEqual(name.utf8) }
        guard PercentDecoding.hasEscape(bytes, at: url.host) else { return false }
        return PercentDecoding.bytes(bytes, at: url.host).elementsEqual(name.utf8)
    }

    /// Calls `body` with the path as the app sees it: where it stands in which bytes.
    @inline(__always)
    func withPath<Result, Failure: Error>(
        in bytes: Span<UInt8>, _ body: (Span<UInt8>, Range<Int>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        guard Self.isDecoded(bytes, url.path, .path) else { return try body(bytes, url.path) }
        var path = PercentDecoding.bytes(bytes, at: url.path)
        if String(validating: path, as: UTF8.self) == nil { path = [] }
        return try body(path.span, 0..<path.count)
    }
}

// MARK: Query

extension AppleURL {
    /// Where the value of the first item with this name stands, undecoded. nil: no such item, or the first of them has no
    /// `=`, or its escapes are no UTF-8.
    func value(of name: String, in bytes: Span<UInt8>) -> Range<Int>? {
        let item = url.firstItem(in: bytes) { item in
            if bytes.equals(name, at: item.name) { return true }
            guard decodesQuery, PercentDecoding.hasEscape(bytes, at: item.name) else { return false }
            return PercentDecoding.bytes(bytes, at: item.name).elementsEqual(name.utf8)
        }
        guard let value = item?.value else { return nil }
        if decodesQuery, PercentDecoding.hasEscape(bytes, at: value) {
            let decoded = PercentDecoding.bytes(bytes, at: value)
            if String(validating: decoded, as: UTF8.self) == nil { return nil }
        }
        return value
    }

    /// The value at `range`, decoded; a plus is a plus.
    func text(_ range: Range<Int>, in bytes: Span<UInt8>) -> String {
        guard decodesQuery else { return bytes.text(range) }
        return String(decoding: PercentDecoding.bytes(bytes, at: range), as: UTF8.self)
    }

    func text(of name: String, in bytes: Span<UInt8>) -> String? { value(of: name, in: bytes).map { text($0, in: bytes) } }
}
