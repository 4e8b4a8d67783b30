// ShareRequest: what one request asks for, decoded and checked (product.md, "A request"). It cannot be wrong in itself;
// whether its region, app and vendors exist is settled when it meets the configuration.

/// A stop as it is shared. Only the ID is needed.
public struct SharedStop: Sendable, Equatable {
    public var id: StopID
    /// Never blank.
    public var name: String?
    public var direction: CompassDirection?
    public var coordinate: Coordinate?
    /// The number on the pole (GTFS `stop_code`), never blank.
    public var code: String?

    public init(
        id: StopID, name: String? = nil, direction: CompassDirection? = nil, coordinate: Coordinate? = nil,
        code: String? = nil
    ) {
        self.id = id
        self.code = code
        self.name = name
        self.direction = direction
        self.coordinate = coordinate
    }
}

/// A trip as it is boarded at the request's stop.
public struct SharedTrip: Sendable, Equatable {
    public var id: TripID
    public var serviceDate: ServiceDate
    /// OneBusAway's 0-based index of the stop in the trip, 0 or more; not the GTFS value.
    public var stopSequence: Int64
    /// Route name and headsign, never blank.
    public var route: String?
    public var headsign: String?
    public var vehicleID: VehicleID?
    public var destinationStopID: StopID?

    public init(
        id: TripID, serviceDate: ServiceDate, stopSequence: Int64, route: String? = nil, headsign: String? = nil,
        vehicleID: VehicleID? = nil, destinationStopID: StopID? = nil
    ) {
        self.id = id
        self.serviceDate = serviceDate
        self.stopSequence = stopSequence
        self.route = route
        self.headsign = headsign
        self.vehicleID = vehicleID
        self.destinationStopID = destinationStopID
    }
}

/// Which region a request means.
public enum RegionChoice: Sendable, Hashable {
    case id(RegionID)
    /// `"auto"`: the region whose bound contains the stop's coordinate.
    case auto
}

/// The parts of a result that a request may select (`links`). Raw values are bits; names are `LinkSelection.names`.
public struct LinkSelection: OptionSet, Sendable, Hashable {
    public let rawValue: UInt16
    public init(rawValue: UInt16) { self.rawValue = rawValue }
    public static let web = Self(rawValue: 1), app = Self(rawValue: 2), android = Self(rawValue: 4)
    public static let walking = Self(rawValue: 8), fare = Self(rawValue: 16), handoff = Self(rawValue: 32)
    public static let store = Self(rawValue: 64)
    /// The links of an operator's own.
    public static let own = Self(rawValue: 128)
    /// Directions by public transit.
    public static let transit = Self(rawValue: 256)
    /// The stop in OneBusAway's Wayfinder.
    public static let wayfinder = Self(rawValue: 512)
    /// What a result has unless the request or the configuration says otherwise.
    public static let standard: Self = [.web, .app, .android, .walking, .fare, .handoff, .store, .wayfinder, .own]

    /// Names as they stand in requests and configuration, in the order of a result.
    public static let names: [(name: String, part: LinkSelection)] = [
        ("web", .web), ("app", .app), ("android", .android), ("walking", .walking), ("transit", .transit),
        ("wayfinder", .wayfinder), ("fare", .fare), ("handoff", .handoff), ("store", .store), ("own", .own),
    ]
}

/// What a request wants appended to a trip page's query, after the destination (`extras`).
public struct TripPageExtras: OptionSet, Sendable, Hashable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// `title=route - headsign`: the app shows `???` without.
    public static let title = Self(rawValue: 1)
    /// `vehicle_id`.
    public static let vehicleID = Self(rawValue: 2)
}

public struct ShareRequest: Sendable, Equatable {
    /// The producer's own name for the request, at most 128 bytes, echoed in the result.
    public var id: String?
    public var stop: SharedStop
    /// Present for a trip request, absent for a stop request.
    public var trip: SharedTrip?
    /// nil: the configured current region.
    public var region: RegionChoice?
    /// nil: the configured default.
    public var links: LinkSelection?
    /// nil: the configured default. In the order asked for, without repeats.
    public var walking: [WalkingVendor]?
    /// Name of an app profile; nil: the configured one.
    public var app: String?
    public var extras: TripPageExtras
    /// Whom to tell how it ended.
    public var callback: RequestCallback?
    /// What decoding noticed and went on (unknown direction, an ID without agency, …).
    public var warnings: [LinkWarning]

    public init(
        id: String? = nil, stop: SharedStop, trip: SharedTrip? = nil, region: RegionChoice? = nil,
        links: LinkSelection? = nil, walking: [WalkingVendor]? = nil, app: String? = nil,
        extras: TripPageExtras = [], callback: RequestCallback? = nil, warnings: [LinkWarning] = []
    ) {
        self.id = id
        self.stop = stop
        self.trip = trip
        self.region = region
        self.links = links
        self.walking = walking
        self.app = app
        self.extras = extras
        self.callback = callback
        self.warnings = warnings
    }
}
