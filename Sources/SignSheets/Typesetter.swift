// Typesetter: text in boxes through Pango: shaping, both directions, fonts for every script. A text that is too long for its
// box wraps, then shrinks in steps, then ends in an ellipsis; nothing is ever drawn outside of the box. What no installed
// font has is counted, for it comes out as empty boxes.

internal import CPangoCairo
internal import Glibc

/// One kind of text; sizes in points.
struct TextStyle {
    let family: String
    let weight: Int
    let largest: Double
    let smallest: Double
    /// At most so many lines.
    var lines = Int.max
}

/// Where a text stands in its box.
struct TextPlace {
    let box: Box
    var alignment = SignTemplate.Alignment.start
    /// Share of the free height that is left above the text.
    var above = 0.5
}

@safe
struct Typesetter: ~Copyable {
    // SAFETY, for every call below that has no line of its own: the three pointers are ours from init to deinit, and Pango
    // reads its other arguments within the call.
    private let context: OpaquePointer
    private let layout: OpaquePointer
    private let font: OpaquePointer
    /// Characters shown so far that no installed font has.
    private(set) var unknownGlyphs = 0

    /// A text shrinks by a sixteenth at a time, which a reader hardly sees.
    private static let step = 15.0 / 16

    /// - Parameter language: BCP 47, such as `ja`: which of the forms of a Chinese character is meant, and which font has it.
    init(_ canvas: borrowing Canvas, language: String) {
        // SAFETY: the three are ours until deinit; Pango ends the program where there is no memory.
        unsafe context = unsafe pango_cairo_create_context(canvas.context)
        unsafe layout = unsafe pango_layout_new(context)
        unsafe font = unsafe pango_font_description_new()
        useExactMetrics()
        // Without one Pango takes the language of the environment, and the file would depend on who makes it.
        unsafe language.withCString { unsafe pango_context_set_language(context, pango_language_from_string($0)) }
    }

    deinit {
        // SAFETY: created in init, used by nobody else.
        unsafe pango_font_description_free(font)
        unsafe g_object_unref(UnsafeMutableRawPointer(layout))
        unsafe g_object_unref(UnsafeMutableRawPointer(context))
    }

    /// Paper has no pixels to which glyphs had to be moved.
    private func useExactMetrics() {
        let options = unsafe cairo_font_options_create()
        unsafe cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
        unsafe cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
        unsafe pango_cairo_context_set_font_options(context, options)
        unsafe cairo_font_options_destroy(options)
        unsafe pango_context_set_round_glyph_positions(context, 0)
    }

    /// Draws `text` as large as it fits.
    mutating func show(
        _ text: String, _ style: TextStyle, _ colour: Colour, in place: TextPlace, on canvas: borrowing Canvas
    ) {
        guard !text.isEmpty, place.box.width > 0, place.box.height > 0 else { return }
        fit(text, style, place)
        unknownGlyphs += unsafe Int(pango_layout_get_unknown_glyphs_count(layout))
        let top = place.box.y + max(0, place.box.height - extents.height) * place.above
        canvas.clipped(to: place.box) {
            canvas.use(colour)
            unsafe cairo_move_to(canvas.context, place.box.x, top)
            unsafe pango_cairo_show_layout(canvas.context, layout)
        }
    }

    /// How wide `text` is, as large as it fits.
    func width(of text: String, _ style: TextStyle, in box: Box) -> Double {
        fit(text, style, TextPlace(box: box))
        return min(box.width, extents.width)
    }

    /// Whether a text begins at the right, by its first letter that has a direction (UAX 9, P2).
    static func isRightToLeft(_ text: String) -> Bool {
        // SAFETY: read within the call; the length says where the text ends.
        let direction = unsafe text.withCString { unsafe pango_find_base_dir($0, Int32(text.utf8.count)) }
        return direction == UInt32(TL_DIRECTION_RTL)
    }

    // MARK: - Fitting

