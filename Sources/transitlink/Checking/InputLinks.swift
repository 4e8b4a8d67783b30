// InputLinks: what standard input holds: a list of URLs, a page, or a text. The form is seen from the bytes alone.

internal import Arguments
internal import TransitLinks

enum InputLinks {
    /// 64 MiB: the largest page of a site that anybody keeps by hand has a hundredth of it.
    static let limit = 64 << 20

    /// The links of standard input with their lines.
    /// - Throws: `Failure` where it can't be read, or is larger than `limit`.
    static func read(own: OwnLinks) throws(Failure) -> [FoundLink] {
        var lines = try InputLines("-", limit: limit)
        let (bytes, total) = try lines.rest(limit: limit)
        if total > limit { throw Failure(.badData, "standard input: more than \(limit) bytes; give it in parts") }
        return find(in: bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes, own: own)
    }

    static func find(in bytes: [UInt8], own: OwnLinks) -> [FoundLink] {
        if HTMLLinks.looksLikeHTML(bytes) { return HTMLLinks.find(in: bytes, own: own) }
        if let list = list(bytes) { return list }
        var counter = LineCounter()
        return TextLinks.find(in: bytes.span, own: own).map { found in
            FoundLink(text: found.text, line: counter.line(of: found.range.lowerBound, in: bytes))
        }
    }

    /// The lines of a list: each that is not blank is one word that begins with a scheme. nil where one is not. Whoever gives
    /// a list wants to know of all its lines, also of those that are none of ours.
    private static func list(_ bytes: [UInt8]) -> [FoundLink]? {
        var links: [FoundLink] = []
        var number = 0
        for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            number += 1
            guard let start = line.firstIndex(where: { $0 > 0x20 }), let end = line.lastIndex(where: { $0 > 0x20 }) else {
                continue
            }
            let word = line[start...end]
            guard isURL(word) else { return nil }
            links.append(FoundLink(text: String(decoding: word, as: UTF8.self), line: number))
        }
        return links
    }

    private static func isURL(_ word: ArraySlice<UInt8>) -> Bool {
        guard let colon = word.firstIndex(of: UInt8(ascii: ":")), colon > word.startIndex, colon + 1 < word.endIndex else {
            return false
        }
        return word[..<colon].allSatisfy { TextLinks.isSchemeByte($0) } && word.allSatisfy { $0 > 0x20 }
    }
}
