// ResultWarnings: what is odd about an answered request, in one order: what decoding noticed; the region (inactive; its sidecar,
// where a selected part needs one); the coordinate (absent, where walking is selected; 0,0); the fare app, the activity, the
// extras, the receivers.

extension ShareRequest {
    /// The warnings of its result.
    func warnings(_ links: CompiledLinks) -> [LinkWarning] {
        var warnings = self.warnings
        let selection = links.selection
        if !links.region.isActive {
            warnings.append(
                LinkWarning(.inactiveRegion, "region \(links.region.id.rawValue) is in the directory but not active"))
        }
        let pages: LinkSelection = isTrip ? [.web, .handoff, .android] : [.web, .handoff]
        if !links.hasPages, !selection.isDisjoint(with: pages) { warnings.append(links.region.sidecarWarning) }
        appendCoordinateWarning(needsPlace: selection.contains(.walking) && !links.vendors.isEmpty, to: &warnings)
        if selection.contains(.fare) { warnings += links.region.fareApp.warnings }
        if selection.contains(.handoff), isTrip, !links.hasPages {
            warnings.append(LinkWarning(.handoffOpensNothing, "a trip activity without webpageURL opens nothing"))
        }
        if !extras.isEmpty { appendExtrasWarnings(to: &warnings) }
        if !hasPlainIDs { warnings += CarriedIDs(of: self, links).warnings }
        return warnings
    }

    private func appendCoordinateWarning(needsPlace: Bool, to warnings: inout [LinkWarning]) {
        guard let coordinate = stop.coordinate else {
            if needsPlace {
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
        if extras.contains(.title), trip?.hasTitle != true {
            warnings.append(LinkWarning(.nothingToAppend, "extra 'title' needs a trip with a route or headsign"))
        }
        if extras.contains(.vehicleID), trip?.vehicleID == nil {
            warnings.append(LinkWarning(.nothingToAppend, "extra 'vehicle_id' needs a trip with a vehicleId"))
        }
    }
}

extension Region {
    fileprivate var sidecarWarning: LinkWarning {
        guard let problem = sidecarProblem else {
            return LinkWarning(.noSidecar, "region \(id.rawValue) has no sidecar, so there is no web link")
        }
        return LinkWarning(.badSidecar, "the sidecarBaseUrl of region \(id.rawValue) does not count: \(problem)")
    }
}
