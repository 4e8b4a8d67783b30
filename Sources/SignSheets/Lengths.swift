// Lengths: sizes of paper as people write them: a name, or numbers with a unit. Points inside, millimetres and inches
// outside.

package enum Millimetre {
    package static let points = 72 / 25.4

    /// For messages: a tenth is as fine as paper is cut.
    package static func shown(points: Double) -> String {
        let tenths = Int((points / Millimetre.points * 10).rounded())
        return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
    }
}

extension PaperSize {
    /// ISO 216, ANSI, and the card of ISO/IEC 7810 as European printers cut it.
    package static let named: [(name: String, size: PaperSize)] = [
        ("a3", mm(297, 420)), ("a4", mm(210, 297)), ("a5", mm(148, 210)), ("a6", mm(105, 148)),
        ("letter", inches(8.5, 11)), ("half-letter", inches(5.5, 8.5)), ("tabloid", inches(11, 17)),
        ("card", mm(85, 55)), ("us-card", inches(3.5, 2)),
    ]

    /// 25 mm: below it no code can be scanned beside a name. 2 m: the largest sign a print shop cuts in one piece, and less
    /// than the 14,400 points that a PDF page may have.
    package static let sides = 25 * Millimetre.points...2000 * Millimetre.points

    /// `a5`, `105x148mm`, `4x6in`, in any letter case; nil for anything else and for sides out of range.
    package init?(_ text: String) {
        let text = text.lowercased()
        if let named = Self.named.first(where: { $0.name == text }) {
            self = named.size
            return
        }
        guard let (width, height) = Self.pair(text), Self.sides.contains(width), Self.sides.contains(height) else { return nil }
        self.init(width: width, height: height)
    }

    private static func mm(_ width: Double, _ height: Double) -> PaperSize {
        PaperSize(width: width * Millimetre.points, height: height * Millimetre.points)
    }
    private static func inches(_ width: Double, _ height: Double) -> PaperSize {
        PaperSize(width: width * 72, height: height * 72)
    }

    /// `WxHmm` or `WxHin` in points.
    static func pair(_ text: String) -> (Double, Double)? {
        let unit = text.hasSuffix("mm") ? Millimetre.points : text.hasSuffix("in") ? 72 : nil
        guard let unit else { return nil }
        let parts = text.dropLast(2).split(separator: "x", omittingEmptySubsequences: false)
        guard parts.count == 2, let width = number(parts[0]), let height = number(parts[1]) else { return nil }
        return (width * unit, height * unit)
    }

    /// Digits with at most one point: neither `nan` nor an exponent, which `Double` would read.
    static func number(_ text: Substring) -> Double? {
        guard !text.isEmpty, text.utf8.count <= 12,
            text.utf8.allSatisfy({ ($0 >= 0x30 && $0 <= 0x39) || $0 == UInt8(ascii: ".") })
        else { return nil }
        return Double(text)
    }
}

/// Space between the signs of a sheet.
package struct SheetGap: Sendable, Hashable {
    package let across: Double
    package let down: Double

    package init(across: Double, down: Double) {
        self.across = across
        self.down = down
    }

    /// `3mm` for both ways, `2.5x0mm` across and down; nil for anything else and above 200 mm.
    package init?(_ text: String) {
        guard let (across, down) = PaperSize.pair(text.lowercased()) ?? Self.both(text.lowercased()) else { return nil }
        guard max(across, down) <= 200 * Millimetre.points else { return nil }
        self.init(across: across, down: down)
    }

    private static func both(_ text: String) -> (Double, Double)? {
        guard let length = points(text) else { return nil }
        return (length, length)
    }

    /// `3mm` or `0.125in` in points.
    package static func points(_ text: String) -> Double? {
        let unit = text.hasSuffix("mm") ? Millimetre.points : text.hasSuffix("in") ? 72 : nil
        guard let unit, let number = PaperSize.number(text.dropLast(2)) else { return nil }
        return number * unit
    }
}
