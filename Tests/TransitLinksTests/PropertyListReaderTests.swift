// Property lists of every form: what Foundation writes is read alike, and what is none is refused with what is wrong.

import Foundation
import Testing

@testable import PropertyLists
@testable import TransitLinks

@Suite struct PropertyListReaderTests {
    private func read(_ body: String) throws -> PropertyListValue {
        try PropertyListValue(decoding: Array("<?xml version=\"1.0\"?>\n<plist version=\"1.0\">\(body)</plist>\n".utf8))
    }

    @Test(arguments: [PropertyListSerialization.PropertyListFormat.xml, .binary])
    func `what Foundation writes is read, as XML and binary`(_ format: PropertyListSerialization.PropertyListFormat) throws {
        let object: NSDictionary = [
            "text": "a<&>\"' ä\n", "empty": "", "list": [1, -2, 1.5, true, false] as NSArray, "none": [] as NSArray,
            "k & <ey>": ["inner": Date(timeIntervalSince1970: 0)] as NSDictionary, "data": Data([1, 2, 3]),
        ]
        let bytes = try PropertyListSerialization.data(fromPropertyList: object, format: format, options: 0)
        #expect(
            try PropertyListValue(decoding: Array(bytes))
                == .dictionary([
                    "text": .string("a<&>\"' ä\n"), "empty": .string(""),
                    "list": .array([.integer(1), .integer(-2), .real(1.5), .bool(true), .bool(false)]), "none": .array([]),
                    "k & <ey>": .dictionary(["inner": .date(0)]), "data": .data([1, 2, 3]),
                ]))
    }

    @Test(arguments: [
        ("<string>&#65;&#x42;<![CDATA[<c>]]></string>", PropertyListValue.string("AB<c>")),
        ("<!-- a --><true></true>", .bool(true)), ("<string/>", .string("")), ("<dict/>", .dictionary([:])),
        ("<array ><integer>7</integer><!-- > --></array>", .array([.integer(7)])),
    ])
    func `the corners of XML`(_ body: String, _ expected: PropertyListValue) throws {
        #expect(try read(body) == expected)
    }

    @Test(arguments: [
        (
            "// a\n{ a = b; /* c */ \"d e\" = (1, \"2\\n\", ); f = <0fbd 77>; g = { h = 'i' } }",
            [
                "a": PropertyListValue.string("b"), "d e": .array([.string("1"), .string("2\n")]), "f": .data([15, 189, 119]),
                "g": .dictionary(["h": .string("i")]),
            ]
        ),
        ("{}", [:]), ("{ k = \"\\U00e4\\101\\\"\"; }", ["k": .string("äA\"")]),
    ])
    func `the old form of OpenStep`(_ text: String, _ expected: [String: PropertyListValue]) throws {
        #expect(try PropertyListValue(decoding: Array(text.utf8)) == .dictionary(expected))
    }

    @Test(arguments: [
        "<set/>", "<string>a", "<string>a<b/></string>", "<dict><string>a</string></dict>",
    ])
    func `XML that is no property list`(_ body: String) {
        let error = #expect(throws: PropertyListReadingError.self) { try read(body) }
        #expect(error?.description == "no XML property list: a tag is missing, unknown or in the wrong place")
    }

    @Test(arguments: [
        ("bplist00", "a binary property list that is damaged, or holds over 200000 values"), ("", "line 1: it is empty"),
        ("{ a = b\n c", "line 2: no ; behind the value of 'a'"), ("{ a\n", "line 2: no = behind key 'a'"),
        ("{ a = 1; a = 2; }", "line 1: key 'a' stands twice in one dictionary"), ("(a b)", "line 1: neither , nor ) behind an element"),
        ("(<0g>)", "line 1: 'g' is no hexadecimal digit"), ("a b", "line 1: more text behind the list"),
        ("[1]", "line 1: '[' where a value has to be; this is no property list of any form"), ("\"a", "line 1: \" is missing"),
        (String(repeating: "(", count: 100), "line 1: more than 64 values inside one another"), ("/* a", "line 1: */ is missing"),
    ])
    func `what is no property list of any form is refused`(_ text: String, _ expected: String) {
        let error = #expect(throws: PropertyListReadingError.self) { try PropertyListValue(decoding: Array(text.utf8)) }
        #expect(error?.description == expected)
    }

    /// An array of two times the next one, thirty deep: 2^30 values in 200 bytes.
    @Test(.timeLimit(.minutes(1))) func `a binary list that would grow without bound is refused`() {
        var bytes = Array("bplist00".utf8)
        var offsets: [UInt8] = []
        for object in UInt8(0)..<30 {
            offsets.append(UInt8(bytes.count))
            bytes += [0xA2, object + 1, object + 1]
        }
        offsets.append(UInt8(bytes.count))
        bytes.append(0x09)
        let table = bytes.count
        bytes += offsets + [0, 0, 0, 0, 0, 0, 1, 1] + [0, 0, 0, 0, 0, 0, 0, 31] + [0, 0, 0, 0, 0, 0, 0, 0]
        bytes += [0, 0, 0, 0, 0, 0, 0, UInt8(table)]
        #expect(BinaryListSize(bytes) != nil)
        #expect(throws: PropertyListReadingError.self) { try PropertyListValue(decoding: bytes) }
    }

    @Test func `random damage is read or refused, never worse`() throws {
        var random = SystemRandomNumberGenerator()
        let object: NSDictionary = ["a": [1, "b", ["c": 2.5]] as NSArray, "d": Data([1]), "e": Date()]
        for format in [PropertyListSerialization.PropertyListFormat.xml, .binary] {
            let good = Array(try PropertyListSerialization.data(fromPropertyList: object, format: format, options: 0))
            for _ in 0..<2000 {
                var bytes = good
                for _ in 0..<3 { bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random) }
                _ = try? PropertyListValue(decoding: bytes)
            }
        }
    }
}
