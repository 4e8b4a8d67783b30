// Sitemaps against the rules of sitemaps.org: whole files, and the limits of a file at their edges.

import Foundation
import FoundationXML
import Publishing
import Testing
import TransitLinks

@Suite struct SitemapTests {
    private func files(
        _ site: String, _ pages: Int, lastModified: String? = nil, path: (Int) -> String = { "stop/\($0).html" }
    ) throws -> [(name: String, text: String)] {
        let sitemap = try Sitemap(site: SidecarBase(site), pages: pages, lastModified: lastModified)
        return sitemap.fileNames.enumerated().map { index, name in
            (name, ByteWriter.text { sitemap.append(file: index, to: &$0) { $1.append(path($0)) } })
        }
    }

    @Test func `a few pages are one file`() throws {
        let made = try files("https://stops.example/a&b/", 2)
        #expect(made.map(\.name) == ["sitemap.xml"])
        #expect(
            made[0].text == """
                <?xml version="1.0" encoding="UTF-8"?>
                <urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
                <url><loc>https://stops.example/a&amp;b/stop/0.html</loc></url>
                <url><loc>https://stops.example/a&amp;b/stop/1.html</loc></url>
                </urlset>

                """)
    }

    @Test func `a date that the caller knows stands on every page`() throws {
        let made = try files("https://stops.example", 1, lastModified: "2026-03-30") { _ in "" }
        #expect(made[0].text.contains("<url><loc>https://stops.example/</loc><lastmod>2026-03-30</lastmod></url>\n"))
    }

    @Test(arguments: [(0, 1, [0]), (50_000, 1, [50_000]), (50_001, 3, [50_000, 1]), (100_001, 4, [50_000, 50_000, 1])])
    func `more than 50,000 pages are an index and its parts`(_ pages: Int, _ count: Int, _ urls: [Int]) throws {
        let made = try files("https://stops.example", pages)
        #expect(made.count == count)
        #expect(made.map(\.name) == ["sitemap.xml"] + (count == 1 ? [] : (1..<count).map { "sitemap-\($0).xml" }))
        let parts = made.map(\.text).filter { $0.contains("<urlset") }
        #expect(parts.map { $0.split(separator: "\n").count - 3 } == urls)
        if count > 1 {
            let lines = made[0].text.split(separator: "\n").dropFirst(2).dropLast()
            #expect(
                Array(lines) == (1..<count).map { "<sitemap><loc>https://stops.example/sitemap-\($0).xml</loc></sitemap>" })
        }
        // Each page once, in order.
        let locations = parts.flatMap { $0.split(separator: "\n").filter { $0.hasPrefix("<url>") } }
        #expect(locations.count == pages)
        #expect(locations.last.map { $0 == "<url><loc>https://stops.example/stop/\(pages - 1).html</loc></url>" } ?? true)
    }

    @Test func `the longest addresses and paths keep every file below 50 MB and every URL below 2,048`() throws {
        let site = "https://stops.example/" + String(repeating: "&", count: Sitemap.maximumSiteBytes - 22)
        let made = try files(site, 20_000) { _ in String(repeating: "'", count: Sitemap.maximumPathBytes) }
        #expect(made.count > 2)
        for file in made { #expect(file.text.utf8.count <= Sitemap.maximumFileBytes, "\(file.name)") }
        let url = made[1].text.split(separator: "\n")[2]
        let plain = url.replacingOccurrences(of: "&amp;", with: "&").replacingOccurrences(of: "&apos;", with: "'")
        #expect(plain.utf8.count - "<url><loc></loc></url>".utf8.count == 2047)
    }

    @Test func `a site's address that is too long is refused`() throws {
        let site = try SidecarBase("https://stops.example/" + String(repeating: "a", count: 1900))
        #expect(throws: SitemapError.siteTooLong(bytes: 1922)) { _ = try Sitemap(site: site, pages: 1) }
    }

    @Test func `every character of a path comes back from a reader of XML`() throws {
        let path = "a&b<c>\"d'e"
        let made = try files("https://stops.example", 1) { _ in path }
        let reader = LocationReader()
        let parser = XMLParser(data: Data(made[0].text.utf8))
        parser.delegate = reader
        #expect(parser.parse() && reader.text == "https://stops.example/" + path)
    }
}

private final class LocationReader: NSObject, XMLParserDelegate {
    var text = ""
    func parser(_ parser: XMLParser, foundCharacters string: String) {
        text += string.trimmingCharacters(in: .newlines)
    }
}
