// AddRegionLink: the deep link that adds a region to the app (links.md, section 3). Anybody who follows it hands all transit
// requests of the app to its server, so it is written for https servers unless asked otherwise, and always with a number.

internal import Escaping

/// Why a region can't be put into a link.
public enum AddRegionError: Error, Hashable, Sendable {
    /// The name is blank.
    case noName
    /// The OneBusAway server is none that an app takes: no `http` or `https` URL with a host.
    case badServer(String)
    /// A server is asked over plain http.
    case plainHTTP(String)
    /// A URL holds a user name or password, which is never published.
    case credentials(parameter: String)
    /// An optional URL that the app would drop; `parameter` is its name in the link.
    case badURL(parameter: String, String)
    /// Only one of Umami's URL and ID, or a blank ID.
    case halfUmami
    /// Bicycle rental without the GraphQL server that would know of it.
    case bikeshareWithoutGraphQL

    public var sentence: String {
        switch self {
        case .noName: "a region needs a name, which the picker shows"
        case .badServer(let url): "\(SidecarBase.shown(url) ?? "oba-url") is no server: write https://, a host and a path"
        case .plainHTTP(let url):
            "\(Printable.quoted(url)) is asked over plain http, which anybody on the way can read and change; use https, or ask for http"
        case .credentials(let parameter): "\(parameter) holds a user name or password, which a link would publish; take it out"
        case .badURL(let parameter, let url):
            "\(parameter): \(SidecarBase.shown(url) ?? "it") is no URL that the app takes; write https:// before it"
        case .halfUmami: "analytics need both umami-url and umami-id"
        case .bikeshareWithoutGraphQL: "otp-graphql-bikeshare means nothing without otp-graphql-url"
        }
    }
}

/// `{scheme}://add-region?name={}&region-id={}&oba-url={}…`
public struct AddRegionLink: Sendable, Hashable {
    private let id: RegionID
    public let text: String

    /// - Parameters:
    ///   - region: what the app is to add; its `regionID` does not count.
    ///   - id: the region's number on its sidecar. Never left out: without one the app makes up an identifier, and whatever
    ///     it asks the sidecar is not found.
    ///   - allowsHTTP: whether servers may be asked over plain http.
    /// - Throws: `AddRegionError` for the first thing wrong.
    public init(_ region: AddedRegion, id: RegionID, app: AppProfile, allowsHTTP: Bool = false) throws(AddRegionError) {
        if region.name.isBlank { throw .noName }
        try Self.checkServer(region.obaBaseURL, allowsHTTP: allowsHTTP)
        if region.supportsOTPGraphQLBikeshare, region.otpGraphQLURL == nil { throw .bikeshareWithoutGraphQL }
        if let umami = region.umami, umami.id.isBlank || umami.url.isBlank { throw .halfUmami }
        self.id = id
        var values: [LinkVariable: String] = [.scheme: app.scheme, .addedName: region.name]
        values[.addedID] = String(id.rawValue)
        values[.addedOBA] = region.obaBaseURL
        values[.addedOTP] = try Self.checked("otp-url", region.otpURL, allowsHTTP)
        values[.addedGraphQL] = try Self.checked("otp-graphql-url", region.otpGraphQLURL, allowsHTTP)
        if region.supportsOTPGraphQLBikeshare { values[.addedBikeshare] = "true" }
        values[.addedSidecar] = try Self.checked("sidecar-url", region.sidecarURL, allowsHTTP)
        values[.addedUmami] = try Self.checked("umami-url", region.umami?.url, allowsHTTP)
        values[.addedUmamiID] = region.umami?.id
        text = LinkTable.addRegion.text(with: LinkConstants(values))
    }

    private static func checkServer(_ server: String, allowsHTTP: Bool) throws(AddRegionError) {
        let bytes = server.utf8.span
        let url = ReceivedURL(bytes)
        guard url.isWebPage, !url.host.isEmpty, AddedRegion.countsAsURL(server) else { throw .badServer(server) }
        try checkSecrecy(of: server, "oba-url", url, allowsHTTP)
    }

    private static func checkSecrecy(
        of text: String, _ parameter: String, _ url: ReceivedURL, _ allowsHTTP: Bool
    ) throws(AddRegionError) {
        let bytes = text.utf8.span
        if let authority = url.authority, authority.contains(where: { bytes[$0] == UInt8(ascii: "@") }) {
            throw .credentials(parameter: parameter)
        }
        if url.scheme.count == 4, !allowsHTTP { throw .plainHTTP(text) }
    }

    /// - Returns: nil for a blank one.
    private static func checked(
        _ parameter: String, _ url: String?, _ allowsHTTP: Bool
    ) throws(AddRegionError) -> String? {
        guard let url, !url.isBlank else { return nil }
        let bytes = url.utf8.span
        let parts = ReceivedURL(bytes)
        guard parts.isWebPage, AddedRegion.countsAsURL(url) else {
            throw .badURL(parameter: parameter, url)
        }
        try checkSecrecy(of: url, parameter, parts, allowsHTTP)
        return url
    }

    public static func == (a: Self, b: Self) -> Bool { a.text.utf8.elementsEqual(b.text.utf8) }
    public func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

extension AddRegionLink {
    /// What is odd about the number, nil when nothing is: a region of `directory` has it, and the app then selects that
    /// region without a word.
    public func warning(knowing directory: RegionDirectory) -> String? {
        directory[id].map { region in
            "region-id \(id.rawValue) is \(Printable.quoted(region.name)) in the directory; the app then selects that region silently"
        }
    }
}
