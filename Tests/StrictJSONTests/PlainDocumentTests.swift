// The reader of plain documents against RapidJSON: what it takes, RapidJSON takes, with the same values at the same places.
// An escape sends a whole document to RapidJSON, so a document is read alone and again behind one, in a list.

import TestSupport
import Testing

@testable import StrictJSON

@Suite struct PlainDocumentTests {
    private static let pieces = [
        "{", "}", "[", "]", ":", ",", "\"a\"", "\"b\"", "\"\"", "\"é🚌\"", "\"\\n\"", "\"\\ud800\"", "0", "-1", "12.50", "01", "1.", "-",
        "123456789012345678", "1e5", "-2.5E-3", "1e", "1e+", "1e999", "-1E999999", "true", "false", "null", "nul", " ", "\n", "\t", "\u{FEFF}", "\"k\":", "{\"a\":1,\"a\":2}",
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
        var reader = JSONReader(names: ["a", "x", "y"])
        return outline(bytes, from: start, element: element, by: &reader)
    }

    private func outline(_ bytes: [UInt8], from start: Int = 0, element: Int? = nil, by reader: inout JSONReader) -> [String]? {
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
            lines.append("\(reader.position(key) - start) \(reader.string(key)) \(reader.name(key) ?? -1)")
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
            let behind = outline(Array("[\"\\n\",".utf8) + bytes + Array("]".utf8), from: 6, element: 1)
            #expect(alone == behind, "\(String(decoding: bytes, as: UTF8.self))")
            read += 1
        }
        #expect(read > 2500, "\(read)")
    }

    /// A reader that has read a document of the same form reads the next one by comparing the two.
    @Test func `what is read like the document before it is what is read alone`() {
        var random = SeededRandom(seed: 52)
        var reader = JSONReader(names: ["a", "x", "y"])
        var (same, other) = (0, 0)
        for _ in 0..<4_000 {
            let first = document(&random)
            for _ in 0..<4 {
                var bytes = first
                for _ in 0..<Int.random(in: 0...2, using: &random) { change(&bytes, &random) }
                let alone = outline(bytes)
                #expect(outline(bytes, by: &reader) == alone, "\(String(decoding: bytes, as: UTF8.self))")
                if alone == nil { other += 1 } else { same += 1 }
            }
        }
        #expect(same > 1000 && other > 1000, "\(same) \(other)")
    }

    /// Another text or number in the place of one, or any byte.
    private func change(_ bytes: inout [UInt8], _ random: inout SeededRandom) {
        let at = Int.random(in: 0..<bytes.count, using: &random)
        let digits = at..<(bytes[at...].firstIndex { $0 < 0x30 || $0 > 0x39 } ?? bytes.count)
        switch bytes[at] {
        case 0x30...0x39:
            bytes.replaceSubrange(digits, with: ["7", "70", "0", "1.5", "1e3", "", "-1", "07"].randomElement(using: &random)!.utf8)
        case 0x61...0x7A: bytes.replaceSubrange(at...at, with: ["", "xyz", "é", "\"", "\\"].randomElement(using: &random)!.utf8)
        default: bytes[at] = [0x20, 0x22, 0x2C, 0x5D, 0x7D, 0x31].randomElement(using: &random)!
        }
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

    @Test(arguments: [
        "12345678901234567", "123456789012345678", "-0", "-0.0", "0.10", "1E2", "-12e-3", "99999999999999999999", "1e999",
        "-1E+999999", "1e-999", "0e9", "1\(String(repeating: "0", count: 400))", "1\(String(repeating: "0", count: 400)).5e7",
    ])
    func `numbers of any length keep their literals`(_ literal: String) throws {
        var reader = JSONReader()
        let root = try reader.read(Array(literal.utf8).span, rules: JSONRules(depth: 1))
        #expect(reader.string(root) == literal && reader.position(root) == literal.utf8.count)
    }

    /// By RapidJSON, which knows Doubles alone, behind an escape and a comment.
    @Test(arguments: ["1e999", "-1E+999999", "2.5e400", "1\(String(repeating: "0", count: 400))"])
    func `nor is one beyond a Double refused by RapidJSON`(_ literal: String) throws {
        for (text, comments) in [("[\"\\u0041 1e999 \\\"\", \(literal), 5]", false), ("[/* 1e999 \" */ null, \(literal), 5 // 1e999\n]", true)] {
            var reader = JSONReader()
            let root = try reader.read(Array(text.utf8).span, rules: JSONRules(depth: 1, allowsComments: comments))
            var values: [JSONValue] = []
            reader.forEachElement(of: root) { values.append($0) }
            try #require(values.count == 3)
            #expect(reader.string(values[1]) == literal && reader.double(values[1])?.isInfinite == true)
            #expect(reader.kind(values[1]) == (literal.contains("e") || literal.contains("E") ? .decimal : .integer))
            let end = try #require(text.utf8.firstRange(of: ", 5".utf8)).lowerBound
            #expect(reader.position(values[1]) == text.utf8.distance(from: text.startIndex, to: end))
            #expect(reader.integer(values[2]) == 5)
        }
    }
}
