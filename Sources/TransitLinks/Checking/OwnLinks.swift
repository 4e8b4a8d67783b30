// OwnLinks: which of the links in a page or a text could be ours. A page is full of links; those that are none of ours are no
// faults of it, and one that was meant to be ours is not missed because of its mistake.

/// The links of some apps and of the sidecars of a region directory.
public struct OwnLinks: Sendable {
    /// Custom schemes, lower case.
    private let schemes: Set<String>
    /// Sidecars and associated domains, lower case.
    private let hosts: [String]

    public init(apps: [AppProfile], directory: RegionDirectory) {
        schemes = Set(apps.map { $0.scheme.lowercased() } + ["onebusaway"])
        hosts = directory.regions.compactMap { $0.sidecar?.host } + apps.flatMap(\.associatedDomains)
    }

    /// Whether `scheme`, lower case, may begin one of our links without `//`.
    public func isOurs(scheme: String) -> Bool { schemes.contains(scheme) }

    /// Whether `link` could be ours:
    /// - a page at `/regions/…/stops/…`, in any case and with anything before it, also `/trips` and `/arrivals` below it; on a host
    ///   that is no sidecar and no associated domain only with a number as region;
    /// - any scheme with `view-stop` or `add-region`, with `//` or without;
    /// - any other link of an app's scheme, except an x-callback-url;
    /// - an intent that holds such a link.
    public func contains(_ link: String) -> Bool {
        if link.lowercased().hasPrefix("intent:") { return IntentLink(link).map { contains($0.target) } ?? isPlainlyOurs(link) }
        let form = LinkForm(link)
        let bytes = link.utf8.span
        guard form.url.isWebPage else {
            if form.kind == .viewStop || form.kind == .addRegion { return true }
            let host = bytes.text(form.url.host).lowercased()
            return schemes.contains(bytes.text(form.url.scheme).lowercased()) && host != "x-callback-url"
        }
        if form.kind == .other || form.stop.isEmpty { return false }
        return form.url.isHost(of: hosts, in: bytes) || Int64(LinkForm.decoded(form.region)) != nil
    }

    /// An intent that is written so badly that nothing can be taken out of it.
    private func isPlainlyOurs(_ intent: String) -> Bool {
        let text = intent.lowercased()
        return ["intent://view-stop", "intent://add-region"].contains(where: text.hasPrefix)
    }
}
