// QRCode: a text as the square of dark and light modules that cameras read (ISO/IEC 18004), made by libqrencode. It knows
// modules and the quiet zone, not how they are drawn.

internal import CQREncode
internal import Glibc

/// A QR code without its quiet zone.
package struct QRCode: Sendable, Hashable {
    /// Light modules that have to surround the code, or scanners miss it on a dark page (ISO/IEC 18004, 9.1).
    package static let quietZone = 4

    /// Modules on a side.
    package let width: Int
    /// Row by row, true for dark.
    private let modules: [Bool]

    /// The smallest code for `text`, its bytes as they are.
    ///
    /// The level of error correction is L, 7 %: a screen has no dirt on it, and the code stays small.
    /// - Returns: nil where the text has more bytes than a code can hold, 2953 at most.
    package init?(_ text: String) {
        let bytes = Array(text.utf8)
        // SAFETY: the bytes are read within the call; the result is ours and freed below.
        guard !bytes.isEmpty, let code = unsafe QRcode_encodeData(Int32(bytes.count), bytes, 0, QR_ECLEVEL_L) else {
            return nil
        }
        defer { unsafe QRcode_free(code) }
        let width = unsafe Int(code.pointee.width)
        self.width = width
        // SAFETY: the library documents `width` × `width` bytes; the lowest bit is set for dark.
        modules = (0..<width * width).map { unsafe code.pointee.data[$0] & 1 == 1 }
    }

    /// Whether a module is dark; beyond the code all is light.
    package func isDark(row: Int, column: Int) -> Bool {
        guard (0..<width).contains(row), (0..<width).contains(column) else { return false }
        return modules[row * width + column]
    }
}
