// LinkFormReview: whether an association file lets the links of this project through to the app, and claims nothing that the
// app drops: sample pages of every form, made by the code that makes the links, against the file's own matcher.

internal import Escaping

extension AppReview {
    /// What is wrong with the file of some domains.
    func findings(_ source: AssociationSource) -> [AssociationFinding] {
        switch source.file {
        case nil:
            let domains = source.domains.joined(separator: ", ")
            return [.fault(source.name, "no association file of \(domains): no page there opens the app")]
        case .failure(let error): return [.fault(source.name, "\(error)")]
        case .success(let file): return findings(file, source)
        }
    }

    private func findings(
        _ file: AppleAppSiteAssociation, _ source: AssociationSource
    ) -> [AssociationFinding] {
        let review = file.review.map { finding in
            AssociationFinding(finding.severity, "\(source.name): \(finding.place)", finding.message)
        }
        guard let appID = profile.appID else { return review }
        guard file.appIDs.contains(appID) else {
            let others = file.appIDs.isEmpty ? "none" : file.appIDs.map { Printable.quoted($0) }.joined(separator: ", ")
            return review + [.fault(source.name, "no rules for '\(appID)'; its apps: \(others)")]
        }
        var findings = review
        if !file.continuationApps.contains(appID) {
            findings.append(
                .fault(source.name, "activitycontinuation.apps lacks '\(appID)': no web page hands off to the app"))
        }
        return findings + samples(of: source.domains).compactMap { $0.finding(file, appID, source.name) }
    }

    /// Pages of the regions whose pages are on one of `domains`; of the domains themselves where there is no such region.
    private func samples(of domains: [String]) -> [SamplePages] {
        var seen: Set<String> = []
        let regions = regions.filter { region in
            guard let sidecar = region.sidecar, seen.insert(sidecar.text).inserted else { return false }
            return domains.contains { AppleAppSiteAssociation.host(sidecar.host, isIn: $0) }
        }
        if !regions.isEmpty { return regions.flatMap(SamplePages.all) }
        return domains.prefix(1).flatMap { domain -> [SamplePages] in
            let host = domain.hasPrefix("*.") ? "www" + domain.dropFirst() : domain
            do throws(SidecarBaseError) {
                let base = try SidecarBase("https://\(host)")
                return SamplePages.all(of: Region(id: RegionID(rawValue: 1), name: host, sidecar: base))
            } catch { return [] }
        }
    }
}

/// Pages of one form, and what has to become of them.
struct SamplePages {
    private let form: String
    private let urls: [String]
    private let opens: Bool
    /// Of what is sent the wrong way; a note for pages that nothing links to.
    private let severity: AssociationFinding.Severity

    private init(form: String, urls: [String], opens: Bool, severity: AssociationFinding.Severity = .fault) {
        self.form = form
        self.urls = urls
        self.opens = opens
        self.severity = severity
    }

    /// IDs as feeds have them: plain, and with what has to be encoded.
    private static let plainIDs = ["1_75403", "1_Forge Park", "40_C08:7", "STIF_a+b#c?d%e&f=g*h", "Łódź_Główna 1"]
    /// The app searches the decoded path, so a slash ends its stop ID too early.
    private static let slashIDs = ["1_Forge Park / 495", "8_node/6899034710", "1_/"]

    static func all(of region: Region) -> [SamplePages] {
        guard let base = region.sidecar?.text else { return [] }
        let (plain, slash) = (stops(plainIDs), stops(slashIDs))
        let links = RegionLinks(region)
        func page(_ stop: StopID) -> String { links.page(of: ShareRequest(stop: SharedStop(id: stop))) ?? "" }
        let trips = (plain + slash).map { trip(at: $0, links) }
        let one = "\(base)/regions/\(region.id.rawValue)/stops/1_75403"
        return [
            SamplePages(form: "a trip's page", urls: trips, opens: true),
            SamplePages(form: "a stop's page", urls: plain.map(page), opens: true),
            SamplePages(
                form: "a stop's page with a slash in its ID",
                urls: slash.map(page)
                    + slash.map { inSmallLetters(page($0)) },
                opens: false),
            SamplePages(form: "a page of a region that is no number", urls: unnumbered(base), opens: false),
            SamplePages(
                form: "a trip's page whose numbers are none",
                urls: ["x&stop_sequence=1", "1774854000.0&stop_sequence=x"].map {
                    "\(one)/trips?trip_id=1_2&service_date=\($0)"
                }, opens: false, severity: .note),
            SamplePages(
                form: "a trip's page that lacks a parameter",
                urls: [
                    "\(one)/trips", "\(one)/trips?trip_id=1_2", "\(one)/trips?trip_id=1_2&service_date=1774854000.0",
                    "\(one)/trips?service_date=1774854000.0&stop_sequence=1", "\(one)/trips?trip_id=1_2&stop_sequence=1",
                ], opens: false),
            SamplePages(
                form: "another page", urls: ["\(one)/arrivals", "\(base)/regions/\(region.id.rawValue)", "\(base)/about"],
                opens: false),
        ]
    }

    /// The URL with its escapes in small letters: `%2f` is a slash as well.
    private static func inSmallLetters(_ url: String) -> String {
        var afterPercent = 0
        var text = ""
        for character in url {
            text += afterPercent > 0 ? character.lowercased() : String(character)
            afterPercent = character == "%" ? 2 : max(0, afterPercent - 1)
        }
        return text
    }

    /// As the web server takes them, and the app doesn't.
    private static func unnumbered(_ base: String) -> [String] {
        let trip = "1_75403/trips?trip_id=1_2&service_date=1774854000.0&stop_sequence=1"
        return ["1-puget-sound", "x"].flatMap { region in ["1_75403", trip].map { "\(base)/regions/\(region)/stops/\($0)" } }
    }

    private static func stops(_ texts: [String]) -> [StopID] {
        texts.compactMap { text in
            do throws(IdentifierError) { return try StopID(text) } catch { return nil }
        }
    }

    private static func trip(at stop: StopID, _ links: RegionLinks) -> String {
        do {
            let trip = SharedTrip(
                id: try TripID("1_694514730"), serviceDate: try ServiceDate(epochSeconds: 1_774_854_000), stopSequence: 0)
            return links.page(of: ShareRequest(stop: SharedStop(id: stop), trip: trip)) ?? ""
        } catch { return "" }
    }

    /// The first page that the file sends the wrong way.
    func finding(_ file: AppleAppSiteAssociation, _ appID: String, _ name: String) -> AssociationFinding? {
        for url in urls {
            let decision = file.decision(for: url, appID: appID)
            if (decision.verdict == .match) == opens { continue }
            return AssociationFinding(severity, name, sentence(url, decision))
        }
        return nil
    }

    private func sentence(_ url: String, _ decision: AssociationDecision) -> String {
        switch decision.verdict {
        case .match:
            "\(decision.rule ?? "") claims \(form), which the app drops without a way back to the browser: \(url)"
        case .exclude: "\(decision.rule ?? "") excludes \(form), which the app opens: \(url)"
        case .noMatch: "no rule matches \(form), which the app opens: \(url)"
        }
    }
}
