// StopPage: the page of one stop: its name, its number as riders know it, its QR code, and everything that opens it. No
// script; on paper it is a sign.

package import QRCodes
package import TransitLinks

extension Site {
    /// Appends the page of `stop`.
    /// - Parameter code: of `stop.codeText`; nil where that is no link or too long for a code: the page then has none.
    package func writePage(of stop: PublishedStop, code: QRCode?, to out: inout ByteWriter) {
        StopPage(site: self, stop: stop).write(code, to: &out)
    }
}

private struct StopPage {
    let site: Site
    let stop: PublishedStop

    private var texts: SiteTexts { site.texts }

    func write(_ code: QRCode?, to out: inout ByteWriter) {
        site.writeHead(
            Site.Head(
                title: title, path: Site.pagePath(fileStem: stop.fileStem), description: description, folder: .below,
                hasScript: false),
            to: &out)
        writeTop(to: &out)
        out.append(literal: "<main id=\"main\">\n<div class=\"about\">\n")
        writeName(to: &out)
        writeOpen(to: &out)
        writeWalk(to: &out)
        writeFare(to: &out)
        writeStores(to: &out)
        out.append(literal: "</div>\n")
        if let code { writeCode(code, to: &out) }
        out.append(literal: "</main>\n")
        site.writeFooter(to: &out)
    }

    /// The name, and the number where there is one: names alone repeat.
    private var title: String {
        [stop.name, stop.code.map { "\(texts.stop) \($0)" }, stop.note].compactMap { $0 }.joined(separator: " · ")
    }

    /// Such a name is set smaller: a phone shows the buttons below it, and a sheet of paper holds it with the code.
    private var isLong: Bool { stop.name.utf8.count > 64 }

    private var description: String {
        [
            stop.name, stop.code.map { "\(texts.stop) \($0)" }, stop.platform.map { "\(texts.platform) \($0)" }, stop.note,
            stop.agency,
        ].compactMap { $0 }.joined(separator: " · ")
    }

    private func writeTop(to out: inout ByteWriter) {
        out.append(literal: "<body class=\"stop\">\n<a class=\"skip\" href=\"#main\">")
        out.append(html: texts.skip)
        out.append(literal: "</a>\n<header><nav><a class=\"back\" href=\"../index.html\">")
        out.append(html: texts.allStops)
        out.append(literal: "</a></nav></header>\n")
    }

    private func writeName(to out: inout ByteWriter) {
        site.writeValue("h1", class: isLong ? "long" : nil, stop.name, to: &out)
        out.append(literal: "\n")
        if stop.code != nil || stop.platform != nil || stop.note != nil {
            out.append(literal: "<p class=\"facts\">")
            if let code = stop.code { site.write(.number, ShownText.of(code).utf8.span, to: &out) }
            if let platform = stop.platform { site.write(.platform, ShownText.of(platform).utf8.span, to: &out) }
            if let note = stop.note { site.writeNote(ShownText.of(note).utf8.span, to: &out) }
            out.append(literal: "</p>\n")
        }
        if let description = stop.description, !ShownText.isSame(description, stop.name) {
            site.writeValue("p", class: "note", description, to: &out)
            out.append(literal: "\n")
        }
    }

    // MARK: What opens it

    private func writeOpen(to out: inout ByteWriter) {
        let own = stop.links.links.own.map { ($0.label, stop.links.text("own.\($0.name)")) }
        let links = [(texts.openWeb, stop.links.web), (texts.openApp, stop.links.appLink)] + own
        writeSection("open", texts.open, links: links, to: &out)
    }

    private func writeWalk(to out: inout ByteWriter) {
        guard let place = stop.links.request.stop.coordinate else { return }
        let links = stop.links.links.vendors.compactMap { vendor in
            PageLink.label(of: vendor).map { ("\($0)", stop.links.text("walking.\(vendor.name)")) }
        }
        writeSection("walk", texts.walk, links: links, to: &out) { out in
            out.append(literal: "<p class=\"place\">")
            out.append(html: texts.coordinate)
            out.append(literal: " <span dir=\"ltr\">")
            out.append(fixed: place.latitude)
            out.append(literal: ", ")
            out.append(fixed: place.longitude)
            out.append(literal: "</span></p>\n")
        }
    }

