// LinkFields: the links of a set under the names they have in a result, one by one: what `--only` prints and what a
// terminal block labels.

internal import Escaping
internal import TransitLinks

enum LinkFields {
    /// Every link that exists: dotted name and text, in the order of a result. Without the activity.
    static func all(of set: LinkSet) -> [(name: String, text: String)] {
        var fields: [(String, String?)] = [
            ("web", set.web?.text), ("app", set.appLink?.text), ("android", set.android?.text),
        ]
        if let destination = set.walkingDestination {
            for vendor in set.vendors { fields.append(("walking.\(vendor.name)", vendor.text(to: destination))) }
        }
        fields += [
            ("fare.ios", set.fare?.iOS), ("fare.appStore", set.fare?.stores.appStore),
            ("fare.play", set.fare?.stores.play),
            ("store.ios", set.store?.appStore), ("store.android", set.store?.play),
        ]
        return fields.compactMap { name, text in text.map { (name, $0) } }
    }

    /// What `name` stands for in `set`: one text, or several for a group as `walking`; none where it does not exist.
    static func texts(named name: String, of set: LinkSet) -> [String] {
        if name == "handoff" { return set.handoff.map { [$0.json] } ?? [] }
        return all(of: set).filter { $0.name == name || $0.name.hasPrefix(name + ".") }.map(\.text)
    }

    /// Every name that `texts(named:of:)` knows.
    static let names =
        ["web", "app", "android", "walking", "fare", "handoff", "store"]
        + WalkingVendor.all.map { "walking.\($0.name)" }
        + ["fare.ios", "fare.appStore", "fare.play", "store.ios", "store.android"]
}
