// Quotes where RFC 4180 asks for them, an apostrophe where a spreadsheet would run the text.

import TestSupport
import Testing
import TransitLinks

@testable import Publishing

@Suite struct CSVFieldTests {
    private func runs(_ text: String) -> Bool { FormulaGuard.runs(text.utf8.span) }
    private func needsQuotes(_ text: [UInt8]) -> Bool { CSVField.needsQuotes(text.span) }

    @Test(arguments: [
        ("", ""), ("Main St", "Main St"), ("a,b", "\"a,b\""), ("say \"hi\"", "\"say \"\"hi\"\"\""), ("\"", "\"\"\"\""),
        ("two\nlines", "\"two\nlines\""), ("two\r\nlines", "\"two\r\nlines\""), ("a\rb", "\"a\rb\""), ("a\tb", "a\tb"),
        (" blank ", " blank "), ("a;b", "a;b"), ("Łódź, ulica", "\"Łódź, ulica\""),
    ])
    func `a field stands in quotes only where it has to`(_ text: String, _ field: String) {
        #expect(ByteWriter.text { $0.appendCSV(text.utf8.span) } == field)
    }

    /// OWASP's list, its full-width forms, and what spreadsheets skip before them.
    @Test(arguments: [
        "=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "\u{0}=1", "\tMain St", "\u{1F}a", " =1", "  \t@x", "\u{A0}=1",
        "\u{3000}＝1", "＝1", "＋1", "－1", "＠x", "\u{FEFF}=1", "\u{200B}=1", "\u{200E}-1", "\u{202F}=1", "\u{2060}+1", "-",
        "=cmd|' /C calc'!A0", "=HYPERLINK(\"https://a.example\",\"x\")",
    ])
    func `a text that would run gets an apostrophe`(_ text: String) {
        let guarded = ByteWriter.text { $0.appendCSV("'\(text)".utf8.span) }
        #expect(ByteWriter.text { $0.appendCSV(guarding: text.utf8.span) } == guarded)
        #expect(runs(text))
    }

    @Test(arguments: [
        "", " ", "\u{A0}", "Main St", "1st & Pine", "5-7 Elm", "a=b", "'=1", "\"=1\"", "(=1)", "#1", "_x", "*", "/", "–1", "ä", "Ｍ",
        "\u{A1}=", "\u{3001}=", " a =", "\u{2010}1", "％", "\u{EF}", "\u{FF0C}=",
    ])
    func `a text that can't run stays as it is`(_ text: String) {
        #expect(!runs(text))
        #expect(ByteWriter.text { $0.appendCSV(guarding: text.utf8.span) } == ByteWriter.text { $0.appendCSV(text.utf8.span) })
    }

    @Test(arguments: 0...40)
    func `a special byte is found at every place of a field of every length`(_ length: Int) {
        let plain = [UInt8](repeating: 0x61, count: length)
        #expect(!needsQuotes(plain))
        for place in 0..<length {
            let found = (UInt8.min...UInt8.max).filter { byte in
                var text = plain
                text[place] = byte
                return needsQuotes(text)
            }
            #expect(found == [0x0A, 0x0D, 0x22, 0x2C])
        }
    }

    @Test func `the fast question and the slow one agree on random bytes`() {
        var random = SeededRandom(seed: 1)
        let texts = (0..<20_000).map { _ in
            (0..<Int.random(in: 0...30, using: &random)).map { _ in
                UInt8.random(in: 0x08...0x30, using: &random) | (Bool.random(using: &random) ? 0x80 : 0)
            }
        }
        #expect(texts.map(needsQuotes) == texts.map { $0.contains(where: CSVField.isSpecial) })
    }
}
