// QRCode: a text as the square of dark and light modules that cameras read (ISO/IEC 18004), made by libqrencode. It knows
// modules and the quiet zone, not how they are drawn: that is QRCodeOutline (vectors) and QRCodePNG (pixels).

internal import CQREncode
internal import Glibc

/// A QR code without its quiet zone.
package struct QRCode: Sendable, Hashable {
    /// Light modules that have to surround the code, or scanners miss it on a dark page (ISO/IEC 18004, 9.1).
    package static let quietZone = 4

    /// How much of a code may be dirty or torn and is still read (ISO/IEC 18004, 7.5.1): more of it is a larger code.
    package enum ErrorLevel: String, Sendable, Hashable, CaseIterable {
        /// About 7 %: for a screen, which has no dirt on it.
        case low = "L"
        /// About 15 %: for paper.
        case medium = "M"
        /// About 25 %: for a sign in the open.
        case quartile = "Q"
        /// About 30 %.
        case high = "H"
    }

    /// Modules on a side, 21…177.
    package let width: Int
    /// Row by row, the lowest bit set for dark.
    private let modules: [UInt8]

    /// The smallest code for `text`, its bytes as they are.
    ///
    /// - Returns: nil where the text has more bytes than a code can hold: 2953 at level L, 2331 at M, 1663 at Q, 1273 at H.
    package init?(_ text: String, level: ErrorLevel = .low) {
        let bytes = Array(text.utf8)
        // SAFETY: the bytes are read within the call; the result is ours and freed below.
        guard !bytes.isEmpty, let code = unsafe QRcode_encodeData(Int32(bytes.count), bytes, 0, level.value) else {
            return nil
        }
        defer { unsafe QRcode_free(code) }
        let width = unsafe Int(code.pointee.width)
        self.width = width
        // SAFETY: the library documents `width` × `width` bytes; the lowest bit is set for dark.
        modules = unsafe [UInt8](UnsafeBufferPointer(start: code.pointee.data, count: width * width))
    }

    /// Whether a module is dark; beyond the code all is light.
    package func isDark(row: Int, column: Int) -> Bool {
        guard (0..<width).contains(row), (0..<width).contains(column) else { return false }
        return modules[row * width + column] & 1 == 1
    }

    /// Modules on a side with the quiet zone.
    package var paddedWidth: Int { width + 2 * Self.quietZone }
}

extension QRCode.ErrorLevel {
    fileprivate var value: QRecLevel {
        switch self {
        case .low: QR_ECLEVEL_L
        case .medium: QR_ECLEVEL_M
        case .quartile: QR_ECLEVEL_Q
        case .high: QR_ECLEVEL_H
        }
    }
}
