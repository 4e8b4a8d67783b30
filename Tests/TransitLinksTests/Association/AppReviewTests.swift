// Whether an app's parts fit together: one mistake each, and the one sentence that it gets.

import Foundation
import Testing

@testable import PropertyLists
@testable import TransitLinks

@Suite struct AppReviewTests {
    private static let appID = "ABCDE12345.org.example.tbus"
    private static let profile = AppProfile(
        name: "t", scheme: "tbus", bundleIdentifier: "org.example.tbus", teamIdentifier: "ABCDE12345",
        associatedDomains: ["t.example"])

    private static func region(_ base: String, id: Int64 = 7, scheme: String? = nil, isActive: Bool = true) throws -> Region {
        Region(
            id: RegionID(rawValue: id), name: "T", isActive: isActive, sidecar: try SidecarBase(base),
            fareApp: FareApp(iOSScheme: scheme))
    }

    private func source(_ file: String) -> AppReview.AssociationSource {
        let result = Result { () throws(AssociationFileError) in try AppleAppSiteAssociation(decoding: Array(file.utf8)) }
        return .init(name: "F", domains: Self.profile.associatedDomains, file: result)
    }

    private func good(_ profile: AppProfile = profile) throws -> AppReview.AssociationSource {
        source(String(decoding: try profile.appleAppSiteAssociation(), as: UTF8.self))
    }

    private func sentences(_ review: AppReview) -> [String] { review.findings.map { "\($0.severity.rawValue): \($0)" } }

    private func review(
        _ profile: AppProfile = profile, _ regions: [Region]? = nil, _ sources: [AppReview.AssociationSource]? = nil
    ) throws -> AppReview {
        AppReview(
            profile: profile, regions: try regions ?? [Self.region("https://t.example")],
            associations: try sources ?? [good()])
    }

    @Test func `what fits together is left alone`() throws {
        var review = try review(regions: [Self.region("https://t.example", scheme: "fare")])
        review.infoPropertyList = (
            "I", try PropertyListValue(decoding: try Self.profile.infoPropertyList(regions: review.regions))
        )
        review.entitlements = ("E", try PropertyListValue(decoding: try Self.profile.entitlements()))
        #expect(sentences(review) == [])
    }

    private func review(regions: [Region]) throws -> AppReview { try review(Self.profile, regions) }

