// TextMistakes: what went wrong with a link before anybody looked at its parts: an encoder that ran twice or not at all, an
// HTML entity that was decoded or left in.

internal import Escaping

enum TextMistakes {
    static func findings(in parts: LinkParts) -> [LinkFinding] {
        [
            notUTF8(parts), rawCharacter(parts), badEscape(parts), doubleEncoding(parts), registeredSign(parts),
            escapedAmpersand(parts),
        ].compactMap { $0 }
    }

    private static func notUTF8(_ parts: LinkParts) -> LinkFinding? {
        guard parts.text.unicodeScalars.contains("\u{FFFD}") else { return nil }
        return LinkFinding(.notUTF8, "it has bytes that are no UTF-8, shown as U+FFFD")
    }

    /// Characters that no URL holds (RFC 3986, appendix A). What is not ASCII is left out: every receiver encodes it.
    private static let forbidden = ASCIISet("\"<>\\^`{|} ")

    private static func rawCharacter(_ parts: LinkParts) -> LinkFinding? {
        let scalar = parts.text.unicodeScalars.first { $0.value < 0x20 || $0.value == 0x7F || isForbidden($0) }
        guard let scalar else { return nil }
        let escape = String(scalar.value, radix: 16, uppercase: true)
        return LinkFinding(
            .rawCharacter,
            "\(Printable.quoted(String(scalar))) is allowed in no URL; write %\(scalar.value < 16 ? "0" : "")\(escape)")
    }

    private static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII && forbidden.contains(UInt8(scalar.value & 0x7F))
    }

    private static func badEscape(_ parts: LinkParts) -> LinkFinding? {
        let bytes = parts.text.utf8.span
        guard PercentDecoding.hasBadEscape(bytes, at: 0..<bytes.count) else { return nil }
        return LinkFinding(.badEscape, "a % is not followed by two hexadecimal digits; a percent sign itself is %25")
    }

    /// An escape of an escape. The servers inside an add-region link are URLs with escapes of their own: there only one that
    /// is still encoded after it was decoded counts.
    private static func doubleEncoding(_ parts: LinkParts) -> LinkFinding? {
        let values = parts.items.filter { !$0.name.hasSuffix("-url") }.compactMap(\.value)
        let texts = [parts.path] + parts.items.map(\.name) + values
        let servers = parts.items.filter { $0.name.hasSuffix("-url") }.compactMap(\.value)
        guard let text = texts.first(where: hasEscapedEscape) ?? servers.first(where: isStillEncoded) else { return nil }
        let once = LinkParts.decoded(text)
        return LinkFinding(
            .doubleEncoding,
            "\(Printable.quoted(text)) was encoded twice: it arrives as \(Printable.quoted(once)) instead of "
                + "\(Printable.quoted(LinkParts.decoded(once))); encode once")
    }

    private static func hasEscapedEscape(_ text: String) -> Bool {
        let bytes = text.utf8.span
        guard bytes.count >= 5 else { return false }
        return (0...bytes.count - 5).contains { at in
            PercentDecoding.escape(bytes, at: at, end: bytes.count) == UInt8(ascii: "%") && isHex(bytes[at + 3])
                && isHex(bytes[at + 4])
        }
    }

    private static let hexadecimal = ASCIISet("0123456789abcdefABCDEF")
    private static func isHex(_ byte: UInt8) -> Bool { hexadecimal.contains(byte) }

    private static func isStillEncoded(_ text: String) -> Bool {
        let once = LinkParts.decoded(text).lowercased()
        return once.hasPrefix("http%3a") || once.hasPrefix("https%3a") || once.hasPrefix("%2f")
    }

    private static func registeredSign(_ parts: LinkParts) -> LinkFinding? {
        let text = parts.text.replacing("%C2%AE", with: "®").replacing("%c2%ae", with: "®")
        guard text.contains("®ion") else { return nil }
        return LinkFinding(
            .registeredSign,
            "'®ion…' was '&region…': HTML reads &reg as a sign even without a semicolon; write &amp;region in HTML")
    }

    private static func escapedAmpersand(_ parts: LinkParts) -> LinkFinding? {
        guard let item = parts.items.first(where: { $0.name.hasPrefix("amp;") || $0.name.hasPrefix("#38;") }) else {
            return nil
        }
        return LinkFinding(
            .escapedAmpersand,
            "'&\(Printable.escaped(item.name))' still has HTML's &amp; in it; outside of HTML a parameter follows a plain &")
    }
}
