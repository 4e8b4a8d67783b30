// SheetPlan: where signs stand on a sheet, how far their colour runs over the cut, and where the marks for the knife are.
// It knows paper alone: labels by their pitch (a sign, a gap), a single sign as a sheet of its own.

/// What a print shop asks for.
package struct SheetOptions: Sendable, Equatable {
    /// A sign after it is cut.
    package var sign: PaperSize
    /// nil: a page a sign, as large as it needs.
    package var sheet: PaperSize?
    /// nil: as little as the bleed takes.
    package var gap: SheetGap?
    /// How far colour runs beyond the cut, in points, so that a knife a hair off leaves no white edge.
    package var bleed = 0.0
    package var hasCropMarks = false

    package init(sign: PaperSize) { self.sign = sign }
}

/// Sizes that don't go together: one sentence.
package struct SheetError: Error, Sendable, Equatable, CustomStringConvertible {
    package let description: String
    package init(description: String) { self.description = description }
}

package struct SheetPlan: Sendable, Equatable {
    /// A mark is this long; shops ask for 5 mm.
    static let markLength = 5 * Millimetre.points
    /// A mark begins outside the bleed, and at least this far from the cut.
    static let markDistance = 2 * Millimetre.points
    /// 10 mm: shops ask for 3 to 5.
    package static let greatestBleed = 10 * Millimetre.points

    /// A straight cut mark.
    package struct Mark: Sendable, Hashable {
        package let fromX, fromY, toX, toY: Double
    }

    /// The page of the PDF, in whole points: Cairo paints nothing on the last part of one.
    package let page: PaperSize
    /// Signs after cutting, row by row from the top left.
    package let signs: [Box]
    package let bleed: Double
    package let marks: [Mark]

    /// As many signs as the sheet holds, in the middle of it.
    /// - Throws: `SheetError` where none fits, or the gap is too small for the bleed.
    package init(_ options: SheetOptions) throws(SheetError) {
        let bleed = options.bleed
        let gap = options.gap ?? SheetGap(across: 2 * bleed, down: 2 * bleed)
        let rim = options.hasCropMarks ? max(bleed, Self.markDistance) + Self.markLength : bleed
        let sign = options.sign
        page = (options.sheet ?? PaperSize(width: sign.width + 2 * rim, height: sign.height + 2 * rim)).inWholePoints
        let isSingle = options.sheet == nil
        let columns = isSingle ? 1 : Self.count(sign.width, gap.across, within: page.width - 2 * rim)
        let rows = isSingle ? 1 : Self.count(sign.height, gap.down, within: page.height - 2 * rim)
        guard columns > 0, rows > 0 else { throw Self.tooSmall(options.sheet ?? page, sign, rim) }
        if (columns > 1 && gap.across < 2 * bleed) || (rows > 1 && gap.down < 2 * bleed) { throw Self.tooTight(bleed) }
        self.bleed = bleed
        let lefts = Self.starts(sign.width, gap.across, columns, within: page.width)
        let tops = Self.starts(sign.height, gap.down, rows, within: page.height)
        let fillsPage = isSingle && rim == 0
        signs =
            fillsPage
            ? [Box(x: 0, y: 0, width: page.width, height: page.height)]
            : tops.flatMap { y in lefts.map { Box(x: $0, y: y, width: sign.width, height: sign.height) } }
        marks = options.hasCropMarks ? Self.marks(lefts, tops, sign, distance: max(bleed, Self.markDistance)) : []
    }

    /// How many of `length` fit with gaps between them; half a point, which rounding took from the sheet, is forgiven.
    private static func count(_ length: Double, _ gap: Double, within room: Double) -> Int {
        Int(((room + gap + 0.5) / (length + gap)).rounded(.down))
    }

    private static func starts(_ length: Double, _ gap: Double, _ count: Int, within room: Double) -> [Double] {
        let used = Double(count) * (length + gap) - gap
        return (0..<count).map { (room - used) / 2 + Double($0) * (length + gap) }
    }

    /// Marks stand around the whole block, at both ends of every cut, never between signs.
    private static func marks(_ lefts: [Double], _ tops: [Double], _ sign: PaperSize, distance: Double) -> [Mark] {
        let columns = cuts(lefts, sign.width)
        let rows = cuts(tops, sign.height)
        guard let left = columns.first, let right = columns.last, let top = rows.first, let bottom = rows.last else {
            return []
        }
        let (near, far) = (distance, distance + markLength)
        return columns.flatMap {
            [
                Mark(fromX: $0, fromY: top - far, toX: $0, toY: top - near),
                Mark(fromX: $0, fromY: bottom + near, toX: $0, toY: bottom + far),
            ]
        }
            + rows.flatMap {
                [
                    Mark(fromX: left - far, fromY: $0, toX: left - near, toY: $0),
                    Mark(fromX: right + near, fromY: $0, toX: right + far, toY: $0),
                ]
            }
    }

    /// Both edges of each sign; an edge that two signs share is cut once.
    private static func cuts(_ starts: [Double], _ length: Double) -> [Double] {
        var cuts: [Double] = []
        for edge in starts.flatMap({ [$0, $0 + length] }) where edge - (cuts.last ?? -1e9) > 0.01 { cuts.append(edge) }
        return cuts
    }

    private static func tooSmall(_ page: PaperSize, _ sign: PaperSize, _ rim: Double) -> SheetError {
        let edge = rim > 0 ? " with \(Millimetre.shown(points: rim)) mm around it for bleed and marks" : ""
        return SheetError(description: "a sheet of \(page.shown) holds no sign of \(sign.shown)\(edge)")
    }

    private static func tooTight(_ bleed: Double) -> SheetError {
        let (one, two) = (Millimetre.shown(points: bleed), Millimetre.shown(points: 2 * bleed))
        return SheetError(description: "a bleed of \(one) mm needs a gap of at least \(two) mm between signs")
    }
}

extension PaperSize {
    /// A4 is 595 × 842 then, as it is for PostScript; less than 0.2 mm off, and a knife is off by more.
    fileprivate var inWholePoints: PaperSize { PaperSize(width: width.rounded(), height: height.rounded()) }

    /// `148 × 210 mm`
    package var shown: String { "\(Millimetre.shown(points: width)) × \(Millimetre.shown(points: height)) mm" }
}
