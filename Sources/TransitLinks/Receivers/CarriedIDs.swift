// CarriedIDs: whether what a receiver reads out of a finished link is what went in. An ID is opaque and some receivers split
// it, drop it or read another one; the result then warns. Whether the ID is to blame is found out by the same link with
// plain IDs: where that does not open either, it is not.

internal import Escaping

struct CarriedIDs {
    private let request: ShareRequest
    private let links: CompiledLinks
    private let receivers: Receivers

    init(of request: ShareRequest, _ links: CompiledLinks) {
        self.request = request
        self.links = links
        receivers = Receivers(app: links.app, sidecarHosts: [links.region.sidecar?.host].compactMap { $0 })
    }
}

extension CarriedIDs {
    /// A warning for each selected link and each reason, with the receivers that it stops.
    var warnings: [LinkWarning] {
        guard let twin = request.withPlainIDs else { return [] }
        let rows = links.rows(isTrip: request.isTrip)
        let own = values(of: request)
        let plainValues = values(of: twin)
        var warnings: [LinkWarning] = []
        if !links.selection.isDisjoint(with: [.web, .handoff, .android]), let page = rows.text(rows.page, own),
            let plain = rows.text(rows.page, plainValues)
        {
            warnings += self.warnings(of: page, plain, named: "the web page")
        }
        if !links.selection.isDisjoint(with: [.app, .android]), let link = rows.text(rows.appLink, own),
            let plain = rows.text(rows.appLink, plainValues)
        {
            warnings += self.warnings(of: link, plain, named: "the app link")
        }
        return warnings
    }

    private func values(of request: ShareRequest) -> LinkValues {
        var values = LinkValues()
        values.take(request, for: links.rows(isTrip: request.isTrip))
        return values
    }

    private func warnings(of link: String, _ plain: String, named name: String) -> [LinkWarning] {
        var reasons: [(receivers: [String], reason: String)] = []
        for receiver in Receiver.allCases where receivers.outcome(of: plain, at: receiver).opening != nil {
            guard let reason = reason(against: receivers.outcome(of: link, at: receiver)) else { continue }
            if let known = reasons.firstIndex(where: { $0.reason == reason }) {
                reasons[known].receivers.append(receiver.rawValue)
            } else {
                reasons.append(([receiver.rawValue], reason))
            }
        }
        return reasons.map { receivers, reason in
            LinkWarning(.idNotCarried, "\(name) does not carry its IDs to \(receivers.joined(separator: ", ")): \(reason)")
        }
    }

    /// Why the IDs don't arrive, nil when they do.
    private func reason(against outcome: ReceiverOutcome) -> String? {
        switch outcome {
        case .rejects(let rule): rule.sentence
        case .opens(.stop(let stop)), .opens(.viewStop(let stop)):
            misread(stop.stopID, request.stop.id.text, region: stop.regionID)
        case .opens(.trip(let trip)):
            misread(trip.stopID, request.stop.id.text, region: trip.regionID)
                ?? misread(trip.tripID, request.trip?.id.text)
                ?? misread(trip.destinationStopID, request.trip?.destinationStopID?.text)
        case .opens(.addRegion), .opens(.alert): nil
        }
    }

    /// Whether what a receiver opens is what the link was written for.
    static func arrive(in opening: Opening?, from request: borrowing ShareRequest, region: RegionID) -> Bool {
        func same(_ read: String?, _ written: String?) -> Bool {
            guard let read, let written else { return true }
            return read.utf8.elementsEqual(written.utf8)
        }
        if let read = opening?.regionID, read != region.rawValue { return false }
        switch opening {
        case .stop(let stop), .viewStop(let stop): return same(stop.stopID, request.stop.id.text)
        case .trip(let trip):
            return same(trip.stopID, request.stop.id.text) && same(trip.tripID, request.trip?.id.text)
                && same(trip.destinationStopID, request.trip?.destinationStopID?.text)
        case .addRegion, .alert, nil: return false
        }
    }

    private func misread(_ read: String?, _ written: String?, region: Int64? = nil) -> String? {
        if let read, let written, !read.utf8.elementsEqual(written.utf8) {
            return "it reads \(Printable.quoted(read)) instead of \(Printable.quoted(written))"
        }
        if let region, region != links.region.id.rawValue { return "it reads region \(region)" }
        return nil
    }
}
