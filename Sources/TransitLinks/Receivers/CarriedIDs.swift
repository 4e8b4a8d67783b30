// CarriedIDs: whether what a receiver reads out of a finished link is what went in. An ID is opaque and some receivers split
// it, drop it or read another one; the result then warns. Whether the ID is to blame is found out by the same link with
// plain IDs: where that does not open either, it is not.

internal import Escaping

struct CarriedIDs {
    private let set: LinkSet
    private let receivers: Receivers

    init(of set: LinkSet) {
        self.set = set
        receivers = Receivers(app: set.app, sidecarHosts: [set.region.sidecar?.host].compactMap { $0 })
    }

    private static let plainStop = makeID(StopKind.self)
    private static let plainTrip = makeID(TripKind.self)

    private static func makeID<Kind>(_: Kind.Type) -> CombinedID<Kind>? {
        do throws(IdentifierError) { return try CombinedID("1_1") } catch { return nil }
    }

    /// Whether every ID of a request is made of what all receivers carry.
    static func arePlain(in request: borrowing ShareRequest, isTrip: Bool) -> Bool {
        guard isPlain(request.stop.id.text) else { return false }
        guard isTrip, let trip = request.trip else { return true }
        return isPlain(trip.id.text) && (trip.destinationStopID.map { isPlain($0.text) } ?? true)
    }

    private static func isPlain(_ id: String) -> Bool {
        let bytes = id.utf8.span
        return bytes.firstIndex(in: 0..<bytes.count) { !ASCIISet.plainID.contains($0) } == bytes.count
    }
}

extension CarriedIDs {
    /// A warning for each selected link and each reason, with the receivers that it stops.
    var warnings: [LinkWarning] {
        guard let twin = withPlainIDs else { return [] }
        var warnings: [LinkWarning] = []
        if !set.selection.isDisjoint(with: [.web, .handoff, .android]), let page = self.page(of: set),
            let plain = self.page(of: twin)
        {
            warnings += self.warnings(of: page, plain, named: "the web page")
        }
        if !set.selection.isDisjoint(with: [.app, .android]) {
            warnings += self.warnings(of: link(of: set), link(of: twin), named: "the app link")
        }
        return warnings
    }

    private func page(of set: LinkSet) -> String? { WebPageLink(set.request, in: set.region)?.text }

    private func link(of set: LinkSet) -> String {
        AppLink(stop: set.request.stop.id, region: set.region.id, app: set.app).text
    }

    private var withPlainIDs: LinkSet? {
        guard let stop = Self.plainStop, let trip = Self.plainTrip else { return nil }
        var request = set.request
        request.stop.id = stop
        request.trip?.id = trip
        if request.trip?.destinationStopID != nil { request.trip?.destinationStopID = stop }
        return LinkSet(request, in: set.region, app: set.app, selection: set.selection)
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
            misread(stop.stopID, set.request.stop.id.text, region: stop.regionID)
        case .opens(.trip(let trip)):
            misread(trip.stopID, set.request.stop.id.text, region: trip.regionID)
                ?? misread(trip.tripID, set.request.trip?.id.text)
                ?? misread(trip.destinationStopID, set.request.trip?.destinationStopID?.text)
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
        if let region, region != set.region.id.rawValue { return "it reads region \(region)" }
        return nil
    }
}
