// RasterImage: a PNG in memory, for a logo. Cairo embeds it once, however many signs show it: hence a class, one image.

internal import CPangoCairo

@safe
package final class RasterImage {
    /// 16 megapixels, 64 MB decoded: a logo of 5 cm at 1200 dpi has 6.
    package static let maximumPixels = 16 << 20
    /// Bytes of the file.
    package static let maximumBytes = 16 << 20

    /// Read by `Canvas` alone.
    let surface: OpaquePointer
    package let width: Int
    package let height: Int

    /// - Throws: `DrawingError` for what is no PNG, and for one of more than 16 megapixels, which isn't decoded.
    package init(png: [UInt8]) throws(DrawingError) {
        try Self.checkSize(png)
        var source = PNGSource(bytes: png)
        // SAFETY: the source outlives the call; the surface is destroyed in deinit, also when it is in error.
        let surface = unsafe withUnsafeMutablePointer(to: &source) { pointer in
            unsafe cairo_image_surface_create_from_png_stream(
                { source, data, count in
                    guard let source = unsafe source, let data = unsafe data else { return CAIRO_STATUS_READ_ERROR }
                    return unsafe source.assumingMemoryBound(to: PNGSource.self).pointee.read(data, Int(count))
                }, pointer)
        }
        guard let surface = unsafe surface, unsafe cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS else {
            unsafe cairo_surface_destroy(surface)
            throw DrawingError(description: "no PNG that can be decoded")
        }
        unsafe self.surface = unsafe surface
        width = unsafe Int(cairo_image_surface_get_width(surface))
        height = unsafe Int(cairo_image_surface_get_height(surface))
    }

    // SAFETY: ours since init; Cairo has counted what a PDF still needs of it.
    deinit { unsafe cairo_surface_destroy(surface) }

    /// Signature and first chunk (PNG specification, 11.2.2): width and height are big-endian at offsets 16 and 20.
    private static func checkSize(_ png: [UInt8]) throws(DrawingError) {
        let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        guard png.count >= 24, png.starts(with: signature) else { throw DrawingError(description: "no PNG") }
        let width = png[16..<20].reduce(0) { $0 << 8 | Int($1) }
        let height = png[20..<24].reduce(0) { $0 << 8 | Int($1) }
        guard width > 0, height > 0, width <= maximumPixels, height <= maximumPixels, width * height <= maximumPixels else {
            throw DrawingError(description: "\(width) × \(height) pixels; at most 16 megapixels")
        }
    }
}

/// The bytes of a file, handed to Cairo piece by piece.
private struct PNGSource {
    let bytes: [UInt8]
    var at = 0

    mutating func read(_ target: UnsafeMutablePointer<UInt8>, _ count: Int) -> cairo_status_t {
        guard count <= bytes.count - at else { return CAIRO_STATUS_READ_ERROR }
        // SAFETY: Cairo offers `count` bytes.
        for i in 0..<count { unsafe target[i] = bytes[at + i] }
        at += count
        return CAIRO_STATUS_SUCCESS
    }
}
