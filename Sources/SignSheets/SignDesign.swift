// SignDesign: where the parts of a sign of one size stand: a template turned into boxes, the same for every sign. It knows no
// text and no font. Boxes begin at the sign's own top left corner.

struct SignDesign: Equatable {
    let size: PaperSize
    let isBeside: Bool
    /// The coloured block.
    let panel: Box
    /// The name with its badges below it.
    let name: Box
    let badgeHeight: Double
    /// The code with its quiet zone, a square.
    let code: Box
    /// The call to action; empty where the template has none.
    let call: Box
    let foot: Box
    /// Space between parts that belong together.
    let space: Double

    init(_ template: SignTemplate, _ size: PaperSize) {
        let layout = template.layout
        let margin = layout.margin * size.shortSide
        let hasCall = !template.texts.call.isEmpty
        isBeside = layout.shape == .beside || (layout.shape == .auto && size.width > size.height * 7 / 6)
        let blocks = isBeside ? Self.beside(layout, size, margin) : Self.stacked(layout, size)
        // The quiet zone is white space of its own.
        let room = blocks.code.inset(margin / 3, margin / 3)
        let square = Self.square(in: room, call: hasCall ? template.fonts.call.largest : 0, size)
        self.size = size
        panel = blocks.panel
        name = blocks.name.inset(margin, margin)
        foot = isBeside ? blocks.foot.inset(margin, 0).raised(margin) : blocks.foot.inset(margin, margin * 0.35)
        (code, call) = square
        space = margin / 2
        badgeHeight = min(name.height * (isBeside ? 0.2 : 0.32), template.fonts.badge.largest * size.shortSide * 1.7)
    }

    private typealias Blocks = (panel: Box, name: Box, code: Box, foot: Box)

    /// Each block as wide as the sign, by their weights from top to bottom.
    private static func stacked(_ layout: SignTemplate.Layout, _ size: PaperSize) -> Blocks {
        let total = layout.name + layout.qr + layout.foot
        var top = 0.0
        var boxes: [SignTemplate.Block: Box] = [:]
        for block in layout.order {
            let height = layout.weight(block) / total * size.height
            boxes[block] = Box(x: 0, y: top, width: size.width, height: height)
            top += height
        }
        let none = Box(x: 0, y: 0, width: 0, height: 0)
        let name = boxes[.name] ?? none
        return (name, name, boxes[.qr] ?? none, boxes[.foot] ?? none)
    }

    /// The code at the right, as wide as the sign is high or as the template allows; the name and the foot on the panel.
    private static func beside(_ layout: SignTemplate.Layout, _ size: PaperSize, _ margin: Double) -> Blocks {
        let codeWidth = min(size.width * layout.beside, size.height)
        let panel = Box(x: 0, y: 0, width: size.width - codeWidth, height: size.height)
        let footHeight = (size.height - margin) * layout.foot / (layout.name + layout.foot) / 1.4
        let name = Box(x: 0, y: 0, width: panel.width, height: size.height - footHeight - margin)
        let foot = Box(x: 0, y: name.bottom, width: panel.width, height: footHeight + margin)
        return (panel, name, Box(x: panel.width, y: 0, width: codeWidth, height: size.height), foot)
    }

    /// The largest square that leaves room for the call below it, and that room; both in the middle.
    private static func square(in room: Box, call: Double, _ size: PaperSize) -> (code: Box, call: Box) {
        let callHeight = call * size.shortSide * 1.5
        let side = max(0, min(room.width, room.height - callHeight))
        let both = room.centred(width: side, height: side + callHeight)
        let code = Box(x: both.x, y: both.y, width: side, height: side)
        return (code, Box(x: room.x, y: code.bottom, width: room.width, height: callHeight))
    }
}

extension SignTemplate.Layout {
    fileprivate func weight(_ block: SignTemplate.Block) -> Double {
        switch block {
        case .name: name
        case .qr: qr
        case .foot: foot
        }
    }
}

extension Box {
    /// The box without its lowest part.
    fileprivate func raised(_ margin: Double) -> Box {
        Box(x: x, y: y, width: width, height: max(0, height - margin))
    }
}
