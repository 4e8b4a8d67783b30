// SignTargets: what `transitlink-signs` is given: lines of standard input, a template, a logo.

import Configuration
import SignSheets

extension FuzzTarget {
    static let sign = FuzzTarget(name: "sign") { bytes in
        var decoder = SignDecoder()
        for line in bytes.split(separator: 0x0A) {
            guard let sign = try? decoder.decode(Array(line).span) else { continue }
            for text in [sign.stopName, sign.stopCode ?? "", sign.platform ?? "", sign.agency] {
                expect(!text.unicodeScalars.contains { $0.properties.generalCategory == .control }, "a control is printed")
                expect(text.unicodeScalars.count <= 1001, "longer than any sign")
            }
            expect(sign.url.utf8.allSatisfy { (0x21..<0x7F).contains($0) }, "a link with a blank")
        }
    }

    static let signTemplate = FuzzTarget(name: "sign-template") { bytes in
        do throws(ConfigurationError) {
            let template = try SignTemplate(bytes, source: "fuzz")
            for font in [template.fonts.name, template.fonts.badge, template.fonts.call, template.fonts.foot] {
                expect(font.smallest <= font.largest && (100...1000).contains(font.weight), "a font without a size")
            }
            expect(Set(template.layout.order).count == 3, "a block is missing")
        } catch {
            expect(!error.faults.isEmpty, "refused for no reason")
            for fault in error.faults { expect(fault.line ?? 1 >= 1, "a fault before the first line") }
        }
    }

    static let logo = FuzzTarget(name: "logo") { bytes in
        guard let image = try? RasterImage(png: bytes) else { return }
        expect(image.width > 0 && image.height > 0, "an image of nothing")
        expect(image.width * image.height <= RasterImage.maximumPixels, "an image that is too large")
    }
}
