// Sizes as people write them, and where signs, bleed and marks lie on a sheet.

import SignSheets
import Testing

private let mm = 72 / 25.4

private func plan(
    _ sign: String, sheet: String? = nil, gap: String? = nil, bleed: Double = 0, marks: Bool = false
) throws(SheetError) -> SheetPlan {
    var options = SheetOptions(sign: PaperSize(sign)!)
    options.sheet = sheet.map { PaperSize($0)! }
    options.gap = gap.map { SheetGap($0)! }
    options.bleed = bleed * mm
    options.hasCropMarks = marks
    return try SheetPlan(options)
}

/// Millimetres, to a hundredth.
private func rounded(_ points: Double) -> Double { (points / mm * 100).rounded() / 100 }

@Suite struct SheetPlanTests {
    @Test(arguments: [
        ("a4", "210 × 297 mm"), ("A5", "148 × 210 mm"), ("letter", "215.9 × 279.4 mm"), ("105x148mm", "105 × 148 mm"),
        ("99.1x38.1MM", "99.1 × 38.1 mm"), ("4x6in", "101.6 × 152.4 mm"), ("25x2000mm", "25 × 2000 mm"),
    ])
    func aSizeIsANameOrTwoLengths(_ text: String, _ shown: String) {
        #expect(PaperSize(text)?.shown == shown)
    }

    @Test(arguments: [
        "", "a7", "x", "mm", "xmm", "100x", "100mm", "100x100", "24x100mm", "100x2001mm", "100x100x100mm", "-50x50mm",
        "nanx100mm", "1e2x100mm", "0x10x100mm", "infxinfmm", "100 x 100mm", "5٠x50mm",
    ])
    func whatIsNoSizeIsNone(_ text: String) { #expect(PaperSize(text) == nil) }

    @Test(arguments: [("3mm", 3.0, 3.0), ("2.5x0mm", 2.5, 0), ("0.125in", 3.18, 3.18)])
    func aGapIsOneLengthOrTwo(_ text: String, _ across: Double, _ down: Double) {
        #expect(SheetGap(text).map { [rounded($0.across), rounded($0.down)] } == [across, down])
    }

    @Test(arguments: ["", "3", "-3mm", "201mm", "3x3x3mm"]) func whatIsNoGapIsNone(_ text: String) {
        #expect(SheetGap(text) == nil)
    }

    @Test func aSignAloneIsItsOwnPage() throws {
        let plan = try plan("a5")
        #expect(plan.page == PaperSize(width: 420, height: 595))
        #expect(plan.signs == [Box(x: 0, y: 0, width: 420, height: 595)])
        #expect(plan.marks.isEmpty)
    }

    /// To whole points, a third of a millimetre.
    @Test func bleedAndMarksMakeThePageLarger() throws {
        #expect(try plan("a5", bleed: 3).page.shown == "154.2 × 215.9 mm")
        #expect(try plan("a5", bleed: 3, marks: true).page.shown == "164 × 226.1 mm")
        #expect(try plan("a5", marks: true).page.shown == "161.9 × 224 mm")
        let sign = try plan("a5", bleed: 3, marks: true).signs[0]
        #expect([rounded(sign.width), rounded(sign.height)] == [148, 210])
    }

    // Label makers' sheets: columns, rows, and the first label's corner in millimetres.
    @Test(arguments: [
        ("99.1x67.7mm", "a4", "2.5x0mm", 2, 4, 4.6, 13.12), ("99.1x38.1mm", "a4", "2.5x0mm", 2, 7, 4.6, 15.17),
        ("63.5x38.1mm", "a4", "2.5x0mm", 3, 7, 7.2, 15.17), ("4x2in", "letter", "0.1875x0in", 2, 5, 3.97, 12.7),
        ("a6", "a4", "0mm", 2, 2, -0.05, 0.52),
    ])
    func labelsAreASheetAndAGap(
        _ sign: String, _ sheet: String, _ gap: String, _ columns: Int, _ rows: Int, _ left: Double, _ top: Double
    ) throws {
        let plan = try plan(sign, sheet: sheet, gap: gap)
        #expect(plan.signs.count == columns * rows)
        #expect([rounded(plan.signs[0].x), rounded(plan.signs[0].y)] == [left, top])
        // Row by row.
        #expect(plan.signs[0].y == plan.signs[columns - 1].y)
    }

    @Test(arguments: [("card", "a4", 3.0), ("card", "a4", 0.0), ("a6", "a3", 5.0), ("us-card", "letter", 3.0)])
    func noTwoSignsOverlapNorTheirBleedAndAllIsOnThePage(_ sign: String, _ sheet: String, _ bleed: Double) throws {
        let plan = try plan(sign, sheet: sheet, bleed: bleed, marks: true)
        let boxes = plan.signs.map { $0.inset(-bleed * mm, -bleed * mm) }
        for (index, one) in boxes.enumerated() {
            for other in boxes[(index + 1)...] {
                let apart =
                    one.right <= other.x + 0.01 || other.right <= one.x + 0.01 || one.bottom <= other.y + 0.01
                    || other.bottom <= one.y + 0.01
                #expect(apart)
            }
        }
        for mark in plan.marks {
            #expect(min(mark.fromX, mark.fromY, mark.toX, mark.toY) >= -0.01)
            #expect(max(mark.fromX, mark.toX) <= plan.page.width + 0.01)
            #expect(max(mark.fromY, mark.toY) <= plan.page.height + 0.01)
            // Not on a sign, whose bleed would be printed over or under it.
            #expect(
                boxes.allSatisfy {
                    max(mark.fromX, mark.toX) <= $0.x + 0.01 || min(mark.fromX, mark.toX) >= $0.right - 0.01
                        || max(mark.fromY, mark.toY) <= $0.y + 0.01 || min(mark.fromY, mark.toY) >= $0.bottom - 0.01
                })
        }
    }

    @Test func anEdgeThatTwoSignsShareIsMarkedOnce() throws {
        // Two columns and five rows without gaps: 3 + 6 cuts, a mark at both ends.
        #expect(try plan("card", sheet: "a4", marks: true).marks.count == 18)
        // With gaps: 4 + 10.
        #expect(try plan("card", sheet: "a4", gap: "1mm", marks: true).marks.count == 28)
    }

    @Test func sizesThatDoNotGoTogetherAreRefused() {
        #expect(throws: SheetError(description: "a sheet of 148 × 210 mm holds no sign of 210 × 297 mm")) {
            try plan("a4", sheet: "a5")
        }
        #expect(
            throws: SheetError(
                description: "a sheet of 148 × 210 mm holds no sign of 148 × 210 mm with 7 mm around it for bleed and marks")
        ) { try plan("a5", sheet: "a5", marks: true) }
        #expect(throws: SheetError(description: "a bleed of 3 mm needs a gap of at least 6 mm between signs")) {
            try plan("card", sheet: "a4", gap: "5mm", bleed: 3)
        }
    }
}
