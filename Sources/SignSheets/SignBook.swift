// SignBook: signs in, the bytes of a PDF out, page by page, in memory that doesn't grow with the pages' content. It writes
// nothing itself: whoever owns the output takes the bytes after each sign.

package struct SignBook: ~Copyable {
    /// 100,000: ten times what the largest agency has; the bookmarks of more would take minutes to open in a viewer.
    package static let maximumSigns = 100_000

    private let plan: SheetPlan
    private var canvas: Canvas
    private var painter: SignPainter
    private var agencies: [String] = []
    /// Signs drawn so far.
    package private(set) var count = 0

    /// - Parameter language: BCP 47; it chooses among the forms of Chinese characters.
    package init(
        _ plan: SheetPlan, _ template: SignTemplate, logo: RasterImage? = nil, language: String = "en"
    ) {
        let canvas = Canvas()
        let size = PaperSize(width: plan.signs[0].width, height: plan.signs[0].height)
        painter = SignPainter(template, size, logo: logo, Typesetter(canvas, language: language))
        self.canvas = canvas
        self.plan = plan
    }

    /// Draws `sign` in the next place.
    /// - Returns: how many of its characters no installed font has.
    /// - Throws: `SignError` where the sign can't be printed; the book is as before then.
    package mutating func add(_ sign: Sign) throws(SignError) -> Int {
        let code = try painter.code(sign)
        let place = plan.signs[count % plan.signs.count]
        if count % plan.signs.count == 0 { beginPage() }
        let unknown = painter.typesetter.unknownGlyphs
        painter.draw(sign, code, at: place, bleed: plan.bleed, on: canvas)
        canvas.addBookmark(sign.title, at: place)
        noteAgency(sign.agency)
        count += 1
        return painter.typesetter.unknownGlyphs - unknown
    }

    private mutating func beginPage() {
        canvas.beginPage(plan.page)
        // A hairline of a quarter point: finer ones get lost in print.
        for mark in plan.marks {
            canvas.line(fromX: mark.fromX, fromY: mark.fromY, toX: mark.toX, toY: mark.toY, .black, width: 0.25)
        }
    }

    /// For the author; eight are enough to say whose signs these are.
    private mutating func noteAgency(_ name: String) {
        if agencies.count < 8, !name.isEmpty, !agencies.contains(name) { agencies.append(name) }
    }

    /// Writes the end of the file.
    /// - Throws: `DrawingError` where anything failed since the beginning; the bytes are no PDF then.
    package mutating func finish(title: String) throws(DrawingError) {
        try canvas.finish(title: title, author: agencies.joined(separator: ", "))
    }

    /// The bytes since the last call.
    package mutating func takeBytes() -> [UInt8] { canvas.takeBytes() }
}
