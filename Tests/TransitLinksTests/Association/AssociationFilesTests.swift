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

    @Test func `the association file has the contract's rules in their order`() throws {
        let expected = """
            {"applinks": {"details": [{"appIDs": ["ABCDE12345.org.example.tbus"], "components": [
              {"/": "/regions/*/stops/*/trips", "?": {"trip_id": "?*", "service_date": "?*", "stop_sequence": "?*"},
               "comment": "a trip's page"},
              {"/": "/regions/*/stops/*/?*", "exclude": true, "comment": "the app knows nothing else below a stop"},
              {"/": "/regions/*/stops/*%2F*", "exclude": true, "comment": "the app drops a stop ID with a slash"},
              {"/": "/regions/*/stops/?*", "comment": "a stop's page"}]}]},
             "activitycontinuation": {"apps": ["ABCDE12345.org.example.tbus"]}}
            """
        let bytes = try Self.profile.appleAppSiteAssociation()
        #expect(try object(bytes) as? NSDictionary == (try object(Array(expected.utf8)) as? NSDictionary))
        #expect(try Self.profile.appleAppSiteAssociation() == bytes)
        #expect(try AppleAppSiteAssociation(decoding: bytes).review == [])
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
