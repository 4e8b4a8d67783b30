import TestSupport
import Testing

@testable import TransitLinks

private func directory(_ json: String) throws -> RegionDirectory { try RegionDirectory(decoding: Array(json.utf8)) }

@Suite("Region directories")
struct RegionDirectoryTests {
    /// Regions, warnings, regions with a sidecar.
    @Test(
        "every real file reads, or is refused",
        arguments: [
            ("2015-11-13_08cc1296_android__onebusaway-android__src__main__res__raw__regions_v3.json", 10, 2, 0),
            ("android__onebusaway-android__src__androidTest__res__raw__regions_umami_test.json", 2, 0, 0),
            ("android__onebusaway-android__src__main__res__raw__regions_v3.json", 7, 0, 7),
            ("ios__Apps__KiedyBus__Resources__regions.json", 4, 0, 0),
            ("ios__Apps__OneBusAway__Resources__regions.json", 7, 0, 7),
            ("ios__OBAKitTests__fixtures__decoder-failure__regions-v3.json", 17, 0, 17),
            ("ios__OBAKitTests__fixtures__regions-just-puget-sound.json", 1, 0, 1),
            ("ios__OBAKitTests__fixtures__regions-puget-sound-no-sidecar.json", 1, 0, 0),
            ("ios__OBAKitTests__fixtures__regions-v3.json", 17, 0, 17),
            ("ios__OBAWidget__Resources__regions.json", 17, 0, 17),
            ("iphone__OneBusAway__OneBusAwayTests__Fixtures__Regions__regions-v3.json", 12, 0, 0),
            ("iphone__OneBusAway__Resources__regions-v3.json", 12, 0, 0),
        ])
    func real(_ file: String, _ regions: Int, _ warnings: Int, _ sidecars: Int) throws {
        let directory = try RegionDirectory(decoding: try Repository.bytes("Tests/Vectors/regions/\(file)"))
        #expect(directory.regions.count == regions)
        #expect(directory.warnings.count == warnings, "\(directory.warnings)")
        #expect(directory.regions.filter { $0.sidecar != nil }.count == sidecars)
    }

