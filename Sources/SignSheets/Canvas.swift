// Canvas: pages of a PDF, drawn on through Cairo and handed out as bytes while they grow: Cairo keeps one page, the fonts and
// the bookmarks, nothing else. Lengths are points from the top left. No clock gets into the file.

internal import CPangoCairo

/// Cairo or Pango failed: memory, or a defect of ours. One sentence.
package struct DrawingError: Error, Sendable, Equatable, CustomStringConvertible {
    package let description: String
}

/// What Cairo has written and nobody has taken yet. A class, for Cairo holds a pointer to it.
private final class WrittenBytes {
    var bytes: [UInt8] = []
}

@safe
struct Canvas: ~Copyable {
    // SAFETY, for every call below that has no line of its own: both pointers are ours from init to deinit, and Cairo reads
    // its other arguments within the call.
    private let surface: OpaquePointer
    /// Read by `Typesetter` alone.
    let context: OpaquePointer
    private let written = WrittenBytes()
    private var pages = 0

    init() {
        let target = unsafe Unmanaged.passUnretained(written).toOpaque()
        // SAFETY: `written` lives as long as this value, which destroys the surface; Cairo never returns nil.
        unsafe surface = unsafe cairo_pdf_surface_create_for_stream(
            { target, data, count in
                guard let target = unsafe target, let data = unsafe data else { return CAIRO_STATUS_WRITE_ERROR }
                let written = unsafe Unmanaged<WrittenBytes>.fromOpaque(target).takeUnretainedValue()
                unsafe written.bytes.append(contentsOf: UnsafeBufferPointer(start: data, count: Int(count)))
                return CAIRO_STATUS_SUCCESS
            }, target, 72, 72)
        unsafe context = unsafe cairo_create(surface)
    }

    deinit {
        // SAFETY: created in init, used by nobody else; `written` is still alive when the surface writes its end.
        unsafe cairo_destroy(context)
        unsafe cairo_surface_destroy(surface)
        withExtendedLifetime(written) {}
    }

    /// The bytes since the last call.
    mutating func takeBytes() -> [UInt8] {
        defer { written.bytes.removeAll(keepingCapacity: true) }
        return written.bytes
    }

    // MARK: - Pages

    /// A new page; the one before it is written out.
    mutating func beginPage(_ size: PaperSize) {
        endPage()
        // SAFETY: both are alive.
        unsafe cairo_pdf_surface_set_size(surface, size.width, size.height)
        pages += 1
    }

    private func endPage() {
        if pages > 0 { unsafe cairo_show_page(context) }
    }

    /// A bookmark to a place on this page.
    func addBookmark(_ title: String, at box: Box) {
        let place = "page=\(pages) pos=[\(Int(box.x)) \(Int(box.y))]"
        // SAFETY: both texts end in zero and outlive the call, which copies them.
        unsafe title.withCString { title in
            unsafe place.withCString {
                _ = unsafe cairo_pdf_surface_add_outline(
                    surface, CAIRO_PDF_OUTLINE_ROOT, title, $0, CAIRO_PDF_OUTLINE_FLAG_OPEN)
            }
        }
    }

    /// Writes the end of the file.
    /// - Throws: `DrawingError` for the first thing that failed since the beginning: Cairo remembers it and ignores the rest.
    mutating func finish(title: String, author: String) throws(DrawingError) {
        try check()
        set(CAIRO_PDF_METADATA_TITLE, title)
        set(CAIRO_PDF_METADATA_AUTHOR, author)
        set(CAIRO_PDF_METADATA_CREATOR, "transitlink-signs")
        // Cairo writes the time of day unless it gets a date; what is no date is left out.
        set(CAIRO_PDF_METADATA_CREATE_DATE, "")
        endPage()
        try check()
        unsafe cairo_surface_finish(surface)
        try unsafe check(cairo_surface_status(surface))
    }

    /// - Throws: `DrawingError` for the first thing that failed since the beginning.
    func check() throws(DrawingError) {
        try unsafe check(cairo_status(context))
        try unsafe check(cairo_surface_status(surface))
    }

