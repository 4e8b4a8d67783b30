// PageLink: which URLs a page of the site links to. On a page https links open everywhere, while a map app's own scheme opens
// a blank tab where that app is missing: so of the walking vendors those with https are offered, and of the schemes only
// the app's and the fare app's. A scheme from a directory or profile that a browser would run is never written.

internal import TransitLinks

package enum PageLink {
    /// Whether `url` is an address of the web: http or https, with a host.
    package static func isWebPage(_ url: String) -> Bool {
        let lowered = url.prefix(8).lowercased()
        let rest = lowered.hasPrefix("https://") ? url.dropFirst(8) : lowered.hasPrefix("http://") ? url.dropFirst(7) : ""
        guard let first = rest.utf8.first, !"/?#".utf8.contains(first) else { return false }
        return !rest.prefix { $0 != "/" }.contains("@")
    }

    /// The name by which riders know a map app; nil for one that is not offered on a page.
    static func label(of vendor: WalkingVendor) -> StaticString? {
        switch vendor.name {
        case "apple": "Apple Maps"
        case "google": "Google Maps"
        case "osm": "OpenStreetMap"
        case "organic": "Organic Maps"
        // The older form of Apple's link leads to the same page.
        default: nil
        }
    }

    /// Whether `url` may stand in a page: https or http, or a scheme that a browser hands to another program.
    static func isOffered(_ url: String) -> Bool {
        let scheme = url.utf8.prefix { $0 != UInt8(ascii: ":") }
        return scheme.count < url.utf8.count && !runInBrowsers.contains(String(decoding: scheme, as: UTF8.self).lowercased())
    }

    /// Schemes that a browser itself obeys.
    private static let runInBrowsers: Set<String> = [
        "about", "blob", "chrome", "data", "file", "filesystem", "javascript", "vbscript", "view-source",
    ]
}
