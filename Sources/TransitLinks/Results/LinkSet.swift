// LinkSet: a request and the links that answer it, for those who show them one by one: a terminal, a page, a callback.

/// The links of one request.
public struct LinkSet: Sendable {
    public let request: ShareRequest
    public let links: CompiledLinks

    /// - Parameter links: for the region that the request's `RegionChoice` settled on.
    public init(_ request: ShareRequest, _ links: CompiledLinks) {
        self.request = request
        self.links = links
    }

    /// - Parameters:
    ///   - region: the region that the request's `RegionChoice` settled on.
    ///   - selection: the request's, else the configured one.
    ///   - vendors: the request's, else the configured ones, in the order of the result.
    public init(
        _ request: ShareRequest, in region: Region, app: AppProfile, selection: LinkSelection = .standard,
        walking vendors: [WalkingVendor] = WalkingVendor.standard
    ) {
        self.init(request, CompiledLinks(region: region, app: app, selection: selection, walking: vendors))
    }

    public var region: Region { links.region }
    public var app: AppProfile { links.app }
    public var selection: LinkSelection { links.selection }

    /// Every link that was selected and exists, by its dotted name (`walking.google`) and in the order of a result. Without
    /// the activity.
    public var texts: [(name: String, text: String)] { withValues { $0.texts($1) } }

    /// One of them.
    public func text(_ name: String) -> String? { withValues { $0.text($0.link(name), $1) } }

    public var web: String? { text("web") }
    public var appLink: String? { text("app") }
    public var android: String? { text("android") }

    private func withValues<Result>(_ body: (CompiledRows, borrowing LinkValues) -> Result) -> Result {
        let rows = links.rows(isTrip: request.isTrip)
        var values = LinkValues()
        values.take(request, for: rows)
        return body(rows, values)
    }

    public var handoff: HandoffActivity? {
        links.selection.contains(.handoff) ? HandoffActivity(request, links) : nil
    }

    /// What is odd about the request.
    public var warnings: [LinkWarning] { request.warnings(links) }

    /// The URL to open now that the request succeeded, with the links in it; nil where the caller left none.
    public var callback: String? {
        guard let callback = request.callback else { return nil }
        return callback.targets.url(for: .success(callback.action.success(of: self)))
    }
}
