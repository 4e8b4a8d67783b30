// StopColumns: the names of the columns of stops.csv, which are the properties of stops.geojson as well. The first nine are
// always there, empty where a link isn't; then one a chosen map app, one a fare link and one a link of the operator's own; what
// the feed says beside it last.

internal import TransitLinks

package struct StopColumns: Sendable {
    static let feed = ["stop_id", "oba_id", "stop_code", "stop_name", "stop_lat", "stop_lon"]
    static let described = ["platform_code", "stop_desc"]

    let links: LinkColumns

    package init(_ context: LinkContext) {
        let rows = context.links.stop
        let pages = ["web", "app", "android"]
        // The pages of the app itself are the same for every stop.
        let chosen = rows.selected.filter { !pages.contains($0) && !$0.hasPrefix("store.") }
        links = LinkColumns(pages + chosen, of: rows)
    }

    /// All names in order.
    package var names: [String] { Self.feed + links.columns.map(\.name) + Self.described }
}
