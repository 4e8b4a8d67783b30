// SignPainter: puts a sign into its boxes: the panel with the name and its badges (SignBadges), the code with the call to
// action, the agency at the foot. Where the boxes are is SignDesign's business, how text gets into one Typesetter's.

struct SignPainter: ~Copyable {
    let template: SignTemplate
    let design: SignDesign
    private let logo: RasterImage?
    var typesetter: Typesetter

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

    func style(_ font: SignTemplate.Font, lines: Int = .max) -> TextStyle {
        let side = design.size.shortSide
        return TextStyle(
            family: font.family, weight: font.weight, largest: max(Self.leastSize, font.largest * side),
            smallest: max(Self.leastSize, font.smallest * side), lines: lines)
    }

    // MARK: - Name

    /// In the order in which they are read, which is the order of the text in the file.
    private mutating func drawName(_ sign: Sign, _ x: Double, _ y: Double, _ canvas: borrowing Canvas) {
        let whole = design.name.moved(x, y)
        let rows = badgeRows(sign, width: whole.width)
        var room = whole
        room.height -= Double(rows.count) * (design.badgeHeight + design.space)
        typesetter.show(
            sign.stopName, style(template.fonts.name), template.colours.onPanel,
            in: TextPlace(box: room, alignment: template.layout.alignment, above: design.isBeside ? 0 : 0.5), on: canvas)
        var row = Box(x: room.x, y: room.bottom + design.space, width: room.width, height: design.badgeHeight)
        for badges in rows {
            draw(badges, in: row, fromRight: Typesetter.isRightToLeft(sign.stopName), canvas)
            row.y = row.bottom + design.space
        }
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
