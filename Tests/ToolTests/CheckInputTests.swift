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
        ("", []), ("no link", []), (":::::", []),
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
        .timeLimit(.minutes(1)),
        arguments: [
            "<", "<a ", "<!--", "<a href=\"", "&", "&#", "<script>", ":", "a:", "onebusaway:", "(", "https://h/))",
            "<a href=https://onebusaway.co/regions/1/stops/", "</", "<a b='", "\u{0}", "&amp",
        ])
    func `a quarter of a megabyte of anything is read in one go`(_ piece: String) throws {
        let input = Data(repeatElement(Data(piece.utf8), count: (256 << 10) / piece.utf8.count).joined())
        let run = try Tool.run(["check", "-"], input: input)
        #expect(run.code == 0 || run.code == 1)
        #expect(run.errors.hasPrefix("transitlink: links checked: "))
    }

    @Test func `an input beyond the limit is refused, not cut`() throws {
        let run = try Tool.run(["check", "-"], input: Data(count: 64 << 20 + 1))
        #expect(
            run
                == Finished(
                    code: 65, output: "", errors: "transitlink: standard input: more than 67108864 bytes; give it in parts\n"))
    }
}
