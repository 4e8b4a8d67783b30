// QRCodeOutline: the dark modules of a code as closed outlines, in the path language of SVG 1.1, section 8.3, one unit a
// module, the quiet zone counted in. Neighbouring modules are one shape: nothing is left between them where a renderer
// could show a seam or a plotter would cut, and the text is half of what a rectangle a run takes.

package struct QRCodeOutline: ~Copyable {
    private let code: QRCode
    /// Whether the upper edge of a module was drawn; every outline has such an edge.
    private var isDrawn: [Bool]
    private var path: [UInt8] = []

    /// The `d` of a path of `code`, to be filled dark; made of digits, `-` and the letters M, h, v and z.
    package static func path(of code: QRCode) -> [UInt8] {
        var outline = Self(code)
        for row in 0..<code.width {
            for column in 0..<code.width where outline.beginsOutline(row: row, column: column) {
                outline.trace(fromRow: row, column: column)
            }
        }
        return outline.path
    }

    private init(_ code: QRCode) {
        self.code = code
        isDrawn = [Bool](repeating: false, count: code.width * code.width)
        // Random modules take about two bytes each.
        path.reserveCapacity(code.width * code.width * 2)
    }

    private func beginsOutline(row: Int, column: Int) -> Bool {
        !isDrawn[row * code.width + column] && code.isDark(row: row, column: column)
            && !code.isDark(row: row - 1, column: column)
    }

    /// Where an outline goes; dark modules lie to the right of it.
    private enum Heading {
        case east, south, west, north

        var right: Self {
            switch self {
            case .east: .south
            case .south: .west
            case .west: .north
            case .north: .east
            }
        }
        var left: Self { right.right.right }
        var rows: Int { self == .south ? 1 : self == .north ? -1 : 0 }
        var columns: Int { self == .east ? 1 : self == .west ? -1 : 0 }
    }

    /// Goes once around a shape, or around a hole in one, from a corner whose next module is dark and has a light one above.
    private mutating func trace(fromRow startRow: Int, column startColumn: Int) {
        append("M", startColumn + QRCode.quietZone)
        append(" ", startRow + QRCode.quietZone)
        var (row, column, heading, length) = (startRow, startColumn, Heading.east, 0)
        while true {
            if heading == .east { isDrawn[row * code.width + column] = true }
            row += heading.rows
            column += heading.columns
            length += 1
            let turned = turn(row: row, column: column, heading)
            if turned == heading { continue }
            // The way back to the start is `z`.
            if row == startRow, column == startColumn, turned == .east { break }
            append(heading.rows == 0 ? "h" : "v", length * (heading.rows + heading.columns))
            (heading, length) = (turned, 0)
        }
        path.append(UInt8(ascii: "z"))
    }

    /// Where to go on at a corner. Modules that touch in a corner alone are two shapes.
    private func turn(row: Int, column: Int, _ heading: Heading) -> Heading {
        if !isDark(row: row, column: column, ahead: heading, onThe: heading.right) { return heading.right }
        return isDark(row: row, column: column, ahead: heading, onThe: heading.left) ? heading.left : heading
    }

    /// One of the two modules that lie ahead of a corner. A corner's module to the south-east has its row and column.
    private func isDark(row: Int, column: Int, ahead heading: Heading, onThe side: Heading) -> Bool {
        let rows = heading.rows + side.rows
        let columns = heading.columns + side.columns
        return code.isDark(row: rows > 0 ? row : row - 1, column: columns > 0 ? column : column - 1)
    }

    private mutating func append(_ command: Unicode.Scalar, _ number: Int) {
        path.append(UInt8(ascii: command))
        if number < 0 { path.append(UInt8(ascii: "-")) }
        let digits = number.magnitude
        if digits >= 100 { path.append(UInt8(ascii: "0") + UInt8(digits / 100)) }
        if digits >= 10 { path.append(UInt8(ascii: "0") + UInt8(digits / 10 % 10)) }
        path.append(UInt8(ascii: "0") + UInt8(digits % 10))
    }
}
