// Sitemap: the pages of a site as search engines read them (sitemaps.org 0.9): one file, or an index and as many as it takes.
// It knows addresses alone; when a page changed isn't known here, and a date that isn't true is worse than none.

internal import Escaping
package import TransitLinks

/// Why a site has no sitemap.
package enum SitemapError: Error, Sendable, Equatable {
    /// The site's address is longer than `Sitemap.maximumSiteBytes`.
    case siteTooLong(bytes: Int)
}

package struct Sitemap: Sendable {
    /// URLs of one file, and sitemaps of an index.
    package static let maximumURLs = 50_000
    /// Bytes of one file, not compressed.
    package static let maximumFileBytes = 52_428_800
    /// Bytes of a page's path below the site: a file's stem, its folder and its suffix.
    package static let maximumPathBytes = 128
    /// A URL has fewer than 2,048 characters, all of them ASCII here.
    package static let maximumSiteBytes = 2047 - 1 - maximumPathBytes

    /// The site's address as XML, with a slash at its end.
    private let site: [UInt8]
    private let pages: Int
    private let pagesPerFile: Int
    private let lastModified: String?

    /// - Parameters:
    ///   - site: where the made folder will be found.
    ///   - pages: how many there are.
    ///   - lastModified: a W3C date for all of them (`2026-03-30`), where the caller knows one.
    /// - Throws: `siteTooLong`.
    package init(site: SidecarBase, pages: Int, lastModified: String? = nil) throws(SitemapError) {
        let bytes = site.text.utf8.count
        guard bytes <= Self.maximumSiteBytes else { throw .siteTooLong(bytes: bytes) }
        var writer = ByteWriter(capacity: 256)
        writer.appendXMLEscaped(site.text.utf8.span)
        writer.append(UInt8(ascii: "/"))
        self.site = writer.bytes
        self.pages = pages
        self.lastModified = lastModified
        pagesPerFile = min(Self.maximumURLs, Self.maximumFileBytes / Self.entryBytes(site: self.site.count) - 1)
    }

    /// The most that one page can take: each byte of its path as `&quot;`, the markup and a date.
    private static func entryBytes(site: Int) -> Int { site + 6 * maximumPathBytes + 128 }

    private var parts: Int { max(1, (pages + pagesPerFile - 1) / pagesPerFile) }

    /// `sitemap.xml`, the one to tell search engines of, and where that is an index its parts, `sitemap-1.xml`….
    package var fileNames: [String] {
        ["sitemap.xml"] + (parts > 1 ? (1...parts).map { "sitemap-\($0).xml" } : [])
    }

    /// Appends a whole file.
    /// - Parameters:
    ///   - file: index into `fileNames`.
    ///   - page: appends the path of the page with this index, 0 to less than `pages`, relative to the site and percent-encoded
    ///     as URLs are, at most `maximumPathBytes`.
    package func append(file: Int, to out: inout ByteWriter, page: (Int, inout ByteWriter) -> Void) {
        out.append(literal: "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
        if parts > 1, file == 0 { return appendIndex(to: &out) }
        let first = max(0, file - 1) * pagesPerFile
        out.append(literal: "<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n")
        var path = ByteWriter(capacity: 256)
        for number in first..<min(first + pagesPerFile, pages) {
            path.removeAll()
            page(number, &path)
            appendEntry("url", path, to: &out)
        }
        out.append(literal: "</urlset>\n")
    }

    private func appendIndex(to out: inout ByteWriter) {
        out.append(literal: "<sitemapindex xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n")
        for name in fileNames.dropFirst() {
            var path = ByteWriter(capacity: 64)
            path.append(name)
            appendEntry("sitemap", path, to: &out)
        }
        out.append(literal: "</sitemapindex>\n")
    }

    private func appendEntry(_ element: StaticString, _ path: borrowing ByteWriter, to out: inout ByteWriter) {
        precondition(path.count <= Self.maximumPathBytes, "a page's path has at most \(Self.maximumPathBytes) bytes")
        out.append(UInt8(ascii: "<"))
        out.append(literal: element)
        out.append(literal: "><loc>")
        out.append(site.span)
        path.withBytes { out.appendXMLEscaped($0) }
        out.append(literal: "</loc>")
        if let lastModified {
            out.append(literal: "<lastmod>")
            out.append(lastModified)
            out.append(literal: "</lastmod>")
        }
        out.append(literal: "</")
        out.append(literal: element)
        out.append(literal: ">\n")
    }
}

extension ByteWriter {
    /// A text as the content of an XML element (sitemaps.org asks for quotes to be escaped there, too).
    fileprivate mutating func appendXMLEscaped(_ text: Span<UInt8>) {
        for i in text.indices {
            switch text[i] {
            case UInt8(ascii: "&"): append(literal: "&amp;")
            case UInt8(ascii: "<"): append(literal: "&lt;")
            case UInt8(ascii: ">"): append(literal: "&gt;")
            case UInt8(ascii: "\""): append(literal: "&quot;")
            case UInt8(ascii: "'"): append(literal: "&apos;")
            case let byte: append(byte)
            }
        }
    }
}
