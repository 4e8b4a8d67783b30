// LinkSettings: what a request meets: the region directory, the current region, the app profiles and the defaults. It
// settles what decoding could not: whether the region and the app exist. Immutable; a reload makes a new one.

internal import Escaping

public struct LinkSettings: Sendable {
    public let directory: RegionDirectory
    /// What a request that names no region means.
    public let currentRegion: RegionChoice
    /// What a request that names no app means.
    public let app: AppProfile
    /// Every profile by its name, `app` among them.
    public let apps: [String: AppProfile]
    public let links: LinkSelection
    public let walking: [WalkingVendor]
    /// What the operator adds to the table of links.
    public let operatorLinks: OperatorLinks

    public init(
        directory: RegionDirectory, currentRegion: RegionChoice, app: AppProfile, apps: [AppProfile] = [],
        links: LinkSelection = .standard, walking: [WalkingVendor] = WalkingVendor.standard,
        operatorLinks: OperatorLinks = OperatorLinks()
    ) {
        self.directory = directory
        self.currentRegion = currentRegion
        self.app = app
        self.apps = Dictionary((apps + [app]).map { ($0.name, $0) }, uniquingKeysWith: { $1 })
        self.links = links
        self.walking = walking
        self.operatorLinks = operatorLinks
    }

    /// What `request` asks for, met with these settings, or every reason why it can't be.
    public func links(for request: ShareRequest) -> Result<LinkSet, RequestErrors> {
        let region = region(for: request)
        let app = app(for: request)
        switch (region, app) {
        case (.success(let region), .success(let app)):
            return .success(
                LinkSet(
                    request,
                    CompiledLinks(
                        region: region, app: app, selection: request.links ?? links, walking: request.walking ?? walking,
                        operatorLinks: operatorLinks)))
        default: return .failure(RequestErrors([region.error, app.error].compactMap { $0 }))
        }
    }

    /// The region that `request` means, nil where that is refused.
    func regionID(for request: borrowing ShareRequest) -> RegionID? {
        switch request.region ?? currentRegion {
        case .id(let id): id
        case .auto: request.stop.coordinate.flatMap { directory.region(containing: $0)?.id }
        }
    }

    private func region(for request: ShareRequest) -> Result<Region, RequestError> {
        switch request.region ?? currentRegion {
        case .id(let id):
            if let region = directory[id] { return .success(region) }
            let known = directory.regions.map { $0.label }.joined(separator: ", ")
            return .failure(
                RequestError(
                    .unknownRegion, field: "region", "'\(id.rawValue)' is not in the directory; it has \(known)"))
        case .auto: return region(around: request.stop.coordinate)
        }
    }

    private func region(around coordinate: Coordinate?) -> Result<Region, RequestError> {
        guard let coordinate else {
            return .failure(
                RequestError(
                    .noRegionHere, field: "region", "\"auto\" needs the stop's coordinate; give stop.lat and stop.lon"))
        }
        if let region = directory.region(containing: coordinate) { return .success(region) }
        return .failure(
            RequestError(
                .noRegionHere, field: "region",
                "no active region's bounds contain \(coordinate.latitude), \(coordinate.longitude); name the region by its number"
            ))
    }

    private func app(for request: ShareRequest) -> Result<AppProfile, RequestError> {
        guard let name = request.app else { return .success(app) }
        if let app = apps[name] { return .success(app) }
        let hint = Spelling.hint(for: name, known: apps.keys.sorted())
        return .failure(RequestError(.unknownApp, field: "app", "\(Printable.quoted(name)) is no app profile; \(hint)"))
    }
}

/// All that is wrong with one request, at least one.
public struct RequestErrors: Error, Sendable, Equatable {
    public var list: [RequestError]
    public init(_ list: [RequestError]) { self.list = list }
}

extension Result {
    fileprivate var error: Failure? {
        if case .failure(let error) = self { return error }
        return nil
    }
}
