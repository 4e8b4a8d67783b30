import Testing

@testable import StrictJSON

/// What one reading comes to, so that whole outcomes compare.
private enum Outcome: Equatable {
    case value(String)
    case error(JSONError)
}

private func read(_ bytes: [UInt8], depth: Int = 16, comments: Bool = false) -> Outcome {
    var reader = JSONReader()
    do throws(JSONError) {
        let root = try reader.read(bytes.span, rules: JSONRules(depth: depth, allowsComments: comments))
        return .value(render(root, reader))
    } catch {
        return .error(error)
    }
}

private func read(_ text: String, depth: Int = 16, comments: Bool = false) -> Outcome {
    read(Array(text.utf8), depth: depth, comments: comments)
}

private func render(_ value: JSONValue, _ reader: borrowing JSONReader) -> String {
    switch reader.kind(value) {
    case .null: return "null"
    case .bool: return reader.isTrue(value) ? "true" : "false"
    case .integer: return "i" + reader.string(value)
    case .decimal: return "d" + reader.string(value)
    case .string: return "'" + reader.string(value) + "'"
    case .array:
        var parts: [String] = []
        reader.forEachElement(of: value) { parts.append(render($0, reader)) }
        #expect(parts.count == reader.count(value))
        return "[" + parts.joined(separator: ",") + "]"
    case .object:
        var parts: [String] = []
        reader.forEachMember(of: value) { parts.append(reader.string($0) + ":" + render($1, reader)) }
        #expect(parts.count == reader.count(value))
        return "{" + parts.joined(separator: ",") + "}"
    }
}

