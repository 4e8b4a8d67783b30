// MarkdownLinks: the links of a Markdown file (CommonMark 0.31): in its text, in brackets and in HTML between it. A character
// reference counts with its semicolon alone, so that `&regionID` stays what it is; a backslash before punctuation is none of the
// link; nothing of this holds inside code.

internal import Escaping
internal import TransitLinks

enum MarkdownLinks {
    /// Whether a text that holds tags is Markdown all the same: it has a heading, a fence or a link in brackets, and doesn't begin as
    /// a page does.
    static func looksLikeMarkdown(_ bytes: [UInt8]) -> Bool {
        if bytes.holds("](".utf8) || bytes.starts(with: "---\n".utf8) { return true }
        return bytes.split(separator: UInt8(ascii: "\n")).contains { line in
            line.starts(with: "```".utf8) || line.starts(with: "~~~".utf8) || isHeading(line)
        }
    }

    private static func isHeading(_ line: ArraySlice<UInt8>) -> Bool {
        let marks = line.prefix { $0 == UInt8(ascii: "#") }.count
        return (1...6).contains(marks) && line.dropFirst(marks).first == UInt8(ascii: " ")
    }

    static func find(in bytes: [UInt8], own: OwnLinks) -> [FoundLink] {
        var links: [FoundLink] = []
        var fence: ArraySlice<UInt8>?
        var number = 0
        for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            number += 1
            let content = line.drop { $0 == 0x20 }
            if let open = fence {
                if content.starts(with: open) { fence = nil }
            } else if content.starts(with: "```".utf8) || content.starts(with: "~~~".utf8) {
                fence = content.prefix(3)
            }
            let text = fence == nil ? decoded(Array(line)) : Array(line)
            for found in TextLinks.find(in: text.span, own: own, endsLink: endsLink) {
                links.append(FoundLink(text: found.text, line: number, isUTF8: found.isUTF8))
            }
        }
        return links
    }

    /// A cell of a table ends, and the text of a link in brackets.
    private static func endsLink(_ bytes: Span<UInt8>, _ at: Int) -> Bool {
        switch bytes[at] {
        case UInt8(ascii: "|"): true
        case UInt8(ascii: "]"): at + 1 < bytes.count && "([:".utf8.contains(bytes[at + 1])
        default: false
        }
    }

    /// A line outside of fences.
    private static func decoded(_ line: [UInt8]) -> [UInt8] {
        var out: [UInt8] = []
        var isCode = false
        var at = 0
        while at < line.count {
            if line[at] == UInt8(ascii: "`") { isCode.toggle() }
            if !isCode, line[at] == UInt8(ascii: "\\"), at + 1 < line.count, isPunctuation(line[at + 1]) {
                out.append(line[at + 1])
                at += 2
            } else if !isCode, line[at] == UInt8(ascii: "&"),
                let (scalar, end) = reference(line, at)
            {
                out += Array(String(scalar).utf8)
                at = end
            } else {
                out.append(line[at])
                at += 1
            }
        }
        return out
    }

    /// Of the names those of which a URL can be made.
    private static let names: [String: Unicode.Scalar] = [
        "amp": "&", "AMP": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "num": "#", "equals": "=", "quest": "?",
        "sol": "/",
        "colon": ":", "percnt": "%", "plus": "+", "lowbar": "_", "commat": "@", "reg": "\u{AE}", "nbsp": "\u{A0}",
    ]

    /// The reference that begins at `at`, and where it ends; nil without a semicolon.
    private static func reference(_ line: [UInt8], _ at: Int) -> (Unicode.Scalar, end: Int)? {
        guard let end = line[at...].prefix(12).firstIndex(of: UInt8(ascii: ";")) else { return nil }
        let name = String(decoding: line[(at + 1)..<end], as: UTF8.self)
        if let scalar = names[name] { return (scalar, end + 1) }
        guard name.hasPrefix("#") else { return nil }
        let isHexadecimal = name.hasPrefix("#x") || name.hasPrefix("#X")
        let number = UInt32(name.dropFirst(isHexadecimal ? 2 : 1), radix: isHexadecimal ? 16 : 10)
        return number.flatMap(Unicode.Scalar.init).map { ($0, end + 1) }
    }

    private static func isPunctuation(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x21...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E: true
        default: false
        }
    }
}
