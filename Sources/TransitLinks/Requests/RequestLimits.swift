// RequestLimits: how much of outside input is looked at (product.md, "A request"). Each is a setting.

public struct RequestLimits: Sendable, Hashable {
    /// A single request. A real one has under 2 KiB, an arrivals entry as it came under 8.
    public var requestBytes = 64 * 1024
    /// One line of NDJSON: room for a whole arrivals response by mistake, which is then refused by name.
    public var lineBytes = 1024 * 1024
    /// One NDJSON file: five million requests.
    public var fileBytes: Int64 = 1024 * 1024 * 1024
    /// Containers inside one another; a real arrivals entry has 4.
    public var depth = 16
    /// A producer's own `id` of a request: two UUIDs and some words.
    public var idBytes = 128

    public init() {}
}