@Suite("Reading strict JSON")
struct JSONReaderTests {
    @Test(
        "a valid document comes out as it went in",
        arguments: [
            ("{}", "{}"), (" [ ] \r\n\t", "[]"), ("\u{FEFF}{\"a\":1}", "{a:i1}"),
            (
                #"{"a":[1,-0,2.5,1e2,-1.5E-3],"b":{"c":null,"d":true,"e":false},"f":"x"}"#,
                "{a:[i1,i-0,d2.5,d1e2,d-1.5E-3],b:{c:null,d:true,e:false},f:'x'}"
            ),
            (#""\u00e9\ud83d\ude8c\n\/\u0000""#, "'é🚌\n/\0'"),
            ("123456789012345678901234567890", "i123456789012345678901234567890"),
            ("{\"\u{e9}\":1,\"e\u{301}\":2}", "{\u{e9}:i1,e\u{301}:i2}"),
        ])
    func valid(_ text: String, _ expected: String) {
        #expect(read(text) == .value(expected))
    }

    @Test(
        "a document that ends too early can still become one",
        arguments: [
            "", " ", "{", "{\"", "{\"a", "{\"a\\", "{\"a\\u00", "{\"a\\ud83d", "{\"a\\ud83d\\", "{\"a\\ud83d\\ude", "{\"a\"", "{\"a\":", "{\"a\": 1", "{\"a\": 1.",
            "{\"a\": -", "{\"a\": 1e", "{\"a\":t", "{\"a\":nul", "{\"a\":1,", "{\"a\":[1,", "{\"a\":[1]", "[[[", "\"x",
        ])
    func incomplete(_ text: String) {
        #expect(read(text) == .error(.incomplete(position: text.utf8.count)))
    }

    @Test("a document cut anywhere is incomplete, and never wrong, until its last byte")
    func everyPrefix() {
        let text = "\u{FEFF}" + #"{"k":"é🚌\u00e9\ud83d\ude8c","n":[-1.5e+3,true,null,{"x":{}}]}"#
        let bytes = Array(text.utf8)
        for length in 0..<bytes.count {
            let outcome = read(Array(bytes[..<length]))
            guard case .error(.incomplete) = outcome else {
                Issue.record("\(length) bytes: \(outcome)")
                continue
            }
        }
        guard case .value = read(bytes) else { return #expect(Bool(false), "the whole is no document") }
    }

    @Test(
        "what can't be JSON is refused at once",
        arguments: [
            ("{\"a\" 1", 5), ("{a", 1), ("{\"a\":01", 6), ("[1,]", 3), ("{\"a\":1,}", 7), ("// x\n{}", 0), ("nil", 1),
            ("NaN", 0), ("[Infinity", 1), ("{\"a\":'x'", 5), ("\"\\x41\"", 1), ("[1 2]", 3), ("]", 0), ("+1", 0), (".5", 0),
            ("{\"a\":1\u{0}", 6), ("\u{0}", 0),
        ])
    func syntax(_ text: String, _ position: Int) {
        guard case .error(.syntax(_, let at)) = read(text) else { return #expect(Bool(false), "\(read(text))") }
        #expect(at == position)
    }

    @Test("text behind the value is refused, blanks and line ends are not", arguments: ["{}x", "{} {}", "{},", "1 2", "{}\u{0}"])
    func trailing(_ text: String) {
        guard case .error(.trailingText) = read(text) else { return #expect(Bool(false), "\(read(text))") }
    }

    @Test("surrogates come in pairs", arguments: [#""\ud800""#, #""\udc00""#, #""\ud83dx""#, #""\ud83d\u0041""#, #"{"\udfff":1}"#, #""\ude8c\ud83d""#])
    func surrogates(_ text: String) {
        guard case .error(.loneSurrogate) = read(text) else { return #expect(Bool(false), "\(read(text))") }
    }

    @Test(
        "bytes that are no UTF-8 are refused",
        arguments: [[0xFF], [0xC0, 0xAF], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xE2, 0x28, 0xA1], [0x80]] as [[UInt8]])
    func encoding(_ bad: [UInt8]) {
        guard case .error(.invalidUTF8) = read([0x22] + bad + [0x22]) else { return #expect(Bool(false), "\(read([0x22] + bad + [0x22]))") }
    }

    @Test("a raw control character in a string is refused", arguments: ["\"a\u{1}\"", "\"\n\"", "\"\t\""])
    func controls(_ text: String) {
        guard case .error(.controlCharacter) = read(text) else { return #expect(Bool(false), "\(read(text))") }
    }

    @Test("a key stands once in an object, however it is spelled and however many there are")
    func duplicates() {
        #expect(read(#"{"a":1,"b":2,"\u0061":3}"#) == .error(.duplicateKey("a", position: 23)))
        #expect(read(#"{"o":{"x":1,"x":1}}"#) == .error(.duplicateKey("x", position: 17)))
        #expect(read(#"[{"x":1},{"x":1}]"#) == .value("[{x:i1},{x:i1}]"))
        let many = (0..<3000).map { "\"k\($0)\":\($0)" }
        guard case .value = read("{" + many.joined(separator: ",") + "}") else { return #expect(Bool(false), "3000 keys") }
        guard case .error(.duplicateKey("k7", _)) = read("{" + many.joined(separator: ",") + ",\"k7\":0}") else {
            return #expect(Bool(false), "k7 twice")
        }
    }

    @Test("depth is limited, also for a hundred thousand brackets")
    func depth() {
        #expect(read("[[[]]]", depth: 3) == .value("[[[]]]"))
        #expect(read("[[[[]]]]", depth: 3) == .error(.tooDeep(limit: 3, position: 3)))
        #expect(read(String(repeating: "[", count: 100_000)) == .error(.tooDeep(limit: 16, position: 16)))
    }

    @Test("comments and trailing commas are read where the rules allow them")
    func relaxed() {
        let text = "// head\n{\"a\": [1, 2,], /* in */ \"b\": 3, // tail\n}\n// end"
        #expect(read(text, comments: true) == .value("{a:[i1,i2],b:i3}"))
        guard case .error(.syntax) = read(text) else { return #expect(Bool(false), "comments in strict JSON") }
    }

    @Test("numbers keep their value to the last bit and an underflow is zero")
    func numbers() throws {
        var reader = JSONReader()
        let texts = ["47.609722222222224", "-122.33333333333333", "1e400", "-1e400", "1e-400", "0.1", "5e-324", "9007199254740993"]
        let tiny = "0." + String(repeating: "0", count: 400) + "1"
        for text in texts + [tiny] {
            let root = try reader.read(Array(text.utf8).span, rules: JSONRules(depth: 1))
            #expect(reader.double(root) == Double(text), "\(text)")
        }
        for (text, value) in [("9223372036854775807", Int64.max), ("-9223372036854775808", .min), ("-0", 0)] {
            let root = try reader.read(Array(text.utf8).span, rules: JSONRules(depth: 1))
            #expect(reader.integer(root) == value)
        }
        for text in ["9223372036854775808", "1.0", "1e2", "true"] {
            let root = try reader.read(Array(text.utf8).span, rules: JSONRules(depth: 1))
            #expect(reader.integer(root) == nil)
        }
    }

    @Test("a line number is counted from the position")
    func lines() {
        let text = Array("{\n \"a\": 1,\n \"b\" 2\n}".utf8)
        guard case .error(let error) = read(text) else { return #expect(Bool(false)) }
        #expect(error.line(in: text.span) == 3)
    }
}
