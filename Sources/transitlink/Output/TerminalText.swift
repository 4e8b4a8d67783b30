// TerminalText: JSON as it may be shown on a terminal. What a terminal obeys or hides (C1 controls, bidirectional
// controls, joiners) is written as a JSON escape: the same document for a program, and harmless to look at.

internal import Escaping

enum TerminalText {
    /// `json` with `\uXXXX` for every scalar that `Printable` escapes and JSON lets stand.
    static func json(_ json: some Collection<UInt8>) -> String {
        var out = ""
        for scalar in String(decoding: json, as: UTF8.self).unicodeScalars {
            if scalar == "\n" || scalar == "\\"
                || Printable.escaped(String(scalar)).unicodeScalars.elementsEqual([scalar])
            {
                out.unicodeScalars.append(scalar)
            } else {
                for unit in String(scalar).utf16 { out += "\\u" + hex(unit) }
            }
        }
        return out
    }

    private static func hex(_ unit: UInt16) -> String {
        let digits = String(unit, radix: 16, uppercase: true)
        return String(repeating: "0", count: 4 - digits.utf8.count) + digits
    }
}
