// LinkChecker: a link, what each receiver does with it, and what is wrong with it. The receivers' models decide what opens;
// the mistakes are looked for in the link itself, because a receiver that forgives one does not make it right. A pure
// function of the link, the app profile and the region directory.

internal import Escaping

/// What is known about one link.
public struct CheckedLink: Sendable {
    public let report: LinkReport
    /// Faults and notes, faults first.
    public var findings: [LinkFinding]

    /// Mistakes in the link.
    public var faults: [LinkFinding] { findings.filter { $0.severity == .fault } }
    /// Limits of receivers, and what is worth knowing.
    public var notes: [LinkFinding] { findings.filter { $0.severity == .note } }
}

/// Checks links for one app.
public struct LinkChecker: Sendable {
    private let receivers: Receivers
    private let directory: RegionDirectory
    private let otherSchemes: Set<String>
    private let current: RegionID?

    /// - Parameters:
    ///   - app: whose links they are.
    ///   - apps: the apps that the configuration knows; a link of another one is no mistake.
    ///   - current: the apps' current region, in which they look everything up; nil: not known.
    public init(app: AppProfile, apps: [AppProfile] = [], directory: RegionDirectory, current: RegionID? = nil) {
        self.current = current
        receivers = Receivers(app: app, directory: directory)
        self.directory = directory
        otherSchemes = Set(apps.map { $0.scheme.lowercased() }).subtracting([app.scheme.lowercased()])
    }

    /// All that is known about `url`, which is taken as it is.
    public func check(_ url: String) -> CheckedLink {
        if url.lowercased().hasPrefix("intent:") { return checkIntent(url) }
        let report = receivers.report(on: url)
        var findings = LinkFinding.all(in: url)
        if report[.sidecarRails]?.opening == nil {
            // Of the server's own limits nothing is known where it is not the server.
            findings.removeAll { $0.code == .serverDateFormat || $0.code == .serverStopPage }
        }
        findings += characters(of: url) + values(of: report.decoded) + scheme(of: url) + differences(in: report)
        findings += context(of: report, url) + limits(of: report, url)
        return CheckedLink(report: report, findings: complete(findings, by: report))
    }

    /// What a receiver reads out of `url`; of an intent out of the link inside, which says more than the app looks at.
    public func reading(of url: String) -> Opening? {
        receivers.report(on: IntentLink(url)?.target ?? url).decoded
    }

    /// Where no mistake was recognized, the rules by which receivers reject the link speak for themselves.
    private func complete(_ findings: [LinkFinding], by report: LinkReport) -> [LinkFinding] {
        var faults = findings.filter { $0.severity == .fault }
        if faults.isEmpty, !findings.contains(where: { $0.code == .otherApp || $0.code == .geoLink }) {
            for case (let receiver, .some(let rule)) in report.outcomes.map({ ($0.receiver, $0.outcome.rule) })
            where rule.isMistake(in: report) && !faults.contains(where: { $0.message.hasSuffix(rule.sentence) }) {
                faults.append(LinkFinding(.rejected, "\(receiver.rawValue): \(rule.sentence)"))
            }
            if faults.isEmpty, report.outcomes.allSatisfy({ $0.outcome.opening == nil }) {
                faults.append(LinkFinding(.opensNothing, "no receiver opens it"))
            }
        }
        return faults + findings.filter { $0.severity == .note }
    }
}

// MARK: Of the link alone

