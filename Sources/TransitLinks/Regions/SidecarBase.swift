// SidecarBase: the web server whose pages the links of a region name (`sidecarBaseUrl`), checked when read (links.md,
// section 3). What is published stays as it is: path, port, brackets, the case of scheme and host; only what is not
// ASCII is written in ASCII, a host by UTS-46 and a path by percent-encoding. A user name or password is never kept.

internal import Escaping

/// Why a published base URL does not count.
public enum SidecarBaseError: Error, Hashable, Sendable {
    case noScheme
    /// A scheme other than http and https.
    case notHTTP(scheme: String)
    case noHost
    /// A user name or password; it is not repeated here.
    case userInformation
    case query
    case fragment
    /// A blank, control character, backslash, quote or another that no URL holds, at this byte offset.
    case forbiddenCharacter(Unicode.Scalar, offset: Int)
    /// A host name that DNS or IDNA does not know.
    case badHost(String)
    case badPort(String)
    /// A `%` in the path without two hexadecimal digits behind it.
    case badEscape
    /// More than `SidecarBase.maximumBytes`.
    case tooLong(bytes: Int)

    /// What is wrong, for a warning.
    public var sentence: String {
        switch self {
        case .noScheme: "a base URL begins with https:// or http://"
        case .notHTTP(let scheme): "scheme \(Printable.quoted(scheme)) is neither http nor https"
        case .noHost: "it has no host"
        case .userInformation: "it has a user name or password, which is never published"
        case .query: "it has a query, to which no path can be appended"
        case .fragment: "it has a fragment, to which no path can be appended"
        case .forbiddenCharacter(let scalar, let offset):
            "\(Printable.quoted(String(scalar))) at byte \(offset) is allowed in no URL; write it percent-encoded"
        case .badHost(let host): "host \(Printable.quoted(host)) is no host name"
        case .badPort(let port): "port \(Printable.quoted(port)) is not a number up to 65535"
        case .badEscape: "a % in its path is not followed by two hexadecimal digits; write %25"
        case .tooLong(let bytes): "it has \(bytes) bytes, more than \(SidecarBase.maximumBytes)"
        }
    }
}

public struct SidecarBase: Sendable, Hashable {
    /// 2048 bytes: the longest published one has 31, and a page's link must stay below what browsers take.
    public static let maximumBytes = 2048

    /// The URL in ASCII, without `"`, `\` and blanks, and without a slash at its end.
    public let text: String
    /// `http` or `https`, in the letters in which it is published.
    public let scheme: String
    /// Host, port and path: `text` after `://`.
    public let textWithoutScheme: String
    /// The host alone, without brackets or port, in the letters in which it is written in `text`.
    public let host: String

