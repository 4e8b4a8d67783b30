// Colour: what is printed, as designers write it: `#0B3D6B`. PDF's device RGB; a shop turns it into its inks.

package struct Colour: Sendable, Hashable {
    package let red: UInt8
    package let green: UInt8
    package let blue: UInt8

    package static let white = Colour(red: 255, green: 255, blue: 255)
    package static let black = Colour(red: 0, green: 0, blue: 0)

    package init(red: UInt8, green: UInt8, blue: UInt8) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    /// `#` and six hex digits; nil for anything else.
    package init?(_ text: String) {
        let digits = Array(text.utf8.dropFirst())
        guard text.utf8.first == UInt8(ascii: "#"), digits.count == 6, digits.allSatisfy(Self.isHexDigit),
            let value = UInt32(text.dropFirst(), radix: 16)
        else { return nil }
        self.init(red: UInt8(value >> 16), green: UInt8(value >> 8 & 0xFF), blue: UInt8(value & 0xFF))
    }

    /// `UInt32(_:radix:)` would read a sign, too.
    private static func isHexDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
            UInt8(ascii: "A")...UInt8(ascii: "F"):
            true
        default: false
        }
    }
}
