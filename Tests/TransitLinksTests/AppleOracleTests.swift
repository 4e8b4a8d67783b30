// The models of the iOS app against what its sources call: Foundation's URLComponents and regular expressions, over random
// URLs made of the pieces that links are made of and of what breaks them.

import Foundation
import TestSupport
import Testing

@testable import TransitLinks

/// `AppLinksRouter` and `URLSchemeRouter`, by the calls that they make.
private enum AppleRouters {
    static func opening(of text: String, readsStops: Bool) -> Opening? {
        guard let url = URL(string: text), let parts = URLComponents(url: url, resolvingAgainstBaseURL: false),
            parts.scheme?.isEmpty == false
        else { return nil }
        if !["http", "https"].contains(parts.scheme?.lowercased()) {
            if parts.host == nil { return nil }
            if parts.host == "view-stop" { return viewStop(parts) }
            if parts.host == "add-region" { return nil }
        }
        return trip(parts) ?? (readsStops ? stop(parts) : nil)
    }

    private static func item(_ name: String, _ parts: URLComponents) -> String? {
        parts.queryItems?.filter { $0.name == name }.first?.value
    }

    private static func viewStop(_ parts: URLComponents) -> Opening? {
        guard let stop = item("stopID", parts), let region = item("regionID", parts).flatMap({ Int($0) }) else { return nil }
        return .viewStop(OpenedStop(stopID: stop, regionID: Int64(region)))
    }

    private static func groups(_ pattern: String, in path: String) -> (region: String, stop: String)? {
        let regex = try! NSRegularExpression(pattern: pattern, options: .caseInsensitive)
        guard let match = regex.firstMatch(in: path, range: NSRange(path.startIndex..., in: path)),
            let region = Range(match.range(withName: "region"), in: path),
            let stop = Range(match.range(withName: "stop"), in: path)
        else { return nil }
        return (String(path[region]), String(path[stop]))
    }

    private static func trip(_ parts: URLComponents) -> Opening? {
        guard let (region, stop) = groups("/regions/(?<region>.*)/stops/(?<stop>.*)/trips", in: parts.path),
            let region = Int(region), let trip = item("trip_id", parts),
            let date = item("service_date", parts).flatMap({ Double($0) }),
            let sequence = item("stop_sequence", parts).flatMap({ Int($0) })
        else { return nil }
        var opened = OpenedTrip(stopID: stop, regionID: Int64(region), tripID: trip)
        opened.serviceDate = date
        opened.stopSequence = Int64(sequence)
        opened.title = item("title", parts) ?? "???"
        opened.vehicleID = item("vehicle_id", parts)
        opened.destinationStopID = item("destination_stop_id", parts)
        return .trip(opened)
    }

    private static func stop(_ parts: URLComponents) -> Opening? {
        guard let (region, stop) = groups("/regions/(?<region>[^/]+)/stops/(?<stop>[^/]+)$", in: parts.path),
            let region = Int(region), !stop.isEmpty
        else { return nil }
        return .stop(OpenedStop(stopID: stop, regionID: Int64(region)))
    }
}

/// Pieces of links, put together at random.
private struct RandomLink {
    var random: SeededRandom

    private mutating func pick(_ pieces: [String]) -> String { pieces.randomElement(using: &random)! }
    /// The first piece half of the time.
    private mutating func mostly(_ pieces: [String]) -> String { chance(60) ? pieces[0] : pick(pieces) }
    private mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

    private static let ids = [
        "1_75403", "a%2Fb", "a/b", "a.b", "%20", "", "é", "%C3%A9", "%CC%81x", "x%D8%80", "\u{301}", "a%0Ab", "%0A", "a%0Bb",
        "%C2%85", "%E2%80%A8", "x%2Fregions%2F5%2Fstops%2Fy", "a%2Fstops%2Fb", "a%2Ftrips", "a+b", "%2B", "%FF", "%zz", "a%2",
        "%E9%8A%80", "a b", "a|b", "a%2520b", "regions", "stops", "trips", "x%0D%0Ay", "🚌", "%F0%9F%9A%8C",
    ]
    private static let numbers = [
        "1", "0", "+1", "-5", "1.0", "1-puget-sound", "", "%31", "007", "9223372036854775807", "9223372036854775808",
        "-9223372036854775808", "1_0", "１", "1%20",
    ]
    private static let dates = [
        "1774854000.0", "1774854000", "1478156400000", "nan", "inf", "-inf", "1e9", "1,5", "0x1p3", ".5", "5.", "", "1.5.2",
        "%31.0", "+1.5", "9.3e15", "1 ", "1_0",
    ]
    /// Host names that IDNA maps or refuses.
    private static let hosts = [
        "\u{2603}.example", "stra\u{DF}e.de", "a\u{AD}b.de", "\u{301}a.de", "a\u{200D}b.de", "-é.de", "é-", "ab--é.de", "xn--é.de", "\u{2167}.de",
        "a\u{3002}b", "é..b", "\u{5E2}a.de", "\u{5E2}\u{5D1}", "\u{FFFD}", "é_b", "é%20b", "é%C3%A9", "É:80", "u@É", "\u{2488}a", String(repeating: "é", count: 70),
        "\u{30FB}a", "l\u{B7}la", "\u{130}", "\u{1F68C}.ws", "\u{FF0E}", "é.", ".é", "\u{915}\u{94D}\u{200D}\u{937}", "\u{378}",
    ]
    private static let names = [
        "trip_id", "service_date", "stop_sequence", "title", "vehicle_id", "destination_stop_id", "stopID", "regionID",
        "stop_id", "trip%5Fid", "TRIP_ID", "%FF", "x",
    ]

