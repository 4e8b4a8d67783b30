// Coordinate: WGS-84, latitude first, checked when made; and the compass direction in which a stop is served.

/// Why two numbers are no coordinate.
public enum CoordinateError: Error, Hashable, Sendable {
    public enum Axis: Sendable { case latitude, longitude }
    /// Not a number, or infinite.
    case notFinite(Axis)
    /// Beyond ±90 or ±180 degrees.
    case outOfRange(Axis, Double)
}

/// A place on the earth in WGS-84 degrees.
public struct Coordinate: Sendable, Hashable {
    /// −90…90, never `-0.0`.
    public let latitude: Double
    /// −180…180, never `-0.0`.
    public let longitude: Double

    /// - Throws: `CoordinateError`, the latitude's first.
    public init(latitude: Double, longitude: Double) throws(CoordinateError) {
        self.latitude = try Self.checked(latitude, .latitude, limit: 90)
        self.longitude = try Self.checked(longitude, .longitude, limit: 180)
    }

    private static func checked(
        _ degrees: Double, _ axis: CoordinateError.Axis, limit: Double
    ) throws(CoordinateError) -> Double {
        guard degrees.isFinite else { throw .notFinite(axis) }
        guard degrees.magnitude <= limit else { throw .outOfRange(axis, degrees) }
        return degrees == 0 ? 0 : degrees
    }

    /// 0,0: a placeholder in many feeds, a place in the Gulf of Guinea.
    public var isNullIsland: Bool { latitude == 0 && longitude == 0 }
}

/// A direction as OneBusAway's API gives it for a stop.
public enum CompassDirection: String, Sendable, CaseIterable {
    case north = "N"
    case northEast = "NE"
    case east = "E"
    case southEast = "SE"
    case south = "S"
    case southWest = "SW"
    case west = "W"
    case northWest = "NW"

    /// The direction of one of the eight names in any case, nil for anything else.
    public init?(caseInsensitive name: String) {
        guard name.utf8.count <= 2 else { return nil }
        self.init(rawValue: name.uppercased())
    }
}
