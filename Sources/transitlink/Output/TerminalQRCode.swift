// TerminalQRCode: a QR code drawn in text, two rows of modules a line by half blocks. With colours dark stays dark and
// light stays light whatever the terminal's theme; the quiet zone is painted with it. Without colours the light modules
// are what is drawn: right on a dark terminal, and on a light one the inverted code, which scanners read as well.

internal import QRCodes

enum TerminalQRCode {
    /// Columns that `code` takes with its quiet zone.
    static func columns(_ code: QRCode) -> Int { code.width + 2 * QRCode.quietZone }

    /// Lines of text, without their ends.
    static func lines(_ code: QRCode, colours: Bool) -> [String] {
        let range = -QRCode.quietZone..<code.width + QRCode.quietZone
        return stride(from: range.lowerBound, to: range.upperBound, by: 2).map { row in
            let isLast = row + 1 == range.upperBound
            let text = range.map { column in
                let upper = code.isDark(row: row, column: column)
                // The side is odd, so the last line has no lower half: it is left unpainted.
                if isLast { return colours ? "▀" : half(upper: !upper, lower: false) }
                let lower = code.isDark(row: row + 1, column: column)
                return colours ? half(upper: upper, lower: lower) : half(upper: !upper, lower: !lower)
            }
            if !colours { return text.joined() }
            return (isLast ? lightInk : darkOnLight) + text.joined() + plain
        }
    }

    private static func half(upper: Bool, lower: Bool) -> String {
        switch (upper, lower) {
        case (true, true): "█"
        case (true, false): "▀"
        case (false, true): "▄"
        case (false, false): " "
        }
    }

    // Of the 256 colours: 16 and 231 are black and white in every theme, which 30 and 107 need not be.
    private static let darkOnLight = "\u{1B}[38;5;16;48;5;231m"
    private static let lightInk = "\u{1B}[38;5;231m"
    private static let plain = "\u{1B}[0m"
}
