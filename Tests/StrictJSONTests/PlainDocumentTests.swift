// The reader of plain documents against RapidJSON: what it takes, RapidJSON takes, with the same values at the same places.
// An exponent sends a whole document to RapidJSON, so a document is read alone and again behind one, in a list.

import TestSupport
import Testing

@testable import StrictJSON

@Suite struct PlainDocumentTests {
    private static let pieces = [
        "{", "}", "[", "]", ":", ",", "\"a\"", "\"b\"", "\"\"", "\"é🚌\"", "\"\\n\"", "\"\\ud800\"", "0", "-1", "12.50", "01", "1.", "-",
        "123456789012345678", "true", "false", "null", "nul", " ", "\n", "\t", "\u{FEFF}", "\"k\":", "{\"a\":1,\"a\":2}",
    ]
    /// Between two values the list begins anew, so what only opens or closes is rare.
    private static let values = ["{\"a\":[1,{\"b\":null}],\"c\":\"x\"}", "[true,\"é\",-0.5]", "\"x\"", "7", "{}", "[]", "false"]

    private func document(_ random: inout SeededRandom) -> [UInt8] {
        var bytes: [UInt8] = []
        if Bool.random(using: &random) {
            for _ in 0..<Int.random(in: 1...8, using: &random) { bytes += Self.pieces.randomElement(using: &random)!.utf8 }
        } else {
            bytes += "{\"x\": \(Self.values.randomElement(using: &random)!), \"y\":\(Self.values.randomElement(using: &random)!)}".utf8
        }
        for _ in 0..<Int.random(in: 0...2, using: &random) where Bool.random(using: &random) {
            let at = Int.random(in: 0..<bytes.count, using: &random)
            bytes[at] = [0x22, 0x7B, 0x2C, 0x00, 0x1F, 0x30, 0xC0, 0xC2, 0xED, 0xA0, 0xF4, 0x90, 0x80, 0xFF].randomElement(
                using: &random)!
        }
        return bytes
    }

    /// Every value with its place, counted from `start`; nil where the document is refused.
    private func outline(_ bytes: [UInt8], from start: Int = 0, element: Int? = nil) -> [String]? {
        var reader = JSONReader()
        do throws(JSONError) {
            let root = try reader.read(bytes.span, rules: JSONRules(depth: 6 + (element == nil ? 0 : 1)))
            var lines: [String] = []
            guard let element else {
                describe(root, start, &lines, reader)
                return lines
            }
            var place = 0
            reader.forEachElement(of: root) { value in
                if place == element { describe(value, start, &lines, reader) }
                place += 1
            }
            return place == 2 ? lines : nil
        } catch { return nil }
    }

    private func describe(_ value: JSONValue, _ start: Int, _ lines: inout [String], _ reader: borrowing JSONReader) {
        let kind = reader.kind(value)
        lines.append("\(reader.position(value) - start) \(kind) \(reader.shown(value)) \(reader.byteCount(value))")
        reader.forEachMember(of: value) { key, value in
            lines.append("\(reader.position(key) - start) \(reader.string(key))")
            describe(value, start, &lines, reader)
        }
        reader.forEachElement(of: value) { describe($0, start, &lines, reader) }
    }

    @Test func `what is read plainly is what RapidJSON reads`() {
        var random = SeededRandom(seed: 51)
        var read = 0
        for _ in 0..<15_000 {
            let bytes = document(&random)
            guard !bytes.starts(with: [0xEF]), let alone = outline(bytes) else { continue }
            let behind = outline(Array("[1e1,".utf8) + bytes + Array("]".utf8), from: 5, element: 1)
            #expect(alone == behind, "\(String(decoding: bytes, as: UTF8.self))")
            read += 1
        }
        #expect(read > 2500, "\(read)")
    }

    /// Next to what is UTF-8: an overlong form, a surrogate, beyond U+10FFFF, cut short.
    @Test(arguments: [
        [0xC0, 0x80], [0xC1, 0xBF], [0xE0, 0x9F, 0xBF], [0xED, 0xA0, 0x80], [0xF0, 0x8F, 0xBF, 0xBF], [0xF4, 0x90, 0x80, 0x80],
        [0xF5, 0x80, 0x80, 0x80], [0xC2], [0xE2, 0x82], [0xF0, 0x9F, 0x9A], [0x80], [0xFF],
    ])
    func `a string that is not UTF-8 is refused`(_ bytes: [UInt8]) {
        #expect(outline([0x22] + bytes + [0x22]) == nil)
    }

    @Test(arguments: ["\u{7F}", "\u{80}", "\u{7FF}", "\u{800}", "\u{D7FF}", "\u{E000}", "\u{FFFF}", "\u{10000}", "\u{10FFFF}"])
    func `the first and the last of every length are taken`(_ character: String) throws {
        var reader = JSONReader()
        let root = try reader.read(Array("\"\(character)\"".utf8).span, rules: JSONRules(depth: 1))
        #expect(reader.string(root) == character)
    }

    /// The 17 bytes that a number has at most, and what is next to it.
    @Test(arguments: ["12345678901234567", "123456789012345678", "-0", "-0.0", "0.10", "1E2", "-12e-3", "99999999999999999999"])
    func `numbers of any length keep their literals`(_ literal: String) throws {
        var reader = JSONReader()
        let root = try reader.read(Array(literal.utf8).span, rules: JSONRules(depth: 1))
        #expect(reader.string(root) == literal && reader.position(root) == literal.utf8.count)
    }
}
