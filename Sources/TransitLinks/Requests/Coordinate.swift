public struct Coordinate: Sendable, Hashable {
    public let latitude: Double
    public let longitude: Double
}
public enum CompassDirection: String, Sendable, CaseIterable { case n = "N" }
