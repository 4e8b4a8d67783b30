// HTMLLinks: the links of an HTML page, as a browser would follow or show them: the values of href, src and action, and the
// URLs in other attributes, in text, scripts and styles. The page is taken apart by HTMLPage.

internal import Escaping
internal import HTMLPages
internal import TransitLinks

enum HTMLLinks {
    /// Attributes whose value is one URL.
    private static let urlAttributes: Set<String> = ["href", "src", "action", "formaction", "xlink:href", "data-href"]

    /// The links of a page. In XML a CDATA section is a text of its own: a feed's items are pages in such sections.
    static func find(in bytes: [UInt8], own: OwnLinks, hasSections: Bool) -> [FoundLink] {
        let (page, sections) = hasSections ? CDATASections.taken(outOf: bytes) : (bytes, [])
        var links = HTMLPage.pieces(of: page).flatMap { self.links(in: $0, own) }
        for section in sections {
            // No section lies in another one.
            links += InputLinks.links(inText: section.bytes, own: own, hasSections: false).map {
                $0.moved(to: section.origin(of: $0.line))
            }
        }
        return sections.isEmpty
            ? links
            : links.enumerated().sorted {
                ($0.element.line, $0.offset) < ($1.element.line, $1.offset)
            }.map(\.element)
    }

    private static func links(in piece: HTMLPiece, _ own: OwnLinks) -> [FoundLink] {
        let isUTF8 = String(validating: piece.source, as: UTF8.self) != nil
        switch piece.kind {
        case .attribute(let name):
            let hasBareAmpersand = piece.source.holds("&region".utf8)
            let links: [String]
            if urlAttributes.contains(name) {
                links = [asURL(Array(piece.text.utf8))].filter(own.contains)
            } else {
                links = TextLinks.find(in: piece.text.utf8.span, own: own).map(\.text)
            }
            return links.map { FoundLink(text: $0, line: piece.line, hasBareAmpersand: hasBareAmpersand, isUTF8: isUTF8) }
        case .text: return InputLinks.text(Array(piece.text.utf8), own: own).map { moved($0, piece, isUTF8) }
        case .code: return code(Array(piece.text.utf8), own).map { moved($0, piece, isUTF8) }
        }
    }

    private static func moved(_ link: FoundLink, _ piece: HTMLPiece, _ isUTF8: Bool) -> FoundLink {
        var link = link.moved(to: piece.line + link.line - 1)
        link.isUTF8 = isUTF8 || !link.text.unicodeScalars.contains("\u{FFFD}")
        return link
    }

    /// Links that stand whole in a script: others are known at run time alone.
    private static func code(_ source: [UInt8], _ own: OwnLinks) -> [FoundLink] {
        let script = ScriptText.decoded(source)
        var lines = LineCounter()
        return TextLinks.find(in: script.span, own: own).filter {
            !$0.text.holds("${") && !isJoined(script, $0.range.upperBound)
        }.map { FoundLink(text: $0.text, line: lines.line(of: $0.range.lowerBound, in: script)) }
    }

    /// Whether a script goes on with the link behind its quote: `'…?stopID=' + id`.
    private static func isJoined(_ script: [UInt8], _ end: Int) -> Bool {
        let rest = script[end...].prefix(16).drop { $0 == UInt8(ascii: "'") || $0 == UInt8(ascii: "\"") || isSpace($0) }
        return rest.first == UInt8(ascii: "+")
    }

    /// As the URL parser of browsers begins: without blanks around it, without tabs and line ends in it; `//host` is https.
    private static func asURL(_ value: [UInt8]) -> String {
        let kept = value.filter { $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }
        let start = kept.firstIndex { $0 > 0x20 } ?? kept.count
        let end = (kept.lastIndex { $0 > 0x20 } ?? start - 1) + 1
        let url = String(decoding: kept[start..<end], as: UTF8.self)
        return url.hasPrefix("//") ? "https:" + url : url
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0C || byte == 0x0D
    }
}

// MARK: What is a page

