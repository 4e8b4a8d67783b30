// AppProfileDecoder: one file of Config/apps to an `AppProfile`. A profile that can't make right links is refused whole.

internal import StrictJSON
package import TransitLinks

extension AppProfile {
    private static let keys = [
        "name", "scheme", "bundleIdentifier", "teamIdentifier", "associatedDomains", "appStoreID", "androidPackage",
        "androidCertificateFingerprints", "suggestedInvocationPhrase",
    ]

    /// Reads a profile file; null is the same as absent.
    /// - Throws: `ConfigurationError` with every fault.
    package init(decoding bytes: [UInt8], source: String) throws(ConfigurationError) {
        var file = SettingsFile(source: source, bytes: bytes)
        var profile = AppProfile(name: "", scheme: "", bundleIdentifier: "")
        if let root = file.root() {
            file.forEachKey(of: root, path: "", known: Self.keys) { file, key, path, value in
                if !file.isNull(value) { profile.apply(key, path, value, &file) }
            }
        }
        var faults = file.faults
        if faults.isEmpty {
            for (key, value) in [
                ("name", profile.name), ("scheme", profile.scheme), ("bundleIdentifier", profile.bundleIdentifier),
            ] where value.isEmpty {
                faults.append(.init(source: source, key: key, message: "it has to be given"))
            }
        }
        if !faults.isEmpty { throw ConfigurationError(faults) }
        self = profile
    }

    private mutating func apply(_ key: String, _ path: String, _ value: JSONValue, _ file: inout SettingsFile) {
        switch key {
        case "name": name = file.text(value, path, isProfileName, "no name of [a-z0-9-]{1,64}") ?? ""
        case "scheme":
            scheme = file.text(value, path, isURLScheme, "no URL scheme (a letter, then letters, digits, + - .)") ?? ""
            if !scheme.isEmpty, !isAppScheme(scheme) {
                file.refuse(
                    value, path, "\(file.shown(value)) is no app's: systems and browsers have it; write the app's own scheme")
            }
        case "bundleIdentifier":
            bundleIdentifier = file.text(value, path, isBundleIdentifier, "no bundle identifier") ?? ""
        case "teamIdentifier":
            teamIdentifier = file.text(value, path, isTeamIdentifier, "no team identifier (ten capitals and digits)")
        case "associatedDomains":
            associatedDomains = file.list(value, path) { $0.text($1, $2, isHostName, "no host name") } ?? []
        case "appStoreID": appStoreID = file.text(value, path, isDigits, "no App Store ID (digits)")
        case "androidPackage":
            androidPackage = file.text(value, path, isJavaPackage, "no Android package (words joined by dots)")
        case "androidCertificateFingerprints":
            androidCertificateFingerprints =
                file.list(value, path) { $0.text($1, $2, isFingerprint, "no SHA-256 fingerprint (AB:CD:…, 32 bytes)") }
                ?? []
        default: suggestedInvocationPhrase = file.text(value, path)
        }
    }
}

private func isProfileName(_ text: String) -> Bool {
    (1...64).contains(text.utf8.count)
        && text.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == UInt8(ascii: "-") }
}

/// Letters, digits, `-` and `.`, as Apple has it.
private func isBundleIdentifier(_ text: String) -> Bool {
    (1...155).contains(text.utf8.count) && text.utf8.allSatisfy { isLetterOrDigit($0) || $0 == 0x2D || $0 == 0x2E }
}

private func isTeamIdentifier(_ text: String) -> Bool {
    text.utf8.count == 10
        && text.utf8.allSatisfy { (0x41...0x5A).contains($0) || (0x30...0x39).contains($0) }
}

/// RFC 1123 labels, with an optional `*.` before them as associated domains have it.
package func isHostName(_ text: String) -> Bool {
    let name = text.hasPrefix("*.") ? String(text.dropFirst(2)) : text
    guard (1...253).contains(name.utf8.count) else { return false }
    return name.utf8.split(separator: 0x2E, omittingEmptySubsequences: false).allSatisfy { label in
        (1...63).contains(label.count) && label.first != 0x2D && label.last != 0x2D
            && label.allSatisfy { isLetterOrDigit($0) || $0 == 0x2D }
    }
}

private func isFingerprint(_ text: String) -> Bool { CertificateFingerprint(text) != nil }

private func isLetterOrDigit(_ byte: UInt8) -> Bool { isLetter(byte) || isDigit(byte) }
