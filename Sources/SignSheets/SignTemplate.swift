// SignTemplate: how signs look. Every default stands here; Config/signs/template.json shows them with their reasons, and a
// test keeps the two alike. Lengths are shares of the sign's shorter side, so that one template serves every size.

package import QRCodes

package struct SignTemplate: Sendable, Equatable {
    package var colours = Colours()
    package var fonts = Fonts()
    package var texts = Texts()
    package var layout = Layout()
    package var code = Code()
    /// A PNG at the foot, beside the agency; the path as the template has it. nil: none.
    package var logo: String?

    package init() {}

    package struct Colours: Sendable, Equatable {
        package var background = Colour.white
        /// The block that the name stands on.
        package var panel = Colour(red: 0x0B, green: 0x3D, blue: 0x6B)
        package var onPanel = Colour.white
        package var text = Colour(red: 0x14, green: 0x18, blue: 0x1C)
        /// The agency, the hint and the line above the foot.
        package var quiet = Colour(red: 0x55, green: 0x5F, blue: 0x6B)
    }

    /// One kind of text.
    package struct Font: Sendable, Equatable {
        /// Families in order, separated by commas; what none of them has is taken from any installed font.
        package var family = "sans-serif"
        /// 100 (thin) to 1000 (heaviest), as in CSS.
        package var weight: Int
        /// The size that a short text gets, and the smallest before a text is cut: shares of the sign's shorter side.
        package var largest: Double
        package var smallest: Double
    }

    package struct Fonts: Sendable, Equatable {
        package var name = Font(weight: 700, largest: 0.125, smallest: 0.024)
        package var badge = Font(weight: 700, largest: 0.065, smallest: 0.025)
        package var call = Font(weight: 700, largest: 0.065, smallest: 0.025)
        package var foot = Font(weight: 400, largest: 0.04, smallest: 0.022)
    }

    package struct Texts: Sendable, Equatable {
        /// Below the code. Empty: nothing.
        package var call = "Scan for arrivals"
        /// Before the stop code and the platform, with a space between. Empty: the code alone.
        package var code = "Stop"
        package var platform = "Platform"
    }

    package enum Block: String, Sendable, CaseIterable { case name, qr, foot }

    package enum Shape: String, Sendable, CaseIterable {
        /// Beside one another where the sign is wider than high by a sixth, else stacked.
        case auto
        case stacked, beside
    }

    package enum Alignment: String, Sendable, CaseIterable {
        /// Where the name's script begins: left, for Arabic and Hebrew right.
        case start
        case centre
    }

    package struct Layout: Sendable, Equatable {
        package var shape = Shape.auto
        package var alignment = Alignment.start
        /// From top to bottom, where stacked; each once.
        package var order = Block.allCases
        /// Shares of the height, relative to one another; beside, `name` and `foot` share it.
        package var name = 36.0
        package var qr = 53.0
        package var foot = 11.0
        /// Share of the width that the code takes at the most, where it stands beside the rest.
        package var beside = 0.5
        /// White space at every edge of a block.
        package var margin = 0.065
    }

    package struct Code: Sendable, Equatable {
        /// Q, 25 %: outdoors a sign gets scratches and stickers. Where its modules would come out too small, a level lower.
        package var level = QRCode.ErrorLevel.quartile
        /// Millimetres. Half a millimetre is what phones read at arm's length from a print that has yellowed; a smaller
        /// module is refused.
        package var smallestModule = 0.5
    }
}
