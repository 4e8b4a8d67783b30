// RegionName: how a person names a region of the directory: by its number, its name, or a part of the name that no other
// region's has. Never by guess: what could be two regions, and what is none, is told with those that could be meant.

internal import Escaping
package import TransitLinks

/// Why a word on a command line is no region.
package enum RegionNameError: Error, Sendable {
    case blank
    case unknownNumber(RegionID, RegionDirectory)
    case unknownName(String, RegionDirectory)
    /// Several regions that the word could be.
    case ambiguous(String, [Region])

    /// Names listed in one sentence; a directory of thousands would fill the screen.
    private static let listed = 20

    /// What is wrong and what could be meant, escaped: names come from a directory that others write.
    package var sentence: String {
        switch self {
        case .blank: return "which? give a region's number or name"
        case .unknownNumber(let id, let directory):
            return "'\(id.rawValue)' is not in the directory; it has \(Self.list(directory.regions))"
        case .unknownName(let text, let directory):
            let shown = Printable.quoted(text, limit: 80)
            if let near = directory.region(near: text) { return "\(shown) is no region; did you mean \(Self.shown(near))?" }
            return "\(shown) is no region; the directory has \(Self.list(directory.regions))"
        case .ambiguous(let text, let regions):
            return "\(Printable.quoted(text, limit: 80)) could be \(Self.list(regions)); give its number"
        }
    }

    private static func list(_ regions: [Region]) -> String {
        let more = regions.count - listed
        return regions.prefix(listed).map(shown).joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
    }

    private static func shown(_ region: Region) -> String { "\(region.id.rawValue) \(Printable.escaped(region.name))" }
}

extension RegionDirectory {
    /// The region that `text` names: its number; else its name, whatever the letters' case; else the only one with a name that
    /// holds `text`.
    /// - Throws: `RegionNameError`.
    package func region(named text: String) throws(RegionNameError) -> Region {
        let wanted = Self.folded(text)
        if wanted.isEmpty { throw .blank }
        if let number = Int64(wanted) {
            let id = RegionID(rawValue: number)
            guard let region = self[id] else { throw .unknownNumber(id, self) }
            return region
        }
        for isMeant: (String) -> Bool in [{ $0 == wanted }, { $0.holds(wanted) }] {
            let found = regions.filter { isMeant(Self.folded($0.name)) }
            if found.count == 1 { return found[0] }
            if found.count > 1 { throw .ambiguous(text, found) }
        }
        throw .unknownName(text, self)
    }

    /// The region with the name, or the word in its name, that is nearest to `text`; nil where none is near.
    fileprivate func region(near text: String) -> Region? {
        var regionOf: [String: Region] = [:]
        var names: [String] = []
        for region in regions {
            let name = Self.folded(region.name)
            for word in [name] + name.split(separator: " ").map(String.init).filter({ $0.count > 2 })
            where regionOf[word] == nil {
                regionOf[word] = region
                names.append(word)
            }
        }
        return Spelling.nearest(to: Self.folded(text), in: names).flatMap { regionOf[$0] }
    }

    /// Small letters, one blank between words.
    private static func folded(_ text: String) -> String {
        text.lowercased().split { $0 == " " || $0 == "\t" }.joined(separator: " ")
    }
}