    /// - Throws: `SidecarBaseError` for the first thing wrong.
    public init(_ published: String) throws(SidecarBaseError) {
        if published.utf8.count > Self.maximumBytes { throw .tooLong(bytes: published.utf8.count) }
        let (scheme, rest) = try Self.splitScheme(published)
        let cut = rest.utf8.firstIndex { [UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#")].contains($0) }
        let authority = rest[..<(cut ?? rest.endIndex)]
        let tail = rest[(cut ?? rest.endIndex)...]
        // First, so that no other error repeats a password, nor the part of one before a raw slash, `?` or `#` in it.
        if authority.utf8.contains(UInt8(ascii: "@")) { throw .userInformation }
        if tail.utf8.contains(UInt8(ascii: "@")), !Self.isHostAndPort(authority) { throw .userInformation }
        try Self.refuseForbidden(in: published, path: tail)
        if tail.utf8.contains(UInt8(ascii: "#")) { throw .fragment }
        if tail.utf8.contains(UInt8(ascii: "?")) { throw .query }
        let (host, port) = try Self.splitAuthority(authority)
        let path = try Self.path(tail)
        self.scheme = String(scheme)
        self.host = try Self.asciiHost(host)
        let written = host.utf8.first == UInt8(ascii: "[") ? String(host) : self.host
        textWithoutScheme = written + port + path
        text = self.scheme + "://" + textWithoutScheme
    }

    /// What a message may show of a URL from outside: quoted, or nil where it may hold a user name or password.
    package static func shown(_ url: String) -> String? {
        url.utf8.contains(UInt8(ascii: "@")) ? nil : Printable.quoted(url)
    }

    /// Whether a URL names a user or a password before its host, perhaps with a raw slash in it; of text without `//` whatever holds
    /// an `@`.
    package static func holdsUserInformation(_ url: String) -> Bool {
        guard url.utf8.contains(UInt8(ascii: "@")) else { return false }
        guard let authority = ReceivedURL(url.utf8.span).authority else { return true }
        let text = Substring(url.utf8.span.text(authority))
        return text.utf8.contains(UInt8(ascii: "@")) || !isHostAndPort(text)
    }

    /// `url` and what is wrong with it, for a message; the fault alone where the URL may hold a password.
    package static func sentence(_ error: SidecarBaseError, of url: String) -> String {
        shown(url).map { "\($0): \(error.sentence)" } ?? error.sentence
    }

    private static func isHostAndPort(_ authority: Substring) -> Bool {
        do throws(SidecarBaseError) {
            _ = try asciiHost(splitAuthority(authority).0)
            return true
        } catch { return false }
    }

    private static func splitScheme(_ url: String) throws(SidecarBaseError) -> (Substring, Substring) {
        guard let colon = url.utf8.firstIndex(of: UInt8(ascii: ":")), isScheme(url[..<colon]) else { throw .noScheme }
        let scheme = url[..<colon]
        let rest = url[url.utf8.index(after: colon)...]
        let hasAuthority = rest.utf8.starts(with: "//".utf8)
        guard ["http", "https"].contains(scheme.lowercased()) else {
            // `host:8443/x` has no scheme, only looks so.
            throw hasAuthority ? .notHTTP(scheme: String(scheme)) : .noScheme
        }
        guard hasAuthority else { throw .noHost }
        return (scheme, Substring(rest.utf8.dropFirst(2)))
    }

    private static func isScheme(_ text: Substring) -> Bool {
        guard let first = text.utf8.first, isLetter(first) else { return false }
        return text.utf8.allSatisfy { isLetter($0) || isDigit($0) || [0x2B, 0x2D, 0x2E].contains($0) }
    }

    /// Refuses controls, blanks and the ASCII characters that RFC 3986 allows nowhere, square brackets in a path among them.
    private static func refuseForbidden(in url: String, path: Substring) throws(SidecarBaseError) {
        var offset = 0
        let pathOffset = url.utf8.count - path.utf8.count
        for scalar in url.unicodeScalars {
            let forbidden = "\"\\<>^`{|}" + (offset >= pathOffset ? "[]" : "")
            let isControl = scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
            if isControl || scalar.properties.isWhitespace || forbidden.unicodeScalars.contains(scalar) {
                throw .forbiddenCharacter(scalar, offset: offset)
            }
            offset += UTF8.width(scalar)
        }
    }

    /// Host, with its brackets, and port with its colon or nothing.
    private static func splitAuthority(_ authority: Substring) throws(SidecarBaseError) -> (Substring, Substring) {
        if authority.utf8.first == UInt8(ascii: "["), !authority.utf8.contains(UInt8(ascii: "]")) {
            throw .badHost(String(authority))
        }
        let afterBracket = authority.utf8.lastIndex(of: UInt8(ascii: "]")) ?? authority.startIndex
        let colon = authority[afterBracket...].utf8.firstIndex(of: UInt8(ascii: ":")) ?? authority.endIndex
        let host = authority[..<colon]
        let port = authority[colon...]
        if host.isEmpty { throw .noHost }
        let digits = Substring(port.utf8.dropFirst())
        guard digits.utf8.allSatisfy(isDigit), digits.isEmpty || UInt16(digits) != nil else {
            throw .badPort(String(digits))
        }
        return (host, port)
    }

    /// The path without slashes at its end, in ASCII.
    private static func path(_ tail: Substring) throws(SidecarBaseError) -> String {
        var path = tail.utf8
        while path.last == UInt8(ascii: "/") { path = path.dropLast() }
        let bytes = Array(path)
        for at in bytes.indices where bytes[at] == UInt8(ascii: "%") {
            guard at + 2 < bytes.count, isHexDigit(bytes[at + 1]), isHexDigit(bytes[at + 2]) else { throw .badEscape }
        }
        return Substring(path).unicodeScalars.map { $0.isASCII ? String($0) : PercentEncoding.encoded(String($0)) }
            .joined()
    }
}

// MARK: Hosts

extension SidecarBase {
    /// An IP literal without its brackets; a name in ASCII as it stands; any other as UTS-46 writes it.
    private static func asciiHost(_ host: Substring) throws(SidecarBaseError) -> String {
        if host.utf8.first == UInt8(ascii: "[") { return try literal(host) }
        guard let name = host.utf8.allSatisfy({ $0 < 0x80 }) ? String(host) : IDNA.ascii(String(host)) else {
            throw .badHost(String(host))
        }
        let isName = name.utf8.allSatisfy { isLetter($0) || isDigit($0) || [0x2D, 0x2E, 0x5F].contains($0) }
        let labels = name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        // A dot may end the name, no label is empty otherwise; 63 and 253 are the limits of DNS (RFC 1035).
        let full = labels.last?.isEmpty == true ? labels.dropLast() : labels[...]
        guard isName, !full.isEmpty, full.allSatisfy({ (1...63).contains($0.count) }), name.utf8.count <= 254 else {
            throw .badHost(String(host))
        }
        return name
    }

    /// `[::1]`: digits, colons and dots between the brackets; what they mean is the network's business.
    private static func literal(_ host: Substring) throws(SidecarBaseError) -> String {
        let inside = Substring(host.utf8.dropFirst().dropLast())
        guard host.utf8.last == UInt8(ascii: "]"), inside.utf8.contains(UInt8(ascii: ":")), inside.utf8.count <= 45,
            inside.utf8.allSatisfy({ isHexDigit($0) || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ".") })
        else { throw .badHost(String(host)) }
        return String(inside)
    }
}
