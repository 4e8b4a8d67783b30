// ListPage: one page of the list of stops by name, whole without a script. The first is `index.html` and has the search as
// well, hidden until the script is there to do it.

internal import TransitLinks

extension SiteIndex {
    func writePage(_ page: Int, to out: inout ByteWriter) {
        site.writeHead(head(ofPage: page), to: &out)
        writeTop(page, to: &out)
        if page == 0, hasSearch { writeSearch(to: &out) }
        out.append(literal: "<section id=\"list\" aria-labelledby=\"list-title\">\n<h2 id=\"list-title\">")
        out.append(html: site.texts.listPages)
        out.append(literal: "</h2>\n")
        if pageCount > 1 { writePager(page, to: &out) }
        out.append(literal: "<ol class=\"stops\">\n")
        for stop in stops(onPage: page) { writeEntry(entries.rows[stop], up: page == 0 ? "" : "../", to: &out) }
        out.append(literal: "</ol>\n")
        writeNeighbours(page, to: &out)
        out.append(literal: "</section>\n</main>\n")
        site.writeFooter(to: &out)
    }

    private func head(ofPage page: Int) -> Site.Head {
        Site.Head(
            title: page == 0 ? nil : label(ofPage: page), path: page == 0 ? "" : Self.pagePath(page),
            description: "\(site.texts.allStops) · \(site.agency)", folder: page == 0 ? .top : .below,
            hasScript: page == 0 && hasSearch)
    }

    private func writeTop(_ page: Int, to out: inout ByteWriter) {
        out.append(literal: "<body>\n<a class=\"skip\" href=\"#main\">")
        out.append(html: site.texts.skip)
        out.append(literal: "</a>\n<header>")
        if page > 0 {
            out.append(literal: "<nav><a class=\"back\" href=\"../index.html\">")
            out.append(html: site.texts.allStops)
            out.append(literal: "</a></nav>")
        }
        out.append(literal: "</header>\n<main id=\"main\">\n")
        site.writeValue("h1", site.title, to: &out)
        out.append(literal: "\n")
    }

    func writeEntry(_ row: SiteEntries.Row, up: StaticString, to out: inout ByteWriter) {
        let bytes = entries.bytes.span
        out.append(literal: "<li><a href=\"")
        out.append(literal: up)
        out.append(literal: "stop/")
        out.append(bytes.extracting(row.stemRange))
        out.append(literal: ".html\">")
        site.writeOpening("span", class: "name", to: &out)
        out.append(escaping: bytes.extracting(row.nameRange))
        out.append(literal: "</span>")
        if row.code > 0 || row.platform > 0 || row.note > 0 {
            out.append(literal: "<span class=\"facts\">")
            if row.code > 0 { site.write(.number, bytes.extracting(row.codeRange), to: &out) }
            if row.platform > 0 { site.write(.platform, bytes.extracting(row.platformRange), to: &out) }
            if row.note > 0 { site.writeNote(bytes.extracting(row.noteRange), to: &out) }
            out.append(literal: "</span>")
        }
        out.append(literal: "</a></li>\n")
    }
}

// MARK: The other pages

extension SiteIndex {
    private func writePager(_ page: Int, to out: inout ByteWriter) {
        out.append(literal: "<nav class=\"pager\" aria-label=\"")
        out.append(html: site.texts.listPages)
        out.append(literal: "\">\n<ol>\n")
        for other in 0..<pageCount {
            out.append(
                literal: other == page ? "<li><a aria-current=\"page\" dir=\"auto\" href=\"" : "<li><a dir=\"auto\" href=\"")
            out.append(href(ofPage: other, from: page))
            out.append(literal: "\">")
            out.append(html: label(ofPage: other))
            out.append(literal: "</a></li>\n")
        }
        out.append(literal: "</ol>\n</nav>\n")
    }

    private func writeNeighbours(_ page: Int, to out: inout ByteWriter) {
        if pageCount == 1 { return }
        out.append(literal: "<nav class=\"neighbours\">\n")
        if page > 0 { writeNeighbour(page - 1, from: page, "prev", site.texts.previousPage, to: &out) }
        if page + 1 < pageCount { writeNeighbour(page + 1, from: page, "next", site.texts.nextPage, to: &out) }
        out.append(literal: "</nav>\n")
    }

