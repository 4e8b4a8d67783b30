// CustomSchemeFindings: mistakes in `view-stop` and `add-region` links.

internal import Escaping

struct ViewStopFindings {
    private let link: LinkForm

    init(_ link: LinkForm) { self.link = link }

    var all: [LinkFinding] {
        var findings = LinkFinding.custom(link)
        if let finding = link.missing("stopID", misspelt: ["stop_id", "stopid", "stop-id"], .snakeCaseKey) {
            findings.append(finding)
        }
        findings += region
        if let stop = link.item("stopID")?.value {
            if stop.contains("+") {
                findings.append(
                    LinkFinding(.rawPlus, "stopID: the app reads + as a plus and Android as a space; write %2B or %20"))
            }
            if LinkForm.decoded(stop).isBlank {
                findings.append(LinkFinding(.blankID, "stopID is blank, which Android ignores"))
            }
        }
        return findings
    }

    /// `&regionID` in HTML that does not write `&amp;` is read as the registered sign and `ionID`.
    private var region: [LinkFinding] {
        if let finding = link.registeredSign("regionID") { return [finding] }
        if let finding = link.missing("regionID", misspelt: ["region_id", "regionid", "region-id"], .snakeCaseKey) {
            return [finding]
        }
        guard let region = link.value("regionID"), Int64(region) == nil else { return [] }
        return [LinkFinding(.badNumber, "regionID \(Printable.quoted(region)) is no whole number")]
    }
}

struct AddRegionFindings {
    private let link: LinkForm

    init(_ link: LinkForm) { self.link = link }

    /// Every parameter of the form, in the order in which it is written.
    private static let parameters = [
        "name", "region-id", "oba-url", "otp-url", "otp-graphql-url", "otp-graphql-bikeshare", "sidecar-url", "umami-url",
        "umami-id",
    ]

    var all: [LinkFinding] {
        LinkFinding.custom(link) + required + ampersand + optional
    }

    private var required: [LinkFinding] {
        var findings = [("name", ["region-name", "region_name"]), ("oba-url", ["oba_url", "obaurl", "url"])].compactMap {
            link.missing($0, misspelt: $1, .snakeCaseKey)
        }
        if let server = link.value("oba-url"), !AddedRegion.countsAsURL(server) {
            findings.append(
                LinkFinding(.badServer, "oba-url \(Printable.quoted(server)) is no URL: write https:// before it, encoded"))
        }
        return findings + schemes
    }

    /// URLs that the app takes and no server answers: `file:`, `javascript:`, a web address without a host.
    private var schemes: [LinkFinding] {
        ["oba-url", "otp-url", "otp-graphql-url", "sidecar-url", "umami-url"].compactMap { name in
            guard let url = link.value(name), AddedRegion.countsAsURL(url), url.utf8.first != UInt8(ascii: "/"),
                !AddedRegion.isWebServer(url)
            else { return nil }
            return LinkFinding(.badServer, "\(name) \(Printable.quoted(url)) is no web server: give its address, https://…")
        }
    }

    /// A nested URL with a query of its own, behind which unknown parameters follow.
    private var ampersand: [LinkFinding] {
        let nested = link.items.firstIndex { $0.name.hasSuffix("-url") && $0.value?.contains("?") == true }
        guard let nested, let stranger = link.items[(nested + 1)...].first(where: { !Self.parameters.contains($0.name) })
        else { return [] }
        let (known, unknown) = (Printable.escaped(link.items[nested].name), Printable.quoted(stranger.name))
        let message = "\(unknown) is no parameter: a raw & ended \(known); write it as %26"
        return [LinkFinding(.unencodedAmpersand, message)]
    }

    private var optional: [LinkFinding] {
        var findings: [LinkFinding] = []
        for name in ["otp-url", "otp-graphql-url", "sidecar-url", "umami-url"] {
            if let url = link.value(name), !AddedRegion.countsAsURL(url) {
                findings.append(LinkFinding(.ignoredValue, "\(name) \(Printable.quoted(url)) is no URL and counts as absent"))
            }
        }
        if (link.item("umami-url") == nil) != (link.item("umami-id") == nil) {
            findings.append(LinkFinding(.ignoredValue, "umami-url and umami-id count only together"))
        }
        switch link.value("region-id") {
        case nil:
            findings.append(
                link.registeredSign("region-id")
                    ?? LinkFinding(.noRegionID, "without region-id nothing that the sidecar does works"))
        case let id? where Int64(id) == nil:
            findings.append(LinkFinding(.ignoredValue, "region-id \(Printable.quoted(id)) is no whole number"))
        default: break
        }
        let server = link.value("oba-url")?.lowercased() ?? ""
        if server.hasPrefix("http://") {
            findings.append(LinkFinding(.notHTTPS, "oba-url is asked over plain http, which anybody on the way can change"))
        }
        return findings
    }
}

extension LinkForm {
    /// `&regionID`, `&region-id`, … in HTML that does not write `&amp;`: `&reg` needs no semicolon there and is the registered sign.
    fileprivate func registeredSign(_ name: String) -> LinkFinding? {
        let lost = ["\u{AE}", "%c2%ae", "&reg;"].map { $0 + name.lowercased().dropFirst(3) + "=" }
        guard item(name) == nil, lost.contains(where: { text.lowercased().holds($0) }) else { return nil }
        return LinkFinding(.registeredSign, "'\u{AE}\(name.dropFirst(3))' was &\(name); in HTML write &amp;\(name)")
    }
}

extension LinkFinding {
    /// What view-stop and add-region have in common.
    fileprivate static func custom(_ link: LinkForm) -> [LinkFinding] {
        let bytes = link.text.utf8.span
        guard link.url.authority != nil else {
            return [LinkFinding(.noSlashes, "without // behind the scheme nothing opens it")]
        }
        let host = bytes.text(link.url.host)
        if host == host.lowercased() { return [] }
        return [LinkFinding(.letterCase, "\(Printable.quoted(host)) in small letters: the iOS app compares with case")]
    }
}
