// LinkChecker: a link, what each receiver does with it, and what is wrong with it. The receivers' models decide what opens;
// the mistakes are looked for in the link itself, because a receiver that forgives one does not make it right. A pure
// function of the link, the app profile and the region directory.

internal import Escaping

/// What is known about one link.
public struct CheckedLink: Sendable {
    public let report: LinkReport
    /// Mistakes in the link, none twice.
    public let faults: [LinkFinding]
    /// Limits of receivers, and what is worth knowing.
    public let notes: [LinkFinding]

    public init(report: LinkReport, faults: [LinkFinding], notes: [LinkFinding]) {
        self.report = report
        self.faults = faults
        self.notes = notes
    }
}

/// Checks links for one app.
public struct LinkChecker: Sendable {
    private let receivers: Receivers
    private let directory: RegionDirectory
    private let otherSchemes: [String]

    /// - Parameters:
    ///   - app: whose links they are.
    ///   - apps: other apps that the configuration knows; a link of theirs is no mistake.
    public init(app: AppProfile, apps: [AppProfile] = [], directory: RegionDirectory) {
        receivers = Receivers(app: app, directory: directory)
        self.directory = directory
        otherSchemes = apps.map { $0.scheme.lowercased() }
    }

    public var app: AppProfile { receivers.app }

    /// All that is known about `url`, which is taken as it is.
    public func check(_ url: String) -> CheckedLink {
        if url.lowercased().hasPrefix("intent:") { return checkIntent(url) }
        let report = receivers.report(on: url)
        return checked(report, findings(of: url, report))
    }

    private func checked(_ report: LinkReport, _ findings: [LinkFinding]) -> CheckedLink {
        var findings = findings
        if !findings.contains(where: \.isFault), report.outcomes.allSatisfy({ $0.outcome.opening == nil }),
            !findings.contains(where: { $0.code == .otherApp })
        {
            findings.append(LinkFinding(.opensNothing, "it is opened by no receiver"))
        }
        return CheckedLink(
            report: report, faults: findings.filter(\.isFault), notes: findings.filter { !$0.isFault })
    }

    private func findings(of url: String, _ report: LinkReport) -> [LinkFinding] {
        let parts = LinkParts(url)
        let parameters = ParameterMistakes(in: parts)
        var findings = TextMistakes.findings(in: parts)
        findings += PathMistakes.findings(in: parts, prefixes: prefixes) + parameters.findings
        findings += readDifferently(report)
        for (_, outcome) in report.outcomes {
            guard let rule = outcome.rule, let finding = finding(for: rule, parts, parameters) else { continue }
            let isKnown = findings.contains { $0.code == finding.code && ($0.message == finding.message || rule.isOfPath) }
            if !isKnown { findings.append(finding) }
        }
        return withoutEchoes(findings) + notes(on: report, parts)
    }

    /// Paths of the directory's base URLs.
    private var prefixes: [String] {
        directory.regions.compactMap { $0.sidecar?.text }.map { LinkParts($0).segments.joined(separator: "/") }
    }

    /// A path that is wrong in a way that has a name needs no second sentence that it is wrong.
    private func withoutEchoes(_ findings: [LinkFinding]) -> [LinkFinding] {
        let named: Set<LinkFinding.Code> = [
            .arrivals, .trailingSlash, .slashInID, .dotInID, .letterCase, .badRegion, .pathPrefix,
        ]
        guard findings.contains(where: { named.contains($0.code) }) else { return findings }
        return findings.filter { $0.code != .badPath || !ReceiverRule.allCases.map(\.sentence).contains($0.message) }
    }
}

// MARK: Receivers' rules

extension LinkChecker {
    /// The mistake behind a rule that rejected the link; nil for a limit of the receiver's own, and where it is told.
    private func finding(for rule: ReceiverRule, _ parts: LinkParts, _ parameters: ParameterMistakes) -> LinkFinding? {
        if rule == .otherScheme {
            if parts.isWebPage || otherSchemes.contains(parts.scheme) { return nil }
            return LinkFinding(
                .otherScheme, "scheme \(Printable.quoted(parts.scheme)) is not the app's; its links begin with \(app.scheme)://"
            )
        }
        if let parameter = rule.parameter, parameters.explained.contains(parameter) { return nil }
        return rule.fault.map { LinkFinding($0, rule.sentence) }
    }

    /// Two receivers that open different things.
    private func readDifferently(_ report: LinkReport) -> [LinkFinding] {
        let stops = report.outcomes.compactMap { entry in entry.outcome.opening?.stopID.map { ($0, entry.receiver) } }
        let trips = report.outcomes.compactMap { entry in entry.outcome.opening?.tripID.map { ($0, entry.receiver) } }
        return [difference("stop", stops), difference("trip", trips)].compactMap { $0 }
    }

    private func difference(_ noun: String, _ readings: [(id: String, receiver: Receiver)]) -> LinkFinding? {
        guard let first = readings.first,
            let other = readings.first(where: { !$0.id.utf8.elementsEqual(first.id.utf8) })
        else { return nil }
        return LinkFinding(
            .readDifferently,
            "\(first.receiver.rawValue) reads \(noun) \(Printable.quoted(first.id)) and \(other.receiver.rawValue) "
                + "\(Printable.quoted(other.id)); write every parameter once, a plus as %2B and a blank as %20")
    }
}

// MARK: Notes

