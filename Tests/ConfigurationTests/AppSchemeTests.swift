// Which schemes an app profile may have.

import Testing
import TransitLinks

@testable import Configuration

@Suite struct AppSchemeTests {
    private func profile(_ scheme: String) throws -> AppProfile {
        let text = "{\"name\": \"t\",\n \"scheme\": \"\(scheme)\", \"bundleIdentifier\": \"org.example.t\"}"
        return try AppProfile(decoding: Array(text.utf8), source: "t.json")
    }

    @Test(arguments: [
        "https", "http", "HTTPS", "javascript", "JavaScript", "vbscript", "intent", "geo", "mailto", "tel", "sms", "file", "data",
        "blob", "about", "view-source", "content", "market", "ws", "ftp", "itms-apps", "facetime", "android-app", "urn",
    ])
    func `a scheme of systems and browsers is refused with its place`(_ scheme: String) {
        let error = #expect(throws: ConfigurationError.self) { try profile(scheme) }
        #expect(
            error?.description
                == "t.json:2: scheme: '\(scheme)' is no app's: systems and browsers have it; write the app's own scheme")
    }

    @Test(arguments: ["onebusaway", "tbus", "co.bytemark.tgt", "fb313213768708402HART", "comgooglemaps", "geo2", "https2"])
    func `any other is taken`(_ scheme: String) throws {
        #expect(try profile(scheme).scheme == scheme)
    }

    @Test func `a fare app's scheme is left out with a warning`() throws {
        let list = #"[{"id":1,"regionName":"A","paymentiOSAppUrlScheme":"JavaScript","paymentAndroidAppId":"a.b"}]"#
        let region = try #require(try RegionDirectory(decoding: Array(list.utf8))[RegionID(rawValue: 1)])
        #expect(region.fareApp.iOSScheme == nil && region.fareApp.androidPackage == "a.b")
        #expect(
            region.fareApp.warnings == [
                LinkWarning(
                    .badFareApp,
                    "paymentiOSAppUrlScheme 'JavaScript' is no app's scheme: systems and browsers have it; its link is left out")
            ])
    }
}
