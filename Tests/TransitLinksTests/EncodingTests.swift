import Foundation
import TestSupport
import Testing

@testable import TransitLinks

@Suite struct PercentEncodingTests {
    /// The rule as links.md says it, one byte at a time.
    private func naive(_ byte: UInt8) -> String {
        let kept = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~:@"
        let scalar = Unicode.Scalar(byte)
        return byte < 0x80 && kept.unicodeScalars.contains(scalar) ? String(scalar) : String(format: "%%%02X", byte)
    }

    @Test func `every byte is encoded by the naive rule`() {
        var compared = 0
        for byte in UInt8.min...UInt8.max {
            var out = ByteWriter()
            let source = [byte]
            out.append(source.span)
            out.appendPercentEncoded(ownRange: 0..<1)
            #expect(Array(out.bytes.dropFirst()) == Array(naive(byte).utf8))
            compared += 1
        }
        #expect(compared == 256)
    }

    @Test(arguments: [
        ("a b+c/d", "a%20b%2Bc%2Fd"), ("", ""), ("~.-_:@", "~.-_:@"), ("é", "%C3%A9"), ("e\u{301}", "e%CC%81"),
        ("%20", "%2520"), ("全🚌", "%E5%85%A8%F0%9F%9A%8C"), ("\u{0}\u{7F}", "%00%7F"),
        ("!#$&'()*,;=?[]\"\\|^`{}<>", "%21%23%24%26%27%28%29%2A%2C%3B%3D%3F%5B%5D%22%5C%7C%5E%60%7B%7D%3C%3E"),
    ])
    func `a value is encoded once`(value: String, encoded: String) {
        #expect(PercentEncoding.encoded(value) == encoded)
    }
}

@Suite struct ByteWriterTests {
    @Test(arguments: [0, 1, -1, 9, 10, 99, 100, Int64.max, Int64.min, 4_294_967_296, -2_147_483_649])
    func `a number is written in full`(_ number: Int64) {
        #expect(ByteWriter.text { $0.append(decimal: number) } == number.description)
    }

    @Test func `a buffer that starts small grows over many appends without losing a byte`() {
        var out = ByteWriter(capacity: 1)
        var expected: [UInt8] = []
        for round in 0..<2000 {
            let piece = String(repeating: "é\(round)", count: round % 7)
            out.append(piece)
            out.append(literal: "literal")
            out.append(UInt8(truncatingIfNeeded: round))
            expected += Array(piece.utf8) + Array("literal".utf8) + [UInt8(truncatingIfNeeded: round)]
        }
        #expect(out.bytes == expected)
        #expect(out.withBytes { $0.count } == expected.count)
    }

    @Test func `own bytes are copied, encoded and removed while the buffer grows`() {
        var out = ByteWriter(capacity: 64)
        out.append(String(repeating: "a/", count: 31))
        out.append(ownRange: 0..<62)
        out.appendPercentEncoded(ownRange: 0..<124)
        out.remove(0..<124)
        #expect(out.text == String(repeating: "a%2F", count: 62))
        out.truncate(to: 4)
        #expect(out.text == "a%2F")
    }

    @Test func `an emptied buffer gives a giant's memory back and writes on`() {
        var out = ByteWriter(capacity: 64)
        out.append(String(repeating: "x", count: 1 << 20))
        out.removeAll(keepingCapacity: 4096)
        #expect(out.count == 0 && out.last == nil)
        out.append(literal: "y")
        #expect(out.text == "y" && out.last == UInt8(ascii: "y"))
    }
}

@Suite struct FixedNotationTests {
    @Test(arguments: [
        (47, "47.0"), (0, "0.0"), (-0.0, "0.0"), (1e-05, "0.00001"), (1.234e-05, "0.00001234"), (-5e-05, "-0.00005"),
        (47.609722222222224, "47.609722222222224"), (-122.33333333333333, "-122.33333333333333"), (0.1, "0.1"),
        (-0.5, "-0.5"), (180, "180.0"), (-90, "-90.0"), (12.000000001, "12.000000001"),
        (1e20, "100000000000000000000.0"),
        (1_774_854_000, "1774854000.0"), (1774854000.123, "1774854000.123"), (1.5e16, "15000000000000000.0"),
        (Double.leastNonzeroMagnitude, "0." + String(repeating: "0", count: 323) + "5"), (1e-9, "0.000000001"),
        (9e-10, "0.0000000009"),
    ])
    func `a number stands in fixed notation with its shortest digits`(number: Double, text: String) {
        #expect(ByteWriter.text { $0.append(fixed: number) } == text)
    }

    /// The slow twin: Swift's own shortest digits, and an exact decimal parser for what has an exponent.
    @Test func `random coordinates read back as themselves and are as short as Swift's own digits`() {
        var random = SeededRandom(seed: 11)
        var fast = 0
        for round in 0..<200_000 {
            let decimals = Double(round % 18)
            var value = Double.random(in: -180...180, using: &random)
            if round % 3 != 0 { value = (value * pow(10, decimals)).rounded() / pow(10, decimals) }
            if round % 7 == 0 { value /= 1e6 }
            if value == 0 { value = 0 }
            let text = ByteWriter.text { $0.append(fixed: value) }
            if !value.description.contains("e") {
                #expect(text == value.description)
                fast += 1
            }
            #expect(Double(text) == value)
            #expect(!text.contains("e") && text.contains("."))
        }
        #expect(fast > 100_000)
    }
}

@Suite struct JSONWriterTests {
    @Test func `every scalar up to U+FFFF in a string is read back by Foundation, and only what must be is escaped`()
        throws
    {
        var scalars: [Unicode.Scalar] = (0...0xFFFF).compactMap { Unicode.Scalar($0 as UInt32) }
        scalars.append("🚌")
        var json = JSONWriter()
        let text = String(String.UnicodeScalarView(scalars))
        json.value(text)
        let line = json.bytes.text
        let back = try JSONSerialization.jsonObject(with: Data(line.utf8), options: .fragmentsAllowed) as? String
        // Foundation drops a byte-order mark at the start of a string only; here U+FEFF stands inside.
        #expect(back.map { Array($0.unicodeScalars) } == scalars)
        #expect(line.unicodeScalars.contains("/") && !line.contains("\\/"))
        let escapes = line.utf8.filter { $0 == UInt8(ascii: "\\") }.count
        #expect(escapes == 32 + 1 + 2)
    }

    @Test func `C0 is escaped as the shortest form that JSON has`() {
        var json = JSONWriter()
        json.value("\u{0}\u{1}\u{8}\t\n\u{B}\u{C}\r\u{1F}\u{7F}\"\\/é")
        #expect(json.bytes.text == #""\u0000\u0001\b\t\n\u000B\f\r\u001F"# + "\u{7F}" + #"\"\\/é""#)
    }

    @Test func `commas stand between values and nowhere else`() {
        var json = JSONWriter()
        for _ in 0..<2 {
            json.beginObject()
            json.key("a")
            json.beginArray()
            json.beginArray()
            json.endArray()
            json.value(1)
            json.value(true)
            json.value("{")
            json.value(false)
            json.endArray()
            json.field("none", nil)
            json.key(named: "b")
            json.beginObject()
            json.endObject()
            json.field("c", -5)
            json.endObject()
            json.endLine()
        }
        let line = #"{"a":[[],1,true,"{",false],"b":{},"c":-5}"# + "\n"
        #expect(json.bytes.text == line + line)
    }
}
