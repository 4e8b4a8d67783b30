// SiteAssets: the files of a site that are the same for every feed, as they stand in Sources/CSite.

internal import CSite
internal import Glibc

package enum SiteAssets {
    /// `site.css`, `site.js` and `icon.svg`, each with its bytes.
    package static var files: [(path: String, bytes: [UInt8])] {
        (0..<site_asset_count).map { index in
            // SAFETY: the table and what it points to are constants of the program.
            let asset = unsafe site_asset_at(index).pointee
            let bytes = unsafe [UInt8](UnsafeBufferPointer(start: asset.bytes, count: asset.count))
            return (unsafe String(cString: asset.name), bytes)
        }
    }
}
