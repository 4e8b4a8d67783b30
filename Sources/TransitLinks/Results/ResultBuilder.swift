// ResultBuilder: requests to results with one configuration. The links of a region, app and selection are compiled when a
// request first asks for them and kept for those that follow, as is the memory for a request's values.

package struct ResultBuilder: ~Copyable {
    /// 64 sets of links of some 3 KB each: a producer has a handful, and one that has hundreds only compiles more often.
    private static let limit = 64

    /// What the links of a request depend on, beside its values.
    private struct Key: Equatable {
        let region: RegionID
        let app: String?
        let selection: LinkSelection?
        let vendors: [WalkingVendor]?
    }

    private let settings: LinkSettings
    private var compiled: [(key: Key, links: CompiledLinks)] = []
    /// The place of those that were used last, and of those that give way next.
    private var last = 0
    private var oldest = 0
    private var values = LinkValues()

    package init(_ settings: LinkSettings) { self.settings = settings }

    /// For requests of one region and app, as a batch's are: where they name neither, none of them is refused.
    /// - Parameter operatorLinks: what the operator has added to `links`.
    package init(_ links: CompiledLinks, operatorLinks: OperatorLinks = OperatorLinks()) {
        let region = links.region
        self.init(
            LinkSettings(
                directory: RegionDirectory(regions: [region]), currentRegion: .id(region.id), app: links.app,
                links: links.selection, walking: links.vendors,
                operatorLinks: operatorLinks))
        keep(links, for: Key(region: region.id, app: nil, selection: nil, vendors: nil))
    }

    /// Appends the result of `request`, a line.
    /// - Returns: the request's region, or, with nothing written, every reason why it is refused.
    package mutating func write(
        _ request: borrowing ShareRequest, to json: inout JSONWriter
    ) -> Result<RegionID, RequestErrors> {
        if let region = settings.regionID(for: request) {
            let key = Key(region: region, app: request.app, selection: request.links, vendors: request.walking)
            if let place = place(of: key) {
                last = place
                ResultWriter.write(request, compiled[place].links, &values, to: &json)
                return .success(region)
            }
        }
        switch settings.links(for: copy request) {
        case .success(let set):
            ResultWriter.write(request, set.links, &values, to: &json)
            let key = Key(
                region: set.region.id, app: request.app, selection: request.links, vendors: request.walking)
            keep(set.links, for: key)
            return .success(set.region.id)
        case .failure(let errors): return .failure(errors)
        }
    }

    private func place(of key: Key) -> Int? {
        if last < compiled.count, compiled[last].key == key { return last }
        return compiled.firstIndex { $0.key == key }
    }

    private mutating func keep(_ links: CompiledLinks, for key: Key) {
        if compiled.count < Self.limit {
            last = compiled.count
            compiled.append((key, links))
        } else {
            last = oldest
            compiled[oldest] = (key, links)
            oldest = (oldest + 1) % Self.limit
        }
    }
}
