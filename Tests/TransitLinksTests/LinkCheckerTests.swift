// What the checker adds to the mistakes in a link alone: the app, its current region, intents, and the limits of receivers.

import Testing

@testable import TransitLinks

@Suite struct LinkCheckerTests {
    private static let regions = [1, 5].map { Region(id: RegionID(rawValue: $0), name: "R\($0)") }
    private static let checker = LinkChecker(
        app: VectorFiles.oneBusAway, directory: RegionDirectory(regions: regions), current: RegionID(rawValue: 1))
    private static let page = "https://onebusaway.co/regions/1/stops/"
    private static let trip = "/trips?trip_id=1_9&service_date=1774854000.0&stop_sequence=4"

    private func codes(_ url: String) -> [String] { Self.checker.check(url).findings.map(\.code.rawValue) }

    private func message(_ code: LinkFinding.Code, _ url: String) -> String? {
        Self.checker.check(url).findings.first { $0.code == code }?.message
    }

    @Test(arguments: [
        ("onebusaway://view-stop?stopID=1&regionID=5", ["other-region"]), ("onebusaway://view-stop?stopID=1&regionID=1", []),
        ("https://onebusaway.co/regions/5/stops/1_2", ["server-stop-page", "other-region"]),
        (page + "1_2" + trip, ["server-date-format", "unverified-app-link"]),
        (page + "1_a%20b", ["server-stop-page", "go-server-id"]),
        ("onebusaway://view-stop?stopID=1_\(String(repeating: "a", count: 99))&regionID=1", ["go-server-id"]),
        ("geo:47.6,-122.3", ["geo-link"]), ("https://wayfinder.example/stops/1_75403", ["other-host"]),
    ])
    func `notes of other regions and of receivers' own limits`(_ url: String, _ expected: [String]) {
        #expect(codes(url) == expected)
        #expect(Self.checker.check(url).faults.isEmpty)
    }

    @Test func `without a current region no region is another`() {
        let checker = LinkChecker(app: VectorFiles.oneBusAway, directory: RegionDirectory(regions: Self.regions))
        #expect(checker.check("onebusaway://view-stop?stopID=1&regionID=5").findings.isEmpty)
        #expect(
            message(.otherRegion, "onebusaway://view-stop?stopID=1&regionID=5")
                == "it is for region 5, and an app in region 1 looks it up there and fails")
    }

    @Test(arguments: [
        "oba-url=file%3A%2F%2F%2Fetc%2Fhosts", "oba-url=javascript%3Aalert(1)", "oba-url=https%3A%2F%2F%2Fx", "oba-url=https%3Ax",
        "oba-url=data%3A%2Cx", "oba-url=onebusaway%3A%2F%2Fh", "oba-url=%3A%2F%2Fh",
        "oba-url=https%3A%2F%2Fh&sidecar-url=file%3A%2F%2F%2Fx", "oba-url=https%3A%2F%2Fh&otp-url=ftp%3A%2F%2Fh",
    ])
    func `a server that is none is a fault of an add-region link`(_ items: String) {
        #expect(codes("onebusaway://add-region?name=X&region-id=9&\(items)") == ["bad-server"], "\(items)")
    }

    @Test(arguments: ["https%3A%2F%2Fh", "HTTPS%3A%2F%2Fh%3A8443%2Fa", "%2Fapi%2Foba"])
    func `a web server and a path are none`(_ server: String) {
        #expect(codes("onebusaway://add-region?name=X&region-id=9&oba-url=\(server)") == [])
    }

    private static let stop = "intent://view-stop?stopID=1&regionID=1"

    @Test(arguments: [
        ("#Intent;scheme=onebusaway;package=com.joulespersecond.seattlebusbot;end", "view-stop", ["intent-link"]),
        ("#Intent;scheme=onebusaway;end;", "view-stop", ["intent-link"]), ("#Intent;scheme=onebusaway;ending", "view-stop", ["intent-link"]),
        ("#x#Intent;scheme=onebusaway;end", "view-stop", ["fragment", "intent-link"]),
        ("#Intent;scheme=onebusaway;SEL;package=com.other;end", "view-stop", ["intent-link"]),
        ("#Intent;scheme=onebusaway;package=com.other;end", "other-package", ["intent-link", "other-app"]),
        ("#Intent;scheme=onebusaway;action=android.intent.action.SEND;end", "other-intent", ["rejected", "intent-link"]),
        ("#Intent;scheme=onebusaway;type=text/plain;end", "other-intent", ["rejected", "intent-link"]),
        ("#Intent;scheme=onebusaway;category=x;end", "other-intent", ["rejected", "intent-link"]),
        ("#Intent;scheme=onebusaway;i.n=x;end", "not-a-url", ["bad-intent"]), ("#Intent;scheme=onebusaway;", "not-a-url", ["bad-intent"]),
        ("#Intent;scheme=onebusaway;x;end", "not-a-url", ["bad-intent"]), ("#Intent;end", "not-a-url", ["bad-intent"]),
        ("#Intent;scheme=onebusaway;end#x", "not-a-url", ["bad-intent"]),
    ])
    func `an intent`(_ rest: String, _ android: String, _ expected: [String]) {
        let checked = Self.checker.check(Self.stop + rest)
        let outcome = checked.report[.android]
        #expect((outcome?.rule?.rawValue ?? outcome?.opening?.kind.rawValue) == android)
        #expect(checked.findings.map(\.code.rawValue) == expected)
    }

    @Test func `the newer receivers are told of where the link could be theirs`() {
        func receivers(_ url: String) -> [String] { Self.checker.check(url).report.outcomes.map(\.receiver.rawValue) }
        let four = ["ios-documented", "ios-current", "android", "sidecar-rails"]
        #expect(receivers("onebusaway://view-stop?stopID=1&regionID=1") == four)
        #expect(receivers("https://h/about") == four)
        #expect(receivers(Self.page + "1_2") == four + ["sidecar-go"])
        #expect(receivers("https://h/map/stops/1_2") == four + ["wayfinder"])
        #expect(receivers(Self.stop + "#Intent;scheme=onebusaway;end") == four)
    }
}
