// Where the parts of a sign stand: inside it and apart, whatever the size, so that no text can reach the code.

import Testing

@testable import SignSheets

@Suite struct SignDesignTests {
    private static let sizes =
        PaperSize.named.flatMap { [$0.size, $0.size.landscape] }
        + ["25x25mm", "25x400mm", "400x25mm", "2000x2000mm", "99.1x38.1mm", "100x90mm", "100x80mm"].compactMap { PaperSize($0) }

    @Test(arguments: sizes, SignTemplate.Shape.allCases)
    func partsLieInTheSignAndApart(_ size: PaperSize, _ shape: SignTemplate.Shape) {
        for order in [[.name, .qr, .foot], [.foot, .qr, .name], [.qr, .foot, .name]] as [[SignTemplate.Block]] {
            for call in ["", "Scan"] {
                var template = SignTemplate()
                template.layout.shape = shape
                template.layout.order = order
                template.texts.call = call
                expectApart(SignDesign(template, size), size)
            }
        }
    }

    private func expectApart(_ design: SignDesign, _ size: PaperSize) {
        let parts = [design.name, design.code, design.call, design.foot]
        for (index, part) in parts.enumerated() {
            #expect(part.x >= 0 && part.y >= 0 && part.right <= size.width + 0.01 && part.bottom <= size.height + 0.01)
            for other in parts[(index + 1)...] { #expect(isApart(part, other), "\(part) \(other)") }
        }
        #expect(isApart(design.panel, design.code))
        #expect(abs(design.code.width - design.code.height) < 0.01)
        #expect(design.badgeHeight < design.name.height / 2)
    }

    private func isApart(_ one: Box, _ other: Box) -> Bool {
        one.right <= other.x + 0.01 || other.right <= one.x + 0.01 || one.bottom <= other.y + 0.01
            || other.bottom <= one.y + 0.01
    }

    @Test(arguments: [("a5", false), ("card", true), ("a4", false), ("110x100mm", false), ("120x100mm", true)])
    func aWideSignHasItsCodeBesideTheName(_ size: String, _ isBeside: Bool) throws {
        #expect(SignDesign(SignTemplate(), try #require(PaperSize(size))).isBeside == isBeside)
    }
}
