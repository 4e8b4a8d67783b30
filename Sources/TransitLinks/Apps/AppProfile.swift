// AppProfile: one white-label app, as a file of `Config/apps` describes it. Checked when read.

public struct AppProfile: Sendable, Hashable {
    /// The name by which configuration and requests choose it, `[a-z0-9-]{1,64}`.
    public var name: String
    /// Custom URL scheme, RFC 3986.
    public var scheme: String
    /// The iOS bundle identifier, which activity types begin with.
    public var bundleIdentifier: String
    /// Apple's ten-character team identifier.
    public var teamIdentifier: String?
    /// Hosts whose pages open the app.
    public var associatedDomains: [String]
    /// Digits.
    public var appStoreID: String?
    public var androidPackage: String?
    /// SHA-256 fingerprints of the Android signing certificates, `AB:CD:…`.
    public var androidCertificateFingerprints: [String]
    /// What Siri suggests for a stop activity.
    public var suggestedInvocationPhrase: String?

    public init(
        name: String, scheme: String, bundleIdentifier: String, teamIdentifier: String? = nil,
        associatedDomains: [String] = [], appStoreID: String? = nil, androidPackage: String? = nil,
        androidCertificateFingerprints: [String] = [], suggestedInvocationPhrase: String? = nil
    ) {
        self.name = name
        self.scheme = scheme
        self.bundleIdentifier = bundleIdentifier
        self.teamIdentifier = teamIdentifier
        self.associatedDomains = associatedDomains
        self.appStoreID = appStoreID
        self.androidPackage = androidPackage
        self.androidCertificateFingerprints = androidCertificateFingerprints
        self.suggestedInvocationPhrase = suggestedInvocationPhrase
    }
}
