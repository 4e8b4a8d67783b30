// FoundLink: a link and where it was found.

struct FoundLink {
    let text: String
    /// 1-based, of standard input; 0 for an operand.
    let line: Int
    /// Whether an attribute has `&region…` without `&amp;`: browsers read it, whoever reads the source as text does not.
    var hasBareAmpersand = false
}
