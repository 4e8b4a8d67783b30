// XML property lists: what Foundation writes is read alike, and what is none is refused with its line.

import Foundation
import Testing

@testable import TransitLinks

@Suite struct PropertyListReaderTests {
    private func read(_ body: String) throws -> PropertyListValue {
        try PropertyListValue(decoding: Array("<?xml version=\"1.0\"?>\n<plist version=\"1.0\">\(body)</plist>\n".utf8))
    }

    @Test func `what Foundation writes is read`() throws {
        let object: NSDictionary = [
            "text": "a<&>\"' ä\n", "empty": "", "list": [1, -2, 1.5, true, false] as NSArray, "none": [] as NSArray,
            "k & <ey>": ["inner": Date(timeIntervalSince1970: 0)] as NSDictionary, "data": Data([1, 2, 3]),
        ]
        let bytes = try PropertyListSerialization.data(fromPropertyList: object, format: .xml, options: 0)
        guard case .data(let data) = try #require(try PropertyListValue(decoding: Array(bytes))["data"]) else {
            Issue.record("no data")
            return
        }
        #expect(data.filter { !$0.isWhitespace } == "AQID")
        #expect(
            try PropertyListValue(decoding: Array(bytes))
                == .dictionary([
                    "text": .string("a<&>\"' ä\n"), "empty": .string(""),
                    "list": .array([.integer("1"), .integer("-2"), .real("1.5"), .bool(true), .bool(false)]), "none": .array([]),
                    "k & <ey>": .dictionary(["inner": .date("1970-01-01T00:00:00Z")]), "data": .data(data),
                ]))
    }

    @Test(arguments: [
        ("<string>&#65;&#x42;<![CDATA[<c>]]></string>", PropertyListValue.string("AB<c>")),
        ("<!-- a --><true></true>", .bool(true)), ("<string/>", .string("")), ("<dict/>", .dictionary([:])),
        ("<array ><integer> 7</integer><!-- > --></array>", .array([.integer(" 7")])),
    ])
    func `the corners of XML`(_ body: String, _ expected: PropertyListValue) throws {
        #expect(try read(body) == expected)
    }

    @Test(arguments: [
        ("\n<dict><key>a</key></dict>", "line 3: a value is missing"),
        ("<dict><string>a</string></dict>", "line 2: <key> is missing"),
        ("<dict><key>a</key><true/>\n<key>a</key><true/></dict>", "line 3: key 'a' stands twice in one dictionary"),
        ("<set/>", "line 2: <set> is no value of a property list"), ("<string>a", "line 2: </string> is missing here"),
        ("<string>a<b/></string>", "line 2: </string> is missing here"), ("<string>&b;</string>", "line 2: unknown reference '&b;'"),
        ("<true/><true/>", "line 2: no XML property list: </plist> is missing here"), ("x", "line 2: text outside of a value"),
        (String(repeating: "<array>", count: 50), "line 2: more than 32 values inside one another"),
    ])
    func `what is none is refused with its line`(_ body: String, _ expected: String) {
        let error = #expect(throws: PropertyListReadingError.self) { try read(body) }
        #expect(error?.description == expected)
    }

    @Test(arguments: [
        ("bplist00", "line 1: a binary property list; plutil -convert xml1 makes it XML"),
        ("<!DOCTYPE plist [<!ENTITY a \"b\">]><plist/>", "line 1: a document type with declarations of its own"),
        ("{}", "line 1: text outside of a value"), ("", "line 1: no XML property list: <plist> is missing here"),
        ("<plist", "line 1: > is missing"),
    ])
    func `what is no property list at all`(_ text: String, _ expected: String) {
        let error = #expect(throws: PropertyListReadingError.self) { try PropertyListValue(decoding: Array(text.utf8)) }
        #expect(error?.description == expected)
    }
}