    private func set(_ key: cairo_pdf_metadata_t, _ value: String) {
        // SAFETY: the text ends in zero and outlives the call, which copies it.
        unsafe value.withCString { unsafe cairo_pdf_surface_set_metadata(surface, key, $0) }
    }

    private func check(_ status: cairo_status_t) throws(DrawingError) {
        if status == CAIRO_STATUS_SUCCESS { return }
        // SAFETY: Cairo's sentences are string literals.
        let reason = unsafe String(cString: cairo_status_to_string(status))
        throw DrawingError(description: "the PDF can't be drawn: \(reason)")
    }

    // MARK: - Shapes

    func fill(_ box: Box, _ colour: Colour, radius: Double = 0) {
        outline(box, radius)
        use(colour)
        unsafe cairo_fill(context)
    }

    func stroke(_ box: Box, _ colour: Colour, width: Double, radius: Double) {
        outline(box.inset(width / 2, width / 2), radius)
        use(colour)
        unsafe cairo_set_line_width(context, width)
        unsafe cairo_stroke(context)
    }

    func line(fromX: Double, fromY: Double, toX: Double, toY: Double, _ colour: Colour, width: Double) {
        unsafe cairo_move_to(context, fromX, fromY)
        unsafe cairo_line_to(context, toX, toY)
        use(colour)
        unsafe cairo_set_line_width(context, width)
        unsafe cairo_stroke(context)
    }

    /// One path from `draw`, filled at once: shapes inside others are holes or not by the even-odd rule.
    func fillPath(_ colour: Colour, _ draw: (borrowing PathPen) -> Void) {
        unsafe draw(PathPen(context))
        use(colour)
        unsafe cairo_set_fill_rule(context, CAIRO_FILL_RULE_EVEN_ODD)
        unsafe cairo_fill(context)
        unsafe cairo_set_fill_rule(context, CAIRO_FILL_RULE_WINDING)
    }

    /// What `draw` draws ends at the box.
    func clipped(to box: Box, _ draw: () -> Void) {
        unsafe cairo_save(context)
        unsafe cairo_rectangle(context, box.x, box.y, box.width, box.height)
        unsafe cairo_clip(context)
        draw()
        unsafe cairo_restore(context)
    }

    /// The whole image in the box, its shape kept.
    func show(_ image: RasterImage, in box: Box) {
        let scale = min(box.width / Double(image.width), box.height / Double(image.height))
        unsafe cairo_save(context)
        unsafe cairo_translate(context, box.x, box.y)
        unsafe cairo_scale(context, scale, scale)
        // SAFETY: Cairo counts its own references to the image.
        unsafe cairo_set_source_surface(context, image.surface, 0, 0)
        unsafe cairo_paint(context)
        unsafe cairo_restore(context)
    }

    func use(_ colour: Colour) {
        unsafe cairo_set_source_rgb(
            context, Double(colour.red) / 255, Double(colour.green) / 255, Double(colour.blue) / 255)
    }

    /// Corners are quarter circles.
    private func outline(_ box: Box, _ radius: Double) {
        let radius = min(radius, box.width / 2, box.height / 2)
        unsafe cairo_new_path(context)
        if radius <= 0 { return unsafe cairo_rectangle(context, box.x, box.y, box.width, box.height) }
        let corners = [
            (box.right - radius, box.y + radius, -0.5), (box.right - radius, box.bottom - radius, 0.0),
            (box.x + radius, box.bottom - radius, 0.5), (box.x + radius, box.y + radius, 1.0),
        ]
        for (x, y, turn) in corners { unsafe cairo_arc(context, x, y, radius, turn * .pi, (turn + 0.5) * .pi) }
        unsafe cairo_close_path(context)
    }
}

/// Draws straight outlines.
@safe
struct PathPen: ~Copyable {
    private let context: OpaquePointer
    fileprivate init(_ context: OpaquePointer) { unsafe self.context = context }

    func move(toX x: Double, y: Double) { unsafe cairo_move_to(context, x, y) }
    func go(dx: Double, dy: Double) { unsafe cairo_rel_line_to(context, dx, dy) }
    func close() { unsafe cairo_close_path(context) }
}