extension LinkChecker {
    /// What no URL holds (RFC 3986, appendix A). What is not ASCII is left out: every receiver encodes it.
    private func characters(of url: String) -> [LinkFinding] {
        guard let byte = url.utf8.first(where: Self.isForbidden) else { return [] }
        let escape = (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
        let shown = Printable.quoted(String(Unicode.Scalar(byte)))
        return [LinkFinding(.rawCharacter, "\(shown) is allowed in no URL; write it as \(escape)")]
    }

    private static func isForbidden(_ byte: UInt8) -> Bool {
        switch byte {
        case 0...0x20, 0x7F: true
        case UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\\"), UInt8(ascii: "^"),
            UInt8(ascii: "`"), UInt8(ascii: "{"), UInt8(ascii: "|"), UInt8(ascii: "}"):
            true
        default: false
        }
    }

    /// 1990-01-01 and 2100-01-01 in UTC, between which a request's date has to be.
    private static let dates = 631_152_000.0..<4_102_444_800.0

    private func values(of opening: Opening?) -> [LinkFinding] {
        guard case .trip(let trip) = opening else { return [] }
        var findings: [LinkFinding] = []
        if trip.tripID?.isBlank == true { findings.append(LinkFinding(.blankID, "trip_id is blank")) }
        // Beyond 1e11 it is in milliseconds, and has been found.
        if let date = trip.serviceDate, date.magnitude < 1e11, !Self.dates.contains(date) {
            findings.append(
                LinkFinding(
                    .serviceDateRange,
                    "service_date \(date) is outside 1990…2100; it is the start of the service day in epoch seconds"))
        }
        return findings
    }

    private func scheme(of url: String) -> [LinkFinding] {
        let bytes = url.utf8.span
        let parts = ReceivedURL(bytes)
        let scheme = bytes.text(parts.scheme).lowercased()
        if scheme.isEmpty || scheme == "geo" || parts.isWebPage || scheme == receivers.app.scheme.lowercased() { return [] }
        if otherSchemes.contains(scheme) {
            return [LinkFinding(.otherApp, "scheme \(Printable.quoted(scheme)) is another app's")]
        }
        if receivers.outcome(of: url, at: .android).rule != .otherScheme { return [] }
        return [
            LinkFinding(
                .otherScheme,
                "scheme \(Printable.quoted(scheme)) is not the app's, whose links begin with \(receivers.app.scheme)://")
        ]
    }
}

// MARK: Of the receivers together

extension LinkChecker {
    /// Two receivers that open different things: a parameter that is there twice, a plus, an escape beside a raw character.
    private func differences(in report: LinkReport) -> [LinkFinding] {
        let openings = report.outcomes.compactMap { entry in entry.outcome.opening.map { (entry.receiver, $0) } }
        return [
            difference("stop", openings.compactMap { entry in entry.1.stopID.map { (entry.0, $0) } }),
            difference("trip", openings.compactMap { entry in entry.1.tripID.map { (entry.0, $0) } }),
        ].compactMap { $0 }
    }

    private func difference(_ noun: String, _ readings: [(receiver: Receiver, id: String)]) -> LinkFinding? {
        guard let first = readings.first, let other = readings.first(where: { !$0.id.utf8.elementsEqual(first.id.utf8) })
        else { return nil }
        return LinkFinding(
            .readDifferently,
            "\(first.receiver.rawValue) reads \(noun) \(Printable.quoted(first.id)), \(other.receiver.rawValue) "
                + "\(Printable.quoted(other.id)); give every parameter once, and encode all that is no letter or digit")
    }
}

// MARK: Of the directory

extension LinkChecker {
    private func context(of report: LinkReport, _ url: String) -> [LinkFinding] {
        var notes = regionNotes(report.decoded) + otherRegion(report.decoded)
        let bytes = url.utf8.span
        let parts = ReceivedURL(bytes)
        if report[.sidecarRails]?.rule == .otherServer {
            let host = Printable.quoted(bytes.text(parts.host))
            notes.append(LinkFinding(.otherHost, "\(host) is no sidecar of the directory and no domain of the app"))
        }
        if let fragment = parts.fragment, !fragment.isEmpty {
            notes.append(LinkFinding(.fragment, "what follows # is read by nobody; inside an ID it is %23"))
        }
        return notes
    }

    private func regionNotes(_ opening: Opening?) -> [LinkFinding] {
        guard let id = opening?.linkedRegion else { return [] }
        let region = directory[RegionID(rawValue: id)]
        if opening?.kind == .addRegion {
            guard let region else { return [] }
            let name = Printable.quoted(region.name)
            return [
                LinkFinding(.regionIDTaken, "region-id \(id) is \(name) in the directory; the app then selects that region")
            ]
        }
        guard let region else { return [LinkFinding(.unknownRegion, "region \(id) is not in the directory")] }
        if region.isActive { return [] }
        return [LinkFinding(.inactiveRegion, "region \(id) \(Printable.quoted(region.name)) is inactive")]
    }
}

// MARK: Of receivers

extension LinkChecker {
    /// Limits of a receiver's own.
    private func limits(of report: LinkReport, _ url: String) -> [LinkFinding] {
        var notes: [LinkFinding] = []
        if case .opens(.trip)? = report[.android] {
            notes.append(
                LinkFinding(
                    .unverifiedAppLink,
                    "Android 12 and newer leave the page to the browser until the host's assetlinks.json names the app"))
        }
        let opening = report.decoded
        if let id = [opening?.stopID, opening?.tripID].compactMap({ $0 }).first(where: { !SidecarGoReceiver.takes($0) }) {
            notes.append(
                LinkFinding(
                    .goServerID,
                    "the newer transit server refuses \(Printable.quoted(id)): it takes 100 letters, digits and _ . : - alone"))
        }
        if isGeo(url) {
            notes.append(
                LinkFinding(.geoLink, "a map app opens it; the Android app, too, and plans a transit trip to the place"))
        }
        return notes
    }

