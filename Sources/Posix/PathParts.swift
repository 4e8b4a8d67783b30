// PathParts: a path as the folder above and the name in it, for whoever opens a folder first and works on names in it.

package enum PathParts {
    /// A path at its last `/`: `.` where it has none, `/` for what stands at the top. No name for an empty one, `.` and `..`.
    package static func split(_ path: some BidirectionalCollection<UInt8>) -> (folder: [UInt8], name: FileName?) {
        guard let at = path.lastIndex(of: slash) else { return ([UInt8(ascii: ".")], FileName(path)) }
        let folder = at == path.startIndex ? [slash] : Array(path[..<at])
        return (folder, FileName(path[path.index(after: at)...]))
    }

    /// The path without the slashes at its end, which don't count for a folder's; `/` stays.
    package static func withoutTrailingSlashes(_ path: [UInt8]) -> ArraySlice<UInt8> {
        var path = path[...]
        while path.count > 1, path.last == slash { path = path.dropLast() }
        return path
    }

    private static let slash = UInt8(ascii: "/")
}
