// WalkingVendor: the map apps that give walking directions to a stop, by name. Their links are rows of the table.

/// A map app.
public struct WalkingVendor: Sendable, Hashable {
    /// The name by which requests and configuration choose it, and its key in a result.
    public let name: String

    private init(_ row: LinkRow) { name = String(row.key) }

    /// Every vendor, in the order of a result.
    public static let all = LinkTable.walking.map(WalkingVendor.init)

    /// What a result has unless the request or the configuration names others.
    public static let standard: [WalkingVendor] = [
        "apple", "apple-classic", "google", "google-ios", "geo", "osm",
    ].compactMap(Self.named)

    /// The vendor of this name, nil when there is none.
    public static func named(_ name: String) -> WalkingVendor? { all.first { $0.name == name } }
}
