// SignPainter: puts a sign into its boxes: the panel with name and badges, the code with the call to action, the agency at the
// foot. Where the boxes are is SignDesign's business, how text gets into one Typesetter's.

struct SignPainter: ~Copyable {
    private let template: SignTemplate
    private let design: SignDesign
    private let logo: RasterImage?
    private(set) var typesetter: Typesetter

    init(_ template: SignTemplate, _ size: PaperSize, logo: RasterImage?, _ typesetter: consuming Typesetter) {
        self.template = template
        design = SignDesign(template, size)
        self.logo = logo
        self.typesetter = typesetter
    }

    /// The code as this sign's size allows it; before anything is drawn, for a sign without one isn't printed.
    /// - Throws: `SignError`.
    func code(_ sign: Sign) throws(SignError) -> SignCode {
        try SignCode(sign.url, template.code, side: design.code.width)
    }

    /// Draws the sign with its top left corner at `corner`, its colours `bleed` points over the edge.
    mutating func draw(
        _ sign: Sign, _ code: SignCode, at corner: Box, bleed: Double, on canvas: borrowing Canvas
    ) {
        let (x, y) = (corner.x, corner.y)
        let colours = template.colours
        canvas.fill(corner.inset(-bleed, -bleed), colours.background)
        canvas.fill(bled(design.panel, by: bleed).moved(x, y), colours.panel)
        drawName(sign, x, y, canvas)
        code.draw(in: design.code.moved(x, y), on: canvas)
        typesetter.show(
            template.texts.call, style(template.fonts.call, lines: 1), colours.text,
            in: TextPlace(box: design.call.moved(x, y), alignment: .centre), on: canvas)
        drawFoot(sign, design.foot.moved(x, y), canvas)
    }

    /// The part of the panel that lies at an edge of the sign goes on over it.
    private func bled(_ box: Box, by bleed: Double) -> Box {
        let (width, height) = (design.size.width, design.size.height)
        let left = box.x <= 0.01 ? bleed : 0
        let top = box.y <= 0.01 ? bleed : 0
        let right = box.right >= width - 0.01 ? bleed : 0
        let bottom = box.bottom >= height - 0.01 ? bleed : 0
        return Box(x: box.x - left, y: box.y - top, width: box.width + left + right, height: box.height + top + bottom)
    }

    /// Points: what is smaller nobody reads from paper.
    private static let leastSize = 5.0

    private func style(_ font: SignTemplate.Font, lines: Int = .max) -> TextStyle {
        let side = design.size.shortSide
        return TextStyle(
            family: font.family, weight: font.weight, largest: max(Self.leastSize, font.largest * side),
            smallest: max(Self.leastSize, font.smallest * side), lines: lines)
    }

    // MARK: - Name and badges

    /// In the order in which they are read, which is the order of the text in the file.
    private mutating func drawName(_ sign: Sign, _ x: Double, _ y: Double, _ canvas: borrowing Canvas) {
        let whole = design.name.moved(x, y)
        let badges = badges(sign)
        var room = whole
        if !badges.isEmpty { room.height -= design.badgeHeight + design.space }
        typesetter.show(
            sign.stopName, style(template.fonts.name), template.colours.onPanel,
            in: TextPlace(box: room, alignment: template.layout.alignment, above: design.isBeside ? 0 : 0.5), on: canvas)
        if badges.isEmpty { return }
        let row = Box(x: room.x, y: whole.bottom - design.badgeHeight, width: room.width, height: design.badgeHeight)
        drawBadges(badges, row, fromRight: Typesetter.isRightToLeft(sign.stopName), canvas)
    }

    private func badges(_ sign: Sign) -> [String] {
        let labelled = [(template.texts.code, sign.stopCode), (template.texts.platform, sign.platform)]
        return labelled.compactMap { label, value in value.map { label.isEmpty ? $0 : "\(label) \($0)" } }
    }

    /// One after the other from where the name begins; the first is filled, the others are frames.
    private mutating func drawBadges(_ texts: [String], _ row: Box, fromRight: Bool, _ canvas: borrowing Canvas) {
        let pad = row.height * 0.35
        let widths = badgeWidths(texts, row, pad)
        let whole = widths.reduce(0, +) + design.space * Double(texts.count - 1)
        var edge = start(of: whole, in: row, fromRight)
        for (index, text) in texts.enumerated() {
            let left = fromRight ? edge - widths[index] : edge
            let box = Box(x: left, y: row.y, width: widths[index], height: row.height)
            drawBadge(text, box, pad, isFilled: index == 0, canvas)
            edge = fromRight ? left - design.space : box.right + design.space
        }
    }

    /// As wide as their texts; where the row is too short for that, each gets the same share of it.
    private func badgeWidths(_ texts: [String], _ row: Box, _ pad: Double) -> [Double] {
        let free = row.width - design.space * Double(texts.count - 1)
        let widths = texts.map { badgeWidth($0, row, pad, limit: free) }
        if widths.reduce(0, +) <= free { return widths }
        return texts.map { badgeWidth($0, row, pad, limit: free / Double(texts.count)) }
    }

    private func badgeWidth(_ text: String, _ row: Box, _ pad: Double, limit: Double) -> Double {
        let room = Box(x: 0, y: 0, width: max(0, limit - 2 * pad), height: row.height)
        // A hair wider than measured, or rounding to Pango's units breaks the line before the last letter.
        return typesetter.width(of: text, badgeStyle, in: room) + 2 * pad + 0.1
    }

    private var badgeStyle: TextStyle { style(template.fonts.badge, lines: 1) }

    private func start(of width: Double, in row: Box, _ fromRight: Bool) -> Double {
        let free = template.layout.alignment == .centre ? (row.width - width) / 2 : 0
        return fromRight ? row.right - free : row.x + free
    }

    private mutating func drawBadge(
        _ text: String, _ box: Box, _ pad: Double, isFilled: Bool, _ canvas: borrowing Canvas
    ) {
        let (on, panel) = (template.colours.onPanel, template.colours.panel)
        if isFilled {
            canvas.fill(box, on, radius: box.height * 0.22)
        } else {
            canvas.stroke(box, on, width: box.height * 0.05, radius: box.height * 0.22)
        }
        let place = TextPlace(box: box.inset(pad, 0), alignment: .centre)
        typesetter.show(text, badgeStyle, isFilled ? panel : on, in: place, on: canvas)
    }

    // MARK: - Foot

    private mutating func drawFoot(_ sign: Sign, _ foot: Box, _ canvas: borrowing Canvas) {
        let colour = design.isBeside ? template.colours.onPanel : template.colours.quiet
        if !design.isBeside {
            let width = design.size.shortSide * 0.002
            let y = foot.y - design.space * 0.5
            canvas.line(fromX: foot.x, fromY: y, toX: foot.right, toY: y, colour, width: width)
        }
        var text = foot
        if let logo { text.width = max(0, foot.width - draw(logo, foot, canvas) - design.space) }
        let alignment = template.layout.alignment
        typesetter.show(
            sign.agency, style(template.fonts.foot, lines: 2), colour, in: TextPlace(box: text, alignment: alignment),
            on: canvas)
    }

    /// At the right of the foot, as high as it, at most two fifths of its width.
    /// - Returns: its width.
    private func draw(_ image: RasterImage, _ foot: Box, _ canvas: borrowing Canvas) -> Double {
        let shape = Double(image.width) / Double(image.height)
        let width = min(foot.width * 0.4, foot.height * shape)
        let height = width / shape
        let box = Box(x: foot.right - width, y: foot.y + (foot.height - height) / 2, width: width, height: height)
        canvas.show(image, in: box)
        return width
    }
}
