import Foundation
import Testing
import TransitLinks

@testable import Publishing

@Suite struct SiteTextTests {
    /// Swift writes no such scalar in a literal.
    private static let noncharacters = String(
        String.UnicodeScalarView([0x9F, 0xFDD0, 0xFFFE, 0x1FFFF, 0x10FFFE].compactMap { Unicode.Scalar(UInt32($0)) }))

    @Test func `five characters are references, every other of ASCII is itself or no part of a page`() {
        let references: [Unicode.Scalar: String] = [
            "&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;", "'": "&#39;",
        ]
        for value in UInt8(0)...0x7F {
            let scalar = Unicode.Scalar(value)
            let wanted: String =
                switch value {
                case 9...13: " "
                case 0..<0x20, 0x7F: "\u{FFFD}"
                default: references[scalar] ?? String(scalar)
                }
            #expect(ByteWriter.text { $0.append(html: "a\(scalar)b") } == "a\(wanted)b", "\(value)")
        }
    }

    @Test(
        arguments: [
            ("</script><img src=x onerror='a(\"b\")'>", "&lt;/script&gt;&lt;img src=x onerror=&#39;a(&quot;b&quot;)&#39;&gt;"),
            ("&amp;", "&amp;amp;"),
            ("a\r\nb\u{85}c\u{2028}d\u{2029}e", "a  b c d e"),
            ("\u{202E}evil\u{202C} \u{2066}x\u{2069}", "evil x"),
            ("\u{200F}יפו\u{200E} – é\u{301} 東京 🚏", "\u{200F}יפו\u{200E} – é\u{301} 東京 🚏"),
            (noncharacters, "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}"),
            ("", ""),
        ] as [(String, String)]) func `a value lays out nothing around it`(value: String, shown: String)
    {
        #expect(ByteWriter.text { $0.append(html: value) } == shown)
    }

    @Test(
        arguments: [
            ("en", "en"), (" EN-us ", "en-US"), ("es-419", "es-419"), ("zh-hant-tw", "zh-Hant-TW"), ("SR-latn", "sr-Latn"),
            ("de-1996", "de-1996"), ("ca-valencia", "ca-valencia"), ("sl-rozaj-biske", "sl-rozaj-biske"), ("haw", "haw"),
            ("deu", "de"), ("GER", "de"), ("fra-CA", "fr-CA"), ("zho-hant", "zh-Hant"), ("eng", "en"), ("cze", "cs"), ("gsw", "gsw"),
            ("English", nil), ("en_US", nil), ("", nil), ("e", nil), ("en-", nil), ("-en", nil), ("en--US", nil), ("mul", nil),
            ("und", nil), ("x-private", nil), ("en-x-private", nil), ("en-US-Latn", nil), ("en-US-GB", nil), ("en-Ω", nil),
            ("en\"><script>", nil), ("de-1996-1996-1996-1996-1996-1996-1996", nil),
        ] as [(String, String?)]) func `a language is named only by a tag that HTML knows`(published: String, tag: String?)
    {
        #expect(LanguageTag(published)?.text == tag)
    }

    @Test func `names are ordered without case, accents and marks, and numbers by their value`() {
        let ordered = [
            "", "1st Ave", "2nd Ave", "\"2nd Ave\" & Pine", "10th Ave", "Aalto", "Ábel", "Abend", "Čapek", "Czech", "Łódź 2",
            "Lodz 10", "Straße", "Strasse 1", "Zoo", "Zoo 007", "Zoo 8", "Østerbro".uppercased(), "Яблоко", "яма", "東京",
        ]
        let keys = ordered.map(NameOrder.key)
        let sorted = keys.indices.sorted { keys[$0].lexicographicallyPrecedes(keys[$1]) }.map { ordered[$0] }
        let wanted = [
            "", "1st Ave", "2nd Ave", "\"2nd Ave\" & Pine", "10th Ave", "Aalto", "Ábel", "Abend", "Čapek", "Czech", "Łódź 2",
            "Lodz 10", "ØSTERBRO", "Straße", "Strasse 1", "Zoo", "Zoo 007", "Zoo 8", "Яблоко", "яма", "東京",
        ]
        #expect(sorted == wanted)
        #expect(NameOrder.key(of: "Straße") == NameOrder.key(of: "STRASSE"))
        #expect(NameOrder.key(of: "e\u{301}t") == NameOrder.key(of: "Ét"))
        #expect(NameOrder.latin.count == 0x17F - 0xC0 + 1)
    }

    @Test func `each Latin letter has the order of what Unicode takes it apart to`() {
        for (index, base) in NameOrder.latin.enumerated() {
            let letter = Unicode.Scalar(UInt32(0xC0 + index))!
            let plain = String(letter).decomposedStringWithCanonicalMapping.unicodeScalars.first!
            guard plain.isASCII, plain != letter else { continue }
            #expect(base == String(plain).lowercased(), "\(letter)")
        }
    }

    @Test(
        arguments: [
            ("https://a.example/", true), ("http://a.example/", true), ("onebusaway://view-stop?stopID=1", true),
            ("javascript://onebusaway", false), ("JavaScript:alert(1)", false), ("data:text/html,x", false), ("no-scheme", false),
        ] as [(String, Bool)]) func `a page links to what opens elsewhere, never to what a browser runs`(url: String, isOffered: Bool)
    {
        #expect(PageLink.isOffered(url) == isOffered)
    }

    @Test func `every language has every text`() {
        for texts in SiteTexts.all {
            let empty = Mirror(reflecting: texts).children.filter { ($0.value as? String)?.isEmpty == true }.map(\.label)
            #expect(empty == [])
            #expect(texts.language != nil)
            #expect(texts.foundMany.contains("{n}"))
        }
        #expect(SiteTexts.for(LanguageTag("es-MX")).allStops == "Todas las paradas")
        #expect(SiteTexts.for(LanguageTag("de")).allStops == "All stops")
        #expect(SiteTexts.for(nil).allStops == "All stops")
    }
}
