// PageFindings: mistakes in the address of a stop's or a trip's web page.

internal import Escaping

struct PageFindings {
    private let link: LinkForm
    private var isTrip: Bool { link.kind == .tripPage }

    init(_ link: LinkForm) { self.link = link }

    var all: [LinkFinding] {
        if link.kind == .arrivals {
            let message = "pages of a trip end with /trips; links with /arrivals are of 2017 and open nothing"
            return [LinkFinding(.arrivals, message)] + parameters + numbers
        }
        return pathFaults + idNotes + (isTrip ? parameters + numbers : []) + serverNotes
    }
}

// MARK: Path

extension PageFindings {
    private var pathFaults: [LinkFinding] {
        var findings: [LinkFinding] = []
        if !isTrip, link.pathText.hasSuffix("/") {
            findings.append(LinkFinding(.trailingSlash, "the app opens no stop page with a slash at its end"))
        }
        if link.stop.contains("/") {
            findings.append(
                LinkFinding(.rawSlash, "stop ID \(Printable.quoted(link.stop)) holds a raw slash; write it as %2F"))
        }
        let words = link.pathText.split(separator: "/").map(String.init)
        if let word = words.first(where: { ["regions", "stops", "trips"].contains($0.lowercased()) && $0 != $0.lowercased() }) {
            findings.append(
                LinkFinding(.letterCase, "'\(word)' in small letters: the web server and Android compare with case"))
        }
        return findings + regionFaults
    }

    private var regionFaults: [LinkFinding] {
        let region = LinkForm.decoded(link.region)
        if Int64(region) != nil { return [] }
        let number = region.utf8.prefix { ASCIISet.digits.contains($0) }
        if !number.isEmpty, region.utf8.dropFirst(number.count).first == UInt8(ascii: "-") {
            let message =
                "region \(Printable.quoted(region)) is read by the web server and not by the app; write \(Substring(number))"
            return [LinkFinding(.regionName, message)]
        }
        return [LinkFinding(.badNumber, "region \(Printable.quoted(region)) is no whole number")]
    }

    /// What one receiver or another can't carry, encoded as it may be.
    private var idNotes: [LinkFinding] {
        var findings: [LinkFinding] = []
        let stop = LinkForm.decoded(link.stop)
        if stop.contains("/"), !link.stop.contains("/"), !isTrip {
            findings.append(
                LinkFinding(.slashInID, "a slash in a stop ID, %2F too, keeps the app from opening the stop's page"))
        }
        if link.stop.contains(".") {
            findings.append(LinkFinding(.dotInID, "the web server finds no page for a stop ID with a dot"))
        }
        if stop.isBlank { findings.append(LinkFinding(.blankID, "the stop ID is blank")) }
        let bytes = link.text.utf8.span
        if isTrip, link.url.hasScheme("http", in: bytes) {
            findings.append(LinkFinding(.notHTTPS, "Android opens trip pages over https alone"))
        }
        return findings
    }

    private var serverNotes: [LinkFinding] {
        isTrip
            ? [LinkFinding(.serverDateFormat, SidecarRailsReceiver.tripPageRemark)]
            : [LinkFinding(.serverStopPage, SidecarRailsReceiver.stopPageRemark)]
    }
}

// MARK: Query

extension PageFindings {
    private static let required = [
        ("trip_id", ["tripid"]), ("service_date", ["servicedate"]), ("stop_sequence", ["stopsequence"]),
    ]

    private var parameters: [LinkFinding] {
        var findings = Self.required.compactMap { link.missing($0, misspelt: $1, .camelCaseKey) }
        for name in ["trip_id", "destination_stop_id", "vehicle_id"] {
            if link.item(name)?.value?.contains("+") == true {
                findings.append(
                    LinkFinding(.rawPlus, "\(name): the app reads + as a plus and Android as a space; write %2B or %20"))
            }
        }
        return findings
    }

    private var numbers: [LinkFinding] {
        var findings: [LinkFinding] = []
        if let date = link.value("service_date"), let finding = Self.finding(forDate: date) { findings.append(finding) }
        if let sequence = link.value("stop_sequence"), Int64(sequence) == nil {
            findings.append(LinkFinding(.badNumber, "stop_sequence \(Printable.quoted(sequence)) is no whole number"))
        }
        return findings
    }

    private static func finding(forDate text: String) -> LinkFinding? {
        let shown = "service_date \(Printable.quoted(text))"
        guard let date = Double(text) else {
            return LinkFinding(.badNumber, "\(shown) is no number of seconds with a point for its fraction")
        }
        // In milliseconds it must fit 64 bits.
        guard date.isFinite, date.magnitude <= 9.2e15 else {
            return LinkFinding(.crashesApp, "\(shown) crashes the app, which turns it into whole milliseconds")
        }
        guard date.magnitude >= 1e11 else { return nil }
        return LinkFinding(.milliseconds, "\(shown) is in milliseconds or no date at all; the app wants seconds")
    }
}
