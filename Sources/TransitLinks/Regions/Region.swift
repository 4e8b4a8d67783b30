// Region: one deployment in the region directory, with what links need of it (links.md, section 8), checked when read.

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
