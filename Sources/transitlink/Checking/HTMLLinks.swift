// HTMLLinks: the links of an HTML page, as a browser would follow or show them: the values of href, src and action, and the
// URLs in other attributes, in text, scripts and styles. It follows the tokenizer of HTML (section 13.2.5) as far as links
// need it: tags, attributes with and without quotes, character references, comments, and elements whose inside is no markup.

internal import Escaping
internal import TransitLinks

struct HTMLLinks {
    private let bytes: [UInt8]
    private let own: OwnLinks
    private var at = 0
    private var lines: LineCounter
    private(set) var links: [FoundLink] = []

    /// Attributes whose value is one URL.
    private static let urlAttributes: Set<String> = ["href", "src", "action", "formaction", "xlink:href", "data-href"]
    /// Elements whose inside ends with their own end tag only, and holds no character references.
    private static let rawElements: Set<String> = ["script", "style", "xmp", "iframe", "noembed", "noframes"]

    /// Reads the whole page.
    static func find(in bytes: [UInt8], own: OwnLinks) -> [FoundLink] {
        var page = HTMLLinks(bytes, own)
        page.read()
        return page.links
    }

    private init(_ bytes: [UInt8], _ own: OwnLinks) {
        self.bytes = bytes
        self.own = own
        lines = LineCounter()
    }

    /// Whether the bytes look like HTML: a tag, an end tag, a comment or a doctype somewhere. `<https://…>` is none.
    static func looksLikeHTML(_ bytes: [UInt8]) -> Bool {
        var at = 0
        while let open = bytes[at...].firstIndex(of: UInt8(ascii: "<")) {
            at = open + 1
            var end = at
            if end < bytes.count, bytes[end] == UInt8(ascii: "!") { return true }
            if end < bytes.count, bytes[end] == UInt8(ascii: "/") { end += 1 }
            let start = end
            while end < bytes.count, isAlphanumeric(bytes[end]) { end += 1 }
            guard end > start, end < bytes.count, !isDigit(bytes[start]) else { continue }
            if isSpace(bytes[end]) || bytes[end] == UInt8(ascii: ">") { return true }
            if bytes[end] == UInt8(ascii: "/"), end + 1 < bytes.count, bytes[end + 1] == UInt8(ascii: ">") { return true }
        }
        return false
    }

    // MARK: - Tokens

    private mutating func read() {
        while at < bytes.count {
            let open = index(of: UInt8(ascii: "<"), from: at)
            guard open < bytes.count else { return text(at..<open) }
            let start = open + 1
            guard start < bytes.count, isTagStart(bytes[start]) else {
                // A `<` of the text.
                let next = index(of: UInt8(ascii: "<"), from: start)
                text(at..<next)
                at = next
                continue
            }
            text(at..<open)
            at = start
            readMarkup()
        }
    }

    private func isTagStart(_ byte: UInt8) -> Bool {
        Self.isLetter(byte) || byte == UInt8(ascii: "/") || byte == UInt8(ascii: "!") || byte == UInt8(ascii: "?")
    }

    /// Behind a `<`.
    private mutating func readMarkup() {
        if starts(with: "!--", at) {
            at = index(after: "-->", from: at + 1)
        } else if Self.isLetter(bytes[at]) {
            readTag()
        } else {
            at = min(index(of: UInt8(ascii: ">"), from: at) + 1, bytes.count)
        }
    }

    private mutating func readTag() {
        let name = word { Self.isSpace($0) || $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: ">") }
        while at < bytes.count, bytes[at] != UInt8(ascii: ">") {
            if Self.isSpace(bytes[at]) || bytes[at] == UInt8(ascii: "/") { at += 1 } else { readAttribute() }
        }
        at = min(at + 1, bytes.count)
        if Self.rawElements.contains(name) {
            let end = endTag(of: name)
            raw(at..<end)
            at = end
        }
    }

    private mutating func readAttribute() {
        let start = at
        let name = word {
            Self.isSpace($0) || $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: ">") || $0 == UInt8(ascii: "=")
        }
        skipSpace()
        guard at < bytes.count, bytes[at] == UInt8(ascii: "=") else {
            if at == start { at += 1 }
            return
        }
        at += 1
        skipSpace()
        attribute(name, readValue())
    }

    private mutating func readValue() -> Range<Int> {
        guard at < bytes.count else { return at..<at }
        let quote = bytes[at]
        if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
            let end = index(of: quote, from: at + 1)
            defer { at = min(end + 1, bytes.count) }
            return at + 1..<max(end, at + 1)
        }
        let start = at
        while at < bytes.count, !Self.isSpace(bytes[at]), bytes[at] != UInt8(ascii: ">") { at += 1 }
        return start..<at
    }

    /// Up to the byte that ends it, in small letters.
    private mutating func word(until isEnd: (UInt8) -> Bool) -> String {
        let start = at
        while at < bytes.count, !isEnd(bytes[at]) { at += 1 }
        return String(decoding: bytes[start..<at], as: UTF8.self).lowercased()
    }

    private mutating func skipSpace() { while at < bytes.count, Self.isSpace(bytes[at]) { at += 1 } }

    private func endTag(of name: String) -> Int {
        var from = at
        while true {
            let open = index(of: UInt8(ascii: "<"), from: from)
            if open == bytes.count || starts(with: "/" + name, open + 1) { return open }
            from = open + 1
        }
    }
}

