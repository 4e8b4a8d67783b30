// FoundLink: a link and where it was found.

struct FoundLink {
    let text: String
    /// 1-based, of standard input; 0 for an operand.
    let line: Int
    /// Whether an attribute has `&region…` without `&amp;`: browsers read it, whoever reads the source as text does not.
    var hasBareAmpersand = false
    /// Whether its bytes were UTF-8; others are shown as U+FFFD.
    var isUTF8 = true

    /// The same link in another line.
    func moved(to line: Int) -> FoundLink {
        FoundLink(text: text, line: line, hasBareAmpersand: hasBareAmpersand, isUTF8: isUTF8)
    }
}
