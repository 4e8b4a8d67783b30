// The files that a profile gives: byte for byte, and whether our own matcher lets random stops and trips through them.

import Foundation
import TestSupport
import Testing

@testable import TransitLinks

@Suite struct AssociationFilesTests {
    static let profile = AppProfile(
        name: "t", scheme: "tbus", bundleIdentifier: "org.example.tbus", teamIdentifier: "ABCDE12345",
        associatedDomains: ["t.example", "*.t.example"], androidPackage: "org.example.tbus",
        androidCertificateFingerprints: [(0..<32).map { String(format: "%02x", $0) }.joined(separator: ":")])

    static let region = Region(
        id: RegionID(rawValue: 7), name: "T", sidecar: try? SidecarBase("https://t.example"),
        fareApp: FareApp(iOSScheme: "Fare.One"))

    private func object(_ bytes: [UInt8]) throws -> Any { try JSONSerialization.jsonObject(with: Data(bytes)) }

    private func list(_ bytes: [UInt8]) throws -> NSDictionary {
        try #require(try PropertyListSerialization.propertyList(from: Data(bytes), format: nil) as? NSDictionary)
    }

    @Test func `the association file claims trips and stops of numbered regions, and excludes what the app drops`() throws {
        let bytes = try Self.profile.appleAppSiteAssociation(regions: [Self.region])
        let root = try #require(try object(bytes) as? [String: Any])
        #expect(root["activitycontinuation"] as? NSDictionary == ["apps": ["ABCDE12345.org.example.tbus"]])
        let links = try #require(root["applinks"] as? [String: Any])
        #expect(links["substitutionVariables"] as? NSDictionary == ["regionID": ["7"]])
        let details = try #require((links["details"] as? [[String: Any]])?.first)
        #expect(details["appIDs"] as? [String] == ["ABCDE12345.org.example.tbus"])
        let components = try #require(details["components"] as? [NSDictionary])
        let digits = String(repeating: "$(digit)", count: 10)
        let trip: NSDictionary = [
            "/": "/regions/$(regionID)/stops/?*/trips", "comment": "a trip's page",
            "?": ["trip_id": "?*", "service_date": digits + ".0", "stop_sequence": "$(digit)$(digit)"] as NSDictionary,
        ]
        #expect(components.contains(trip))
        #expect(
            components.suffix(4) == [
                ["/": "/regions/*/stops/*/?*", "exclude": true, "comment": "the app knows nothing else below a stop"],
                ["/": "/regions/*/stops/*%2F*", "exclude": true, "comment": "the app drops a stop ID with a slash"],
                ["/": "/regions/*/stops/*%2f*", "exclude": true, "comment": "the same in small letters"],
                ["/": "/regions/$(regionID)/stops/?*", "comment": "a stop's page"],
            ])
        #expect(try Self.profile.appleAppSiteAssociation(regions: [Self.region]) == bytes)
        #expect(try AppleAppSiteAssociation(decoding: bytes).review == [])
    }

    @Test(arguments: [
        ("/regions/7/stops/1_2", true), ("/regions/7/stops/a%2Fb", false), ("/regions/7/stops/a%2fb", false),
        ("/regions/7-puget-sound/stops/1_2", false), ("/regions/x/stops/1", false), ("/regions/7x/stops/1", false),
        ("/regions/%37/stops/1", false), ("/regions/8/stops/1", false), ("/regions/7/stops/a-b.c", true),
        ("/regions/7/stops/1/trips?trip_id=a&service_date=1774854000.0&stop_sequence=0", true),
        ("/regions/7/stops/1/trips?trip_id=a&service_date=1774854000&stop_sequence=119&title=x", true),
        ("/regions/7/stops/a%2fb/trips?trip_id=a&service_date=1774854000.0&stop_sequence=0", true),
        ("/regions/7/stops/1/trips?trip_id=a&service_date=x&stop_sequence=0", false),
        ("/regions/7/stops/1/trips?trip_id=a&service_date=1774854000.0&stop_sequence=x", false),
        ("/regions/7-x/stops/1/trips?trip_id=a&service_date=1774854000.0&stop_sequence=0", false),
        ("/regions/7/stops/a%2Fstops%2fb/trips?trip_id=a&service_date=1774854000.0&stop_sequence=0", false),
        ("/regions/7/stops/a%0Ab/trips?trip_id=a&service_date=1774854000.0&stop_sequence=0", false),
        ("/regions/7/stops/a%c2%85b/trips?trip_id=a&service_date=1774854000.0&stop_sequence=0", false),
    ])
    func `what is claimed`(_ path: String, _ isClaimed: Bool) throws {
        let file = try AppleAppSiteAssociation(decoding: try Self.profile.appleAppSiteAssociation(regions: [Self.region]))
        let verdict = file.decision(for: "https://t.example" + path, appID: "ABCDE12345.org.example.tbus").verdict
        #expect((verdict == .match) == isClaimed)
        let outcome = IOSCurrentReceiver.outcome(of: ("https://t.example" + path).utf8.span)
        if isClaimed { #expect(outcome.opening != nil) }
    }

    /// Two things no rule can see: the slash at the end of a stop's path, which Apple's matching removes, and escapes that are no
    /// text, or whose text begins with a mark that joins the slash before it.
    @Test func `of random pages none is claimed that the app drops`() throws {
        var random = SeededRandom(seed: 11)
        let file = try AppleAppSiteAssociation(decoding: try Self.profile.appleAppSiteAssociation(regions: [Self.region]))
        let regions = ["7", "7", "7", "7", "8", "x", "7-x", "%37", "", "07", "+7", "7/stops/9"]
        let pieces = [
            "1_2", "a", "-", ".", "%2F", "%2f", "/", "%20", "%C3%A9", "stops", "/stops/", "trips", "/trips", "%0A", "%0d", "%C2%85",
            "%e2%80%A8", "regions", "/regions/7", "+", ":", "@", "%2Fstops%2F", "%25", "%2Ftrips", ";", "=", "'", "STOPS", "%41",
        ]
        let dates = ["1774854000.0", "1774854000", "1774854000000", "x", "", "1774854000.5", "%31774854000"]
        let numbers = ["0", "12", "119", "1200", "x", "-1", "", "%31"]
        var claimed = 0
        for _ in 0..<30_000 {
            let stop = (0..<Int.random(in: 0...4, using: &random)).map { _ in pieces.randomElement(using: &random)! }.joined()
            var url = "https://t.example/regions/\(regions.randomElement(using: &random)!)/stops/\(stop)"
            if Bool.random(using: &random) {
                var items = ["trip_id=\(["1", "", "%FF"].randomElement(using: &random)!)"]
                items.append("service_date=\(dates.randomElement(using: &random)!)")
                items.append("stop_sequence=\(numbers.randomElement(using: &random)!)")
                if Int.random(in: 0..<4, using: &random) == 0 { items.append(items.randomElement(using: &random)!) }
                if Int.random(in: 0..<6, using: &random) == 0 { items.removeFirst() }
                url += "/trips?" + items.shuffled(using: &random).joined(separator: "&")
            }
            guard file.decision(for: url, appID: "ABCDE12345.org.example.tbus").verdict == .match else { continue }
            let outcome = IOSCurrentReceiver.outcome(of: url.utf8.span)
            if outcome.rule == .idBreaksPath || url.contains("%FF") || url.hasSuffix("/") { continue }
            claimed += 1
            #expect(outcome.opening?.kind == .stop || outcome.opening?.kind == .trip, "\(url): \(outcome)")
        }
        #expect(claimed > 1000)
    }

    @Test func `assetlinks names the package and its certificates in capitals`() throws {
        let fingerprint = (0..<32).map { String(format: "%02X", $0) }.joined(separator: ":")
        #expect(
            String(decoding: try Self.profile.assetLinks(), as: UTF8.self) == """
                [
                  {
                    "relation": [
                      "delegate_permission/common.handle_all_urls"
                    ],
                    "target": {
                      "namespace": "android_app",
                      "package_name": "org.example.tbus",
                      "sha256_cert_fingerprints": [
                        "\(fingerprint)"
                      ]
                    }
                  }
                ]

                """)
    }

    @Test func `the entitlement has each domain for links and for pages that hand off`() throws {
        let key = "com.apple.developer.associated-domains"
        let domains = [
            "applinks:t.example", "applinks:*.t.example", "activitycontinuation:t.example",
            "activitycontinuation:*.t.example",
        ]
        #expect(try list(try Self.profile.entitlements()) == [key: domains])
        #expect(try list(try Self.profile.entitlements(developer: true)) == [key: domains.map { $0 + "?mode=developer" }])
    }

    @Test func `the parts of Info plist name the scheme twice, the activities, and each fare app once`() throws {
        var other = Self.region
        other.fareApp.iOSScheme = "fare.one"
        #expect(
            try list(try Self.profile.infoPropertyList(regions: [Self.region, other])) == [
                "CFBundleURLTypes": [
                    [
                        "CFBundleTypeRole": "Editor", "CFBundleURLName": "org.example.tbus",
                        "CFBundleURLSchemes": ["tbus"],
                    ] as NSDictionary
                ], "LSApplicationQueriesSchemes": ["Fare.One", "comgooglemaps"],
                "NSUserActivityTypes": ["org.example.tbus.user_activity.stop", "org.example.tbus.user_activity.trip"],
                "OBAKitConfig": ["ExtensionURLScheme": "tbus"],
            ])
    }

    @Test func `what a profile lacks is told`() {
        var bare = AppProfile(name: "b", scheme: "b", bundleIdentifier: "b")
        func error(_ write: () throws -> [UInt8]) -> String? {
            #expect(throws: AssociationFilesError.self) { try write() }?.description
        }
        #expect(error { try bare.appleAppSiteAssociation() } == "teamIdentifier: missing; the app's ID begins with it")
        #expect(error(bare.assetLinks) == "androidPackage: missing; there is no Android app to name")
        #expect(error { try bare.entitlements() } == "associatedDomains: none; there is nothing to be entitled to")
        bare.androidPackage = "a.b"
        #expect(error(bare.assetLinks)?.hasPrefix("androidCertificateFingerprints: missing; ") == true)
        bare.scheme = "a\u{1}"
        #expect(error { try bare.infoPropertyList(regions: []) }?.contains("U+0001") == true)
    }

    /// Any Unicode scalar but U+0000, and often what means something in URLs and patterns.
    private func id(_ random: inout SeededRandom) -> String {
        let special = Array("_/%*?#&=+$();: .\\\"aZ0é".unicodeScalars)
        var text = String.UnicodeScalarView("1_".unicodeScalars)
        for _ in 0..<Int.random(in: 1...12, using: &random) {
            let any = Unicode.Scalar(UInt32.random(in: 1..<0x11_0000, using: &random))
            text.append(Bool.random(using: &random) ? special.randomElement(using: &random)! : any ?? "x")
        }
        return String(text)
    }

    @Test func `random trips and stops open the app, but for a stop with a slash in its ID`() throws {
        var random = SeededRandom(seed: 5)
        let file = try AppleAppSiteAssociation(decoding: try Self.profile.appleAppSiteAssociation())
        let links = RegionLinks(Self.region)
        func verdict(_ stop: StopID, _ trip: SharedTrip? = nil) throws -> AssociationVerdict {
            let page = links.page(of: ShareRequest(stop: SharedStop(id: stop), trip: trip))
            return file.decision(for: try #require(page), appID: "ABCDE12345.org.example.tbus", domain: "t.example").verdict
        }
        var slashes = 0
        for _ in 0..<1500 {
            let stop = try StopID(id(&random))
            let trip = SharedTrip(
                id: try TripID(id(&random)), serviceDate: try ServiceDate(epochSeconds: 1_774_854_000), stopSequence: 0,
                destinationStopID: try StopID(id(&random)))
            #expect(try verdict(stop, trip) == .match, "\(stop.text)")
            let hasSlash = stop.text.utf8.contains(UInt8(ascii: "/"))
            slashes += hasSlash ? 1 : 0
            #expect(try verdict(stop) == (hasSlash ? .exclude : .match), "\(stop.text)")
        }
        #expect((100..<1400).contains(slashes))
    }

    @Test(arguments: [
        ("{}", "{}\n"), ("[]", "[]\n"), (#"{"a":[],"b":{}}"#, "{\n  \"a\": [],\n  \"b\": {}\n}\n"),
        (#"["{[:,\"]}\\",1,null]"#, "[\n  \"{[:,\\\"]}\\\\\",\n  1,\n  null\n]\n"),
    ])
    func `JSON is laid out, and its texts stay as they are`(_ compact: String, _ expected: String) {
        #expect(String(decoding: IndentedJSON.laidOut(Array(compact.utf8)), as: UTF8.self) == expected)
    }
}
