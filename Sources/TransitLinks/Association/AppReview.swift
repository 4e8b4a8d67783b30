// AppReview: whether an app's profile, its files and the region directory fit together, so that the links of this project
// open the app: each thing that doesn't, with a sentence of its own. It reads no files and no network; it is given what
// was read.

internal import Escaping

/// The parts of one app.
public struct AppReview: Sendable {
    /// What is known of the association file of some domains.
    public struct AssociationSource: Sendable {
        /// For messages: a path, or what stands for one.
        public var name: String
        /// The domains that serve it.
        public var domains: [String]
        /// Nil: there is none.
        public var file: Result<AppleAppSiteAssociation, AssociationFileError>?

        public init(
            name: String, domains: [String], file: Result<AppleAppSiteAssociation, AssociationFileError>?
        ) {
            self.name = name
            self.domains = domains
            self.file = file
        }
    }

    public var profile: AppProfile
    public var regions: [Region]
    public var associations: [AssociationSource]
    /// The app's Info.plist, and its name for messages.
    public var infoPropertyList: (name: String, value: PropertyListValue)?
    /// The app's entitlements, and their name for messages.
    public var entitlements: (name: String, value: PropertyListValue)?

    /// The server's assetlinks.json.
    public var assetLinks: AssetLinksSource?

    public init(profile: AppProfile, regions: [Region], associations: [AssociationSource]) {
        self.profile = profile
        self.regions = regions
        self.associations = associations
    }

    /// Everything that doesn't fit, in the order of the parts.
    public var findings: [AssociationFinding] {
        profileFindings + directoryFindings + infoFindings + entitlementFindings + associations.flatMap(findings)
            + assetLinksFindings
    }

    /// Where Apple's cache shows the association file that devices get.
    public static func cachedCopy(of domain: String) -> String {
        "https://app-site-association.cdn-apple.com/a/v1/\(domain.hasPrefix("*.") ? String(domain.dropFirst(2)) : domain)"
    }

    // MARK: - Profile and directory

    private var profileFindings: [AssociationFinding] {
        var findings: [AssociationFinding] = []
        if profile.teamIdentifier == nil {
            findings.append(.fault("teamIdentifier", "missing: without it no association file can name the app"))
        }
        if profile.associatedDomains.isEmpty {
            findings.append(.fault("associatedDomains", "none: no web page opens the app, and so no trip's link does"))
        }
        if profile.androidPackage != nil, profile.androidCertificateFingerprints.isEmpty {
            findings.append(
                .note("androidCertificateFingerprints", "none: no assetlinks.json, and Android opens no page in the app"))
        }
        let schemes = AppProfile.queriedSchemes(of: regions)
        for scheme in schemes.dropFirst(AppProfile.maximumQueriedSchemes) {
            findings.append(.fault("LSApplicationQueriesSchemes", dead(scheme)))
        }
        return findings
    }

    private func dead(_ scheme: String) -> String {
        "\(Printable.quoted(scheme)) stands behind the \(AppProfile.maximumQueriedSchemes)th: the app can't ask for it"
    }

    private var directoryFindings: [AssociationFinding] {
        guard !profile.associatedDomains.isEmpty else { return [] }
        return regions.compactMap { region in
            guard region.isActive, let host = region.sidecar?.host, !isAssociated(host) else { return nil }
            return .fault(
                "region \(region.id.rawValue) \(Printable.escaped(region.name))",
                "its pages are on \(host), which is none of associatedDomains: they don't open the app")
        }
    }

    private func isAssociated(_ host: String) -> Bool {
        profile.associatedDomains.contains { AppleAppSiteAssociation.host(host, isIn: $0) }
    }

    // MARK: - The project's property lists

    private var infoFindings: [AssociationFinding] {
        guard let (name, list) = infoPropertyList else { return [] }
        var missing: [String] = []
        let schemes = list["CFBundleURLTypes"].map { $0.elements.flatMap { $0["CFBundleURLSchemes"]?.strings ?? [] } } ?? []
        if !schemes.contains(where: { $0.lowercased() == profile.scheme.lowercased() }) {
            missing.append("CFBundleURLTypes lacks scheme '\(profile.scheme)': no link of that scheme opens the app")
        }
        let extensionScheme = list["OBAKitConfig"]?["ExtensionURLScheme"]?.string
        if extensionScheme?.lowercased() != profile.scheme.lowercased() {
            let found = extensionScheme.map { Printable.quoted($0) } ?? "missing"
            missing.append("OBAKitConfig.ExtensionURLScheme is \(found), not '\(profile.scheme)': the app drops its own links")
        }
        let types = list["NSUserActivityTypes"]?.strings ?? []
        for type in profile.activityTypes where !types.contains(type) {
            missing.append("NSUserActivityTypes lacks '\(type)': that activity doesn't hand off to the app")
        }
        if let bundle = list["CFBundleIdentifier"]?.string, !bundle.holds("$("), bundle != profile.bundleIdentifier {
            missing.append("CFBundleIdentifier is \(Printable.quoted(bundle)), the profile's '\(profile.bundleIdentifier)'")
        }
        return missing.map { .fault(name, $0) } + queryFindings(list, name)
    }

    private func queryFindings(_ list: PropertyListValue, _ name: String) -> [AssociationFinding] {
        let declared = list["LSApplicationQueriesSchemes"]?.strings ?? []
        let limit = AppProfile.maximumQueriedSchemes
        let late = declared.dropFirst(limit).map { AssociationFinding.fault(name, "LSApplicationQueriesSchemes: \(dead($0))") }
        let known = Set(declared.map { $0.lowercased() })
        var seen: Set<String> = []
        let missing = regions.compactMap { region -> AssociationFinding? in
            guard let scheme = region.fareApp.iOSScheme, !known.contains(scheme.lowercased()),
                seen.insert(scheme.lowercased()).inserted
            else { return nil }
            let place = "region \(region.id.rawValue) \(Printable.escaped(region.name))"
            return .fault(name, "LSApplicationQueriesSchemes lacks '\(scheme)': the app can't ask for the fare app of \(place)")
        }
        return late + missing
    }
}
