// Signs in, PDF out. What the pages look like is asked in Tests/Signs/run, with tools that read PDFs.

import Foundation
import SignSheets
import TestSupport
import Testing

private func sign(_ name: String, url: String = "https://a.example/1") -> Sign {
    Sign(stopName: name, stopCode: "1", agency: "Metro", url: url)
}

private func book(_ size: String = "a6", _ template: SignTemplate = SignTemplate()) throws -> SignBook {
    SignBook(try SheetPlan(SheetOptions(sign: PaperSize(size)!)), template)
}

@Suite struct SignBookTests {
    @Test func pagesComeOutWhileSignsComeIn() throws {
        var book = try book()
        var sizes: [Int] = []
        for number in 1...3 {
            _ = try book.add(sign("Stop \(number)"))
            sizes.append(book.takeBytes().count)
        }
        try book.finish(title: "Signs")
        let end = book.takeBytes()
        // A page is written out when the next one begins.
        #expect(sizes[1] > 500 && sizes[2] > 500)
        #expect(end.count > 1000)
        #expect(String(decoding: end.suffix(6), as: UTF8.self) == "%%EOF\n")
        #expect(book.count == 3)
    }

    @Test func theSameSignsGiveTheSameBytes() throws {
        func bytes() throws -> [UInt8] {
            var book = try book()
            for name in ["A", "ب", "4th Ave & Pike St"] { _ = try book.add(sign(name)) }
            try book.finish(title: "Signs")
            return book.takeBytes()
        }
        let first = try bytes()
        #expect(first == (try bytes()))
        #expect(!String(decoding: first, as: UTF8.self).contains("CreationDate"))
    }

    @Test func aLinkWithoutRoomIsRefusedAndTheBookGoesOn() throws {
        var book = try book("card")
        _ = try book.add(sign("A"))
        #expect(
            throws: SignError(
                "url: 1000 bytes make a code of 59 mm, more than this sign has room for; take a larger size")
        ) { _ = try book.add(sign("B", url: String(repeating: "a", count: 1000))) }
        #expect(throws: SignError("url: 2954 bytes, more than a QR code holds (2953)")) {
            _ = try book.add(sign("B", url: String(repeating: "a", count: 2954)))
        }
        _ = try book.add(sign("C"))
        #expect(book.count == 2)
        try book.finish(title: "Signs")
    }

    @Test func whatNoFontHasIsCounted() throws {
        var book = try book()
        #expect(try book.add(sign("plain")) == 0)
        // Unassigned, so no font will ever have it.
        #expect(try book.add(sign("a\u{FFFF0}b")) > 0)
    }

    @Test(arguments: [
        [UInt8](), Array("GIF89a".utf8), [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A],
        // A header alone, of 1 × 1.
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 1, 0, 0, 0, 1],
        // A million by a million.
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 15, 66, 64, 0, 15, 66, 64],
    ])
    func whatIsNoPNGIsRefused(_ bytes: [UInt8]) {
        #expect(throws: DrawingError.self) { try RasterImage(png: bytes) }
    }
}
