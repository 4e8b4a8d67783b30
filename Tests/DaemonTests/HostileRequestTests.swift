// Requests written to break whoever reads them: each is refused as the documents say, with its id where one can be read, and
// kept byte for byte.

import Foundation
import TestSupport
import Testing

@Suite("A hostile request")
struct HostileRequestTests {
    private static func stop(_ rest: String) -> Data { Data((#"{"kind":"stop","id":"x","stop":{"id":"1_2""# + rest + "}}").utf8) }
    private static func stop(named bytes: [UInt8]) -> Data {
        Data(#"{"kind":"stop","id":"x","stop":{"id":"1_2","name":""#.utf8) + Data(bytes) + Data(#""}}"#.utf8)
    }
    private static func error(_ code: String, _ message: String, field: String = "", id: String? = nil) -> String {
        let name = id.map { #""id":"\#($0)","# } ?? ""
        return #"{\#(name)"status":"refused","errors":[{"code":"\#(code)","field":"\#(field)","message":"\#(message)"}]}"# + "\n"
    }

    static let cases: [(what: String, request: Data, answer: String)] = [
        ("nesting", stop(#","name":"# + String(repeating: "[", count: 30_000) + String(repeating: "]", count: 30_000)), error("too-deep", "more than 16 containers inside one another (line 1, byte 65)")),
        ("a key twice", stop(#","id":"1_3""#), error("duplicate-key", "key 'id' stands twice in one object (line 1, byte 54)")),
        ("a key twice, once escaped", stop(#","\u0069d":"1_3""#), error("duplicate-key", "key 'id' stands twice in one object (line 1, byte 59)")),
        ("half a pair", stop(named: Array(#"\ud800"#.utf8)), error("not-json", #"half of a surrogate pair (\\uD800…\\uDFFF come in pairs) (line 1, byte 52)"#)),
        ("the halves the wrong way round", stop(named: Array(#"\udc00\ud800"#.utf8)), error("not-json", #"half of a surrogate pair (\\uD800…\\uDFFF come in pairs) (line 1, byte 58)"#)),
        ("a byte that is never UTF-8", stop(named: [0xFF]), error("not-utf8", "bytes that are not UTF-8 (line 1, byte 52)")),
        ("a slash in two bytes", stop(named: [0xC0, 0xAF]), error("not-utf8", "bytes that are not UTF-8 (line 1, byte 52)")),
        ("half a pair as UTF-8", stop(named: [0xED, 0xA0, 0x80]), error("not-utf8", "bytes that are not UTF-8 (line 1, byte 52)")),
        ("an escape sequence as it is", stop(named: Array("\u{1B}[2J".utf8)), error("not-json", "a control character inside a string must be escaped (line 1, byte 52)")),
        ("text behind it", stop("") + Data("{}".utf8), error("not-json", "more text behind the value (line 1, byte 45)")),
        ("no object", Data(#"[{"id":"x"}]"#.utf8), error("not-an-object", #"a request is one JSON object, {\"kind\":…}"#)),
        ("twenty digits", Data(#"{"kind":"stop","id":"x","region":99999999999999999999,"stop":{"id":"1_2"}}"#.utf8), error("wrong-type", "'99999999999999999999' is no whole number; write it without quotes, point and exponent", field: "region", id: "x")),
        ("a latitude of digits", stop(#","lat":"# + String(repeating: "9", count: 300) + #","lon":1"#), error("bad-latitude", "'" + String(repeating: "9", count: 80) + "'… is not a latitude (-90…90)", field: "stop.lat", id: "x")),
        ("an id that is too long", Data((#"{"kind":"stop","id":""# + String(repeating: "i", count: 129) + #"","stop":{"id":"1_2"}}"#).utf8), error("bad-request-id", "129 bytes; a request's id has at most 128", field: "id")),
        ("an id of controls", Data(#"{"kind":"stop","id":"\u001b[2J\n\"","stop":{"id":"1_2","lat":91,"lon":1}}"#.utf8), error("bad-latitude", "'91' is not a latitude (-90…90)", field: "stop.lat", id: #"\u001B[2J\n\""#)),
    ]

    @Test func `is refused for what it is, with its id where one can be read`() throws {
        let spool = try TestSpool()
        let daemon = try spool.startReady()
        for (index, item) in Self.cases.enumerated() { try spool.drop("\(index).json", item.request) }
        #expect(spool.isDone())
        for (index, item) in Self.cases.enumerated() {
            #expect(spool.text("results/\(index).json") == item.answer, "\(item.what)")
            #expect(try Data(contentsOf: spool.url("failed/\(index).json")) == item.request, "\(item.what)")
            #expect(spool.text("failed/\(index).json.reason.json")?.hasPrefix(#"{"name":"\#(index).json","errors":[{"#) == true)
        }
        #expect(spool.names("results").count == Self.cases.count && spool.names("failed").count == 2 * Self.cases.count)
        #expect(daemon.logs("request refused", count: Self.cases.count))
        #expect(daemon.stop() == 0)
    }

    @Test func `as a line is refused by its line, and the lines around it are answered`() throws {
        let spool = try TestSpool()
        let daemon = try spool.startReady()
        var expected = try ExpectedAnswers(spool)
        let good = SampleRequest.good
        let right = expected.answer("a.json", good).answer
        let file = Self.cases.reduce(Data()) { $0 + Data("\(good)\n".utf8) + $1.request + Data("\n".utf8) }
        try spool.drop("all.ndjson", file)
        let lines = try #require(spool.answer("all.ndjson")).split(separator: "\n").map(String.init)
        #expect(lines.count == 2 * Self.cases.count)
        for (index, item) in Self.cases.enumerated() where lines.count == 2 * Self.cases.count {
            #expect(lines[2 * index] + "\n" == right)
            let refusal = lines[2 * index + 1]
            #expect(refusal.contains(#""status":"refused","errors":[{"code":""#) && refusal.contains(#""line":\#(2 * index + 2),"input":""#), "\(item.what): \(refusal)")
            #expect(refusal.utf8.count < 8192, "\(item.what)")
        }
        #expect(spool.isDone() && spool.names("failed").isEmpty)
        #expect(daemon.stop() == 0)
    }
}