extension LinkChecker {
    private func notes(on report: LinkReport, _ parts: LinkParts) -> [LinkFinding] {
        var notes: [LinkFinding] = []
        switch report[.sidecarRails]?.opening?.kind {
        case .stop: notes.append(LinkFinding(.serverError, "sidecar-rails: " + report.reason(for: .sidecarRails)))
        case .trip: notes.append(LinkFinding(.serverDate, "sidecar-rails: " + report.reason(for: .sidecarRails)))
        default: break
        }
        if parts.scheme == "http" { notes.append(LinkFinding(.plainHTTP, "web pages open the apps over https alone")) }
        if report[.sidecarRails]?.rule == .otherServer {
            notes.append(
                LinkFinding(
                    .otherHost, "\(Printable.quoted(parts.host)) is no sidecar of the directory and no domain of the app"))
        }
        if otherSchemes.contains(parts.scheme), parts.scheme != app.scheme.lowercased() {
            notes.append(LinkFinding(.otherApp, "scheme \(Printable.quoted(parts.scheme)) is another app's"))
        }
        if parts.form != .unknown, parts.fragment?.isEmpty == false {
            notes.append(LinkFinding(.fragment, "what follows # is read by nobody; a # inside an ID is %23"))
        }
        return notes + regionNotes(report.decoded)
    }

    private func regionNotes(_ opening: Opening?) -> [LinkFinding] {
        if case .addRegion(let added) = opening {
            guard let id = added.regionID, let region = directory[RegionID(rawValue: id)] else { return [] }
            return [
                LinkFinding(
                    .regionIDTaken,
                    "region-id \(id) is \(Printable.quoted(region.name)) in the directory; the app then selects that region")
            ]
        }
        guard let id = opening?.regionID else { return [] }
        guard let region = directory[RegionID(rawValue: id)] else {
            return [LinkFinding(.unknownRegion, "region \(id) is not in the directory")]
        }
        if region.isActive { return [] }
        return [LinkFinding(.inactiveRegion, "region \(id) \(Printable.quoted(region.name)) is inactive")]
    }
}

// MARK: Intents

extension LinkChecker {
    /// Browsers of Android alone follow it: for the app there it is the URL inside.
    private func checkIntent(_ url: String) -> CheckedLink {
        guard let intent = IntentLink(url) else {
            let outcomes = Receiver.allCases.map { ($0, ReceiverOutcome.rejects(.notAURL)) }
            return checked(
                LinkReport(url: url, outcomes: outcomes),
                [LinkFinding(.badIntent, "an intent ends with #Intent;scheme=…;package=…;end")])
        }
        let inside = check(intent.target)
        let report = LinkReport(
            url: url,
            outcomes: Receiver.allCases.map { receiver in
                switch receiver {
                case .android: (receiver, inside.report[.android] ?? .rejects(.otherScheme))
                case .sidecarRails: (receiver, .rejects(.notHTTP))
                case .iosDocumented, .iosCurrent: (receiver, .rejects(.otherScheme))
                }
            })
        var findings = inside.faults + inside.notes.filter { $0.code != .serverDate && $0.code != .serverError }
        if let package = intent.package, package != app.androidPackage {
            findings.append(LinkFinding(.otherApp, "package \(Printable.quoted(package)) is not the app's"))
        }
        return checked(report, findings)
    }
}

// MARK: Openings and rules

extension Opening {
    /// As read; nil where no stop is opened.
    public var stopID: String? {
        switch self {
        case .stop(let stop), .viewStop(let stop): stop.stopID
        case .trip(let trip): trip.stopID
        case .addRegion, .alert: nil
        }
    }

    public var regionID: Int64? {
        switch self {
        case .stop(let stop), .viewStop(let stop): stop.regionID
        case .trip(let trip): trip.regionID
        case .addRegion(let region): region.regionID
        case .alert: nil
        }
    }

    public var tripID: String? { if case .trip(let trip) = self { trip.tripID } else { nil } }
}

extension ReceiverRule {
    /// The mistake that it speaks of, nil for a limit of the receiver's own.
    fileprivate var fault: LinkFinding.Code? {
        switch self {
        case .notAURL: .notAURL
        case .noSlashes: .noSlashes
        case .unknownHost: .unknownHost
        case .otherScheme: .otherScheme
        case .noTripPath, .noStopPath, .notFiveSegments, .noRoute: .badPath
        case .regionNotInteger, .regionNotNumber: .badRegion
        case .idBreaksPath: .idBreaksPath
        case .missingStopID, .missingRegionID, .missingTripID, .missingServiceDate, .missingStopSequence, .missingName,
            .missingServer:
            .missingParameter
        case .blankStopID, .blankTripID: .blankParameter
        case .serviceDateNotNumber, .stopSequenceNotInteger, .badServer: .badValue
        case .dotInID: .dotInID
        case .notUTF8: .notUTF8
        case .stopPage, .notHTTPS, .notAssociated, .noAndroidApp, .notHTTP, .otherServer: nil
        }
    }

    /// Whether it speaks of the path, for which the mistakes have better words.
    fileprivate var isOfPath: Bool {
        switch self {
        case .noTripPath, .noStopPath, .notFiveSegments, .noRoute, .regionNotInteger, .regionNotNumber, .dotInID: true
        default: false
        }
    }

    /// The parameter that it speaks of.
    fileprivate var parameter: String? {
        switch self {
        case .missingStopID, .blankStopID: "stopID"
        case .missingRegionID: "regionID"
        case .missingTripID, .blankTripID: "trip_id"
        case .missingServiceDate: "service_date"
        case .missingStopSequence: "stop_sequence"
        case .missingName: "name"
        case .missingServer: "oba-url"
        default: nil
        }
    }
}
