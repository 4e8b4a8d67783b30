// TextLinks: URLs in running text: from a scheme to the next blank, bracket or quote, without the punctuation that closes the
// sentence. It knows nothing of HTML.

internal import TransitLinks

enum TextLinks {
    /// A scheme that somebody has is short; what is longer is no link.
    private static let longestScheme = 64

    /// A URL: where it stands, its text, and whether its bytes are UTF-8.
    typealias Found = (range: Range<Int>, text: String, isUTF8: Bool)

    /// Every URL in `bytes` that could be ours.
    /// - Parameter ends: where a link ends beside the places at which every one does.
    static func find(
        in bytes: Span<UInt8>, own: OwnLinks, endsLink ends: (Span<UInt8>, Int) -> Bool = { _, _ in false }
    ) -> [Found] {
        var found: [Found] = []
        var at = 0
        var floor = 0
        while at < bytes.count {
            guard bytes[at] == UInt8(ascii: ":"), let start = schemeStart(bytes, before: at, floor: floor),
                begins(bytes, start, at, own)
            else {
                at += 1
                continue
            }
            let end = linkEnd(bytes, from: at + 1, ends)
            let range = start..<trimmed(bytes, start..<end)
            let copy = range.map { bytes[$0] }
            found.append((range, String(decoding: copy, as: UTF8.self), String(validating: copy, as: UTF8.self) != nil))
            (at, floor) = (end, end)
        }
        return found.filter { own.contains($0.text) }
    }

    private static func schemeStart(_ bytes: Span<UInt8>, before colon: Int, floor: Int) -> Int? {
        var start = colon
        while start > floor, colon - start <= longestScheme, isSchemeByte(bytes[start - 1]) { start -= 1 }
        while start < colon, !isLetter(bytes[start]) { start += 1 }
        return start < colon && colon - start <= longestScheme ? start : nil
    }

    /// Whether a link begins here: `scheme://`, or a scheme of ours alone.
    private static func begins(_ bytes: Span<UInt8>, _ start: Int, _ colon: Int, _ own: OwnLinks) -> Bool {
        if colon + 2 < bytes.count, bytes[colon + 1] == UInt8(ascii: "/"), bytes[colon + 2] == UInt8(ascii: "/") { return true }
        return own.isOurs(scheme: text(bytes, start..<colon).lowercased()) && colon + 1 < bytes.count
            && !endsLink(bytes[colon + 1])
    }

    private static func linkEnd(_ bytes: Span<UInt8>, from start: Int, _ ends: (Span<UInt8>, Int) -> Bool) -> Int {
        var at = start
        while at < bytes.count, !endsLink(bytes[at]), !ends(bytes, at) { at += 1 }
        return at
    }

    private static func endsLink(_ byte: UInt8) -> Bool {
        switch byte {
        case 0...0x20, 0x7F, UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""), UInt8(ascii: "`"): true
        default: false
        }
    }

    /// Where the link ends once its sentence's punctuation is gone; a closing bracket stays where the link has an open one.
    private static func trimmed(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Int {
        let hasRound = has(bytes, UInt8(ascii: "("), range)
        let hasSquare = has(bytes, UInt8(ascii: "["), range)
        var end = range.upperBound
        while end > range.lowerBound {
            switch bytes[end - 1] {
            case UInt8(ascii: "."), UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: ":"), UInt8(ascii: "!"),
                UInt8(ascii: "?"), UInt8(ascii: "'"), UInt8(ascii: "*"):
                break
            case UInt8(ascii: ")") where !hasRound: break
            case UInt8(ascii: "]") where !hasSquare: break
            default: return end
            }
            end -= 1
        }
        return end
    }

    private static func has(_ bytes: Span<UInt8>, _ byte: UInt8, _ range: Range<Int>) -> Bool {
        range.contains { bytes[$0] == byte }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    static func isSchemeByte(_ byte: UInt8) -> Bool {
        isLetter(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "+")
            || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
    }

    static func text(_ bytes: Span<UInt8>, _ range: Range<Int>) -> String {
        var copy: [UInt8] = []
        copy.reserveCapacity(range.count)
        for at in range { copy.append(bytes[at]) }
        return String(decoding: copy, as: UTF8.self)
    }
}
