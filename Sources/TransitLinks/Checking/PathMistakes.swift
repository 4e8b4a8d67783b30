// PathMistakes: what is wrong with the path of a stop's or a trip's page. Compared with the form that links.md, section 3,
// writes, not with what one receiver happens to forgive.

internal import Escaping

enum PathMistakes {
    /// - Parameter prefixes: paths of the directory's base URLs, without slashes at their ends.
    static func findings(in parts: LinkParts, prefixes: [String]) -> [LinkFinding] {
        guard parts.isWebPage, let page = parts.page else { return [] }
        return [
            arrivals(page), trailingSlash(page), slash(page), dot(page), letterCase(page), region(page),
            prefix(page, prefixes), rest(page),
        ].compactMap { $0 }
    }

    private static func arrivals(_ page: LinkParts.Page) -> LinkFinding? {
        guard page.isArrivals else { return nil }
        return LinkFinding(.arrivals, "/arrivals is how the first versions wrote it; a trip's page ends with /trips")
    }

    private static func trailingSlash(_ page: LinkParts.Page) -> LinkFinding? {
        guard page.endsWithSlash, !page.isTrip else { return nil }
        return LinkFinding(.trailingSlash, "the slash at the end: the iOS app then takes it for no stop; leave it out")
    }

    private static func slash(_ page: LinkParts.Page) -> LinkFinding? {
        if page.isArrivals { return nil }
        let id = page.stop.joined(separator: "/")
        if page.stop.count > 1 {
            return LinkFinding(
                .slashInID,
                "\(Printable.quoted(id)) is \(page.stop.count) parts of a path; a slash inside an ID is %2F, and nothing "
                    + "else stands behind a stop but /trips")
        }
        guard !page.isTrip, id.uppercased().contains("%2F") else { return nil }
        return LinkFinding(
            .slashInID,
            "the iOS app decodes %2F before it looks for the stop ID, so it opens no stop's page whose ID has a slash; "
                + "the app link carries it")
    }

    private static func dot(_ page: LinkParts.Page) -> LinkFinding? {
        guard page.stop.count == 1, page.stop[0].contains(".") else { return nil }
        return LinkFinding(
            .dotInID,
            "\(Printable.quoted(page.stop[0])): the web server cuts a stop ID at its first dot, taking the rest for a "
                + "format; the app link carries it")
    }

    private static func letterCase(_ page: LinkParts.Page) -> LinkFinding? {
        let names = ["regions", "stops", page.isArrivals ? "arrivals" : "trips"]
        guard let (word, name) = zip(page.words, names).first(where: { LinkParts.decoded($0) != $1 }) else { return nil }
        return LinkFinding(
            .letterCase, "\(Printable.quoted(word)): the web server and the Android app want \(name), in small letters")
    }

    private static func region(_ page: LinkParts.Page) -> LinkFinding? {
        let text = LinkParts.decoded(page.region)
        guard Int64(text) == nil else { return nil }
        return LinkFinding(
            .badRegion, "region \(Printable.quoted(text)) is no whole number; the apps want the number and nothing else")
    }

    private static func prefix(_ page: LinkParts.Page, _ prefixes: [String]) -> LinkFinding? {
        if page.prefix.isEmpty { return nil }
        let prefix = page.prefix.joined(separator: "/")
        guard prefix == "api/v1" || prefixes.contains(prefix) else {
            return LinkFinding(.badPath, "\(Printable.quoted("/" + prefix)) stands before /regions")
        }
        return LinkFinding(
            .pathPrefix, "the Android app opens no page whose path begins with \(Printable.quoted("/" + prefix))")
    }

    private static func rest(_ page: LinkParts.Page) -> LinkFinding? {
        if page.rest.isEmpty { return nil }
        return LinkFinding(
            .badPath,
            "\(Printable.quoted("/" + page.rest.joined(separator: "/"))) stands behind /\(page.words.last ?? "")")
    }
}
