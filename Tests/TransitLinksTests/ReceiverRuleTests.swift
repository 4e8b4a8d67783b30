// Rules of the receivers beyond the vectors. Android and the web server are also asked themselves, over random URLs
// (Tests/Receivers).

import Foundation
import TestSupport
import Testing

@testable import TransitLinks

@Suite struct ReceiverRuleTests {
    private static let app = AppProfile(
        name: "k", scheme: "kiedybus", bundleIdentifier: "pl.example", associatedDomains: ["web.example", "*.wild.example"],
        androidPackage: "pl.example")
    private static let receivers = Receivers(app: app, sidecarHosts: ["Side.example", "::1"])
    private static let query = "?trip_id=1_9&service_date=1774854000.0&stop_sequence=4"

    /// The rule, or the kind and the IDs that were read.
    private func seen(_ url: String, _ receiver: Receiver) -> String {
        switch Self.receivers.outcome(of: url, at: receiver) {
        case .rejects(let rule): rule.rawValue
        case .opens(.stop(let stop)): "stop \(stop.stopID) \(stop.regionID ?? -1)"
        case .opens(.viewStop(let stop)): "view-stop \(stop.stopID)"
        case .opens(.trip(let trip)): "trip \(trip.stopID) \(trip.tripID ?? "nil")"
        case .opens(.addRegion(let region)): "add-region \(region.name)"
        case .opens(.alert(let rule)): "alert \(rule.rawValue)"
        }
    }