    @Test("all 13 files are in the test above, and the one that is no JSON is refused with its line")
    func broken() throws {
        #expect(try Repository.names(in: "Tests/Vectors/regions").count == 13)
        let file = try Repository.bytes("Tests/Vectors/regions/2021-05-16_87e1716e_ios__Apps__KiedyBus__Resources__regions.json")
        #expect(throws: RegionDirectoryError(line: 147, message: "not JSON: missing a comma or ']' after an array element")) {
            try RegionDirectory(decoding: file)
        }
    }

    @Test("of two entries with one ID the first stays")
    func doubled() throws {
        let file = "2015-11-13_08cc1296_android__onebusaway-android__src__main__res__raw__regions_v3.json"
        let directory = try RegionDirectory(decoding: try Repository.bytes("Tests/Vectors/regions/\(file)"))
        #expect(
            directory.warnings.map(\.description) == [
                "region 8 'Lappeenranta (beta)' (entry 10): a second entry with this ID; the first stays",
                "region 9 'Rogue Valley, Oregon' (entry 11): a second entry with this ID; the first stays",
            ])
    }

    @Test("one bad entry is left out by name and never costs the others; a bad optional value counts as absent")
    func badEntries() throws {
        let directory = try directory(
            #"""
            [5, {"regionName":"A"}, {"id":1.5,"regionName":"B"}, {"id":"7","regionName":"C"}, {"id":3}, {"id":4,"regionName":""},
             {"id":5,"regionName":"D","active":"yes"},
             {"id":6,"regionName":"E","sidecarBaseUrl":"","obaBaseUrl":null,"paymentiOSAppUrlScheme":"a b","paymentiOSAppStoreIdentifier":"id7",
              "paymentAndroidAppId":"x","bounds":[{"lat":1,"lon":2,"latSpan":1,"lonSpan":1},{"lat":99,"lon":2,"latSpan":1,"lonSpan":1},7],"new":{}},
             {"id":8,"regionName":"F","sidecarBaseUrl":"https://me:pw@h/","language":7}]
            """#)
        #expect(directory.regions.map(\.name) == ["E", "F"])
        #expect(directory[RegionID(rawValue: 6)]?.bounds.count == 1)
        #expect(directory[RegionID(rawValue: 6)]?.fareApp.warnings.map(\.code) == [.badFareApp, .badFareApp, .badFareApp])
        #expect(directory[RegionID(rawValue: 8)]?.sidecar == nil)
        let warnings = directory.warnings.map(\.description)
        #expect(warnings.count == 13, "\(warnings)")
        #expect(
            Array(warnings.prefix(8)) == [
                "region (entry 0): left out: the entry is no object",
                "region 'A' (entry 1): left out: it has no id",
                "region 'B' (entry 2): left out: id '1.5' is no whole number",
                "region 'C' (entry 3): left out: id '7' is no whole number",
                "region 3 (entry 4): left out: it has no regionName",
                "region 4 (entry 5): left out: it has no regionName",
                "region 5 'D' (entry 6): left out: active 'yes' is neither true nor false",
                "region 6 'E' (entry 7): 2 of 3 bounds left out: lat, lon, latSpan and lonSpan must be degrees",
            ])
    }

    @Test(
        "what is no directory is refused",
        arguments: [
            ("{}", 1, "no list of regions: neither {\"data\":{\"list\":[…]}} nor a bare list"),
            ("{\"data\":{\"list\":{}}}", 1, "no list of regions: neither {\"data\":{\"list\":[…]}} nor a bare list"),
            ("[]", 1, "no usable region in a list of 0"),
            ("[\n{\"id\":1}]", 1, "no usable region in a list of 1; region 1 (entry 0): left out: it has no regionName"),
            ("", 1, "not JSON: it ends inside the value"),
            ("{\n\"data\":\n}", 3, "not JSON: invalid value"),
        ])
    func refused(_ json: String, _ line: Int, _ message: String) {
        #expect(throws: RegionDirectoryError(line: line, message: message)) { try directory(json) }
    }

    @Test(
        "a coordinate's region is the active one with the nearest containing bound; the gaps are nobody's",
        arguments: [
            (47.6062, -122.3321, 1), (27.9506, -82.4572, 0), (40.7128, -74.006, 2), (-34.9285, 138.6007, 15),
            (38.5449, -121.7405, 16), (0.0, 0.0, nil),
            // Inside the box around all of Puget Sound's bounds, and in none of them.
            (48.6, -122.2, nil),
        ] as [(Double, Double, Int64?)])
    func located(_ latitude: Double, _ longitude: Double, _ region: Int64?) throws {
        let directory = try vectorSettings().directory
        let coordinate = try Coordinate(latitude: latitude, longitude: longitude)
        #expect(directory.region(containing: coordinate)?.id.rawValue == region)
    }

    @Test("of overlapping regions the nearer centre wins, inactive ones do not count, bounds cross the 180th meridian")
    func overlapping() throws {
        let directory = try directory(
            #"""
            [{"id":1,"regionName":"wide","bounds":[{"lat":0,"lon":179,"latSpan":20,"lonSpan":20}]},
             {"id":2,"regionName":"near","bounds":[{"lat":1,"lon":-178,"latSpan":4,"lonSpan":4}]},
             {"id":3,"regionName":"off","active":false,"bounds":[{"lat":1,"lon":-178,"latSpan":1,"lonSpan":1}]}]
            """#)
        let at = { try Coordinate(latitude: $0, longitude: $1) }
        #expect(directory.region(containing: try at(1, -178))?.name == "near")
        #expect(directory.region(containing: try at(0, 175))?.name == "wide")
        #expect(directory.region(containing: try at(0, -172))?.name == "wide")
        #expect(directory.region(containing: try at(0, -170.9))?.name == nil)
    }
}
