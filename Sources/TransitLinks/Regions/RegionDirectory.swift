// RegionDirectory: the regions that links can name, in the order of the file (links.md, section 8). It holds only usable
// regions with unique IDs, and one warning for everything that was left out.

/// What was odd about one entry of a directory file, and which entry.
public struct RegionDirectoryWarning: Sendable, Hashable, CustomStringConvertible {
    /// `region 8 'Lappeenranta (beta)' (entry 10)`: as much as could be read, and the 0-based place in the list.
    public var entry: String
    public var message: String

    public var description: String { "\(entry): \(message)" }
}

public struct RegionDirectory: Sendable {
    /// In the order of the file.
    public let regions: [Region]
    public let warnings: [RegionDirectoryWarning]
    private let places: [RegionID: Int]

    /// Of two regions with one ID the first stays, with a warning.
    public init(regions: [Region], warnings: [RegionDirectoryWarning] = []) {
        var places: [RegionID: Int] = [:]
        var kept: [Region] = []
        for region in regions where places[region.id] == nil {
            places[region.id] = kept.count
            kept.append(region)
        }
        self.places = places
        self.regions = kept
        self.warnings = warnings
    }

    public subscript(id: RegionID) -> Region? { places[id].map { regions[$0] } }

    /// The active region with a bound that contains `coordinate`; with several, the one whose containing bound has the
    /// nearest centre, and of equals the first. The gaps between a region's bounds are not the region's.
    public func region(containing coordinate: Coordinate) -> Region? {
        var best: (region: Region, distance: Double)?
        for region in regions where region.isActive {
            for bound in region.bounds where bound.contains(coordinate) {
                let distance = bound.distance(to: coordinate)
                if distance < best?.distance ?? .infinity { best = (region, distance) }
            }
        }
        return best?.region
    }
}

extension RegionBound {
    /// Whether the coordinate lies in the rectangle, its edges included; one that crosses the 180th meridian goes on
    /// behind it.
    public func contains(_ coordinate: Coordinate) -> Bool {
        abs(coordinate.latitude - centre.latitude) <= latitudeSpan / 2
            && abs(Self.turn(from: centre.longitude, to: coordinate.longitude)) <= longitudeSpan / 2
    }

    /// Degrees of latitude from the centre on a plane that is true near the centre: enough to compare neighbours.
    func distance(to coordinate: Coordinate) -> Double {
        let north = coordinate.latitude - centre.latitude
        let east = Self.turn(from: centre.longitude, to: coordinate.longitude) * Self.cosine(degrees: centre.latitude)
        return (north * north + east * east).squareRoot()
    }

    /// The shorter way round, -180…180.
    private static func turn(from: Double, to: Double) -> Double {
        let difference = to - from
        return difference > 180 ? difference - 360 : difference < -180 ? difference + 360 : difference
    }

    /// Cosine by its series to x⁸, within 0.0001 for -90…90: this module has no mathematics library.
    private static func cosine(degrees: Double) -> Double {
        let square = (degrees * .pi / 180) * (degrees * .pi / 180)
        return 1 - square / 2 * (1 - square / 12 * (1 - square / 30 * (1 - square / 56)))
    }
}
