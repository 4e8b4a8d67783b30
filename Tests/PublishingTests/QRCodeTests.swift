import Publishing
import QRCodes
import Testing
import TransitLinks

@Suite struct QRCodeTests {
    /// Texts of many lengths: codes of 21 to 177 modules.
    private static let texts: [String] = [1, 17, 50, 120, 333, 800, 1270].map { (length: Int) -> String in
        let bytes = (0..<length).map { UInt8(33 + ($0 * 31 + length) % 90) }
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test(arguments: QRCode.ErrorLevel.allCases) func `an outline fills the dark modules and no other`(level: QRCode.ErrorLevel) throws {
        for text in Self.texts {
            let code = try #require(QRCode(text, level: level))
            let filled = Filled(QRCodeOutline.path(of: code), side: code.paddedWidth)
            for row in 0..<code.paddedWidth {
                for column in 0..<code.paddedWidth {
                    let isDark = code.isDark(row: row - QRCode.quietZone, column: column - QRCode.quietZone)
                    // Both rules of filling: a hole goes around the other way.
                    #expect(filled.winding[row][column] == (isDark ? 1 : 0), "\(row), \(column)")
                }
            }
        }
    }

    @Test func `more error correction makes a larger code, and too long a text none`() {
        let text = "https://sidecar.onebusaway.org/regions/1/stops/1_75403"
        #expect(QRCode.ErrorLevel.allCases.map { QRCode(text, level: $0)?.width } == [33, 33, 37, 41])
        for (level, most) in zip(QRCode.ErrorLevel.allCases, [2953, 2331, 1663, 1273]) {
            #expect(QRCode(String(repeating: "x", count: most), level: level)?.width == 177)
            #expect(QRCode(String(repeating: "x", count: most + 1), level: level) == nil)
        }
        #expect(QRCode("") == nil)
    }

    @Test func `a document has its size in pixels, its units in modules, white ground and a title`() throws {
        let code = try #require(QRCode("1", level: .low))
        let text = ByteWriter.text { QRCodeSVG(moduleSize: 3).write(code, title: "A & <B>\u{1B}", to: &$0) }
        let path = String(decoding: QRCodeOutline.path(of: code), as: UTF8.self)
        #expect(
            text == #"<svg xmlns="http://www.w3.org/2000/svg" width="87" height="87" viewBox="0 0 29 29" shape-rendering="crispEdges">"#
                + "<title>A &amp; &lt;B&gt;\u{FFFD}</title>"
                + ##"<path fill="#fff" d="M0 0h29v29H0z"/><path d=""## + path + #""/></svg>"# + "\n")
        #expect(ByteWriter.text { QRCodeSVG(moduleSize: 3).write(code, title: nil, to: &$0) }.contains("<title") == false)
    }

    @Test(arguments: [1, 4, 32]) func `an image has one bit a pixel and says nothing of when and by whom`(moduleSize: Int) throws {
        let code = try #require(QRCode("https://example.org/1", level: .medium))
        let image = QRCodePNG.bytes(of: code, moduleSize: moduleSize)
        #expect(image.prefix(8) == [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
        let chunks = chunks(of: image)
        #expect(Set(chunks.map(\.name)).isSubset(of: ["IHDR", "sRGB", "gAMA", "cHRM", "PLTE", "IDAT", "IEND"]))
        let side = UInt32(code.paddedWidth * moduleSize)
        let sideBytes = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: side >> $0) }
        // One bit, palette, deflate, one set of filters, not interlaced.
        #expect(chunks.first?.data == sideBytes + sideBytes + [1, 3, 0, 0, 0])
        #expect(chunks.first { $0.name == "PLTE" }?.data == [255, 255, 255, 0, 0, 0])
        #expect(image == QRCodePNG.bytes(of: code, moduleSize: moduleSize))
    }

    private func chunks(of image: [UInt8]) -> [(name: String, data: [UInt8])] {
        var (chunks, at) = ([(name: String, data: [UInt8])](), 8)
        while at + 12 <= image.count {
            let length = image[at..<at + 4].reduce(0) { $0 << 8 | Int($1) }
            let name = String(decoding: image[at + 4..<at + 8], as: UTF8.self)
            chunks.append((name, Array(image[at + 8..<at + 8 + length])))
            at += 12 + length
        }
        return chunks
    }
}

/// How often a path winds around each unit square: it sums the vertical edges to the left of it.
private struct Filled {
    var winding: [[Int]]

    init(_ path: [UInt8], side: Int) {
        winding = Array(repeating: Array(repeating: 0, count: side), count: side)
        var (x, y, startX, startY) = (0, 0, 0, 0)
        var rest = path[...]
        while let command = rest.popFirst() {
            switch command {
            case UInt8(ascii: "M"):
                startX = Self.number(&rest)
                rest.removeFirst()
                startY = Self.number(&rest)
                (x, y) = (startX, startY)
            case UInt8(ascii: "h"): x += Self.number(&rest)
            case UInt8(ascii: "v"): draw(x, from: &y, to: y + Self.number(&rest))
            default:
                draw(x, from: &y, to: startY)
                x = startX
            }
        }
    }

    private mutating func draw(_ x: Int, from y: inout Int, to end: Int) {
        for row in min(y, end)..<max(y, end) {
            for column in x..<winding.count { winding[row][column] += end > y ? -1 : 1 }
        }
        y = end
    }

    private static func number(_ rest: inout ArraySlice<UInt8>) -> Int {
        let digits = rest.prefix { $0 == UInt8(ascii: "-") || (48...57).contains($0) }
        rest = rest.dropFirst(digits.count)
        return Int(String(decoding: digits, as: UTF8.self)) ?? 0
    }
}
