// ResultShape: all of a request that its result's form depends on: the region, what is selected, and which parts are there,
// but not what they say. Two requests with one shape have results that differ in their values alone (`ResultForm`).

struct ResultShape: Hashable, Sendable {
    /// 16 places are far more than there are vendors; one that would not fit has no shape.
    private static let bitsOfVendor: UInt64 = 4

    let region: RegionID
    /// 0 for the configured ones, else a digit each, its place in the table counted from 1; all bits for an empty list.
    private let vendors: UInt64
    /// 0 for the configured one, else its place among `LinkSettings.appNames` counted from 1.
    private let app: UInt16
    /// nil: the configured one.
    private let selection: LinkSelection?
    private let parts: Parts

    /// Which optional parts a request has.
    private struct Parts: OptionSet, Hashable, Sendable {
        let rawValue: UInt8
        static let id = Self(rawValue: 1), coordinate = Self(rawValue: 2), title = Self(rawValue: 4)
        static let trip = Self(rawValue: 8), vehicle = Self(rawValue: 16), destination = Self(rawValue: 32)
    }

    /// The shape of `request` with `settings`; nil where its result may differ in more than its values: what decoding noticed,
    /// extras, a callback, the coordinate 0,0; or where it will be refused.
    init?(_ request: borrowing ShareRequest, _ settings: borrowing LinkSettings) {
        guard request.warnings.isEmpty, request.extras.isEmpty, !request.hasCallback else { return nil }
        guard let region = settings.regionID(for: request), let app = settings.place(ofApp: request.app),
            let vendors = Self.digits(of: request.walking)
        else { return nil }
        self.region = region
        self.vendors = vendors
        self.app = app
        selection = request.links
        var parts: Parts = []
        if request.id != nil { parts.insert(.id) }
        if let place = request.stop.coordinate {
            if place.isNullIsland { return nil }
            parts.insert(.coordinate)
        }
        parts.formUnion(request.isTrip ? Self.partsOfTrip(request) : request.stop.name == nil ? [] : .title)
        self.parts = parts
    }

    private static func partsOfTrip(_ request: borrowing ShareRequest) -> Parts {
        guard let trip = request.trip else { return [] }
        var parts: Parts = .trip
        if trip.hasTitle { parts.insert(.title) }
        if trip.vehicleID != nil { parts.insert(.vehicle) }
        if trip.destinationStopID != nil { parts.insert(.destination) }
        return parts
    }

    private static func digits(of vendors: [WalkingVendor]?) -> UInt64? {
        guard let vendors else { return 0 }
        if vendors.isEmpty { return .max }
        guard vendors.count < 64 / bitsOfVendor, WalkingVendor.all.count < 1 << bitsOfVendor else { return nil }
        return vendors.reduce(0) { digits, vendor in
            digits << bitsOfVendor | UInt64((WalkingVendor.all.firstIndex(of: vendor) ?? 0) + 1)
        }
    }
}

extension ShareRequest {
    /// Asked for often; `!= nil` copies the optional first, with every string in it.
    @inline(__always)
    fileprivate var isTrip: Bool { if case .some = trip { true } else { false } }
    @inline(__always)
    fileprivate var hasCallback: Bool { if case .some = callback { true } else { false } }
}
