// AssociationFiles: what a profile's web servers publish so that pages open the app: apple-app-site-association and
// assetlinks.json. The same profile gives the same bytes.

/// Why a profile lacks what a file needs.
public struct AssociationFilesError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The key of the profile, empty for a value of any.
    public let key: String
    public let message: String

    public var description: String { key.isEmpty ? message : "\(key): \(message)" }
}

extension AppProfile {
    /// `TEAM.bundle.identifier`; nil without a team.
    public var appID: String? { teamIdentifier.map { "\($0).\(bundleIdentifier)" } }

    /// The types of its activities: stop, trip.
    public var activityTypes: [String] { ["stop", "trip"].map { "\(bundleIdentifier).user_activity.\($0)" } }

    /// Served as `/.well-known/apple-app-site-association`, as `application/json`, over https, without a redirect.
    /// - Parameter regions: their pages on the profile's domains may lie below a base path, which the rules then have.
    /// - Throws: `AssociationFilesError` without a team identifier.
    public func appleAppSiteAssociation(regions: [Region] = []) throws(AssociationFilesError) -> [UInt8] {
        guard let appID else {
            throw AssociationFilesError(key: "teamIdentifier", message: "missing; the app's ID begins with it")
        }
        var json = JSONWriter()
        json.beginObject()
        json.key("applinks")
        writeAppLinks(appID, regions, to: &json)
        json.key("activitycontinuation")
        json.beginObject()
        json.key("apps")
        Self.write([appID], to: &json)
        json.endObject()
        json.endObject()
        return IndentedJSON.laidOut(json.bytes.bytes)
    }

    /// The regions whose pages lie on the profile's domains.
    private func published(_ regions: [Region]) -> [Region] {
        regions.filter { region in
            guard let host = region.sidecar?.host else { return false }
            return associatedDomains.contains { AppleAppSiteAssociation.host(host, isIn: $0) }
        }
    }

    /// The paths, each once, below which pages of `regions` lie; the root where there are none.
    private static func basePaths(of regions: [Region]) -> [String] {
        var seen: Set<String> = []
        let paths = regions.compactMap { $0.sidecar?.path }.filter { seen.insert($0).inserted }
        return paths.isEmpty ? [""] : paths
    }

    private func writeAppLinks(_ appID: String, _ regions: [Region], to json: inout JSONWriter) {
        let regions = published(regions)
        json.beginObject()
        PublishedRule.writeVariables(regions.map(\.id), to: &json)
        json.key("details")
        json.beginArray()
        json.beginObject()
        json.key("appIDs")
        Self.write([appID], to: &json)
        json.key("components")
        json.beginArray()
        for path in Self.basePaths(of: regions) {
            for rule in PublishedRule.all { rule.write(below: path, to: &json) }
        }
        json.endArray()
        json.endObject()
        json.endArray()
        json.endObject()
    }

    /// Served as `/.well-known/assetlinks.json`.
    /// - Throws: `AssociationFilesError` without a package or the fingerprint of its certificate.
    public func assetLinks() throws(AssociationFilesError) -> [UInt8] {
        guard let androidPackage else {
            throw AssociationFilesError(key: "androidPackage", message: "missing; there is no Android app to name")
        }
        guard !androidCertificateFingerprints.isEmpty else {
            throw AssociationFilesError(
                key: "androidCertificateFingerprints",
                message: "missing; `keytool -list -v` or the Play Console shows the SHA-256 of the signing certificate")
        }
        var json = JSONWriter()
        json.beginArray()
        json.beginObject()
        json.key("relation")
        Self.write(["delegate_permission/common.handle_all_urls"], to: &json)
        json.key("target")
        json.beginObject()
        json.field("namespace", "android_app")
        json.field("package_name", androidPackage)
        json.key("sha256_cert_fingerprints")
        // Android compares the letters: capitals, with colons.
        Self.write(
            androidCertificateFingerprints.map { CertificateFingerprint($0)?.description ?? $0.uppercased() }, to: &json)
        json.endObject()
        json.endObject()
        json.endArray()
        return IndentedJSON.laidOut(json.bytes.bytes)
    }

    private static func write(_ texts: [String], to json: inout JSONWriter) {
        json.beginArray()
        for text in texts { json.value(text) }
        json.endArray()
    }
}
