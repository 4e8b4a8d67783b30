// A line of JSON becomes a sign, or one sentence says why not.

import SignSheets
import Testing

private func decode(_ line: String) throws(SignError) -> Sign {
    var decoder = SignDecoder()
    return try decoder.decode(Array(line.utf8).span)
}

private func refusal(_ line: String) -> String {
    do {
        return "a sign: \(try decode(line))"
    } catch { return error.description }
}

@Suite struct SignDecoderTests {
    @Test func aWholeLineIsASign() throws {
        let sign = try decode(#"{"name":"4th Ave","code":"75403","platform":"2","agency":"Metro","url":"https://a.example/1"}"#)
        #expect(
            sign
                == Sign(stopName: "4th Ave", stopCode: "75403", platform: "2", agency: "Metro", url: "https://a.example/1"))
        #expect(sign.title == "4th Ave (75403)")
    }

    @Test(arguments: [
        #"{"name":"","agency":"","url":"a:b"}"#,
        #"{"name":"","code":null,"platform":" ","agency":"","url":"a:b"}"#,
    ])
    func codeAndPlatformMayBeAbsentNullOrBlank(_ line: String) throws {
        #expect(try decode(line) == Sign(stopName: "", stopCode: nil, agency: "", url: "a:b"))
    }

    @Test(arguments: [
        ("{", "not JSON: it ends inside the value (byte 1)"),
        ("[1]", "a list is no sign; a line is one object, { … }"),
        (#"{"nmae":"x"}"#, "unknown key 'nmae'; did you mean 'name'?"),
        (#"{"name":"x","name":"y"}"#, "not JSON: key 'name' stands twice in one object (byte 23)"),
        (#"{"agency":"","url":"a:b"}"#, "name: missing"),
        (#"{"name":null,"agency":"","url":"a:b"}"#, "name: missing"),
        (#"{"name":7,"agency":"","url":"a:b"}"#, "name: '7' is no text; put it in quotes"),
        (#"{"name":"x","url":"a:b"}"#, "agency: missing"),
        (#"{"name":"x","agency":""}"#, "url: missing"),
        (#"{"name":"x","agency":"","url":""}"#, "url: '' is no link; it may hold ASCII without blanks alone"),
        (#"{"name":"x","agency":"","url":"a b"}"#, "url: 'a b' is no link; it may hold ASCII without blanks alone"),
        (#"{"name":"x","agency":"","url":"a\nb"}"#, #"url: 'a\nb' is no link; it may hold ASCII without blanks alone"#),
        (#"{"name":"x","agency":"","url":"é"}"#, "url: 'é' is no link; it may hold ASCII without blanks alone"),
    ])
    func aLineThatIsNoSignIsRefused(_ line: String, _ message: String) {
        #expect(refusal(line) == message)
    }

    @Test func aLineOfOver64KiBIsRefused() {
        let line = #"{"name":""# + String(repeating: "x", count: SignDecoder.maximumBytes)
        #expect(refusal(line) == "more than 65536 bytes")
    }

    @Test(arguments: [
        ("a\tb\r\n c\u{2028}d  e ", "a b c d e"),
        ("a\u{1}b\u{7F}c\u{9B}d\u{0}", "a\u{FFFD}b\u{FFFD}c\u{FFFD}d\u{FFFD}"),
        ("\u{202E}gnp.exe", "\u{FFFD}gnp.exe"),
        ("\u{2067}שלום\u{2069} می\u{200C}خواهم 👩\u{200D}🔧", "\u{2067}שלום\u{2069} می\u{200C}خواهم 👩\u{200D}🔧"),
        ("   ", ""),
        (String(repeating: "é", count: 1001), String(repeating: "é", count: 1000) + "…"),
    ])
    func textsBecomeHarmless(_ text: String, _ printed: String) {
        #expect(Array(PrintedText.harmless(text).unicodeScalars) == Array(printed.unicodeScalars))
    }

    @Test func `a noncharacter is seen on paper, its neighbours and private letters are themselves`() {
        func text(_ values: some Sequence<Int>) -> String {
            var text = String.UnicodeScalarView()
            text.append(contentsOf: values.compactMap { Unicode.Scalar(UInt32($0)) })
            return String(text)
        }
        let none = Array(0xFDD0...0xFDEF) + (0...16).flatMap { [$0 << 16 | 0xFFFE, $0 << 16 | 0xFFFF] }
        #expect(none.count == 66)
        for value in none { #expect(PrintedText.harmless(text([0x41, value, 0x42])) == "A\u{FFFD}B") }
        let letters = text([0xFDCF, 0xFDF0, 0xFFFD, 0xE000, 0xF8FF, 0x10FFFD])
        #expect(PrintedText.harmless(letters).unicodeScalars.elementsEqual(letters.unicodeScalars))
    }
}
