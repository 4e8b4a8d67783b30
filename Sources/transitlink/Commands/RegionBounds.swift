// RegionBounds: the rectangle of a region from edges in degrees, or around a feed's stops.

internal import Arguments
internal import Feeds
internal import TransitLinks

extension RegionBound {
    /// The rectangle between four edges, as a directory has it: centre and full widths.
    /// - Throws: `UsageError` for one without a centre on the map.
    init(_ bounds: ChosenStops.Bounds) throws(UsageError) {
        let width = bounds.east - bounds.west + (bounds.west > bounds.east ? 360 : 0)
        var middle = bounds.west + width / 2
        if middle > 180 { middle -= 360 }
        do throws(CoordinateError) {
            self.init(
                centre: try Coordinate(
                    latitude: Self.rounded((bounds.south + bounds.north) / 2), longitude: Self.rounded(middle)),
                latitudeSpan: Self.rounded(bounds.north - bounds.south), longitudeSpan: Self.rounded(width))
        } catch { throw UsageError("--bounds: no rectangle on the map") }
    }

    /// Six decimals, ten centimetres: what adding leaves behind them is nobody's.
    private static func rounded(_ degrees: Double) -> Double { (degrees * 1_000_000).rounded() / 1_000_000 }
}

extension ChosenStops.Bounds {
    /// A hundredth of a degree, about a kilometre: a stop that comes tomorrow at the edge is the region's, too.
    private static let margin = 0.01

    /// The smallest rectangle around the stops, and a margin; placeholders at 0,0 don't count. nil where no stop has a place.
    init?(around stops: [FeedStop]) {
        let placed = stops.filter { $0.hasCoordinate && (abs($0.latitude) > 1 || abs($0.longitude) > 1) }
        guard let south = placed.map(\.latitude).min(), let north = placed.map(\.latitude).max() else { return nil }
        let (west, east) = Self.narrowest(placed.map(\.longitude))
        self.init(
            south: max(-90, Self.rounded(south - Self.margin)), west: Self.turned(Self.rounded(west - Self.margin)),
            north: min(90, Self.rounded(north + Self.margin)), east: Self.turned(Self.rounded(east + Self.margin)))
    }

    /// The edges of what the widest gap between two neighbours leaves: a feed on both sides of the 180th meridian is no world.
    private static func narrowest(_ longitudes: [Double]) -> (west: Double, east: Double) {
        let sorted = longitudes.sorted()
        var (west, east) = (sorted[0], sorted[sorted.count - 1])
        var widest = west + 360 - east
        for (left, right) in zip(sorted, sorted.dropFirst()) where right - left > widest {
            (widest, west, east) = (right - left, right, left)
        }
        return (west, east)
    }

    private static func turned(_ longitude: Double) -> Double {
        longitude > 180 ? longitude - 360 : longitude < -180 ? longitude + 360 : longitude
    }

    /// Four decimals, ten metres.
    private static func rounded(_ degrees: Double) -> Double { (degrees * 10_000).rounded() / 10_000 }
}
