public struct ServiceDate: Sendable, Hashable {
    public let epochSeconds: Double
}
