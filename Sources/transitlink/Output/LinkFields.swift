// LinkFields: the links of a set under the names they have in a result, one by one: what `--only` prints and what a
// terminal block labels.

internal import Escaping
internal import TransitLinks

enum LinkFields {
    /// What `name` stands for in `set`: one text, or several for a group as `walking`; none where it does not exist.
    static func texts(named name: String, of set: LinkSet) -> [String] {
        if name == "handoff" { return set.handoff.map { [$0.json] } ?? [] }
        return set.texts.filter { $0.name == name || $0.name.hasPrefix(name + ".") }.map(\.text)
    }

    /// Every name that `texts(named:of:)` knows.
    static let names = LinkSelection.names.map(\.name) + LinkTable.rows.filter { $0.group != nil }.map(\.name)
}
