// ScriptText: the text of a script or of JSON with its escapes decoded (ECMA-262, RFC 8259): `https:\/\/`, `\u0026`, `\x3d`. Lines
// stay lines: an escaped line end becomes a blank, which ends a link as well. What is no escape that a link can need stays.

internal import Escaping

enum ScriptText {
    /// Whether there is an escape that hides a link.
    static func hasEscapes(_ bytes: [UInt8]) -> Bool {
        [":\\/\\/", "\\u00", "\\x"].contains { bytes.holds($0.utf8) }
    }

    static func decoded(_ bytes: [UInt8]) -> [UInt8] {
        var out: [UInt8] = []
        out.reserveCapacity(bytes.count)
        var at = 0
        while at < bytes.count {
            guard bytes[at] == UInt8(ascii: "\\"), at + 1 < bytes.count else {
                out.append(bytes[at])
                at += 1
                continue
            }
            switch bytes[at + 1] {
            case UInt8(ascii: "/"), UInt8(ascii: "\""), UInt8(ascii: "'"):
                out.append(bytes[at + 1])
                at += 2
            case UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
                out.append(UInt8(ascii: " "))
                at += 2
            case UInt8(ascii: "u"): append(bytes, &at, digits: 4, to: &out)
            case UInt8(ascii: "x"): append(bytes, &at, digits: 2, to: &out)
            default:
                out.append(bytes[at])
                at += 1
            }
        }
        return out
    }

    private static func append(_ bytes: [UInt8], _ at: inout Int, digits: Int, to out: inout [UInt8]) {
        guard let unit = unit(bytes, at + 2, digits) else {
            out.append(bytes[at])
            at += 1
            return
        }
        at += 2 + digits
        var units = [unit]
        if UTF16.isLeadSurrogate(unit), bytes[at...].starts(with: "\\u".utf8), let trail = self.unit(bytes, at + 2, 4) {
            units.append(trail)
            at += 6
        }
        out += unit == 0x0A || unit == 0x0D ? [0x20] : Array(String(decoding: units, as: UTF16.self).utf8)
    }

    private static func unit(_ bytes: [UInt8], _ at: Int, _ digits: Int) -> UInt16? {
        guard at + digits <= bytes.count else { return nil }
        let text = bytes[at..<at + digits]
        guard text.allSatisfy({ $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "-") }) else { return nil }
        return UInt16(String(decoding: text, as: UTF8.self), radix: 16)
    }
}
