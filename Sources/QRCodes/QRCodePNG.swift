// QRCodePNG: a code as an image of one bit a pixel, quiet zone in white around it, made by libpng. No time, no text and no
// program's name is in it: the same code and module size give the same bytes, as long as libpng and zlib stay the same.

internal import CPNG
internal import Glibc

package enum QRCodePNG {
    /// Pixels a module. More than the upper limit and the largest code would take 35 MB while it is drawn; print wants SVG.
    package static let moduleSizes = 1...32

    /// The image of `code`, `moduleSize` pixels a module.
    /// - Precondition: `moduleSize` is one of `moduleSizes`.
    package static func bytes(of code: QRCode, moduleSize: Int) -> [UInt8] {
        precondition(moduleSizes.contains(moduleSize), "a module has 1 to 32 pixels")
        let side = code.paddedWidth * moduleSize
        // SAFETY: an all-zero png_image is what libpng asks for; the fields that matter are set below.
        var image = unsafe png_image()
        unsafe image.version = png_uint_32(PNG_IMAGE_VERSION)
        unsafe image.width = png_uint_32(side)
        unsafe image.height = png_uint_32(side)
        unsafe image.format = png_uint_32(PNG_FORMAT_FLAG_COLORMAP | PNG_FORMAT_FLAG_COLOR)
        // A palette of two is written with one bit a pixel.
        unsafe image.colormap_entries = 2
        // Less searching for repeats; a code has few, and is written three times as fast for a tenth more bytes.
        unsafe image.flags = png_uint_32(PNG_IMAGE_FLAG_FAST)
        return unsafe write(&image, pixels: pixels(of: code, moduleSize: moduleSize), side: side)
    }

    /// Indexes into the palette, row by row.
    private static func pixels(of code: QRCode, moduleSize: Int) -> [UInt8] {
        var pixels: [UInt8] = []
        pixels.reserveCapacity(code.paddedWidth * code.paddedWidth * moduleSize * moduleSize)
        let range = -QRCode.quietZone..<code.width + QRCode.quietZone
        // A row of its own: a slice of `pixels` would make each append copy all of them.
        var line: [UInt8] = []
        for row in range {
            line.removeAll(keepingCapacity: true)
            for column in range {
                line.append(contentsOf: repeatElement(code.isDark(row: row, column: column) ? 1 : 0, count: moduleSize))
            }
            for _ in 0..<moduleSize { pixels.append(contentsOf: line) }
        }
        return pixels
    }

    /// White, then black, as red, green and blue.
    private static let palette: [UInt8] = [255, 255, 255, 0, 0, 0]

    private static func write(_ image: inout png_image, pixels: [UInt8], side: Int) -> [UInt8] {
        // An upper bound, so that the image is compressed once: a byte a pixel never fits worse than a bit a pixel does.
        let limit = side * side / 8 + side + 4096
        return unsafe [UInt8](unsafeUninitializedCapacity: limit) { target, count in
            var size = png_alloc_size_t(limit)
            // SAFETY: `pixels` holds `side` rows of `side` bytes, `palette` two entries of three, the target `size` bytes;
            // all live through the call, which keeps none of them.
            let isWritten = unsafe png_image_write_to_memory(
                &image, target.baseAddress, &size, 0, pixels, png_int_32(side), palette)
            // It fails for want of memory alone: sizes, format and room are set above.
            precondition(isWritten != 0, "libpng wrote a code of \(side) pixels")
            count = Int(size)
        }
    }
}
