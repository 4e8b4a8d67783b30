// Site: a static site of a feed's stops: `index.html` with search, a page a stop, further pages of the list, and what they
// load. Every file is made of values alone, with relative links, so the site works in any folder of any server and from a
// disk. Nothing in it asks anything of another machine until a rider follows a link, and its Content-Security-Policy says
// so to the browser. Pages are StopPage's, lists are SiteIndex's, files that never change are SiteAssets'.

package import TransitLinks

package struct Site: Sendable {
    /// What the site is called: the heading of `index.html` and the end of every title.
    package let title: String
    /// The agency's name, for people.
    package let agency: String
    /// The language of names, nil where the feed names none.
    package let language: LanguageTag?
    /// Where the folder that holds `index.html` is served (`--site-url`); for canonical links alone.
    package let url: SidecarBase
    package let texts: SiteTexts

    /// - Parameter url: a base URL is checked as a region's web server is: http or https, a host, no query, fragment or
    ///   password; without a slash at its end.
    package init(title: String, agency: String, language: LanguageTag?, url: SidecarBase) {
        self.title = title
        self.agency = agency
        self.language = language
        self.url = url
        texts = SiteTexts.for(language)
    }

    /// The path of a stop's page below the site's URL, as in a sitemap.
    package static func pagePath(fileStem: String) -> String { "stop/\(fileStem).html" }

    /// The language of the page: that of its texts, with the feed's region where the two agree.
    var pageLanguage: String {
        if let language, language.language == texts.language?.language { return language.text }
        return texts.language?.text ?? "en"
    }

    /// The language of names where it is not the page's.
    var nameLanguage: String? {
        guard let language, language.language != texts.language?.language else { return nil }
        return language.text
    }
}

// MARK: What all pages begin and end with

extension Site {
    /// How deep a page lies, which is where its links begin.
    enum Folder: Sendable {
        case top, below
        var up: StaticString { self == .top ? "" : "../" }
    }

    /// What a page says of itself.
    struct Head {
        /// Before the site's title; nil for the site's own page.
        let title: String?
        /// The page's path below the site's URL; empty for the site itself.
        let path: String
        let description: String
        let folder: Folder
        let hasScript: Bool
    }

    func writeHead(_ head: Head, to out: inout ByteWriter) {
        out.append(literal: "<!DOCTYPE html>\n<html lang=\"")
        out.append(pageLanguage)
        out.append(literal: "\">\n<head>\n<meta charset=\"utf-8\">\n")
        writePolicy(hasScript: head.hasScript, to: &out)
        out.append(
            literal: """
                <meta name="viewport" content="width=device-width, initial-scale=1">
                <meta name="color-scheme" content="light dark">
                <meta name="referrer" content="no-referrer">
                <title>
                """)
        writeTitle(head, to: &out)
        out.append(literal: "</title>\n")
        writeDescription(head, to: &out)
        writeLoads(head, to: &out)
        out.append(literal: "</head>\n")
    }

    /// A page loads from its own site, sends nothing anywhere and runs no script inside its text.
    private func writePolicy(hasScript: Bool, to out: inout ByteWriter) {
        out.append(
            literal: """
                <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'self'; img-src 'self';
                """)
        if hasScript { out.append(literal: " script-src 'self';") }
        out.append(literal: " base-uri 'none'; form-action 'none'\">\n")
    }

    private func writeTitle(_ head: Head, to out: inout ByteWriter) {
        if let title = head.title {
            out.append(html: title)
            out.append(literal: " – ")
        }
        out.append(html: title)
    }

    private func writeDescription(_ head: Head, to out: inout ByteWriter) {
        writeMeta("name=\"description\"", head.description, to: &out)
        writeMeta("property=\"og:title\"", head.title ?? title, to: &out)
        writeMeta("property=\"og:description\"", head.description, to: &out)
        writeMeta("property=\"og:site_name\"", title, to: &out)
        out.append(literal: "<meta property=\"og:type\" content=\"website\">\n")
        writeMeta("property=\"og:url\"", url.text + "/" + head.path, to: &out)
    }

    private func writeMeta(_ name: StaticString, _ content: String, to out: inout ByteWriter) {
        out.append(literal: "<meta ")
        out.append(literal: name)
        out.append(literal: " content=\"")
        out.append(html: content)
        out.append(literal: "\">\n")
    }

    private func writeLoads(_ head: Head, to out: inout ByteWriter) {
        out.append(literal: "<link rel=\"canonical\" href=\"")
        out.append(html: url.text)
        out.append(literal: "/")
        out.append(html: head.path)
        out.append(literal: "\">\n<link rel=\"icon\" type=\"image/svg+xml\" href=\"")
        out.append(literal: head.folder.up)
        out.append(literal: "icon.svg\">\n<link rel=\"stylesheet\" href=\"")
        out.append(literal: head.folder.up)
        out.append(literal: "site.css\">\n")
        guard head.hasScript else { return }
        out.append(literal: "<script src=\"")
        out.append(literal: head.folder.up)
        out.append(literal: "site.js\" defer></script>\n")
    }

    /// The element that a value of the feed stands in: its own reading direction, and its language where it differs.
    func writeValue(_ tag: StaticString, class name: StaticString? = nil, _ value: String, to out: inout ByteWriter) {
        writeOpening(tag, class: name, to: &out)
        out.append(html: value)
        out.append(literal: "</")
        out.append(literal: tag)
        out.append(literal: ">")
    }

    func writeOpening(_ tag: StaticString, class name: StaticString? = nil, to out: inout ByteWriter) {
        out.append(literal: "<")
        out.append(literal: tag)
        if let name {
            out.append(literal: " class=\"")
            out.append(literal: name)
            out.append(literal: "\"")
        }
        if let nameLanguage {
            out.append(literal: " lang=\"")
            out.append(nameLanguage)
            out.append(literal: "\"")
        }
        out.append(literal: " dir=\"auto\">")
    }

    func writeFooter(to out: inout ByteWriter) {
        out.append(literal: "<footer>")
        writeValue("p", agency, to: &out)
        out.append(literal: "</footer>\n</body>\n</html>\n")
    }
}
