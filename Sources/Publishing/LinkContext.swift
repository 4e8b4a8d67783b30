// LinkContext: what all links of a batch have in common: where they lead, which were asked for, who runs the stops.

package import TransitLinks

package struct LinkContext: Sendable {
    package let region: Region
    package let app: AppProfile
    /// The parts of a result that were asked for. What wasn't stays empty, and a map or fare link that wasn't has no column.
    package let selection: LinkSelection
    /// The map apps of the walking directions, in the order of a result; none where `selection` has no walking.
    package let vendors: [WalkingVendor]
    /// The name of the agency, for people; empty where the feed has several.
    package let agency: String
    package let stops: StopLinkForms
    package let trips: TripLinkForms

    package init(
        region: Region, app: AppProfile, selection: LinkSelection = .all,
        vendors: [WalkingVendor] = WalkingVendor.standard, agency: String
    ) {
        self.region = region
        self.app = app
        self.selection = selection
        self.vendors = selection.contains(.walking) ? vendors : []
        self.agency = agency
        stops = StopLinkForms(region: region, app: app, vendors: self.vendors)
        trips = TripLinkForms(region: region, app: app)
    }

    /// The links of a request, as `transitlink make` would find them.
    func links(for request: ShareRequest) -> LinkSet {
        LinkSet(request, in: region, app: app, selection: selection, walking: vendors)
    }

    /// Results as `transitlink make` would write them, from forms that each chunk learns anew: 0.1 ms a shape.
    func results() -> ResultForms {
        ResultForms(region: region, app: app, selection: selection, walking: vendors)
    }
}

extension ResultForms {
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
