// WalkingVendor: the map apps that give walking directions to a stop. One table: a vendor more is a row more. Never a
// label inside `daddr` or `destination`: a name there makes Google Maps look for a place of that name.

/// A map app, and the form of its link.
public struct WalkingVendor: Sendable {
    /// The name by which requests and configuration choose it, and its key in a result.
    public let name: String
    /// The template around `{lat}` and `{lon}`.
    private let before: String
    private let between: String
    private let after: String

    /// Every vendor, in the order of a result.
    public static let all: [WalkingVendor] = [
        // iOS 18.4, macOS 15.4 and later; a web page elsewhere.
        Self("apple", "https://maps.apple.com/directions?destination={lat}%2C{lon}&mode=walking"),
        // What the app builds, there with `http`.
        Self("apple-classic", "https://maps.apple.com/?daddr={lat},{lon}&dirflg=w"),
        // Documented for every platform.
        Self("google", "https://www.google.com/maps/dir/?api=1&destination={lat}%2C{lon}&travelmode=walking"),
        // What the app builds.
        Self("google-ios", "comgooglemaps://?daddr={lat},{lon}&directionsmode=walking"),
        Self("google-android", "google.navigation:q={lat},{lon}&mode=w"),
        // RFC 5870: no exponent, no plus.
        Self("geo", "geo:{lat},{lon}"),
        Self("osm", "https://www.openstreetmap.org/directions?engine=fossgis_osrm_foot&route=%3B{lat}%2C{lon}"),
        Self("organic", "https://omaps.app/v2/dir?destination={lat},{lon}&mode=pedestrian"),
    ]

    /// What a result has unless the request or the configuration names others.
    public static let standard: [WalkingVendor] = [
        "apple", "apple-classic", "google", "google-ios", "geo", "osm",
    ].compactMap(Self.named)

    /// The vendor of this name, nil when there is none.
    public static func named(_ name: String) -> WalkingVendor? { all.first { $0.name == name } }

    private init(_ name: String, _ template: String) {
        self.name = name
        let parts = template.split(separator: "{" as Character, omittingEmptySubsequences: false)
        precondition(
            parts.count == 3 && parts[1].hasPrefix("lat}") && parts[2].hasPrefix("lon}"),
            "a template holds {lat}, then {lon}")
        before = String(parts[0])
        between = String(parts[1].dropFirst(4))
        after = String(parts[2].dropFirst(4))
    }

    /// The form of the link around latitude and longitude, for who writes many.
    package var pieces: (before: String, between: String, after: String) { (before, between, after) }

    /// The link to walk to `destination`.
    public func text(to destination: Coordinate) -> String {
        ByteWriter.text { write(to: destination, into: &$0) }
    }

    /// Where a coordinate's digits stand in a buffer.
    struct Digits {
        let latitude: Range<Int>
        let longitude: Range<Int>
    }

    package func write(to destination: Coordinate, into out: inout ByteWriter) {
        _ = write(to: destination, copying: nil, into: &out)
    }

    /// - Parameter written: where the same coordinate already stands in `out`.
    /// - Returns: where it stands now.
    func write(to destination: Coordinate, copying written: Digits?, into out: inout ByteWriter) -> Digits {
        out.append(before)
        let latitude = out.count
        if let written { out.append(ownRange: written.latitude) } else { out.append(fixed: destination.latitude) }
        let latitudeEnd = out.count
        out.append(between)
        let longitude = out.count
        if let written { out.append(ownRange: written.longitude) } else { out.append(fixed: destination.longitude) }
        let longitudeEnd = out.count
        out.append(after)
        return Digits(latitude: latitude..<latitudeEnd, longitude: longitude..<longitudeEnd)
    }
}

extension WalkingVendor: Hashable {
    /// The table holds a name once.
    public static func == (a: Self, b: Self) -> Bool { a.name == b.name }
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