// MARK: Links

extension HTMLLinks {
    private mutating func attribute(_ name: String, _ range: Range<Int>) {
        let value = decoded(range, inAttribute: true)
        let line = lines.line(of: range.lowerBound, in: bytes)
        let hasBareAmpersand = Self.hasBareRegion(bytes[range])
        if Self.urlAttributes.contains(name) {
            let url = Self.asURL(value.bytes)
            if own.contains(url) { links.append(FoundLink(text: url, line: line, hasBareAmpersand: hasBareAmpersand)) }
            return
        }
        for found in TextLinks.find(in: value.bytes.span, own: own) {
            links.append(FoundLink(text: found.text, line: line, hasBareAmpersand: hasBareAmpersand))
        }
    }

    private mutating func text(_ range: Range<Int>) {
        let decoded = decoded(range, inAttribute: false)
        for found in TextLinks.find(in: decoded.bytes.span, own: own) {
            links.append(
                FoundLink(text: found.text, line: lines.line(of: decoded.origin(of: found.range.lowerBound), in: bytes)))
        }
    }

    private mutating func raw(_ range: Range<Int>) {
        let inside = Array(bytes[range])
        for found in TextLinks.find(in: inside.span, own: own)
        where !found.text.holds("${") && !Self.isJoined(inside, found.range.upperBound) {
            links.append(
                FoundLink(text: found.text, line: lines.line(of: range.lowerBound + found.range.lowerBound, in: bytes)))
        }
    }

    /// Whether a script goes on with the link behind its quote: `'…?stopID=' + id`. What is a link is known at run time alone.
    private static func isJoined(_ script: [UInt8], _ end: Int) -> Bool {
        let rest = script[end...].prefix(16).drop { $0 == UInt8(ascii: "'") || $0 == UInt8(ascii: "\"") || isSpace($0) }
        return rest.first == UInt8(ascii: "+")
    }

    private func decoded(_ range: Range<Int>, inAttribute: Bool) -> DecodedText {
        DecodedText(bytes.span, range, inAttribute: inAttribute)
    }

    /// As the URL parser of browsers begins: without blanks around it, without tabs and line ends in it; `//host` is https.
    private static func asURL(_ value: [UInt8]) -> String {
        let kept = value.filter { $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }
        let start = kept.firstIndex { $0 > 0x20 } ?? kept.count
        let end = (kept.lastIndex { $0 > 0x20 } ?? start - 1) + 1
        let url = String(decoding: kept[start..<end], as: UTF8.self)
        return url.hasPrefix("//") ? "https:" + url : url
    }

    private static func hasBareRegion(_ value: ArraySlice<UInt8>) -> Bool {
        let word = Array("&region".utf8)
        var at = value.startIndex
        while let start = value[at...].firstIndex(of: UInt8(ascii: "&")) {
            if value[start...].starts(with: word) { return true }
            at = start + 1
        }
        return false
    }
}

// MARK: Bytes

extension HTMLLinks {
    private func index(of byte: UInt8, from start: Int) -> Int {
        start < bytes.count ? bytes[start...].firstIndex(of: byte) ?? bytes.count : bytes.count
    }

    /// Behind the next `word`, the end without one.
    private func index(after word: String, from start: Int) -> Int {
        var from = start
        let last = word.utf8.last ?? 0
        while from < bytes.count {
            let end = index(of: last, from: from)
            let begin = end + 1 - word.utf8.count
            if end < bytes.count, begin >= start, starts(with: word, begin) { return end + 1 }
            from = end + 1
        }
        return bytes.count
    }

    /// Whether `word` stands there, without case.
    private func starts(with word: String, _ start: Int) -> Bool {
        guard start + word.utf8.count <= bytes.count else { return false }
        return zip(bytes[start...], word.utf8).allSatisfy { $0 == $1 || (Self.isLetter($0) && $0 | 0x20 == $1) }
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0C || byte == 0x0D
    }
    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
    private static func isLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) }
    private static func isAlphanumeric(_ byte: UInt8) -> Bool { isLetter(byte) || isDigit(byte) }
}
