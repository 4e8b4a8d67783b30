// QRCodeOutline: the dark modules of a code as closed outlines, in the path language of SVG 1.1, section 8.3, one unit a
// module, the quiet zone counted in. Neighbouring modules are one shape: nothing is left between them where a renderer
// could show a seam or a plotter would cut, and the text is two thirds of what a rectangle a run takes.

package struct QRCodeOutline: ~Copyable {
    /// Row by row, with a light module all around, so that every corner has four.
    private var modules: [Module]
    /// Modules on a side of `modules`.
    private let side: Int
    private var path: [UInt8] = []

    private enum Module: UInt8 {
        case light
        case dark
        /// Dark, and its upper edge is in the path. Every outline has an upper edge.
        case drawn
    }

    /// The `d` of a path of `code`, to be filled dark; made of digits, blanks, `-` and the letters M, h, v and z.
    package static func path(of code: QRCode) -> [UInt8] {
        var outline = Self(code)
        for corner in outline.side..<outline.modules.count
        where outline.modules[corner] == .dark && outline.modules[corner - outline.side] == .light {
            outline.trace(from: corner)
        }
        return outline.path
    }

    private init(_ code: QRCode) {
        side = code.width + 2
        modules = [Module](repeating: .light, count: side * side)
        for row in 0..<code.width {
            let start = (row + 1) * side + 1
            for column in 0..<code.width where code.isDark(row: row, column: column) { modules[start + column] = .dark }
        }
        // Random modules take two to three bytes each.
        path.reserveCapacity(code.width * code.width * 3)
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
    }

    /// Goes once around a shape, or around a hole in one. A corner is named by the module to its lower right; the first one's
    /// is dark, with a light one above.
    private mutating func trace(from start: Int) {
        append("M", start % side + QRCode.quietZone - 1)
        append(" ", start / side + QRCode.quietZone - 1)
        var (corner, heading, length) = (start, Heading.east, 0)
        while true {
            if heading == .east { modules[corner] = .drawn }
            corner += step(heading)
            length += 1
            let turned = turn(at: corner, heading)
            if turned == heading { continue }
            // The way back to the start is `z`.
            if corner == start, turned == .east { break }
            append(heading, length)
            (heading, length) = (turned, 0)
        }
        path.append(UInt8(ascii: "z"))
    }

    private func step(_ heading: Heading) -> Int {
        switch heading {
        case .east: 1
        case .south: side
        case .west: -1
        case .north: -side
        }
    }

    /// Where to go on. Modules that touch in a corner alone are two shapes.
    private func turn(at corner: Int, _ heading: Heading) -> Heading {
        let (aheadLeft, aheadRight) =
            switch heading {
            case .east: (corner - side, corner)
            case .south: (corner, corner - 1)
            case .west: (corner - 1, corner - side - 1)
            case .north: (corner - side - 1, corner - side)
            }
        if modules[aheadRight] == .light { return heading.right }
        return modules[aheadLeft] == .light ? heading : heading.left
    }

    private mutating func append(_ heading: Heading, _ length: Int) {
        switch heading {
        case .east: append("h", length)
        case .south: append("v", length)
        case .west: append("h", -length)
        case .north: append("v", -length)
        }
    }

    /// - Parameter number: of three digits at the most.
    private mutating func append(_ command: Unicode.Scalar, _ number: Int) {
        path.append(UInt8(ascii: command))
        if number < 0 { path.append(UInt8(ascii: "-")) }
        let digits = number.magnitude
        if digits >= 100 { path.append(UInt8(ascii: "0") + UInt8(digits / 100)) }
        if digits >= 10 { path.append(UInt8(ascii: "0") + UInt8(digits / 10 % 10)) }
        path.append(UInt8(ascii: "0") + UInt8(digits % 10))
    }
}
