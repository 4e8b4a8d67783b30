// Box: a rectangle on paper. Lengths are points (1/72 inch), as in PDF; x grows to the right, y down.

package struct Box: Sendable, Hashable {
    package var x: Double
    package var y: Double
    package var width: Double
    package var height: Double

    package init(x: Double, y: Double, width: Double, height: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    package var right: Double { x + width }
    package var bottom: Double { y + height }

    /// The box without a rim; never less than nothing.
    package func inset(_ dx: Double, _ dy: Double) -> Box {
        Box(x: x + dx, y: y + dy, width: max(0, width - 2 * dx), height: max(0, height - 2 * dy))
    }

    package func moved(_ dx: Double, _ dy: Double) -> Box { Box(x: x + dx, y: y + dy, width: width, height: height) }

    /// A box of this size in the middle.
    package func centred(width: Double, height: Double) -> Box {
        Box(x: x + (self.width - width) / 2, y: y + (self.height - height) / 2, width: width, height: height)
    }
}

/// Width and height in points.
package struct PaperSize: Sendable, Hashable {
    package let width: Double
    package let height: Double

    package init(width: Double, height: Double) {
        self.width = width
        self.height = height
    }

    package var landscape: PaperSize { PaperSize(width: max(width, height), height: min(width, height)) }
    package var shortSide: Double { min(width, height) }
}
