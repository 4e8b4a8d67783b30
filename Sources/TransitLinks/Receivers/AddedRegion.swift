// AddedRegion: what an app takes out of an add-region link (links.md, section 5; the app's `URLSchemeRouter.swift`). An
// optional value that is no good counts as absent, umami is both or nothing, and an unencoded `&` has ended a value before
// anything is looked at.

/// A region that a link adds to an app.
public struct AddedRegion: Sendable, Hashable {
    /// May be empty on iOS.
    public var name: String
    /// Of the OneBusAway server; a URL with a scheme, or a path that begins with `/`. Android takes any text.
    public var obaBaseURL: String
    /// The region's number on its sidecar; without one the app makes up an identifier that the sidecar has never heard of.
    public var regionID: Int64?
    public var otpURL: String?
    public var otpGraphQLURL: String?
    public var supportsOTPGraphQLBikeshare = false
    public var sidecarURL: String?
    public var umami: Umami?

    /// A server of Umami analytics; both or nothing.
    public struct Umami: Sendable, Hashable {
        public var url: String
        public var id: String

        public init(url: String, id: String) {
            self.url = url
            self.id = id
        }
    }

    public init(name: String, obaBaseURL: String) {
        self.name = name
        self.obaBaseURL = obaBaseURL
    }
}

// MARK: iOS

extension AddedRegion {
    /// - Parameter readsMore: whether `region-id` and the GraphQL parameters are read, as in the current version.
    /// - Throws: `missingName`, `missingServer` or `badServer`, on which the app shows an alert.
    init(apple url: AppleURL, in bytes: Span<UInt8>, readsMore: Bool) throws(ReceiverRule) {
        guard let name = url.text(of: "name", in: bytes) else { throw .missingName }
        guard let server = url.text(of: "oba-url", in: bytes), !Self.trimmed(server).isEmpty else { throw .missingServer }
        guard Self.countsAsURL(server) else { throw .badServer }
        self.init(name: name, obaBaseURL: server)
        otpURL = Self.optionalURL("otp-url", url, bytes)
        sidecarURL = Self.optionalURL("sidecar-url", url, bytes)
        if let server = Self.optionalURL("umami-url", url, bytes),
            let id = url.text(of: "umami-id", in: bytes).map(Self.trimmed), !id.isEmpty
        {
            umami = Umami(url: server, id: id)
        }
        guard readsMore else { return }
        regionID = url.text(of: "region-id", in: bytes).flatMap { Int64(Self.trimmed($0)) }
        otpGraphQLURL = Self.optionalURL("otp-graphql-url", url, bytes)
        let flag = url.text(of: "otp-graphql-bikeshare", in: bytes).map { Self.trimmed($0).lowercased() }
        supportsOTPGraphQLBikeshare = flag == "true" || flag == "1"
    }

    private static func optionalURL(_ name: String, _ url: AppleURL, _ bytes: Span<UInt8>) -> String? {
        url.text(of: name, in: bytes).flatMap { countsAsURL($0) ? $0 : nil }
    }

    /// Whether a server at this URL could be asked: http or https, and a host.
    static func isWebServer(_ text: String) -> Bool {
        let url = ReceivedURL(text.utf8.span)
        return url.isWebPage && !url.host.isEmpty
    }

    /// Whether the app takes `text` for a URL: not blank, parsed by Foundation, and with a scheme or a slash at its start.
    package static func countsAsURL(_ text: String) -> Bool {
        if trimmed(text).isEmpty { return false }
        let bytes = text.utf8.span
        // An empty scheme is one, too.
        let hasEmptyScheme = bytes[0] == UInt8(ascii: ":")
        let url = ReceivedURL(bytes, in: (hasEmptyScheme ? 1 : 0)..<bytes.count)
        if hasEmptyScheme, url.authority == nil || !url.scheme.isEmpty { return true }
        if url.hasBadScheme { return false }
        do throws(ReceiverRule) { _ = try AppleURL.readAuthority(of: url, in: bytes) } catch { return false }
        // By characters, as the app asks: a slash with an accent on it is none.
        return hasEmptyScheme || !url.scheme.isEmpty || text.hasPrefix("/")
    }

    /// Without blanks and line ends at its ends, as Foundation's `whitespacesAndNewlines` has them.
    private static func trimmed(_ text: String) -> String {
        let scalars = text.unicodeScalars
        guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
            let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
        else { return "" }
        return String(scalars[first...last])
    }
}

// MARK: Android

extension AddedRegion {
    /// What the Android app stages once it has a name and a server that are not blank.
    init(android url: AndroidURL, name: String, server: String, in bytes: Span<UInt8>) {
        self.init(name: name, obaBaseURL: server)
        regionID = AndroidReceiver.optional("region-id", url, in: bytes).flatMap(Self.kotlinLong)
        otpURL = AndroidReceiver.optional("otp-url", url, in: bytes)
        sidecarURL = AndroidReceiver.optional("sidecar-url", url, in: bytes)
        if let server = AndroidReceiver.optional("umami-url", url, in: bytes),
            let id = AndroidReceiver.optional("umami-id", url, in: bytes)
        {
            umami = Umami(url: server, id: id)
        }
    }

    /// As Kotlin's `toLongOrNull` reads it: a sign, and decimal digits of any script up to U+FFFF.
    private static func kotlinLong(_ text: String) -> Int64? {
        var ascii = ""
        for scalar in text.unicodeScalars {
            if scalar.isASCII {
                ascii.unicodeScalars.append(scalar)
            } else if scalar.value <= 0xFFFF, scalar.properties.numericType == .decimal,
                let digit = scalar.properties.numericValue
            {
                ascii += String(Int(digit))
            } else {
                return nil
            }
        }
        return Int64(ascii)
    }
}