    /// Lines break between words. A word that is longer than its line makes the text smaller, down to half of its size; only
    /// then is the word broken.
    private func fit(_ text: String, _ style: TextStyle, _ place: TextPlace) {
        begin(text, style, place)
        let half = max(style.smallest, style.largest / 2)
        if let size = shrink(style, to: half, place.box, wrap: TL_WRAP_WORD) { return spareLine(size, smallest: half) }
        if shrink(style, to: style.smallest, place.box, wrap: TL_WRAP_WORD_CHAR) != nil { return }
        setSize(style.smallest)
        unsafe pango_layout_set_height(layout, style.lines == 1 ? -1 : Self.units(place.box.height))
        unsafe pango_layout_set_ellipsize(layout, UInt32(TL_ELLIPSIZE_END))
    }

    private func begin(_ text: String, _ style: TextStyle, _ place: TextPlace) {
        // SAFETY: Pango copies what it is given.
        unsafe style.family.withCString { unsafe pango_font_description_set_family(font, $0) }
        unsafe pango_font_description_set_weight(font, UInt32(style.weight))
        unsafe text.withCString { unsafe pango_layout_set_text(layout, $0, Int32(text.utf8.count)) }
        unsafe pango_layout_set_width(layout, Self.units(place.box.width))
        unsafe pango_layout_set_height(layout, -1)
        unsafe pango_layout_set_ellipsize(layout, UInt32(TL_ELLIPSIZE_NONE))
        unsafe pango_layout_set_alignment(layout, UInt32(place.alignment == .start ? TL_ALIGN_LEFT : TL_ALIGN_CENTER))
    }

    /// A size down by up to three steps where that saves a line: better than a last line of one short word.
    private func spareLine(_ size: Double, smallest: Double) {
        let lines = lineCount
        if lines == 1 { return }
        for steps in 1...3 {
            let smaller = size * pow(Self.step, Double(steps))
            if smaller < smallest { break }
            setSize(smaller)
            if lineCount < lines { return }
        }
        setSize(size)
    }

    /// Sets the largest size at which the text fits, found by halving, and returns it; nil where not even `smallest` does.
    private func shrink(_ style: TextStyle, to smallest: Double, _ box: Box, wrap: Int) -> Double? {
        unsafe pango_layout_set_wrap(layout, UInt32(wrap))
        if fits(size: style.largest, style, box) { return style.largest }
        if !fits(size: smallest, style, box) { return nil }
        var tooLarge = 0
        var small = Int((log(smallest / style.largest) / log(Self.step)).rounded(.up))
        while small - tooLarge > 1 {
            let middle = (small + tooLarge) / 2
            let size = max(smallest, style.largest * pow(Self.step, Double(middle)))
            if fits(size: size, style, box) { small = middle } else { tooLarge = middle }
        }
        let size = max(smallest, style.largest * pow(Self.step, Double(small)))
        setSize(size)
        return size
    }

    private func fits(size: Double, _ style: TextStyle, _ box: Box) -> Bool {
        setSize(size)
        let taken = extents
        guard taken.height <= box.height, taken.width <= box.width else { return false }
        return lineCount <= style.lines
    }

    private func setSize(_ size: Double) {
        unsafe pango_font_description_set_absolute_size(font, size * Double(TL_PANGO_SCALE))
        unsafe pango_layout_set_font_description(layout, font)
    }

    private var lineCount: Int { unsafe Int(pango_layout_get_line_count(layout)) }

    /// Width and height of the lines as they are set.
    private var extents: (width: Double, height: Double) {
        var logical = PangoRectangle()
        unsafe pango_layout_get_extents(layout, nil, &logical)
        return (Double(logical.width) / Double(TL_PANGO_SCALE), Double(logical.height) / Double(TL_PANGO_SCALE))
    }

    private static func units(_ points: Double) -> Int32 { Int32(points * Double(TL_PANGO_SCALE)) }
}
