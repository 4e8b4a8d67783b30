// AssetLinksReview: whether an assetlinks.json lets an app of a profile open the pages of its server, and what keeps it from that:
// the relation, the namespace, the package, the certificate.

internal import Escaping

extension AppReview {
    /// What is known of an assetlinks.json.
    public struct AssetLinksSource: Sendable {
        /// For messages: a path, or what stands for one.
        public var name: String
        public var file: Result<AssetLinks, AssociationFileError>

        public init(name: String, file: Result<AssetLinks, AssociationFileError>) {
            self.name = name
            self.file = file
        }
    }

    private static let relation = "delegate_permission/common.handle_all_urls"

    /// What is wrong with the file, statement by statement.
    var assetLinksFindings: [AssociationFinding] {
        guard let source = assetLinks else { return [] }
        let file: AssetLinks
        do { file = try source.file.get() } catch { return [.fault(source.name, "\(error)")] }
        guard let package = profile.androidPackage else {
            return [.fault(source.name, "the profile has no androidPackage, so no statement can be of its app")]
        }
        var findings: [AssociationFinding] = []
        var letsOpen = false
        for (at, statement) in file.statements.enumerated() {
            let place = "\(source.name): statement \(at + 1)"
            if let include = statement.include {
                findings.append(.note(place, "\(Printable.quoted(include)) is included, and was not looked at"))
                continue
            }
            let faults = faults(of: statement, package)
            findings += faults.map { .fault(place, $0) }
            if statement.packageName == package {
                let certificates = certificates(of: statement, place)
                findings += certificates
                letsOpen = letsOpen || faults.isEmpty && !certificates.contains { $0.severity == .fault }
            }
        }
        if !letsOpen {
            findings.append(.fault(source.name, "no statement lets '\(package)' open pages: Android opens them in the browser"))
        }
        return findings
    }

    /// What is wrong with a statement that is, or was meant to be, about the app: another app's may say what it likes.
    private func faults(of statement: AssetLinks.Statement, _ package: String) -> [String] {
        let namespace = statement.namespace ?? ""
        guard statement.packageName == package else { return namespace == "web" ? [] : strangers(statement, package) }
        var faults: [String] = []
        if namespace != "android_app" {
            let found = statement.namespace.map { "is \(Printable.quoted($0))" } ?? "is missing"
            faults.append("namespace \(found); write 'android_app', for Android ignores any other")
        }
        if !statement.relations.contains(Self.relation) {
            let found =
                statement.relations.isEmpty
                ? "nothing" : statement.relations.map { Printable.quoted($0) }.joined(separator: ", ")
            faults.append("relation has \(found); without '\(Self.relation)' the app opens no page")
        }
        return faults
    }

    private func strangers(_ statement: AssetLinks.Statement, _ package: String) -> [String] {
        guard let other = statement.packageName else {
            return ["it names no package_name; write '\(package)'"]
        }
        guard Spelling.nearest(to: other, in: [package]) != nil || other.lowercased() == package.lowercased() else { return [] }
        return ["package_name is \(Printable.quoted(other)), the profile's '\(package)'"]
    }

    private func certificates(of statement: AssetLinks.Statement, _ place: String) -> [AssociationFinding] {
        if statement.fingerprints.isEmpty {
            return [.fault(place, "no sha256_cert_fingerprints: Android can't tell that the app is the one it means")]
        }
        var findings: [AssociationFinding] = []
        var known: Set<CertificateFingerprint> = []
        for text in statement.fingerprints {
            let shown = Printable.quoted(text, limit: 100)
            guard let fingerprint = CertificateFingerprint(text) else {
                findings.append(.fault(place, "\(shown) \(Self.problem(ofFingerprint: text))"))
                continue
            }
            if fingerprint.isPlaceholder {
                findings.append(.fault(place, "\(shown) is a placeholder, no certificate's; \(Self.source)"))
                continue
            }
            known.insert(fingerprint)
            if text != fingerprint.description {
                findings.append(.note(place, "\(shown) is usually written in capitals, with colons: '\(fingerprint)'"))
            }
        }
        return findings + comparison(known, place)
    }

    private static let source = "`keytool -list -v` or the Play Console shows the SHA-256 of the signing certificate"

    private static func problem(ofFingerprint text: String) -> String {
        let digits = text.utf8.filter { $0 != UInt8(ascii: ":") }
        if digits.count == 40, digits.allSatisfy(isHexDigit) {
            return "is a SHA-1 fingerprint, of 20 bytes; SHA-256 has 32; \(source)"
        }
        return "is no SHA-256 fingerprint (AB:CD:…, 32 bytes); \(source)"
    }

    /// The file's certificates against the profile's.
    private func comparison(_ known: Set<CertificateFingerprint>, _ place: String) -> [AssociationFinding] {
        profile.androidCertificateFingerprints.compactMap(CertificateFingerprint.init).filter { !known.contains($0) }.map {
            .fault(place, "sha256_cert_fingerprints lacks the profile's '\($0)'")
        }
    }
}