    private func writeNeighbour(
        _ other: Int, from page: Int, _ relation: StaticString, _ text: String, to out: inout ByteWriter
    ) {
        out.append(literal: "<a class=\"button\" rel=\"")
        out.append(literal: relation)
        out.append(literal: "\" href=\"")
        out.append(href(ofPage: other, from: page))
        out.append(literal: "\">")
        out.append(html: text)
        out.append(literal: "</a>\n")
    }

    private func href(ofPage other: Int, from page: Int) -> String {
        if page == 0 { return Self.pagePath(other) }
        return other == 0 ? "../index.html" : "\(other + 1).html"
    }

    /// What tells a page from the one before, as in a dictionary: the first words of its first name, up to the first that is
    /// not the same in the last name before; 24 characters at the most.
    func label(ofPage page: Int) -> String {
        guard let first = stops(onPage: page).first else { return site.title }
        let before = first == 0 ? [] : Array(name(of: first - 1))
        var (label, isTold) = ("", false)
        for (index, character) in name(of: first).prefix(24).enumerated() {
            if isTold, character == " " { break }
            label.append(character)
            isTold = isTold || character != " " && (index >= before.count || before[index] != character)
        }
        return label
    }

    private func name(of stop: Int) -> String {
        String(decoding: entries.bytes[entries.rows[stop].nameRange], as: UTF8.self)
    }
}

// MARK: The search

extension SiteIndex {
    /// The form, the place for what is found and a row to copy. The texts of the script are its attributes.
    private func writeSearch(to out: inout ByteWriter) {
        let texts = site.texts
        out.append(literal: "<form id=\"search\" role=\"search\" hidden data-files=\"")
        out.append(decimal: Int64(searchFileCount))
        out.append(literal: "\"")
        let scriptTexts: [(StaticString, String)] = [
            ("none", texts.foundNone), ("one", texts.foundOne), ("many", texts.foundMany), ("loading", texts.loading),
            ("not-loaded", texts.notLoaded), ("locating", texts.locating), ("not-located", texts.notLocated),
        ]
        for (name, text) in scriptTexts {
            out.append(literal: " data-")
            out.append(literal: name)
            out.append(literal: "=\"")
            out.append(html: text)
            out.append(literal: "\"")
        }
        out.append(literal: ">\n<label for=\"query\">")
        out.append(html: texts.search)
        out.append(
            literal: """
                </label>
                <input id="query" type="search" autocomplete="off" spellcheck="false" dir="auto" maxlength="200" placeholder="
                """)
        out.append(html: texts.searchHint)
        out.append(literal: "\">\n<div class=\"orders\" role=\"group\" aria-label=\"")
        out.append(html: texts.order)
        out.append(literal: "\">\n")
        for (order, label) in [("name", texts.byName), ("code", texts.byCode), ("distance", texts.byDistance)] {
            writeOrder(order, label, to: &out)
        }
        out.append(literal: "</div>\n<p id=\"status\" role=\"status\"></p>\n</form>\n")
        writeResults(to: &out)
    }

    private func writeOrder(_ order: String, _ label: String, to out: inout ByteWriter) {
        out.append(literal: "<button type=\"button\" aria-pressed=\"")
        out.append(literal: order == "name" ? "true" : "false")
        out.append(literal: "\" data-order=\"")
        out.append(order)
        out.append(literal: "\">")
        out.append(html: label)
        out.append(literal: "</button>\n")
    }

    private func writeResults(to out: inout ByteWriter) {
        out.append(literal: "<section id=\"results\" aria-label=\"")
        out.append(html: site.texts.search)
        out.append(literal: "\" hidden>\n<ol class=\"stops\"></ol>\n<button type=\"button\" id=\"more\" hidden>")
        out.append(html: site.texts.showMore)
        out.append(literal: "</button>\n</section>\n<template id=\"row\"><ol><li><a>")
        site.writeOpening("span", class: "name", to: &out)
        out.append(literal: "</span><span class=\"facts\">")
        site.write(.number, Span(), to: &out)
        site.write(.platform, Span(), to: &out)
        site.writeNote(Span(), to: &out)
        out.append(literal: "<span class=\"distance\"></span></span></a></li></ol></template>\n")
    }
}
