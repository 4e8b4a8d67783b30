// IntentLink: an `intent:` link of Android's browsers taken apart (developer.chrome.com, "Android Intents with Chrome"): the
// URL that the app gets, the package that is asked, and the page for those who don't have it.

struct IntentLink {
    /// What the app is started with.
    let target: String
    let package: String?
    let fallback: String?

    /// nil where it has no `#Intent;…;end`, or names no scheme. A last semicolon is as good as none: Chrome's own documents write
    /// both forms.
    init?(_ text: String) {
        guard text.lowercased().hasPrefix("intent:"), let mark = text.range(of: "#Intent;"),
            text.hasSuffix(";end") || text.hasSuffix(";end;")
        else { return nil }
        var extras: [String: String] = [:]
        for field in text[mark.upperBound...].split(separator: ";") {
            let halves = field.split(separator: "=", maxSplits: 1)
            if halves.count == 2 { extras[String(halves[0])] = LinkForm.decoded(String(halves[1])) }
        }
        guard let scheme = extras["scheme"] else { return nil }
        target = scheme + ":" + text[..<mark.lowerBound].dropFirst("intent:".count)
        package = extras["package"]
        fallback = extras["S.browser_fallback_url"]
    }
}

extension String {
    /// Where `word` first stands, byte for byte.
    fileprivate func range(of word: String) -> Range<Index>? {
        var at = utf8.startIndex
        while at < utf8.endIndex {
            if utf8[at...].starts(with: word.utf8) { return at..<utf8.index(at, offsetBy: word.utf8.count) }
            at = utf8.index(after: at)
        }
        return nil
    }
}
