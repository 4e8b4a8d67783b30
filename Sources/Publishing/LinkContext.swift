// LinkContext: what all links of a batch have in common: where they lead, which were asked for, who runs the stops.

package import TransitLinks

package struct LinkContext: Sendable {
    package let links: CompiledLinks
    /// The name of the agency, for people; empty where the feed has several.
    package let agency: String
    private let operatorLinks: OperatorLinks

    /// - Parameters:
    ///   - selection: the parts of a result that were asked for. What wasn't stays empty, and a map or fare link that wasn't has no
    ///     column.
    ///   - vendors: the map apps of the walking directions, in the order of a result.
    ///   - operatorLinks: what the operator adds to the table of links.
    package init(
        region: Region, app: AppProfile, selection: LinkSelection = .standard,
        vendors: [WalkingVendor] = WalkingVendor.standard, operatorLinks: OperatorLinks = OperatorLinks(),
        agency: String
    ) {
        links = CompiledLinks(
            region: region, app: app, selection: selection, walking: selection.contains(.walking) ? vendors : [],
            operatorLinks: operatorLinks)
        self.operatorLinks = operatorLinks
        self.agency = agency
    }

    package var region: Region { links.region }
    package var app: AppProfile { links.app }
    package var selection: LinkSelection { links.selection }
    package var vendors: [WalkingVendor] { links.vendors }

    /// The links of a request, as `transitlink make` would find them.
    func links(for request: ShareRequest) -> LinkSet { LinkSet(request, links) }

    /// Results as `transitlink make` would write them.
    func results() -> ResultBuilder { ResultBuilder(links, operatorLinks: operatorLinks) }
}

extension ResultBuilder {
    /// Appends the line that `transitlink make` answers to a request: its result, or the refusal of what can't be one.
    mutating func write(
        to json: inout JSONWriter, refusingAs id: @autoclosure () -> String?,
        _ request: () throws(RequestErrors) -> ShareRequest
    ) {
        do throws(RequestErrors) {
            _ = try write(try request(), to: &json).get()
        } catch {
            ResultWriter.writeRefusal(id: id(), errors: error.list, to: &json)
        }
    }
}
