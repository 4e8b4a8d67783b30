// Region: one deployment in the region directory, with what links need of it (links.md, section 8), checked when read.

internal import Escaping

/// A rectangle of a region: centre and full widths in degrees, as published.
public struct RegionBound: Sendable, Hashable {
    public var centre: Coordinate
    /// Full height and width in degrees, 0 or more.
    public var latitudeSpan: Double
    public var longitudeSpan: Double

    public init(centre: Coordinate, latitudeSpan: Double, longitudeSpan: Double) {
        self.centre = centre
        self.latitudeSpan = latitudeSpan
        self.longitudeSpan = longitudeSpan
    }
}

/// The fare app of a region. Every value is checked: what was published but unusable is nil, and `warnings` says why.
public struct FareApp: Sendable, Hashable {
    /// An RFC 3986 scheme in the letters in which it is published.
    public var iOSScheme: String?
    /// Digits.
    public var appStoreID: String?
    /// A Java package name.
    public var androidPackage: String?
    public var warningTitle: String?
    public var warningBody: String?
    public var warnings: [LinkWarning]

    public init(
        iOSScheme: String? = nil, appStoreID: String? = nil, androidPackage: String? = nil,
        warningTitle: String? = nil, warningBody: String? = nil, warnings: [LinkWarning] = []
    ) {
        self.iOSScheme = iOSScheme
        self.appStoreID = appStoreID
        self.androidPackage = androidPackage
        self.warningTitle = warningTitle
        self.warningBody = warningBody
        self.warnings = warnings
    }
}

/// Servers of a region that only an add-region link names. What was published but unusable is nil.
public struct RegionServers: Sendable, Hashable {
    public var otpURL: String?
    public var otpGraphQLURL: String?
    public var supportsOTPGraphQLBikeshare: Bool
    public var umami: AddedRegion.Umami?

    public init(
        otpURL: String? = nil, otpGraphQLURL: String? = nil, supportsOTPGraphQLBikeshare: Bool = false,
        umami: AddedRegion.Umami? = nil
    ) {
        self.otpURL = otpURL
        self.otpGraphQLURL = otpGraphQLURL
        self.supportsOTPGraphQLBikeshare = supportsOTPGraphQLBikeshare
        self.umami = umami
    }
}

public struct Region: Sendable, Hashable {
    public var id: RegionID
    public var name: String
    public var isActive: Bool
    public var isExperimental: Bool
    /// The web server whose pages links name; nil when the region has none.
    public var sidecar: SidecarBase?
    /// Why a published `sidecarBaseUrl` does not count, nil when it does or when none was published.
    public var sidecarProblem: String?
    public var obaBaseURL: String?
    public var bounds: [RegionBound]
    public var language: String?
    public var fareApp: FareApp
    private var box: Box?

    public init(
        id: RegionID, name: String, isActive: Bool = true, isExperimental: Bool = false, sidecar: SidecarBase? = nil,
        sidecarProblem: String? = nil, obaBaseURL: String? = nil, bounds: [RegionBound] = [], language: String? = nil,
        fareApp: FareApp = FareApp()
    ) {
        self.id = id
        self.name = name
        self.isActive = isActive
        self.isExperimental = isExperimental
        self.sidecar = sidecar
        self.sidecarProblem = sidecarProblem
        self.obaBaseURL = obaBaseURL
        self.bounds = bounds
        self.language = language
        self.fareApp = fareApp
    }
}

extension Region {
    /// Boxed, because every result copies its region and needs none of this.
    private indirect enum Box: Sendable, Hashable {
        case servers(RegionServers)
    }

    public var servers: RegionServers {
        get { if case .servers(let servers) = box { servers } else { RegionServers() } }
        set { box = newValue == RegionServers() ? nil : .servers(newValue) }
    }

    /// What an add-region link of this region says; nil without a OneBusAway server.
    public var added: AddedRegion? {
        guard let obaBaseURL else { return nil }
        var added = AddedRegion(name: name, obaBaseURL: obaBaseURL)
        added.regionID = id.rawValue
        added.otpURL = servers.otpURL
        added.otpGraphQLURL = servers.otpGraphQLURL
        added.supportsOTPGraphQLBikeshare = servers.supportsOTPGraphQLBikeshare
        added.sidecarURL = sidecar?.text
        added.umami = servers.umami
        return added
    }
}

extension Region {
    /// `1 Puget Sound`, escaped, for a message.
    package var label: String { "\(id.rawValue) \(Printable.escaped(name))" }
}
