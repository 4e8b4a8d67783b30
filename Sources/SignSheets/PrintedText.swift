// PrintedText: what of a text goes to paper. A sign shows one paragraph; nothing in a name may break it into lines, turn
// its neighbours around or be left out unseen.

package enum PrintedText {
    /// No sign has room for more characters than these in the smallest size; the rest would be shaped for nothing.
    static let longest = 1000

    /// The text on one line: blanks, tabs and line ends become single spaces, none at either end; other control characters,
    /// noncharacters and the bidirectional overrides become U+FFFD, which is seen. A text of over 1,000 characters is cut, with an
    /// ellipsis. Joiners, marks, isolates and embeddings stay: Persian, Thai and emoji need them, and they end with
    /// their paragraph.
    package static func harmless(_ text: String) -> String {
        var out = String.UnicodeScalarView()
        var isGap = false
        var count = 0
        for scalar in text.unicodeScalars {
            if isBlank(scalar) {
                isGap = true
                continue
            }
            if isGap, count > 0 { out.append(" ") }
            isGap = false
            out.append(isHarmful(scalar) ? "\u{FFFD}" : scalar)
            count += 1
            if count == longest { return String(out) + "…" }
        }
        return String(out)
    }

    private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09...0x0D, 0x20, 0x85, 0x2028, 0x2029: true
        default: false
        }
    }

    /// C0, DEL, C1; LRO and RLO, which show text in another order than it is read; the 66 noncharacters, with one of which
    /// Cairo takes a text for no UTF-8 and gives up the whole file.
    private static func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x00...0x1F, 0x7F...0x9F, 0x202D, 0x202E, 0xFDD0...0xFDEF: true
        case let value: value & 0xFFFE == 0xFFFE
        }
    }
}
