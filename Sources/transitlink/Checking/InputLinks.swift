// InputLinks: what standard input holds: a list of URLs, a mail, JSON, a page, Markdown, or a text. The form is seen from the bytes
// alone, by more than one character: a list may hold a `<`, and Markdown a tag.

internal import Arguments
internal import TransitLinks

enum InputLinks {
    /// 64 MiB: the largest page of a site that anybody keeps by hand has a hundredth of it.
    static let limit = 64 << 20

    /// The links of standard input with their lines.
    /// - Throws: `Failure` where it can't be read, is larger than `limit`, or holds no text.
    static func read(own: OwnLinks) throws(Failure) -> [FoundLink] {
        var lines = try InputLines("-", limit: limit)
        let (bytes, total) = try lines.rest(limit: limit)
        if total > limit { throw Failure(.badData, "standard input: more than \(limit) bytes; give it in parts") }
        do throws(InputText.Problem) {
            return find(in: try InputText.decoded(bytes), own: own)
        } catch { throw Failure(.badData, "standard input: \(error.sentence)") }
    }

    /// The links of a text in UTF-8.
    static func find(in bytes: [UInt8], own: OwnLinks) -> [FoundLink] {
        if let list = URLList.links(in: bytes) { return list }
        if let links = JSONLinks.find(in: bytes, own: own) ?? JSONLinks.find(inLines: bytes, own: own) { return links }
        guard let parts = MailParts.find(in: bytes) else { return links(inText: bytes, own: own) }
        return parts.flatMap { part in links(inText: part.bytes, own: own).map { $0.moved(to: part.origin(of: $0.line)) } }
    }

    /// The links of a page, of Markdown, or of a text.
    static func links(inText bytes: [UInt8], own: OwnLinks, hasSections: Bool = true) -> [FoundLink] {
        if HTMLLinks.isPage(bytes) { return HTMLLinks.find(in: bytes, own: own, hasSections: hasSections) }
        if MarkdownLinks.looksLikeMarkdown(bytes) { return MarkdownLinks.find(in: bytes, own: own) }
        if HTMLLinks.holdsTags(bytes) { return HTMLLinks.find(in: bytes, own: own, hasSections: hasSections) }
        return text(ScriptText.hasEscapes(bytes) ? ScriptText.decoded(bytes) : bytes, own: own)
    }

    /// The links of running text.
    static func text(_ bytes: [UInt8], own: OwnLinks) -> [FoundLink] {
        var counter = LineCounter()
        return TextLinks.find(in: bytes.span, own: own).map { found in
            FoundLink(text: found.text, line: counter.line(of: found.range.lowerBound, in: bytes), isUTF8: found.isUTF8)
        }
    }
}

/// A URL a line. Whoever gives a list wants to know of all its lines, also of those that are none of ours.
enum URLList {
    /// The lines that are not blank and no comment (`#`); nil where one doesn't begin with a scheme, or where most have blanks in
    /// them, as sentences have.
    static func links(in bytes: [UInt8]) -> [FoundLink]? {
        var links: [FoundLink] = []
        var withBlanks = 0
        var number = 0
        for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            number += 1
            guard let start = line.firstIndex(where: { $0 > 0x20 }), let end = line.lastIndex(where: { $0 > 0x20 }),
                line[start] != UInt8(ascii: "#")
            else { continue }
            let word = line[start...end]
            guard isURL(word) else { return nil }
            if word.contains(where: { $0 <= 0x20 }) { withBlanks += 1 }
            let text = String(decoding: word, as: UTF8.self)
            links.append(FoundLink(text: text, line: number, isUTF8: String(validating: word, as: UTF8.self) != nil))
        }
        return links.isEmpty || withBlanks * 2 > links.count ? nil : links
    }

    /// A scheme, and more; with blanks in it only where `//` follows: `Note: this is a sentence`.
    private static func isURL(_ word: ArraySlice<UInt8>) -> Bool {
        guard let colon = word.firstIndex(of: UInt8(ascii: ":")), colon > word.startIndex, colon + 1 < word.endIndex else {
            return false
        }
        guard word[..<colon].allSatisfy({ TextLinks.isSchemeByte($0) }) else { return false }
        return word.allSatisfy { $0 > 0x20 } || word[colon...].dropFirst().starts(with: "//".utf8)
    }
}
