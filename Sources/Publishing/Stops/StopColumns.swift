// StopColumns: the names of the columns of stops.csv, which are the properties of stops.geojson as well. The first nine are
// always there, empty where a link isn't; then one a chosen map app and one a fare link; what the feed says beside it last.

internal import Escaping
internal import TransitLinks

/// A column of links that a batch may have or not.
struct LinkColumn<Link: Sendable>: Sendable {
    let name: String
    let link: Link
}

package struct StopColumns: Sendable {
    static let feed = ["stop_id", "oba_id", "stop_code", "stop_name", "stop_lat", "stop_lon"]
    static let pages = ["web", "app", "android"]
    static let described = ["platform_code", "stop_desc"]

    /// `walking_apple`, `walking_apple_classic`…: a name of letters and `_` is one word to mail merge and SQL.
    let walking: [LinkColumn<WalkingVendor>]
    /// `fare_ios`, `fare_app_store`, `fare_play`: those of the result's `fare`.
    let fare: [LinkColumn<FareLink>]

    package init(_ context: LinkContext) {
        walking = context.vendors.map {
            LinkColumn(name: "walking_" + $0.name.replacingEach("-", with: "_"), link: $0)
        }
        fare =
            context.selection.contains(.fare)
            ? FareLink.allCases.map { LinkColumn(name: Self.name(of: $0), link: $0) } : []
    }

    /// All names in order.
    package var names: [String] { Self.feed + Self.pages + walking.map(\.name) + fare.map(\.name) + Self.described }

    static func name(of link: FareLink) -> String {
        switch link {
        case .iOS: "fare_ios"
        case .appStore: "fare_app_store"
        case .play: "fare_play"
        }
    }
}
