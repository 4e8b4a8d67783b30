// SignBadges: stop code and platform below the name, in rounded boxes as wide as their texts. They stand in one row; where
// that is too short, one below the other on a narrow panel, else smaller.

/// One of them.
struct SignBadge {
    let text: String
    /// The stop code is filled, what comes after it a frame.
    let isFilled: Bool
    let width: Double
}

extension SignPainter {
    /// The badges of a sign, row by row, for a name of `width` points.
    func badgeRows(_ sign: Sign, width: Double) -> [[SignBadge]] {
        let texts = badgeTexts(sign)
        let free = width - design.space * Double(texts.count - 1)
        let whole = texts.map { badge($0, limit: free) }
        let needed = whole.reduce(0) { $0 + $1.width }
        if texts.isEmpty { return [] }
        if needed <= free { return [whole] }
        if design.isBeside { return texts.map { [badge($0, limit: width)] } }
        return [zip(texts, whole).map { badge($0, limit: $1.width * free / needed) }]
    }

    private typealias BadgeText = (text: String, isFilled: Bool)

    /// A platform of several words, such as `Bay 4`, says itself what it is.
    private func badgeTexts(_ sign: Sign) -> [BadgeText] {
        var texts: [BadgeText] = []
        if let code = sign.stopCode { texts.append((labelled(template.texts.code, code), true)) }
        if let platform = sign.platform {
            let label = platform.utf8.contains(UInt8(ascii: " ")) ? "" : template.texts.platform
            texts.append((labelled(label, platform), texts.isEmpty))
        }
        return texts
    }

    private func labelled(_ label: String, _ value: String) -> String { label.isEmpty ? value : "\(label) \(value)" }

    private func badge(_ badge: BadgeText, limit: Double) -> SignBadge {
        let room = Box(x: 0, y: 0, width: max(0, limit - 2 * badgePad), height: design.badgeHeight)
        // A hair wider than measured, or rounding to Pango's units breaks the line before the last letter.
        let width = typesetter.width(of: badge.text, badgeStyle, in: room) + 2 * badgePad + 0.1
        return SignBadge(text: badge.text, isFilled: badge.isFilled, width: width)
    }

    private var badgePad: Double { design.badgeHeight * 0.35 }
    private var badgeStyle: TextStyle { style(template.fonts.badge, lines: 1) }

    /// One after the other from where the name begins.
    mutating func draw(_ badges: [SignBadge], in row: Box, fromRight: Bool, _ canvas: borrowing Canvas) {
        let whole = badges.reduce(design.space * Double(badges.count - 1)) { $0 + $1.width }
        let free = template.layout.alignment == .centre ? (row.width - whole) / 2 : 0
        var edge = fromRight ? row.right - free : row.x + free
        for badge in badges {
            let left = fromRight ? edge - badge.width : edge
            draw(badge, in: Box(x: left, y: row.y, width: badge.width, height: row.height), canvas)
            edge = fromRight ? left - design.space : left + badge.width + design.space
        }
    }

    private mutating func draw(_ badge: SignBadge, in box: Box, _ canvas: borrowing Canvas) {
        let (on, panel) = (template.colours.onPanel, template.colours.panel)
        if badge.isFilled {
            canvas.fill(box, on, radius: box.height * 0.22)
        } else {
            canvas.stroke(box, on, width: box.height * 0.05, radius: box.height * 0.22)
        }
        let place = TextPlace(box: box.inset(badgePad, 0), alignment: .centre)
        typesetter.show(badge.text, badgeStyle, badge.isFilled ? panel : on, in: place, on: canvas)
    }
}
