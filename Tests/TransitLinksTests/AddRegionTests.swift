// Links that add a region: what is written, what is refused, and what each app reads.

import Testing

@testable import TransitLinks

@Suite struct AddRegionTests {
    private static let receivers = Receivers(app: VectorFiles.oneBusAway, sidecarHosts: [])

    private func full() -> AddedRegion {
        var region = AddedRegion(name: "Test & Region", obaBaseURL: "https://oba.example.com/api?a=1&b=2")
        region.regionID = 19
        region.otpURL = "https://otp.example.com/"
        region.otpGraphQLURL = "https://gql.example.com/otp/"
        region.supportsOTPGraphQLBikeshare = true
        region.sidecarURL = "https://side.example.com"
        region.umami = AddedRegion.Umami(url: "https://umami.example.com", id: "a b")
        return region
    }

    private func link(_ region: AddedRegion, allowsHTTP: Bool = false) throws(AddRegionError) -> String {
        try AddRegionLink(region, id: RegionID(rawValue: 19), app: VectorFiles.oneBusAway, allowsHTTP: allowsHTTP).text
    }

    @Test func `every value is written once, encoded, in one order`() throws {
        #expect(
            try link(full())
                == "onebusaway://add-region?name=Test%20%26%20Region&region-id=19"
                + "&oba-url=https%3A%2F%2Foba.example.com%2Fapi%3Fa%3D1%26b%3D2".replacingColons
                + "&otp-url=https%3A%2F%2Fotp.example.com%2F".replacingColons
                + "&otp-graphql-url=https%3A%2F%2Fgql.example.com%2Fotp%2F".replacingColons + "&otp-graphql-bikeshare=true"
                + "&sidecar-url=https%3A%2F%2Fside.example.com".replacingColons
                + "&umami-url=https%3A%2F%2Fumami.example.com".replacingColons + "&umami-id=a%20b")
        #expect(
            try link(AddedRegion(name: "R", obaBaseURL: "https://h"))
                == "onebusaway://add-region?name=R&region-id=19&oba-url=https:%2F%2Fh")
    }

    @Test func `the current iOS app reads all of it back, and the others what they know`() throws {
        let url = try link(full())
        #expect(Self.receivers.outcome(of: url, at: .iosCurrent) == .opens(.addRegion(full())))
        var documented = full()
        documented.regionID = nil
        documented.otpGraphQLURL = nil
        documented.supportsOTPGraphQLBikeshare = false
        #expect(Self.receivers.outcome(of: url, at: .iosDocumented) == .opens(.addRegion(documented)))
        documented.regionID = 19
        #expect(Self.receivers.outcome(of: url, at: .android) == .opens(.addRegion(documented)))
    }

    @Test(arguments: [
        (" ", "https://h", AddRegionError.noName), ("R", "h.example", .badServer("h.example")),
        ("R", "/api", .badServer("/api")), ("R", "ftp://h", .badServer("ftp://h")), ("R", "https://", .badServer("https://")),
        ("R", "https://h:x", .badServer("https://h:x")), ("R", "http://h", .plainHTTP("http://h")), ("R", "https://u:p@h", .credentials(parameter: "oba-url")),
    ])
    func `a region without a name or a safe server is refused`(_ name: String, _ server: String, _ error: AddRegionError) {
        #expect(throws: error) { try link(AddedRegion(name: name, obaBaseURL: server)) }
    }

    @Test func `plain http is written when asked for, halves and dangling parts never`() throws {
        #expect(try link(AddedRegion(name: "R", obaBaseURL: "http://h"), allowsHTTP: true).hasSuffix("oba-url=http:%2F%2Fh"))
        var region = AddedRegion(name: "R", obaBaseURL: "https://h")
        region.sidecarURL = "http://s"
        #expect(throws: AddRegionError.plainHTTP("http://s")) { try link(region) }
        #expect(try link(region, allowsHTTP: true).hasSuffix("sidecar-url=http:%2F%2Fs"))
        region.sidecarURL = "https://u:secret@s"
        #expect(throws: AddRegionError.credentials(parameter: "sidecar-url")) { try link(region, allowsHTTP: true) }
        region.sidecarURL = nil
        region.umami = AddedRegion.Umami(url: "https://u", id: " ")
        #expect(throws: AddRegionError.halfUmami) { try link(region) }
        region.umami = nil
        region.supportsOTPGraphQLBikeshare = true
        #expect(throws: AddRegionError.bikeshareWithoutGraphQL) { try link(region) }
        region.otpGraphQLURL = "gql"
        #expect(throws: AddRegionError.badURL(parameter: "otp-graphql-url", "gql")) { try link(region) }
    }

    @Test func `a region of the directory gives its own link, whose number is taken`() throws {
        let directory = try vectorSettings().directory
        let region = try #require(directory[RegionID(rawValue: 1)])
        let link = try AddRegionLink(try #require(region.added), id: region.id, app: VectorFiles.oneBusAway)
        #expect(
            link.warning(knowing: directory)
                == "region-id 1 is 'Puget Sound' in the directory; the app then selects that region silently")
        let other = try AddRegionLink(try #require(region.added), id: RegionID(rawValue: 77), app: VectorFiles.oneBusAway)
        #expect(other.warning(knowing: directory) == nil)
        #expect(link.text.contains("&otp-url=") && link.text.contains("&sidecar-url=https:%2F%2Fsidecar.onebusaway.org"))
    }

    @Test(arguments: [
        ("oba-url=https://h", ReceiverRule.missingName), ("name&oba-url=https://h", .missingName), ("name=X", .missingServer),
        ("name=X&oba-url=", .missingServer), ("name=X&oba-url=%20%0A", .missingServer), ("name=X&oba-url=h", .badServer),
        ("name=X&oba-url=ht%20tp://h", .badServer), ("name=X&oba-url=https://h%3Aport", .badServer),
    ])
    func `what iOS can't use raises its alert`(_ query: String, _ rule: ReceiverRule) {
        for receiver in [Receiver.iosDocumented, .iosCurrent] {
            #expect(Self.receivers.outcome(of: "onebusaway://add-region?" + query, at: receiver) == .opens(.alert(rule)))
        }
    }

    @Test func `on iOS optional values degrade, umami is both or nothing, and a raw ampersand ends a value`() throws {
        func read(_ more: String) -> AddedRegion? {
            let url = "onebusaway://add-region?name=&oba-url=https://h" + more
            guard case .opens(.addRegion(let region)) = Self.receivers.outcome(of: url, at: .iosCurrent) else { return nil }
            return region
        }
        let plain = AddedRegion(name: "", obaBaseURL: "https://h")
        let ignored = [
            "", "&region-id=x", "&region-id=", "&otp-url=h", "&otp-url=", "&sidecar-url=%20", "&umami-url=https://u",
            "&umami-id=7", "&umami-url=u&umami-id=7", "&umami-url=https://u&umami-id=%20", "&otp-graphql-bikeshare=yes",
            "&region-id=x&region-id=4",
        ]
        for more in ignored { #expect(read(more) == plain, "\(more)") }
        #expect(read("&region-id=%2019%0A")?.regionID == 19)
        #expect(read("&otp-graphql-bikeshare=%20TRUE")?.supportsOTPGraphQLBikeshare == true)
        #expect(read("&otp-graphql-bikeshare=1")?.supportsOTPGraphQLBikeshare == true)
        #expect(read("?a=1&b=2")?.obaBaseURL == "https://h?a=1")
        #expect(read("&umami-url=https://u&umami-id=%207%20")?.umami == AddedRegion.Umami(url: "https://u", id: "7"))
    }
}

extension String {
    /// `:` stands for itself in our encoder.
    fileprivate var replacingColons: String { split(separator: "%3A", omittingEmptySubsequences: false).joined(separator: ":") }
}
