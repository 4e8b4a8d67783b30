// FeedLayout: which folder of an archive or a directory tree is the feed, by the names alone. GTFS wants the files at the
// top; many zips have them in a folder, with what macOS adds beside it. More than one feed is for the user to sort out.

internal import Escaping
internal import Feeds

struct FeedLayout {
    /// The folder that holds the tables: empty, or `NAME/…/`.
    let folder: String
    /// The names of the files in it.
    let names: [String]

    /// - Parameters:
    ///   - paths: all files, `/` between parts, none beginning with it.
    ///   - place: what they are in, for messages.
    /// - Throws: `badArchive` where two folders have a stops.txt.
    init(_ paths: [String], in place: String) throws(FeedError) {
        var byFolder: [String: [String]] = [:]
        for path in paths where !Self.isIgnored(path) {
            let (folder, name) = Self.split(path)
            byFolder[folder, default: []].append(name)
        }
        let feeds = byFolder.filter { $1.contains("stops.txt") }.keys.sorted()
        if feeds.count > 1 {
            let shown = feeds.prefix(8).map { Printable.quoted($0.isEmpty ? "/" : $0) }.joined(separator: ", ")
            throw .badArchive("\(place) holds \(feeds.count) feeds, in \(shown): unpack it and give the folder of one")
        }
        // Without stops.txt the files at the top are what a message shows; without any there, those of the fullest folder.
        let fullest = byFolder.max { ($0.value.count, $1.key) < ($1.value.count, $0.key) }?.key ?? ""
        folder = feeds.first ?? (byFolder[""] == nil ? fullest : "")
        names = (byFolder[folder] ?? []).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        if let double = zip(names, names.dropFirst()).first(where: { $0 == $1 }) {
            throw .badArchive("\(place) holds \(Printable.quoted(double.0)) twice: which one counts isn't known")
        }
    }

    /// What macOS and others add: `__MACOSX/`, and names that begin with a dot.
    static func isIgnored(_ path: String) -> Bool {
        path.split(separator: "/").contains { $0 == "__MACOSX" || $0.hasPrefix(".") }
    }

    private static func split(_ path: String) -> (folder: String, name: String) {
        guard let slash = path.lastIndex(of: "/") else { return ("", path) }
        return (String(path[...slash]), String(path[path.index(after: slash)...]))
    }
}