    private func isGeo(_ url: String) -> Bool { ReceivedURL(url.utf8.span).hasScheme("geo", in: url.utf8.span) }

    /// The apps look a stop up in their current region alone, whatever the link says.
    private func otherRegion(_ opening: Opening?) -> [LinkFinding] {
        guard let current, let region = opening?.regionID, region != current.rawValue else { return [] }
        return [
            LinkFinding(
                .otherRegion,
                "it is for region \(region), and an app in region \(current.rawValue) looks it up there and fails")
        ]
    }
}

// MARK: Intents

extension LinkChecker {
    /// Those that are told of an intent.
    private static let ofIntents: [Receiver] = [.iosDocumented, .iosCurrent, .android, .sidecarRails]

    /// Browsers of Android alone follow it: for the app there it is the URL inside.
    private func checkIntent(_ url: String) -> CheckedLink {
        guard let intent = IntentLink(url) else {
            let outcomes = Self.ofIntents.map { ($0, ReceiverOutcome.rejects(.notAURL)) }
            let finding = LinkFinding(.badIntent, "an intent ends with #Intent;scheme=…;package=…;end")
            return CheckedLink(report: LinkReport(url: url, outcomes: outcomes), findings: [finding])
        }
        let inside = check(intent.target)
        let outcomes = Self.ofIntents.map { receiver in
            switch receiver {
            case .android: (receiver, AndroidReceiver.outcome(of: intent, app: receivers.app))
            case .sidecarRails, .sidecarGo, .wayfinder: (receiver, ReceiverOutcome.rejects(.notHTTP))
            case .iosDocumented, .iosCurrent: (receiver, ReceiverOutcome.rejects(.otherScheme))
            }
        }
        let ofOthers: [LinkFinding.Code] = [.serverDateFormat, .serverStopPage, .unverifiedAppLink]
        var findings = inside.findings.filter { !ofOthers.contains($0.code) }
        if case .rejects(.otherIntent) = outcomes.first(where: { $0.0 == .android })?.1 {
            findings.insert(LinkFinding(.rejected, "android: \(ReceiverRule.otherIntent.sentence)"), at: 0)
        }
        findings.append(LinkFinding(.intentLink, "an intent is for the browsers of Android"))
        if let package = intent.package, package != receivers.app.androidPackage {
            findings.append(LinkFinding(.otherApp, "package \(Printable.quoted(package)) is not the app's"))
        }
        return CheckedLink(report: LinkReport(url: url, outcomes: outcomes), findings: findings)
    }
}

// MARK: Openings and rules

extension Opening {
    fileprivate var stopID: String? {
        switch self {
        case .stop(let stop), .viewStop(let stop): stop.stopID
        case .trip(let trip): trip.stopID
        case .addRegion, .alert: nil
        }
    }

    fileprivate var tripID: String? { if case .trip(let trip) = self { trip.tripID } else { nil } }

    /// Also that of an add-region link.
    fileprivate var linkedRegion: Int64? {
        switch self {
        case .stop(let stop), .viewStop(let stop): stop.regionID
        case .trip(let trip): trip.regionID
        case .addRegion(let region): region.regionID
        case .alert: nil
        }
    }
}

extension ReceiverRule {
    /// Whether it speaks of a mistake in the link, and not of a limit of the receiver's own: that it takes only trip pages, one
    /// scheme, its own hosts; or a path with something before it, where the app and the server still open it.
    fileprivate func isMistake(in report: LinkReport) -> Bool {
        switch self {
        case .stopPage, .notHTTPS, .notAssociated, .noAndroidApp, .notHTTP, .otherServer, .otherScheme, .idBreaksPath,
            .otherPackage, .noPages, .noWayfinder, .noWayfinderPage:
            false
        case .notFiveSegments, .noRoute, .noTripPath, .noStopPath:
            report[.wayfinder]?.opening == nil
                && (report[.iosCurrent]?.opening == nil || report[.sidecarRails]?.rule == .noRoute)
        default: true
        }
    }
}