    mutating func next() -> String {
        var text: String
        if chance(60) {
            text = mostly(["https://", "http://", "HTTPS://", "other://", "x:/", "https:/", "//", ""])
            text += mostly(["onebusaway.co", "h:80", "u:p@h", "[::1]", "h%zz", "a b", "", "h:x"] + Self.hosts)
        } else {
            text = mostly(["onebusaway://", "other://", "onebusaway:", "x:/", "https://"])
            text += mostly(["view-stop", "view%2Dstop", "VIEW-STOP", "view-stop:9", "u@view-stop", "view-stop:x", "h", "ｖiew-stop", "view\u{AD}-stop", "ｖiew%2Dstop", "vie\u{301}w-stop"])
        }
        for _ in 0..<Int.random(in: 0...1, using: &random) {
            text += pick(["", "", "/api/v1", "/foo", "//", "/regions", "%2F"])
        }
        if chance(85) {
            text += mostly(["/regions/", "/REGIONS/", "/regions", "%2Fregions%2F"]) + mostly(Self.numbers)
            text += mostly(["/stops/", "/Stops/", "/stop/"]) + pick(Self.ids)
        }
        text += pick(["/trips", "/trips", "/trips", "", "", "/", "/trips/", "/trips/bar", "/TRIPS", "/arrivals"])
        if chance(90) { text += "?" + query() }
        if chance(10) { text += pick(["#", "#x", "#a?b", "#%zz", "#Intent;end"]) }
        return text
    }

    private mutating func query() -> String {
        var items: [String] = []
        if chance(80) {
            items = [
                "trip_id=" + pick(Self.ids), "service_date=" + mostly(Self.dates), "stop_sequence=" + mostly(Self.numbers),
            ]
        }
        if chance(60) { items += ["stopID=" + pick(Self.ids), "regionID=" + mostly(Self.numbers)] }
        for _ in 0..<Int.random(in: 0...3, using: &random) {
            items.append(pick(Self.names) + pick(["=", "=", "=", ""]) + pick(Self.ids + Self.numbers))
        }
        if chance(30) { items.shuffle(using: &random) }
        return items.joined(separator: "&")
    }
}

@Suite struct AppleOracleTests {
    private static let receivers = Receivers(app: VectorFiles.oneBusAway, sidecarHosts: [])

    /// Equal by bytes: Swift's `==` takes é and e with an accent for one, and no NaN for another.
    private static func spelled(_ opening: Opening?) -> String {
        guard let opening, opening.kind != .addRegion, opening.kind != .alert else { return "nothing" }
        return "\(opening)".unicodeScalars.map { $0.isASCII ? String($0) : "\\\($0.value)" }.joined()
    }

    /// RECEIVER_SEED and RECEIVER_COUNT in the environment: other links, and more of them.
    private static func number(_ name: String, otherwise: UInt64) -> UInt64 {
        ProcessInfo.processInfo.environment[name].flatMap { UInt64($0) } ?? otherwise
    }

    @Test(arguments: [Receiver.iosDocumented, .iosCurrent])
    func `a model opens what Foundation's own parser and regular expressions open`(_ receiver: Receiver) {
        var links = RandomLink(random: SeededRandom(seed: Self.number("RECEIVER_SEED", otherwise: 11)))
        var opened: [String: Int] = [:]
        for _ in 0..<Self.number("RECEIVER_COUNT", otherwise: 4_000) {
            let link = links.next()
            let oracle = AppleRouters.opening(of: link, readsStops: receiver == .iosCurrent)
            let model = Self.receivers.outcome(of: link, at: receiver).opening
            #expect(Self.spelled(model) == Self.spelled(oracle), "\(link)")
            opened[oracle?.kind.rawValue ?? "nothing", default: 0] += 1
        }
        #expect(opened.values.allSatisfy { $0 > 40 } && opened.count == (receiver == .iosCurrent ? 4 : 3), "\(opened)")
    }

    @Test func `a nested URL counts as one where Foundation parses it and it has a scheme or begins with a slash`() {
        var random = SeededRandom(seed: Self.number("RECEIVER_SEED", otherwise: 12))
        let pieces = [
            "https", ":", "/", "//", "oba.example.com", " ", "a", "%zz", "%20", "[", "]", "é", "1", "@", "?", "#", "\n", "+", "://",
            "\u{200D}", "\u{301}", "xn--", ".", "-", "\u{DF}", "\u{AD}", "_",
        ]
        for _ in 0..<Self.number("RECEIVER_COUNT", otherwise: 20_000) {
            let count = Int.random(in: 0...6, using: &random)
            let text = (0..<count).map { _ in pieces.randomElement(using: &random)! }.joined()
            let isBlank = text.trimmingCharacters(in: .whitespacesAndNewlines).isEmpty
            let oracle = !isBlank && URL(string: text).map { $0.scheme != nil || text.hasPrefix("/") } == true
            #expect(AddedRegion.countsAsURL(text) == oracle, "\(text.debugDescription)")
        }
    }
}
