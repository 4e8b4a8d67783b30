// FoundLink: a link that was found in an input, and which of the links found there could be ours. A page is full of links;
// those that are none of ours are no faults of it.

internal import TransitLinks

struct FoundLink {
    let text: String
    /// 1-based, of the input.
    let line: Int
    /// Whether an attribute has `&region…` without `&amp;`: browsers read it, whoever reads the source as text does not.
    var hasBareAmpersand = false
}

/// Which links could be ours.
struct OwnLinks {
    /// Custom schemes that the configuration knows, lower case.
    private let schemes: Set<String>
    /// Hosts of sidecars and associated domains, lower case.
    private let hosts: Set<String>

    init(apps: [AppProfile], directory: RegionDirectory) {
        schemes = Set(apps.map { $0.scheme.lowercased() } + ["onebusaway"])
        let domains = apps.flatMap(\.associatedDomains).map { $0.hasPrefix("*.") ? String($0.dropFirst(2)) : $0 }
        hosts = Set((directory.regions.compactMap { $0.sidecar?.host } + domains).map { $0.lowercased() })
    }

    /// Whether `scheme`, lower case, may begin one of our links without `//`.
    func isOurScheme(_ scheme: String) -> Bool { schemes.contains(scheme) }

    /// - An app's scheme, with or without `//`; not an x-callback-url.
    /// - Any scheme with the host `view-stop` or `add-region`.
    /// - A web page of a sidecar or an associated domain whose path has a segment `regions` or `stops`.
    /// - A web page of any host whose path has `/regions/NUMBER/stops/`.
    /// - An intent of which the same can be said.
    func contains(_ link: String) -> Bool {
        let lower = link.lowercased()
        guard let colon = lower.firstIndex(of: ":") else { return false }
        let scheme = String(lower[..<colon])
        let rest = lower[lower.index(after: colon)...]
        let behind = rest.hasPrefix("//") ? rest.dropFirst(2) : rest
        let authority = behind.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        let path = behind.dropFirst(authority.count).prefix { $0 != "?" && $0 != "#" }
        if scheme == "http" || scheme == "https" { return isOurPage(host: Self.host(String(authority)), String(path)) }
        if authority == "view-stop" || authority == "add-region" { return true }
        if scheme == "intent" { return isOurPage(host: Self.host(String(authority)), String(path)) }
        return schemes.contains(scheme) && authority != "x-callback-url"
    }

    private func isOurPage(host: String, _ path: String) -> Bool {
        let segments = path.replacing("%2f", with: "/").split(separator: "/")
        if hosts.contains(host) || hosts.contains(where: { host.hasSuffix("." + $0) }) {
            return segments.contains("regions") || segments.contains("stops")
        }
        guard let regions = segments.firstIndex(of: "regions"), regions + 2 < segments.count else { return false }
        return segments[regions + 2] == "stops" && segments[regions + 1].utf8.first.map { (0x30...0x39).contains($0) } == true
    }

    /// Without a user name, a port, or brackets.
    private static func host(_ authority: String) -> String {
        let host = authority.split(separator: "@").last.map(String.init) ?? authority
        if host.hasPrefix("[") { return String(host.dropFirst().prefix { $0 != "]" }) }
        return String(host.prefix { $0 != ":" })
    }
}