    private func writeFare(to out: inout ByteWriter) {
        let warning = stop.links.region.fareApp
        let links = [
            (texts.openFareApp, stop.links.text("fare.ios")), (texts.appStore, stop.links.text("fare.appStore")),
            (texts.play, stop.links.text("fare.play")), (texts.buyTicket, stop.links.text("fare.web")),
        ]
        writeSection("fare", texts.fare, links: links, isBeforeLinks: true, to: &out) { out in
            if let title = warning.warningTitle { writeParagraph("warning", title, to: &out) }
            if let body = warning.warningBody { writeParagraph("note", body, to: &out) }
        }
    }

    private func writeStores(to out: inout ByteWriter) {
        let links = [(texts.appStore, stop.links.text("store.ios")), (texts.play, stop.links.text("store.android"))]
        writeSection("get", texts.getApp, links: links, to: &out)
    }

    private func writeParagraph(_ name: StaticString, _ text: String, to out: inout ByteWriter) {
        out.append(literal: "<p class=\"")
        out.append(literal: name)
        out.append(literal: "\" dir=\"auto\">")
        out.append(html: text)
        out.append(literal: "</p>\n")
    }

    /// A heading and buttons; nothing at all where there is no button.
    private func writeSection(
        _ id: StaticString, _ heading: String, links: [(label: String, url: String?)], isBeforeLinks: Bool = false,
        to out: inout ByteWriter, and more: (inout ByteWriter) -> Void = { _ in }
    ) {
        let links = links.filter { $0.url.map(PageLink.isOffered) ?? false }
        if links.isEmpty { return }
        out.append(literal: "<section aria-labelledby=\"")
        out.append(literal: id)
        out.append(literal: "\">\n<h2 id=\"")
        out.append(literal: id)
        out.append(literal: "\">")
        out.append(html: heading)
        out.append(literal: "</h2>\n")
        if isBeforeLinks { more(&out) }
        out.append(literal: "<ul class=\"buttons\">\n")
        for link in links { writeButton(link.label, link.url ?? "", to: &out) }
        out.append(literal: "</ul>\n")
        if !isBeforeLinks { more(&out) }
        out.append(literal: "</section>\n")
    }

    private func writeButton(_ label: String, _ url: String, to out: inout ByteWriter) {
        out.append(literal: "<li><a class=\"button\" href=\"")
        out.append(html: url)
        out.append(literal: "\">")
        out.append(html: label)
        out.append(literal: "</a></li>\n")
    }

    private func writeCode(_ code: QRCode, to out: inout ByteWriter) {
        out.append(literal: "<figure class=\"code\">\n")
        QRCodeSVG.writeInline(code, label: texts.codeLabel, to: &out)
        out.append(literal: "\n<figcaption>")
        out.append(html: texts.scan)
        out.append(literal: "<span class=\"address\" dir=\"ltr\">")
        out.append(html: stop.codeText ?? "")
        out.append(literal: "</span></figcaption>\n</figure>\n")
    }
}

extension Site {
    /// What else than its name tells a stop, as every list and page shows it: `Stop 75403`, `Platform 2`.
    enum Fact { case number, platform }

    /// What tells a stop from its like, where number and platform don't.
    /// - Parameter value: cleaned.
    func writeNote(_ value: Span<UInt8>, to out: inout ByteWriter) {
        out.append(literal: "<span class=\"towards\" dir=\"auto\">")
        out.append(escaping: value)
        out.append(literal: "</span>")
    }

    /// - Parameter value: cleaned.
    func write(_ fact: Fact, _ value: Span<UInt8>, to out: inout ByteWriter) {
        out.append(literal: fact == .number ? "<span class=\"number\">" : "<span class=\"platform\">")
        out.append(html: fact == .number ? texts.stop : texts.platform)
        out.append(literal: " <b dir=\"auto\">")
        out.append(escaping: value)
        out.append(literal: "</b></span>")
    }
}
