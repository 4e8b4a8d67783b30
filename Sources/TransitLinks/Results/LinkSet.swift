// LinkSet: everything that one request is answered with. It joins the request with its region, app profile and vendors,
// knows which links then exist, and collects the warnings; `ResultWriter` writes it.

/// The links of one request.
public struct LinkSet: Sendable {
    public let request: ShareRequest
    public let region: Region
    public let app: AppProfile
    /// The parts that were selected, whether or not they exist.
    public let selection: LinkSelection
    public let vendors: [WalkingVendor]
    /// Asked for often; `!= nil` copies the optional first, with every string in it.
    let isTrip: Bool
    let hasSidecar: Bool
    let namesDestination: Bool
    let hasCallback: Bool

    /// - Parameters:
    ///   - region: the region that the request's `RegionChoice` settled on.
    ///   - selection: the request's, else the configured one.
    ///   - vendors: the request's, else the configured ones, in the order of the result.
    public init(
        _ request: ShareRequest, in region: Region, app: AppProfile, selection: LinkSelection = .all,
        walking vendors: [WalkingVendor] = WalkingVendor.standard
    ) {
        self.request = request
        self.region = region
        self.app = app
        self.selection = selection
        self.vendors = vendors
        isTrip = request.trip != nil
        hasSidecar = region.sidecar != nil
        namesDestination = request.trip?.destinationStopID != nil
        hasCallback = request.callback != nil
    }

    public var web: WebPageLink? { selection.contains(.web) ? WebPageLink(request, in: region) : nil }

    public var appLink: AppLink? {
        selection.contains(.app) ? AppLink(stop: request.stop.id, region: region.id, app: app) : nil
    }

    public var android: AndroidIntent? {
        selection.contains(.android) ? AndroidIntent(request, in: region, app: app) : nil
    }

    /// Where to walk to, nil when that was not selected or is not known.
    public var walkingDestination: Coordinate? {
        selection.contains(.walking) && !vendors.isEmpty ? request.stop.coordinate : nil
    }

    public var fare: FarePaymentLinks? {
        let links = FarePaymentLinks(of: region)
        return selection.contains(.fare) && !links.isEmpty ? links : nil
    }

    public var store: StorePages? {
        let pages = StorePages(of: app)
        return selection.contains(.store) && !pages.isEmpty ? pages : nil
    }

    public var handoff: HandoffActivity? {
        selection.contains(.handoff) ? HandoffActivity(request, in: region, app: app) : nil
    }

    /// The URL to open now that the request succeeded, with the links in it; nil where the caller left none.
    public var callback: String? {
        guard hasCallback, let callback = request.callback else { return nil }
        return callback.targets.url(for: .success(callback.action.success(of: self)))
    }
}

extension LinkSet {
    /// Whether there is anything to call the trip or stop.
    var hasTitle: Bool {
        if isTrip { return request.trip?.hasTitle == true }
        return request.stop.name != nil
    }
}

// MARK: Warnings

extension LinkSet {
    /// What is odd, in this order: what decoding noticed; then the region (inactive; its sidecar, where a selected part
    /// needs one), the coordinate (absent, where walking is selected; 0,0), the fare app, the activity, the extras, the receivers.
    public var warnings: [LinkWarning] {
        var warnings = request.warnings
        if !region.isActive {
            warnings.append(
                LinkWarning(.inactiveRegion, "region \(region.id.rawValue) is in the directory but not active"))
        }
        if !hasSidecar, needsSidecar { warnings.append(sidecarWarning) }
        appendCoordinateWarning(to: &warnings)
        if selection.contains(.fare) { warnings += region.fareApp.warnings }
        if selection.contains(.handoff), isTrip, !hasSidecar {
            warnings.append(LinkWarning(.handoffOpensNothing, "a trip activity without webpageURL opens nothing"))
        }
        appendExtrasWarnings(to: &warnings)
        if !CarriedIDs.arePlain(in: request, isTrip: isTrip) { warnings += CarriedIDs(of: self).warnings }
        return warnings
    }

    private var needsSidecar: Bool {
        let parts: LinkSelection = isTrip ? [.web, .handoff, .android] : [.web, .handoff]
        return !selection.isDisjoint(with: parts)
    }

    private var sidecarWarning: LinkWarning {
        let region = "region \(region.id.rawValue)"
        guard let problem = self.region.sidecarProblem else {
            return LinkWarning(.noSidecar, "\(region) has no sidecar, so there is no web link")
        }
        return LinkWarning(.badSidecar, "the sidecarBaseUrl of \(region) does not count: \(problem)")
    }

    private func appendCoordinateWarning(to warnings: inout [LinkWarning]) {
        guard let coordinate = request.stop.coordinate else {
            if selection.contains(.walking), !vendors.isEmpty {
                warnings.append(
                    LinkWarning(.noCoordinate, "the stop has no coordinate, so there are no walking directions"))
            }
            return
        }
        if coordinate.isNullIsland {
            warnings.append(LinkWarning(.nullIsland, "the coordinate is 0,0, a placeholder in many feeds"))
        }
    }

    private func appendExtrasWarnings(to warnings: inout [LinkWarning]) {
        if request.extras.isEmpty { return }
        if request.extras.contains(.title), request.trip?.hasTitle != true {
            warnings.append(LinkWarning(.nothingToAppend, "extra 'title' needs a trip with a route or headsign"))
        }
        if request.extras.contains(.vehicleID), request.trip?.vehicleID == nil {
            warnings.append(LinkWarning(.nothingToAppend, "extra 'vehicle_id' needs a trip with a vehicleId"))
        }
    }
}
