// assetlinks.json against a profile: one mistake each, and the sentences that it gets.

import Testing

@testable import TransitLinks

@Suite struct AssetLinksReviewTests {
    private static let fingerprint =
        "0F:1E:2D:3C:4B:5A:69:78:87:96:A5:B4:C3:D2:E1:F0:12:34:56:78:9A:BC:DE:EF:21:43:65:86:A9:CB:ED:FE"
    private static let plain = fingerprint.replacing(":", with: "").lowercased()
    private static let relation = "delegate_permission/common.handle_all_urls"

    private static func file(
        relation: String = relation, namespace: String = "android_app", package: String = "org.example.tbus",
        fingerprints: [String] = [fingerprint]
    ) -> String {
        let list = fingerprints.map { "\"\($0)\"" }.joined(separator: ",")
        return """
            [{"relation": ["\(relation)"], "target": {"namespace": "\(namespace)", "package_name": "\(package)",
              "sha256_cert_fingerprints": [\(list)]}}]
            """
    }

    private func sentences(_ file: String, fingerprints: [String] = [fingerprint]) throws -> [String] {
        let profile = AppProfile(
            name: "t", scheme: "tbus", bundleIdentifier: "org.example.tbus", teamIdentifier: "ABCDE12345",
            associatedDomains: ["t.example"], androidPackage: "org.example.tbus", androidCertificateFingerprints: fingerprints)
        var review = AppReview(profile: profile, regions: [], associations: [])
        let result = Result { () throws(AssociationFileError) in try AssetLinks(decoding: Array(file.utf8)) }
        review.assetLinks = .init(name: "A", file: result)
        return review.findings.map { "\($0.severity.rawValue): \($0)" }
    }

    private static let closed = "fault: A: no statement lets 'org.example.tbus' open pages: Android opens them in the browser"
    private static let source = "`keytool -list -v` or the Play Console shows the SHA-256 of the signing certificate"

    @Test func `a file that the tool writes is good, whichever form the profile's fingerprint has`() throws {
        #expect(try sentences(Self.file()) == [])
        #expect(try sentences(Self.file(), fingerprints: [Self.plain]) == [])
        let profile = AppProfile(
            name: "t", scheme: "tbus", bundleIdentifier: "b", androidPackage: "org.example.tbus",
            androidCertificateFingerprints: [Self.plain])
        #expect(try sentences(String(decoding: try profile.assetLinks(), as: UTF8.self)) == [])
    }

    @Test func `small letters without colons are read, with a note`() throws {
        #expect(
            try sentences(Self.file(fingerprints: [Self.plain])) == [
                "note: A: statement 1: '\(Self.plain)' is usually written in capitals, with colons: '\(Self.fingerprint)'"
            ])
    }

    @Test(arguments: [
        (
            file(namespace: "workquest"),
            ["fault: A: statement 1: namespace is 'workquest'; write 'android_app', for Android ignores any other", closed]
        ),
        (
            file(relation: "delegate_permission/common.get_login_creds"),
            [
                "fault: A: statement 1: relation has 'delegate_permission/common.get_login_creds'; without '\(relation)' the app opens no page",
                closed,
            ]
        ),
        (
            file(package: "org.example.tbuss"),
            ["fault: A: statement 1: package_name is 'org.example.tbuss', the profile's 'org.example.tbus'", closed]
        ),
        (
            file(fingerprints: []),
            [
                "fault: A: statement 1: no sha256_cert_fingerprints: Android can't tell that the app is the one it means",
                closed,
            ]
        ),
        (file(package: "com.other.app"), [closed]), ("[]", [closed]),
        ("{}", ["fault: A: line 1: it has to hold a list of statements, [{\"relation\": …}]"]),
        ("[{\"include\": \"https://h/a\"}]", ["note: A: statement 1: 'https://h/a' is included, and was not looked at", closed]),
    ])
    func `namespace, relation, package and form`(_ file: String, _ expected: [String]) throws {
        #expect(try sentences(file) == expected)
    }

    @Test(arguments: [
        ("14:6D:E9:83:C5:73:06:50:D8:EE:B9:95:2F:34:FC:64:16:A0:83:42:E6:1D:BE:A8:8A:04:96:B2:3F:CF:44:E5", "is a placeholder"),
        (Array(repeating: "00", count: 32).joined(separator: ":"), "is a placeholder"),
        (Array(repeating: "AA:BB:CC:DD", count: 8).joined(separator: ":"), "is a placeholder"),
        ((0..<32).map { "0" + String($0 % 16, radix: 16) }.joined(separator: ":"), "is a placeholder"),
        ("YOUR_SHA256_FINGERPRINT", "is no SHA-256 fingerprint"), ("", "is no SHA-256 fingerprint"),
        (Array(repeating: "A1", count: 20).joined(separator: ":"), "is a SHA-1 fingerprint, of 20 bytes"),
        (fingerprint + ":00", "is no SHA-256 fingerprint"), ("0" + fingerprint, "is no SHA-256 fingerprint"),
    ])
    func `a fingerprint that is no certificate's`(_ text: String, _ problem: String) throws {
        let found = try sentences(Self.file(fingerprints: [text]))
        #expect(found[0].hasPrefix("fault: A: statement 1: '\(text)' \(problem)"), "\(found)")
        #expect(found[0].hasSuffix(Self.source) && found.last == Self.closed)
    }

    @Test func `a certificate of the profile that the file lacks`() throws {
        let other = String(Self.fingerprint.reversed())
        #expect(
            try sentences(Self.file(), fingerprints: [other]) == [
                "fault: A: statement 1: sha256_cert_fingerprints lacks the profile's '\(other)'", Self.closed,
            ])
    }
}