    @Test(arguments: [
        ("kiedybus://view-stop?stopID=a%2Fb+c", "view-stop a/b c"), ("OneBusAway://View-Stop?stopID=1", "view-stop 1"),
        ("onebusaway://u@view-stop:80/x?stopID=1#f", "view-stop 1"), ("onebusaway://view%2dstop?stopID=1", "view-stop 1"),
        ("onebusaway://view-stop?stopID=+", "blank-stop-id"), ("onebusaway://view-stop?stopID=%E3%80%80", "blank-stop-id"),
        ("onebusaway://view-stop?stopID=%C2%85", "view-stop \u{85}"), ("onebusaway://view-stop?stop%49D=1", "blank-stop-id"),
        ("onebusaway://view-stop?stopID=&stopID=2", "blank-stop-id"),
        ("onebusaway://view-stop?stopID=1&stopID=2", "view-stop 1"),
        ("onebusaway://view-stop?stopID=%zz%FF", "view-stop \u{FFFD}\0z\u{FFFD}"),
        ("onebusaway://view-stop?stopID=%4zx%4", "view-stop \u{FFFD}\u{4}x\u{FFFD}"),
        ("onebusaway://view-stop?stopID=%é1", "view-stop \u{FFFD}\u{0}1"),
        ("https://web%2Eexample/regions/1/stops/1/trips?trip_id=1", "trip 1 1"),
        ("https://%57EB.example/regions/1/stops/1/trips?trip_id=1", "trip 1 1"),
        ("https://a%2Ewild.example/regions/1/stops/1/trips?trip_id=1", "trip 1 1"),
        ("https://web.example\\@other.example/regions/1/stops/1/trips?trip_id=1", "not-five-segments"),
        ("https://web.example\\/regions/1/stops/1/trips?trip_id=1", "not-five-segments"),
        ("https://other.example\\.web.example/regions/1/stops/1/trips?trip_id=1", "not-associated"),
        ("https://web.example:x/regions/1/stops/1/trips?trip_id=1", "not-associated"),
        ("kiedybus://view-stop\\x?stopID=1", "view-stop 1"), ("\u{212A}iedybus://view-stop?stopID=1", "view-stop 1"),
        ("kiedybus://view-stop#x?stopID=1", "blank-stop-id"), ("kiedybus:/view-stop?stopID=1", "no-slashes"),
        ("onebusaway:view-stop?stopID=1", "no-slashes"),
        ("onebusaway://route?x=1", "unknown-host"), ("other://view-stop?stopID=1", "other-scheme"), ("x", "not-a-url"),
        ("https://web.example/regions/1/stops/a%2Fb/trips?trip_id=1+2", "trip a/b 1 2"),
        ("HTTPS://WEB.example:8443//regions/x/%73tops/1//trips/?trip_id=1", "trip 1 1"),
        ("https://a.wild.example/regions/1/stops/1/trips?trip_id=1", "trip 1 1"),
        ("https://wild.example/regions/1/stops/1/trips?trip_id=1", "not-associated"),
        ("https://side.example/regions/1/stops/1/trips?trip_id=1", "not-associated"),
        ("http://web.example/regions/1/stops/1/trips?trip_id=1", "not-https"),
        ("https://web.example/regions/1/stops/1", "stop-page"), ("https://web.example/about", "not-five-segments"),
        ("https://web.example/regions/1/stops/1/trips/x?trip_id=1", "not-five-segments"),
        ("https://web.example/Regions/1/stops/1/trips?trip_id=1", "not-five-segments"),
        ("https://web.example/regions/1/stops/a+b/trips?trip_id=1", "trip a+b 1"),
        ("https://web.example/regions/1/stops/%20/trips?trip_id=1", "blank-stop-id"),
        ("https://web.example/regions/1/stops/1/trips?trip_id=%20", "blank-trip-id"),
        ("kiedybus://add-region?name=+&oba-url=h", "missing-name"),
        ("kiedybus://add-region?name=a+b&oba-url=h", "add-region a b"),
        ("kiedybus://add-region?name=a&oba-url=", "missing-server"),
    ])
    func `Android`(_ url: String, _ expected: String) { #expect(seen(url, .android) == expected) }

    @Test func `without an Android package there is no Android app`() {
        var app = Self.app
        app.androidPackage = nil
        let outcome = Receivers(app: app, sidecarHosts: []).outcome(of: "kiedybus://view-stop?stopID=1", at: .android)
        #expect(outcome == .rejects(.noAndroidApp))
    }

    @Test(arguments: [
        ("https://side.example/regions/1/stops/a%2Fb%2e", "stop a/b. 1"),
        ("http://SIDE.example:80/regions/0/stops/x/", "stop x 0"),
        ("https://[::1]/regions/1/stops/x", "stop x 1"),
        ("https://web.example/api/v1/regions/1-a/stops/x/trips/", "trip x nil"),
        ("https://side.example/regions/1/stops/x/trips?trip_id=1&trip_id=2+3", "trip x 2 3"),
        ("https://side.example/regions/1/stops/x/trips//", "trip x nil"),
        ("https://side.example//regions///1/stops//x//", "stop x 1"),
        ("https://side.example/regions/1/stops//trips", "stop trips 1"),
        ("https://side.example/regions/1/stops/trips/trips", "trip trips nil"),
        ("https://side.example/regions/%31%30/stops/x", "stop x 10"), ("https://side.example/regions/1_0x/stops/x", "stop x 10"),
        ("https://side.example/regions/0d12/stops/x", "stop x 12"), ("https://side.example/regions/%0A-3/stops/x", "stop x -3"),
        ("https://side.example/regions/99999999999999999999/stops/x", "stop x -1"),
        ("https://side.example/regions/1/stops/a%zz", "stop a\0 1"), ("https://side.example/regions/1/stops/a%2", "stop a%2 1"),
        ("https://side.example/regions/1/stops/x?a=%zz", "bad-query"), ("https://side.example/regions/1/stops/x?%=1", "bad-query"),
        ("https://side.example/regions/1/stops/x/trips?trip_id=1&a=%FF", "bad-query"),
        ("https://side.example/regions/1/stops/x/trips?trip_id=1&a=%FF&a=b", "trip x 1"),
        ("https://side.example/regions/1/stops/x?a=1&a[b]=2", "bad-query"),
        ("https://side.example/regions/1/stops/x?=%FF" + String(repeating: "&", count: 4095), "stop x 1"),
        ("https://side.example/regions/1/stops/x?" + String(repeating: "&", count: 4096), "bad-query"),
        ("https://side.example/regions/1/stops/x/trips?a[]=1&a=2&trip%5Fid=3", "trip x 3"),
        ("https://side.example/regions/1/stops/x/trips?trip_id[]=3", "trip x nil"),
        ("https://side.example/regions/1/stops/x/trips.json", "format-not-served"),
        ("https://side.example/regions/1/stops/x/trips.a.b", "no-route"), ("https://side.example/regions/1/stops/x/trips.", "no-route"),
        ("https://side.example/regions/1/stops/a.b", "dot-in-id"), ("https://side.example/regions/%FF1/stops/x", "region-not-number"),
        ("https://side.example/regions/1%FF/stops/x", "not-utf8"), ("https://side.example/api/regions/1/stops/x", "no-route"),
        ("https://side.example/api/v2/regions/1/stops/x", "no-route"), ("https://side.example/x/regions/1/stops/x", "no-route"),
        ("https://side.example/regions/1/stops/", "no-route"), ("https://side.example/regions//stops/x", "no-route"),
        ("https://side.example/regions/1/stops/x/Trips", "no-route"), ("https://side.example/%72egions/1/stops/x", "no-route"),
        ("https://side.example/regions/1/stops/a.b/trips", "dot-in-id"),
        ("https://side.example/regions/1.0/stops/x", "dot-in-id"),
        ("https://side.example/regions/x/stops/x", "region-not-number"),
        ("https://side.example/regions/-/stops/x", "region-not-number"),
        ("https://side.example/regions/1/stops/%FF", "not-utf8"), ("https://other.example/regions/1/stops/x", "other-server"),
        ("https://xside.example/regions/1/stops/x", "other-server"), ("ftp://side.example/regions/1/stops/x", "not-http"),
        ("onebusaway://view-stop?stopID=1&regionID=1", "not-http"),
    ])
    func `the web server`(_ url: String, _ expected: String) { #expect(seen(url, .sidecarRails) == expected) }

    @Test(arguments: [
        ("https://way.example/stops/1_75403", "stop 1_75403 -1"), ("http://h/map/stops/a%2Fb%2541/", "stop a/b%41 -1"),
        ("https://h/stops/x/schedule?a#b", "stop x -1"), ("https://h/%73tops/x", "stop x -1"),
        ("https://h/stops/", "no-wayfinder-page"), ("https://h/stops//x", "no-wayfinder-page"),
        ("https://h/Stops/x", "no-wayfinder-page"), ("https://h/map/stops/x/schedule", "no-wayfinder-page"),
        ("https://h/stops/x/trips", "no-wayfinder-page"), ("https://h", "no-wayfinder-page"),
        ("https://h/map/stops", "no-wayfinder-page"), ("https://h/stops/%zz", "not-utf8"), ("https://h/stops/%FF", "not-utf8"),
        ("onebusaway://view-stop?stopID=1", "not-http"),
    ])
    func `wayfinder`(_ url: String, _ expected: String) { #expect(seen(url, .wayfinder) == expected) }

    @Test func `a wayfinder that is known is asked alone, and the newer server has no page`() {
        let known = Receivers(app: Self.app, sidecarHosts: ["side.example"], wayfinderHosts: ["way.example"])
        #expect(known.outcome(of: "https://h/stops/x", at: .wayfinder) == .rejects(.noWayfinder))
        #expect(known.outcome(of: "https://WAY.example/stops/x", at: .wayfinder).opening?.kind == .stop)
        #expect(known.outcome(of: "https://side.example/regions/1/stops/x", at: .sidecarGo) == .rejects(.noPages))
        #expect(known.outcome(of: "https://h/regions/1/stops/x", at: .sidecarGo) == .rejects(.otherServer))
        #expect(known.outcome(of: "onebusaway://view-stop?stopID=1&regionID=1", at: .sidecarGo) == .rejects(.notHTTP))
    }

    @Test(arguments: [
        ("https://h/regions/1/stops/x", "stop-page", "stop x 1"), ("https://h/about", "no-trip-path", "no-stop-path"),
        ("https://h/regions/a/stops/x", "stop-page", "region-not-integer"),
        ("https://h/regions/1/stops/x%2Fregions%2F5%2Fstops%2Fy", "stop-page", "stop y 5"),
        ("https://h/regions/1/stops/x/trips", "missing-trip-id", "missing-trip-id"),
        ("https://h/regions/1/stops/%CC%81x/trips" + query, "id-breaks-path", "id-breaks-path"),
        ("https://h/regions/1/stops/a%0Ab/trips" + query, "no-trip-path", "no-stop-path"),
        ("onebusaway:view-stop?stopID=1&regionID=1", "no-slashes", "no-slashes"),
        ("onebusaway://about", "unknown-host", "unknown-host"), ("onebusaway://view-stop:x?a", "not-a-url", "not-a-url"),
        ("https://a\u{200D}b.example/regions/1/stops/x", "not-a-url", "not-a-url"),
        ("https://\u{301}a.example/regions/1/stops/x", "not-a-url", "not-a-url"),
        ("https://stra\u{DF}e.example/regions/1/stops/x", "stop-page", "stop x 1"),
        ("onebusaway://\u{FF56}iew-stop?stopID=1&regionID=1", "view-stop 1", "view-stop 1"),
        ("", "not-a-url", "not-a-url"), ("/regions/1/stops/x", "not-a-url", "not-a-url"),
    ])
    func `the iOS app says by which rule`(_ url: String, _ documented: String, _ current: String) {
        #expect(seen(url, .iosDocumented) == documented)
        #expect(seen(url, .iosCurrent) == current)
    }

    @Test func `every rule and every finding stands in the page on receivers or has a sentence`() throws {
        for rule in ReceiverRule.allCases {
            #expect(!rule.sentence.isEmpty && !rule.sentence.hasSuffix(".") && rule.sentence.first?.isUppercase == false)
        }
        let page = String(decoding: try Repository.bytes("docs/receivers.md"), as: UTF8.self)
        for code in LinkFinding.Code.allCases { #expect(page.contains("`\(code.rawValue)`"), "\(code)") }
    }

    @Test(
        arguments: [
            (ASCIISet.letters, ""), (.digits, "#"), (.scheme, "a#+-."), (.host, "a#-._~!$&'()*+,;="),
            (.path, "a#-._~!$&'()*+,;=%:@/"),
            (.query, "a#-._~!$&'()*+,;=%:@/?"), (.plainID, "a#_-:@~"),
        ] as [(ASCIISet, String)])
    func `a set holds what its comment spells out`(_ set: ASCIISet, _ shorthand: String) {
        let letters = shorthand.isEmpty || shorthand.first == "a"
        for byte in UInt8.min...UInt8.max {
            let character = Character(Unicode.Scalar(byte))
            let isLetter = byte < 0x80 && character.isLetter
            let isDigit = ("0"..."9").contains(character)
            let expected =
                isLetter && letters || isDigit && shorthand.contains("#")
                || !isLetter && character != "#" && shorthand.contains(character)
            #expect(set.contains(byte) == expected, "\(byte)")
        }
    }
}
