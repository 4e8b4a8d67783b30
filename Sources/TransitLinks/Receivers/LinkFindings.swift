// LinkFindings: the classic mistakes in a link, found by its form, whether or not some receiver opens it all the same. A
// fault is a mistake of the link; a note is a receiver's own limit, which no other link would avoid.

internal import Escaping

/// Something about a link that its writer should know.
public struct LinkFinding: Sendable, Hashable {
    public enum Severity: String, Sendable { case fault, note }

    /// One table; the raw value is the finding's name.
    public enum Code: String, Sendable, CaseIterable {
        // Faults.
        case doubleEncoding = "double-encoding"
        case badEscape = "bad-escape"
        case htmlEntity = "html-entity"
        case registeredSign = "registered-sign"
        case snakeCaseKey = "snake-case-key"
        case camelCaseKey = "camel-case-key"
        case missingEquals = "missing-equals"
        case missingParameter = "missing-parameter"
        case badNumber = "bad-number"
        case milliseconds
        case crashesApp = "crashes-app"
        case arrivals
        case trailingSlash = "trailing-slash"
        case rawSlash = "raw-slash"
        case rawPlus = "raw-plus"
        case letterCase = "letter-case"
        case regionName = "region-name"
        case noSlashes = "no-slashes"
        case badServer = "bad-server"
        case unencodedAmpersand = "unencoded-ampersand"
        case slashInID = "slash-in-id"
        case dotInID = "dot-in-id"
        case blankID = "blank-id"
        // Faults that need more than the link: the app, the directory, all receivers together.
        case notUTF8 = "not-utf8"
        case rawCharacter = "raw-character"
        case badIntent = "bad-intent"
        case serviceDateRange = "service-date-range"
        case otherScheme = "other-scheme"
        case readDifferently = "read-differently"
        case rejected
        case opensNothing = "opens-nothing"
        // Notes.
        case notHTTPS = "not-https"
        case serverDateFormat = "server-date-format"
        case serverStopPage = "server-stop-page"
        case ignoredValue = "ignored-value"
        case noRegionID = "no-region-id"
        case intentLink = "intent-link"
        case otherHost = "other-host"
        case otherApp = "other-app"
        case fragment
        case otherRegion = "other-region"
        case unknownRegion = "unknown-region"
        case inactiveRegion = "inactive-region"
        case regionIDTaken = "region-id-taken"
        case bareAmpersand = "bare-ampersand"
        case unverifiedAppLink = "unverified-app-link"
        case goServerID = "go-server-id"
        case geoLink = "geo-link"

        public var severity: Severity {
            switch self {
            case .notHTTPS, .serverDateFormat, .serverStopPage, .ignoredValue, .noRegionID, .intentLink, .otherHost,
                .otherApp, .fragment, .otherRegion, .unknownRegion, .inactiveRegion, .regionIDTaken, .bareAmpersand,
                .unverifiedAppLink, .goServerID, .geoLink:
                .note
            default: .fault
            }
        }
    }

    public var code: Code
    public var message: String
    public var severity: Severity { code.severity }

    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }
}

extension LinkFinding {
    /// What is wrong with `url`, in the order of the codes; nothing for a URL that is no link of these receivers' forms.
    public static func all(in url: String) -> [LinkFinding] {
        let link = LinkForm(url)
        var findings: [LinkFinding]
        switch link.kind {
        case .other: findings = link.url.hasScheme("intent", in: url.utf8.span) ? [intent] : []
        case .tripPage, .stopPage, .arrivals: findings = PageFindings(link).all + encoding(of: link)
        case .viewStop: findings = ViewStopFindings(link).all + encoding(of: link)
        case .addRegion: findings = AddRegionFindings(link).all + encoding(of: link)
        }
        let order = Code.allCases
        return findings.enumerated().sorted { a, b in
            let places = (order.firstIndex(of: a.element.code) ?? 0, order.firstIndex(of: b.element.code) ?? 0)
            return places.0 == places.1 ? a.offset < b.offset : places.0 < places.1
        }.map(\.element)
    }

    private static let intent = LinkFinding(
        .intentLink, "a browser on Android alone opens it, by the link inside: check that one, with its own scheme")

    /// Faults of the encoding, in any of the forms.
    private static func encoding(of link: LinkForm) -> [LinkFinding] {
        var findings: [LinkFinding] = []
        if link.items.contains(where: { $0.name.hasPrefix("amp;") }) {
            findings.append(LinkFinding(.htmlEntity, "&amp; belongs into HTML; in the URL itself it is a plain &"))
        }
        let path = link.pathText
        for (name, value) in [("path", path)] + link.items.map({ ($0.name, $0.value ?? "") }) {
            let shown = Printable.escaped(name)
            // A nested URL may hold escapes of its own.
            if !name.hasSuffix("-url"), let twice = doubleEscape(in: value) {
                findings.append(
                    LinkFinding(.doubleEncoding, "\(shown): \(twice) is an escape that was encoded again; encode a value once"))
            }
            let bytes = value.utf8.span
            if PercentDecoding.hasBadEscape(bytes, at: 0..<bytes.count) {
                findings.append(
                    LinkFinding(.badEscape, "\(shown): a % that two hexadecimal digits don't follow; write it as %25"))
            }
        }
        return findings
    }

    /// `%25` and two hexadecimal digits.
    private static func doubleEscape(in text: String) -> String? {
        let bytes = Array(text.utf8)
        guard bytes.count >= 5 else { return nil }
        func isHex(_ byte: UInt8) -> Bool { Character(Unicode.Scalar(byte)).isHexDigit }
        for at in 0...bytes.count - 5 where bytes[at...].starts(with: "%25".utf8) {
            if isHex(bytes[at + 3]), isHex(bytes[at + 4]) { return String(decoding: bytes[at..<at + 5], as: UTF8.self) }
        }
        return nil
    }
}