extension HTMLLinks {
    /// Whether a text begins as a page or an XML document does; a comment and blanks may stand before it.
    static func isPage(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...].drop { $0 <= 0x20 }
        while rest.starts(with: "<!--".utf8) {
            rest = rest.dropFirst(4)
            while !rest.isEmpty, !rest.starts(with: "-->".utf8) { rest = rest.dropFirst() }
            rest = rest.dropFirst(3).drop { $0 <= 0x20 }
        }
        let start = String(decoding: rest.prefix(16), as: UTF8.self).lowercased()
        return ["<!doctype", "<html", "<?xml", "<head", "<body", "<rss", "<feed", "<urlset", "<svg"].contains(
            where: start.hasPrefix)
    }

    /// Whether there is a tag of HTML, a comment or a CDATA section somewhere. `<https://…>` is none, and neither is `<stop id>`.
    static func holdsTags(_ bytes: [UInt8]) -> Bool {
        var at = 0
        while let open = bytes[at...].firstIndex(of: UInt8(ascii: "<")) {
            at = open + 1
            if bytes[at...].starts(with: "!--".utf8) || bytes[at...].starts(with: "![CDATA[".utf8) { return true }
            let rest = bytes[at...].prefix(24)
            let name = (rest.first == UInt8(ascii: "/") ? rest.dropFirst() : rest).prefix(while: isNameByte)
            guard elements.contains(String(decoding: name, as: UTF8.self).lowercased()), name.endIndex < bytes.count else {
                continue
            }
            if isSpace(bytes[name.endIndex]) || ">/".utf8.contains(bytes[name.endIndex]) { return true }
        }
        return false
    }

    private static func isNameByte(_ byte: UInt8) -> Bool { isLetter(byte) || isDigit(byte) }

    /// The elements of HTML (section 4, and the old ones of 16.2).
    private static let elements = Set(
        """
        a abbr acronym address applet area article aside audio b base basefont bdi bdo big blink blockquote body br button canvas \
        caption center cite code col colgroup data datalist dd del details dfn dialog dir div dl dt em embed fieldset figcaption \
        figure font footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe img input ins kbd label legend \
        li link main map mark marquee menu meta meter nav nobr noembed noframes noscript object ol optgroup option output p param \
        picture plaintext pre progress q rp rt ruby s samp script search section select slot small source span strike strong style \
        sub summary sup svg table tbody td template textarea tfoot th thead time title tr track tt u ul var video wbr xmp
        """.split(separator: " ").map(String.init))
}

/// `<![CDATA[…]]>`: text in XML that holds no markup of the XML. An HTML parser takes it for a comment that ends at the first `>`.
private enum CDATASections {
    /// The page with blanks in the place of its sections, line ends kept, and the sections.
    static func taken(outOf bytes: [UInt8]) -> (page: [UInt8], sections: [InputPart]) {
        let mark = Array("<![CDATA[".utf8)
        var page = bytes
        var sections: [InputPart] = []
        var lines = LineCounter()
        var at = 0
        while let open = bytes[at...].firstIndex(of: UInt8(ascii: "<")) {
            at = open + 1
            guard bytes[open...].starts(with: mark) else { continue }
            let start = open + mark.count
            let end = bytes[start...].indices.first { bytes[$0...].starts(with: "]]>".utf8) } ?? bytes.count
            sections.append(InputPart(Array(bytes[start..<end]), firstLine: lines.line(of: start, in: bytes)))
            at = min(end + 3, bytes.count)
            for place in open..<at where bytes[place] != UInt8(ascii: "\n") { page[place] = UInt8(ascii: " ") }
        }
        return (page, sections)
    }
}

/// Lines of positions that only grow.
struct LineCounter {
    private var position = 0
    private var line = 1

    mutating func line(of target: Int, in bytes: [UInt8]) -> Int {
        while position < min(target, bytes.count) {
            if bytes[position] == UInt8(ascii: "\n") { line += 1 }
            position += 1
        }
        return line
    }
}
