// DirectoryChange: a fetched region directory against the present one: what an operator is told, and what makes it so much
// worse that a mistake of its publisher is likelier than the truth.

internal import Escaping
internal import TransitLinks

struct DirectoryChange {
    let old: RegionDirectory
    /// Whether the old one is in use; else it is the one that is built in, by which only the number of regions is measured.
    let isInUse: Bool
    let new: RegionDirectory
    /// The region that the configuration names; links go to it unless a request says otherwise.
    let current: RegionChoice

    /// Why the new directory is not taken; empty where it is.
    var objections: [String] {
        var objections: [String] = []
        if new.regions.count * 2 < old.regions.count {
            objections.append("it has \(new.regions.count) regions, fewer than half of \(old.regions.count)")
        } else if active(new) * 2 < active(old) {
            objections.append("it has \(active(new)) active regions, fewer than half of \(active(old))")
        } else if isInUse, served(new) * 2 < served(old) {
            objections.append(
                "\(served(new)) of its active regions have a usable sidecarBaseUrl, fewer than half of \(served(old))")
        }
        if case .id(let id) = current {
            if new[id] == nil {
                objections.append("it doesn't have the current region \(id.rawValue)")
            } else if new[id]?.isActive == false, old[id]?.isActive != false {
                objections.append("the current region \(id.rawValue) is no longer active in it")
            } else if isInUse, new[id]?.sidecar == nil, old[id]?.sidecar != nil {
                objections.append(
                    "the current region \(id.rawValue) has no usable sidecarBaseUrl in it any more, so that stops get no web page"
                )
            }
        }
        return objections
    }

    private func active(_ directory: RegionDirectory) -> Int { directory.regions.count { $0.isActive } }

    private func served(_ directory: RegionDirectory) -> Int {
        directory.regions.count { $0.isActive && $0.sidecar != nil }
    }

    /// As in `13 regions; new: 14 'Lobo'; gone: 3 'Atlanta'`.
    var summary: String {
        let added = new.regions.filter { old[$0.id] == nil }
        let gone = old.regions.filter { new[$0.id] == nil }
        let closed = new.regions.filter { !$0.isActive && old[$0.id]?.isActive == true }
        var parts = ["\(new.regions.count) regions"]
        for (title, regions) in [("new", added), ("gone", gone), ("no longer active", closed)] where !regions.isEmpty {
            parts.append("\(title): \(Self.names(regions))")
        }
        return parts.joined(separator: "; ")
    }

    /// Ten at most: the rest is counted.
    private static func names(_ regions: [Region]) -> String {
        let names = regions.prefix(10).map { "\($0.id.rawValue) \(Printable.quoted($0.name))" }
        let rest = regions.count > 10 ? " and \(regions.count - 10) more" : ""
        return names.joined(separator: ", ") + rest
    }
}
