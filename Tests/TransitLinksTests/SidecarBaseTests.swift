import Foundation
import TestSupport
import Testing

@testable import TransitLinks

@Suite struct SidecarBaseTests {
    @Test(arguments: [
        ("https://sidecar.onebusaway.org", "https://sidecar.onebusaway.org", "sidecar.onebusaway.org"),
        ("https://h/", "https://h", "h"), ("http://h/obaco//", "http://h/obaco", "h"),
        ("https://h/a//b/", "https://h/a//b", "h"),
        ("HTTPS://Side.Example/Path", "HTTPS://Side.Example/Path", "Side.Example"),
        ("https://h:8443/x", "https://h:8443/x", "h"), ("https://h:/x", "https://h:/x", "h"),
        ("http://[::1]:60993/", "http://[::1]:60993", "::1"),
        ("https://[2001:DB8::7]", "https://[2001:DB8::7]", "2001:DB8::7"),
        ("https://192.0.2.7/x", "https://192.0.2.7/x", "192.0.2.7"),
        ("https://bücher.example:8443/", "https://xn--bcher-kva.example:8443", "xn--bcher-kva.example"),
        ("https://Straße.Example", "https://xn--strae-oqa.example", "xn--strae-oqa.example"),
        ("https://bu\u{308}cher.example", "https://xn--bcher-kva.example", "xn--bcher-kva.example"),
        (
            "https://例え.テスト/道/a b".replacing(" b", with: "%20b"), "https://xn--r8jz45g.xn--zckzah/%E9%81%93/a%20b",
            "xn--r8jz45g.xn--zckzah"
        ),
        ("https://h/a'b(c);d@e:f", "https://h/a'b(c);d@e:f", "h"),
        ("https://xn--bcher-kva.example", "https://xn--bcher-kva.example", "xn--bcher-kva.example"),
        ("https://h.example./x", "https://h.example./x", "h.example."),
        ("https://a_b.example", "https://a_b.example", "a_b.example"),
        ("https://h/e\u{301}", "https://h/e%CC%81", "h"), ("https://h/%2F%c3", "https://h/%2F%c3", "h"),
        ("https://h/\u{600}/", "https://h/%D8%80", "h"),
    ])
    func `a base stays as published but for slashes at its end and what is not ASCII`(
        published: String, text: String, host: String
    ) throws {
        let base = try SidecarBase(published)
        #expect(base.text == text && base.host == host)
        #expect(base.text == base.scheme + "://" + base.textWithoutScheme)
    }

    @Test(arguments: [
        ("", SidecarBaseError.noScheme), ("sidecar.example", .noScheme), ("//h/x", .noScheme), ("h:8443/x", .noScheme),
        ("ftp://h", .notHTTP(scheme: "ftp")), ("javascript://h", .notHTTP(scheme: "javascript")),
        ("1http://h", .noScheme),
        ("https:", .noHost), ("https:h", .noHost), ("https://", .noHost), ("https:///x", .noHost),
        ("https://:80", .noHost),
        ("https://u:secret@h", .userInformation), ("https://u@h/x", .userInformation),
        ("https://u:\"@h", .userInformation),
        ("https://h?", .query), ("https://h/x?a=b", .query), ("https://h#", .fragment), ("https://h/x#y?z", .fragment),
        ("https://h/a b", .forbiddenCharacter(" ", offset: 11)), ("https://h\\x", .forbiddenCharacter("\\", offset: 9)),
        ("https://h/\"", .forbiddenCharacter("\"", offset: 10)),
        ("https://h/\n", .forbiddenCharacter("\n", offset: 10)),
        (" https://h", .noScheme), ("https://h ", .forbiddenCharacter(" ", offset: 9)),
        ("https://h/é\u{7F}", .forbiddenCharacter("\u{7F}", offset: 12)),
        ("https://h/\u{A0}", .forbiddenCharacter("\u{A0}", offset: 10)),
        ("https://h/[x]", .forbiddenCharacter("[", offset: 10)), ("https://h/<", .forbiddenCharacter("<", offset: 10)),
        ("https://h\u{0}/", .forbiddenCharacter("\u{0}", offset: 9)),
        ("https://h:65536", .badPort("65536")), ("https://h:8x", .badPort("8x")),
        ("https://h:\u{301}", .badPort("\u{301}")),
        ("https://h:+80", .badPort("+80")), ("https://h%41/x", .badHost("h%41")), ("https://a..b", .badHost("a..b")),
        ("https://.", .badHost(".")), ("https://a,b", .badHost("a,b")), ("https://[::1", .badHost("[::1")),
        ("https://[::1%25eth0]", .badHost("[::1%25eth0]")), ("https://[1.2]", .badHost("[1.2]")),
        ("https://[\u{301}::1]", .badHost("[\u{301}::1]")),
        ("https://\u{200D}.example", .badHost("\u{200D}.example")), ("https://h/%", .badEscape),
        ("https://h/%4", .badEscape),
        ("https://h/%zz", .badEscape), ("https://h/" + String(repeating: "a", count: 2039), .tooLong(bytes: 2049)),
    ])
    func `a bad base is refused by kind`(published: String, error: SidecarBaseError) {
        #expect(throws: error) { try SidecarBase(published) }
    }

    @Test func `every refusal has a sentence, and a password is in none`() {
        let error = #expect(throws: SidecarBaseError.self) { try SidecarBase("https://user:hunter2@h/?x#y z") }
        #expect(error?.sentence == "it has a user name or password, which is never published")
        #expect(SidecarBaseError.badHost("a\u{1B}b").sentence == "host 'a\\x1Bb' is no host name")
        #expect(
            SidecarBaseError.forbiddenCharacter("\n", offset: 9).sentence
                == "'\\n' at byte 9 is allowed in no URL; write it percent-encoded")
    }

    @Test
    func `whatever is taken is ASCII without quote, backslash or blank, and Foundation reads host and scheme in it`() {
        var random = SeededRandom(seed: 3)
        let pieces = [
            "a", "B", "7", "-", ".", "/", ":", "é", "ß", "全", "%41", "%", "@", "\"", "\\", " ", "[", "]", "?", "~",
            "\u{301}",
        ]
        var taken = 0
        for _ in 0..<50_000 {
            let tail = (0..<Int.random(in: 1...9, using: &random)).map { _ in pieces.randomElement(using: &random)! }
                .joined()
            guard let base = try? SidecarBase("https://h" + tail) else { continue }
            taken += 1
            #expect(base.text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x5C }, "\(base.text)")
            let url = URLComponents(string: base.text)
            #expect(url?.encodedHost == base.host && url?.scheme == "https" && url?.user == nil, "\(base.text)")
            #expect(!base.text.hasSuffix("/"))
        }
        #expect(taken > 5000)
    }
}
