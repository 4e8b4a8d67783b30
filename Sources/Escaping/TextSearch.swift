// TextSearch: finding and replacing in text, byte by byte: no canonical equivalence, no locale. The standard library's own
// verbs come with its module of regular expressions, which alone makes a program a megabyte larger.

extension Collection where Element == UInt8 {
    /// Whether `piece` stands somewhere in it. For short pieces: it costs their length at each place.
    package func holds(_ piece: some Collection<UInt8>) -> Bool {
        var rest = self[...]
        while true {
            if rest.starts(with: piece) { return true }
            if rest.isEmpty { return false }
            rest.removeFirst()
        }
    }
}

extension StringProtocol {
    /// Whether `piece` stands somewhere in it.
    package func holds(_ piece: String) -> Bool { utf8.holds(piece.utf8) }
}

extension String {
    /// The text with `replacement` for each `character`.
    package func replacingEach(_ character: Character, with replacement: String) -> String {
        var text = ""
        for each in self { text += each == character ? replacement : String(each) }
        return text
    }
}