    @Test func `a profile without a team, domains or certificates`() throws {
        let profile = AppProfile(name: "b", scheme: "b", bundleIdentifier: "b", androidPackage: "a.b")
        #expect(
            sentences(try review(profile, nil, [])) == [
                "fault: teamIdentifier: missing: without it no association file can name the app",
                "fault: associatedDomains: none: no web page opens the app, and so no trip's link does",
                "note: androidCertificateFingerprints: none: no assetlinks.json, and Android opens no page in the app",
            ])
    }

    @Test func `an active region whose pages are on another host`() throws {
        let regions = try [
            Self.region("https://t.example"), Self.region("https://else.example", id: 8),
            Self.region("https://gone.example", id: 9, isActive: false), Self.region("http://T.example/base", id: 10),
        ]
        #expect(
            sentences(try review(regions: regions)).first
                == "fault: region 8 T: its pages are on else.example, which is none of associatedDomains: they don't open the app")
    }

    @Test func `pages below a base path, which the published rules don't match`() throws {
        let found = sentences(try review(regions: [Self.region("https://t.example/obaco")]))
        #expect(
            found.first == """
                fault: F: no rule matches a trip's page, which the app opens: https://t.example/obaco/regions/7/stops/1_75403\
                /trips?trip_id=1_694514730&service_date=1774854000.0&stop_sequence=0
                """)
        #expect(found.count == 2)
        let regions = try [Self.region("https://t.example/obaco"), Self.region("https://t.example", id: 8)]
        let file = String(decoding: try Self.profile.appleAppSiteAssociation(regions: regions), as: UTF8.self)
        #expect(sentences(try review(Self.profile, regions, [source(file)])) == [])
    }

    @Test func `more fare apps than an app can ask for`() throws {
        let regions = try (1...51).map { try Self.region("https://t.example", id: $0, scheme: "fare\($0)") }
        #expect(
            sentences(try review(regions: regions)) == [
                "fault: LSApplicationQueriesSchemes: 'fare51' stands behind the 50th: the app can't ask for it",
                "fault: LSApplicationQueriesSchemes: 'comgooglemaps' stands behind the 50th: the app can't ask for it",
            ])
    }

    @Test func `an Info plist that lacks what links need`() throws {
        var review = try review(regions: [Self.region("https://t.example", scheme: "Fare")])
        review.infoPropertyList = (
            "I",
            .dictionary([
                "CFBundleIdentifier": .string("org.example.other"),
                "CFBundleURLTypes": .array([.dictionary(["CFBundleURLSchemes": .array([.string("other")])])]),
                "NSUserActivityTypes": .array([.string("org.example.tbus.user_activity.stop")]),
                "OBAKitConfig": .dictionary(["ExtensionURLScheme": .string("onebusaway")]),
                "LSApplicationQueriesSchemes": .array((1...51).map { .string("s\($0)") }),
            ])
        )
        #expect(
            sentences(review) == [
                "fault: I: CFBundleURLTypes lacks scheme 'tbus': no link of that scheme opens the app",
                "fault: I: OBAKitConfig.ExtensionURLScheme is 'onebusaway', not 'tbus': the app drops its own links",
                "fault: I: NSUserActivityTypes lacks 'org.example.tbus.user_activity.trip': that activity doesn't hand off to the app",
                "fault: I: CFBundleIdentifier is 'org.example.other', the profile's 'org.example.tbus'",
                "fault: I: LSApplicationQueriesSchemes: 's51' stands behind the 50th: the app can't ask for it",
                "fault: I: LSApplicationQueriesSchemes lacks 'Fare': the app can't ask for the fare app of region 7 T",
            ])
        review.infoPropertyList = ("I", .dictionary([:]))
        #expect(sentences(review).contains("fault: I: OBAKitConfig.ExtensionURLScheme is missing, not 'tbus': the app drops its own links"))
    }

    @Test func `entitlements that lack a domain, and that have one too many`() throws {
        var review = try review()
        review.entitlements = (
            "E",
            .dictionary([
                "com.apple.developer.associated-domains": .array(
                    ["applinks:T.example?mode=developer", "applinks:old.example", "webcredentials:x.example"].map { .string($0) })
            ])
        )
        #expect(
            sentences(review) == [
                "fault: E: 'activitycontinuation:t.example' is missing: its pages don't hand off to the app",
                "note: E: 'applinks:T.example?mode=developer' works on development devices alone",
                "note: E: 'applinks:old.example' is none of the profile's associatedDomains",
            ])
    }

    @Test(arguments: [
        (["applinks:*.example", "activitycontinuation:*.example"], []),
        (
            ["applinks:*.t.example", "activitycontinuation:t.example"],
            [
                "fault: E: 'applinks:t.example' is missing: its pages don't open the app",
                "note: E: 'applinks:*.t.example' is none of the profile's associatedDomains",
            ]
        ),
        (
            ["applinks:t.example?mode=managed", "activitycontinuation:t.example"],
            [
                "note: E: 'applinks:t.example?mode=managed' works on devices that an organization manages alone"
            ]
        ),
        (
            ["applinks:t.example?mode=developer+managed", "activitycontinuation:t.example"],
            [
                "note: E: 'applinks:t.example?mode=developer+managed' works on development devices, and on devices that an organization manages, alone"
            ]
        ),
        (
            ["applinks:t.example?mode=dev", "activitycontinuation:t.example"],
            [
                "fault: E: 'applinks:t.example?mode=dev': 'dev' is no mode; known are developer, managed, developer+managed"
            ]
        ),
    ])
    func `a wildcard covers what is below it, and a mode is told by its name`(_ domains: [String], _ expected: [String]) throws {
        var review = try review()
        review.entitlements = (
            "E", .dictionary(["com.apple.developer.associated-domains": .array(domains.map { .string($0) })])
        )
        #expect(sentences(review) == expected)
    }

    @Test func `a domain without a file, and one whose file is none`() throws {
        let absent = AppReview.AssociationSource(name: "t.example", domains: ["t.example"], file: nil)
        #expect(
            sentences(try review(Self.profile, nil, [absent, source("[]")])) == [
                "fault: t.example: no association file of t.example: no page there opens the app",
                "fault: F: line 1: it has to hold one object, {\"applinks\": …}",
            ])
    }

    private static let page = "https://t.example/regions/7/stops"

    @Test(arguments: [
        (#"{"/": "/nothing/*"}"#, ["no rule matches a trip's page, which the app opens: \(page)/1_75403/trips?"]),
        (
            #"{"/": "*"}"#,
            [
                "details[0].components[0] claims a stop's page with a slash in its ID, which the app drops without a way back to the browser: \(page)/1_Forge%20Park%20%2F%20495",
                "details[0].components[0] claims a trip's page that lacks a parameter, which",
                "details[0].components[0] claims another page, which the app drops without a way back to the browser: \(page)/1_75403/arrivals",
            ]
        ),
        (
            #"{"/": "/regions/*/stops/*/*", "exclude": true}, {"/": "/regions/*/stops/?*"}"#,
            [
                "details[0].components[0] excludes a trip's page, which the app opens: \(page)/1_75403/trips?",
                "details[0].components[0] excludes a stop's page, which the app opens: \(page)/1_75403",
            ]
        ),
        (
            #"{"/": "/regions/7/stops/*/trips", "?": {"trip_id": "*_*"}}, {"/": "/regions/7/stops/*_?????"}"#,
            [
                "no rule matches a stop's page, which the app opens: \(page)/1_Forge%20Park",
                "details[0].components[0] claims a trip's page that lacks a parameter, which",
            ]
        ),
    ])
    func `a file that sends a link form the wrong way`(_ components: String, _ expected: [String]) throws {
        let file = """
            {"applinks": {"details": [{"appIDs": ["\(Self.appID)"], "components": [\(components)]}]},
             "activitycontinuation": {"apps": ["\(Self.appID)"]}}
            """
        let faults = try review(Self.profile, nil, [source(file)]).findings.filter { $0.severity == .fault && $0.place == "F" }
        #expect(faults.count >= expected.count, "\(faults)")
        for sentence in expected { #expect(faults.contains { $0.message.hasPrefix(sentence) }, "\(sentence)\n\(faults)") }
    }

    @Test func `a file of other apps, and one to which no page hands off`() throws {
        let other = #"{"applinks": {"details": [{"appIDs": ["ABCDE12345.other"], "components": [{"/": "/x"}]}]}}"#
        #expect(
            sentences(try review(Self.profile, nil, [source(other)])) == [
                "fault: F: no rules for '\(Self.appID)'; its apps: 'ABCDE12345.other'"
            ])
        let own = String(decoding: try Self.profile.appleAppSiteAssociation(), as: UTF8.self)
        #expect(
            sentences(try review(Self.profile, nil, [source(own.replacing("activitycontinuation", with: "webcredentials"))])) == [
                "fault: F: activitycontinuation.apps lacks '\(Self.appID)': no web page hands off to the app"
            ])
    }

    @Test func `Apple's copy is the domain's, without a wildcard`() {
        #expect(AppReview.cachedCopy(of: "t.example") == "https://app-site-association.cdn-apple.com/a/v1/t.example")
        #expect(AppReview.cachedCopy(of: "*.t.example") == "https://app-site-association.cdn-apple.com/a/v1/t.example")
    }
}
