// `transitlink check -`: which links are found in pages, texts and lists, as what, and in which line.

import Foundation
import TestSupport
import Testing

@Suite struct CheckInputTests {
    private func links(_ input: Data) throws -> [String] {
        let run = try Tool.run(["check", "--json", "-"], input: input)
        let links = try Tool.lines(run.output).filter { !$0.isEmpty }.map { line in
            let link = try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
            return "\(try #require(link["line"] as? Int)) \(try #require(link["url"] as? String))"
        }
        #expect(run.errors.hasPrefix("transitlink: links checked: \(links.count), "))
        return links
    }

    private func links(_ input: String) throws -> [String] { try links(Data(input.utf8)) }

    static let app = "onebusaway://view-stop?stopID=1_1&regionID=1"
    static let page = "https://onebusaway.co/regions/1/stops/1_1"

    @Test func `a page is checked as a browser reads it, each link with its line`() throws {
        let page = """
            <!DOCTYPE html>
            <meta name="apple-itunes-app" content="app-id=1, app-argument=\(Self.app.replacing("&", with: "&amp;"))">
            <a href="/regions/1/stops/1_1">relative</a> <a href='https://example.com/regions'>none of ours</a>
            <a href="\(Self.app)">an attribute keeps it</a> <p>\(Self.app) and text doesn't.</p>
            <!-- <a href="\(Self.page)/"> --><a
              class=x
              href = \(Self.page)/>a slash that belongs to the value</a>
            <A HREF=" h&#116;tps://one&#x62;usaway.co/regions/1/
            stops/1_1 ">entities, blanks and a line end</A>
            <img src="//onebusaway.co/regions/1/stops/1_2"> <a href="\(Self.page)/schedule">a page of the site's own</a>
            <script>if (a<b) open("\(Self.app)"); open('onebusaway://view-stop?stopID=' + id); `\(Self.page)/${x}`</script>
            <a href="onebusaway://x-callback-url/share-stop?stopID=1">another interface</a> a < b <b>\(Self.page)</b>
            """
        #expect(
            try links(page) == [
                "2 \(Self.app)", "4 \(Self.app)", "4 onebusaway://view-stop?stopID=1_1®ionID=1", "7 \(Self.page)/",
                "8 \(Self.page)", "10 https://onebusaway.co/regions/1/stops/1_2", "11 \(Self.app)", "12 \(Self.page)",
            ])
    }

    @Test func `a page's exit code is that of its faults, and a bare ampersand in an attribute is a note`() throws {
        let good = try Tool.run(["check", "--json", "-"], input: Data("<a href=\"\(Self.app)\">x</a>".utf8))
        #expect(good.code == 0 && good.output.contains("\"faults\":[],\"notes\":[{\"code\":\"bare-ampersand\""))
        let bad = try Tool.run(["check", "-"], input: Data("<p>\(Self.app)</p>".utf8))
        #expect(bad.code == 1 && bad.output.contains("[registered-sign]"))
        #expect(bad.errors == "transitlink: links checked: 1, with faults: 1\n")
        let none = try Tool.run(["check", "-"], input: Data("<a href=https://example.com/stops/1>x</a>".utf8))
        #expect(none == Finished(code: 0, output: "", errors: "transitlink: links checked: 0, with faults: 0\n"))
    }

    @Test(arguments: [
        ("See (\(page)), or \"\(app)\".", ["1 \(page)", "1 \(app)"]),
        ("a\n\nb <\(page)> c\n\(page)/a(b)!\n", ["3 \(page)", "4 \(page)/a(b)"]),
        (
            "mail a@b.c: x, https://example.com/ and http://other.example/regions/1/stops/9?x",
            ["1 http://other.example/regions/1/stops/9?x"]
        ),
        (
            "onebusaway: the app. onebusaway:view-stop?stopID=1, typo://view-stop?a",
            ["1 onebusaway:view-stop?stopID=1", "1 typo://view-stop?a"]
        ),
        (
            "intent://view-stop?stopID=1#Intent;scheme=onebusaway;end. x",
            ["1 intent://view-stop?stopID=1#Intent;scheme=onebusaway;end"]
        ),
        ("no link", []), (":::::", []), ("a <stop> b: \(app)&c=<d>\n", ["1 \(app)&c="]),
    ])
    func `in a text links end where the sentence goes on`(_ text: String, _ expected: [String]) throws {
        #expect(try links(text) == expected)
    }

    @Test func `of a list every line is checked, whosever link it is`() throws {
        #expect(
            try links("\u{FEFF}\(Self.page).\r\n\n  https://example.com/  \nmailto:a@b.c\n")
                == ["1 \(Self.page).", "3 https://example.com/", "4 mailto:a@b.c"])
    }

    @Test func `bytes that are no UTF-8 are a fault of the link`() throws {
        let run = try Tool.run(
            ["check", "--json", "-"],
            input: Data("x onebusaway://view-stop?stopID=".utf8) + [0xFF, 0xC3] + Data("&regionID=1".utf8))
        #expect(run.code == 1 && run.output.contains("\"code\":\"not-utf8\""))
    }

    /// What makes a careless scanner take the square of its time, or never end.
    @Test(
        arguments: [
            "<", "<a ", "<!--", "<a href=\"", "&", "&#", "<script>", ":", "a:", "onebusaway:", "(", "https://h/))",
            "<a href=https://onebusaway.co/regions/1/stops/", "</", "<a b='", "&amp", "<![CDATA[", "<div>", "<b>", "](", "{",
            "<!", "<?", "intent:", "#Intent;scheme=intent;end", "S.;",
        ])
    func `a quarter of a megabyte of anything is read in one go`(_ piece: String) throws {
        let input = Data(repeatElement(Data(piece.utf8), count: (256 << 10) / piece.utf8.count).joined())
        try expectReadInOneGo(input)
    }

    /// 20 s of the processor's time, of which a debug build needs 3: a clock would count the tests that run beside it.
    private func expectReadInOneGo(_ input: Data) throws {
        let run = try Tool.run(program: "/bin/sh", ["-c", "ulimit -t 20; exec \"$0\" check -", Tool.path], input: input)
        #expect(run.code == 0 || run.code == 1)
        #expect(run.errors.hasPrefix("transitlink: links checked: "))
    }

    @Test(
        arguments: [
            ("intent:", "#Intent;scheme=intent;end", ""), ("intent://view-stop#Intent;scheme=onebusaway;", "S.;", "S.a=b;end"),
            ("<p>", "<!--", ""), ("<p><", "a", ""), ("</p></", "</", ""), ("{\"a\":\"", "x:", "\"}"), ("", "[", "]"),
        ])
    func `a quarter of a megabyte in something is read in one go`(_ start: String, _ piece: String, _ end: String) throws {
        let many = String(repeating: piece, count: (256 << 10) / piece.utf8.count)
        try expectReadInOneGo(Data((start + many + end).utf8))
    }

    @Test func `an input beyond the limit is refused, not cut`() throws {
        let run = try Tool.run(["check", "-"], input: Data(count: 64 << 20 + 1))
        #expect(
            run
                == Finished(
                    code: 65, output: "", errors: "transitlink: standard input: more than 67108864 bytes; give it in parts\n"))
    }

    @Test(arguments: [
        ("onebusaway://view-stop?stopID=<b>&regionID=1\n\(page)\n", ["1 onebusaway://view-stop?stopID=<b>&regionID=1", "2 \(page)"]),
        ("# ours\n\(page)\n\(page)/a b\n\(page)\n", ["2 \(page)", "3 \(page)/a b", "4 \(page)"]),
    ])
    func `a list is known by its lines, whatever characters its URLs hold`(_ text: String, _ expected: [String]) throws {
        #expect(try links(text) == expected)
    }

    @Test func `Markdown is read as Markdown, tags or not`() throws {
        let text = """
            # Stops <br>
            [a](\(Self.app)) <b>`\(Self.app)`</b> [\(Self.page)](\(Self.page))
            | x | \(Self.page) | **\(Self.page)**
            <a href="\(Self.app.replacing("&", with: "&amp;"))">x</a> onebusaway://view-stop?stopID=1\\_1&regionID=1
            ```
            \(Self.app)
            ```
            """
        #expect(
            try links(text) == [
                "2 \(Self.app)", "2 \(Self.app)", "2 \(Self.page)", "2 \(Self.page)", "3 \(Self.page)", "3 \(Self.page)", "4 \(Self.app)",
                "4 \(Self.app)", "6 \(Self.app)",
            ])
    }

    @Test(arguments: [
        (#"{"a":"https:\/\/onebusaway.co\/regions\/1\/stops\/1_1","b":["# + "\n" + #""onebusaway:\/\/view-stop?stopID=1_1\u0026regionID=1"]}"#),
        (#"var a = "https:\/\/onebusaway.co\/regions\/1\/stops\/1_1", b ="# + "\n" + #"'onebusaway:\x2f/view-stop?stopID=1_1\x26regionID\u003d1'"#),
        (#"<script>a("https:\/\/onebusaway.co\/regions\/1\/stops\/1_1","# + "\n" + #""onebusaway:\/\/view-stop?stopID=1_1\u0026regionID=1")</script>"#),
        (#"{"a":"https:\/\/onebusaway.co\/regions\/1\/stops\/1_1"}"# + "\n" + #"{"b":"<a href=\"onebusaway://view-stop?stopID=1_1&amp;regionID=1\">"}"#),
    ])
    func `escapes of JSON and of scripts are decoded`(_ text: String) throws {
        #expect(try links(text) == ["1 \(Self.page)", "2 \(Self.app)"])
    }

    @Test(arguments: [String.Encoding.utf16, .utf16LittleEndian, .utf16BigEndian, .utf32, .utf32LittleEndian, .utf32BigEndian])
    func `a page in UTF-16 or UTF-32 is converted`(_ encoding: String.Encoding) throws {
        let page = try #require("<!doctype html>\n<p>ä</p><a href='\(Self.page)'>x</a>".data(using: encoding))
        #expect(try links(page) == ["2 \(Self.page)"])
    }

    @Test func `CDATA of a feed is a page of its own`() throws {
        let feed = """
            <?xml version="1.0"?><rss><link>\(Self.page)</link><description>
            <![CDATA[<a href="\(Self.page)/">x</a> > <p>
            \(Self.app)
            ]]></description><link>\(Self.page)</link></rss>
            """
        #expect(
            try links(feed) == [
                "1 \(Self.page)", "2 \(Self.page)/", "3 onebusaway://view-stop?stopID=1_1®ionID=1", "4 \(Self.page)",
            ])
    }

    @Test func `a mail's texts are decoded, each with the line that it comes from`() throws {
        let encoded = Data("<a href=\"\(Self.page)\">x</a>".utf8).base64EncodedString()
        let mail = """
            From: a@example.com\r
            MIME-Version: 1.0\r
            Content-Type: multipart/alternative;\r
             boundary="b"\r
            \r
            --b\r
            Content-Transfer-Encoding: quoted-printable\r
            \r
            see onebusaway://view-stop?stopID=3D1_1&=\r
            regionID=3D1 and\r
            \(Self.page)\r
            --b\r
            Content-Type: text/html\r
            Content-Transfer-Encoding: base64\r
            \r
            \(encoded)\r
            --b--\r
            """
        #expect(try links(mail) == ["9 \(Self.app)", "11 \(Self.page)", "16 \(Self.page)"])
    }

    @Test(arguments: [
        (Data(), "it is empty; nothing was checked"), (Data(" \n\t".utf8), "it is empty; nothing was checked"),
        (
            Data([0x1F, 0x8B, 8, 0, 1, 2, 3]),
            "it is no text but binary data; nothing was checked. Give the page, the text or the list itself"
        ),
        (
            Data(repeating: 0, count: 9),
            "it is no text but binary data; nothing was checked. Give the page, the text or the list itself"
        ),
    ])
    func `where nothing could be read it is said, and is no success`(_ input: Data, _ message: String) throws {
        let run = try Tool.run(["check", "-"], input: input)
        #expect(run == Finished(code: 65, output: "", errors: "transitlink: standard input: \(message)\n"))
    }

    @Test func `in a text that is HTML the registered sign eats region-id, too`() throws {
        let run = try Tool.run(["check", "-"], input: Data("<p>onebusaway://add-region?name=X&oba-url=https:%2F%2Fh&region-id=99</p>".utf8))
        #expect(run.code == 1 && run.output.contains("'®ion-id' was &region-id; in HTML write &amp;region-id [registered-sign]"))
    }
}
