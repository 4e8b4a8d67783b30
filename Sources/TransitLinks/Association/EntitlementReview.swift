// EntitlementReview: whether an app's entitlement names the domains of its profile: `service:domain`, with `*.` for everything
// below a domain, and `?mode=` for devices in developer mode or under management (Apple, "Associated Domains Entitlement").

internal import Escaping

extension AppReview {
    /// What the entitlements lack, and what they have that works for some devices alone or is not the profile's.
    var entitlementFindings: [AssociationFinding] {
        guard let (name, list) = entitlements else { return [] }
        let texts = list["com.apple.developer.associated-domains"]?.strings ?? []
        let entitled = texts.map(EntitledDomain.init)
        let wanted = profile.entitledDomains.map(EntitledDomain.init)
        let missing = wanted.filter { domain in !entitled.contains { $0.covers(domain) } }.map { domain in
            let effect = domain.service == "applinks" ? "its pages don't open the app" : "its pages don't hand off to the app"
            return AssociationFinding.fault(name, "'\(domain.text)' is missing: \(effect)")
        }
        return missing + entitled.compactMap { $0.finding(name, wanted) }
    }
}

private struct EntitledDomain {
    let text: String
    /// Small letters.
    let service: String
    /// Small letters, perhaps with `*.`.
    let domain: String
    /// Behind `?mode=`, small letters; nil without.
    let mode: String?

    init(_ text: String) {
        self.text = text
        let halves = text.lowercased().split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let parts = halves[0].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        service = String(parts[0])
        domain = parts.count > 1 ? String(parts[1]) : ""
        mode = halves.count > 1 ? String(halves[1].hasPrefix("mode=") ? halves[1].dropFirst(5) : halves[1]) : nil
    }

    /// Whether this entry is enough for `other`: the same domain, or one below this one's `*.`.
    func covers(_ other: EntitledDomain) -> Bool {
        service == other.service
            && (domain == other.domain
                || domain.hasPrefix("*.") && AppleAppSiteAssociation.host(other.domain, isIn: domain))
    }

    func finding(_ name: String, _ wanted: [EntitledDomain]) -> AssociationFinding? {
        let shown = Printable.quoted(text)
        switch mode {
        case "developer": return .note(name, "\(shown) works on development devices alone")
        case "managed": return .note(name, "\(shown) works on devices that an organization manages alone")
        case "developer+managed", "managed+developer":
            return .note(name, "\(shown) works on development devices, and on devices that an organization manages, alone")
        case let mode?:
            return .fault(
                name, "\(shown): \(Printable.quoted(mode)) is no mode; known are developer, managed, developer+managed")
        case nil: break
        }
        guard service == "applinks", !wanted.contains(where: covers) else { return nil }
        return .note(name, "\(shown) is none of the profile's associatedDomains")
    }
}
