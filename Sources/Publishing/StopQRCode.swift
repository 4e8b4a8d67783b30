// StopQRCode: what the QR code of a stop says, and its drawing as SVG: a document of its own for a sign shop, or a part of a
// page. The sizes of both formats are in modules and pixels, never in millimetres: a printer knows better.

package import QRCodes
package import TransitLinks

extension PublishedStop {
    /// The text of its QR code: the web link, which opens the app where that is installed, else the app link. Nil where
    /// neither was selected.
    package var codeText: String? { links.web ?? links.appLink }
}

package struct QRCodeSVG: Sendable {
    /// CSS pixels a module; more than 64 would make the largest code wider than 10,000.
    package static let moduleSizes = 1...64

    private let moduleSize: Int

    /// - Precondition: `moduleSize` is one of `moduleSizes`.
    package init(moduleSize: Int) {
        precondition(Self.moduleSizes.contains(moduleSize), "a module has 1 to 64 pixels")
        self.moduleSize = moduleSize
    }

    /// The document: black on a white square that holds the quiet zone, whatever is around it.
    /// - Parameter title: what a screen reader says, such as the stop's name.
    package func write(_ code: QRCode, title: String?, to out: inout ByteWriter) {
        out.append(literal: "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"")
        out.append(decimal: Int64(code.paddedWidth * moduleSize))
        out.append(literal: "\" height=\"")
        out.append(decimal: Int64(code.paddedWidth * moduleSize))
        out.append(literal: "\"")
        Self.writeViewBox(code, to: &out)
        out.append(literal: " shape-rendering=\"crispEdges\">")
        if let title {
            out.append(literal: "<title>")
            out.append(html: title)
            out.append(literal: "</title>")
        }
        Self.writeDrawing(code, to: &out)
        out.append(literal: "</svg>\n")
    }

    /// As an element of HTML, sized and kept crisp by the page's style.
    static func writeInline(_ code: QRCode, label: String, to out: inout ByteWriter) {
        out.append(literal: "<svg role=\"img\" aria-label=\"")
        out.append(html: label)
        out.append(literal: "\"")
        writeViewBox(code, to: &out)
        out.append(literal: ">")
        writeDrawing(code, to: &out)
        out.append(literal: "</svg>")
    }

    private static func writeViewBox(_ code: QRCode, to out: inout ByteWriter) {
        out.append(literal: " viewBox=\"0 0 ")
        out.append(decimal: Int64(code.paddedWidth))
        out.append(literal: " ")
        out.append(decimal: Int64(code.paddedWidth))
        out.append(literal: "\"")
    }

    private static func writeDrawing(_ code: QRCode, to out: inout ByteWriter) {
        out.append(literal: "<path fill=\"#fff\" d=\"M0 0h")
        out.append(decimal: Int64(code.paddedWidth))
        out.append(literal: "v")
        out.append(decimal: Int64(code.paddedWidth))
        out.append(literal: "H0z\"/><path d=\"")
        out.append(QRCodeOutline.path(of: code).span)
        out.append(literal: "\"/>")
    }
}
