// Compiled rows against links that are spelled out: for random requests, every region of every real directory and both
// profiles the same bytes, or the same absence; and what a template is.

import Foundation
import TestSupport
import Testing

@testable import TransitLinks

@Suite struct LinkTableTests {
    private static let apps = [
        AppProfile.oneBusAway,
        AppProfile(name: "kiedybus", scheme: "kiedybus", bundleIdentifier: "pl.kiedybus.iphone"),
    ]

    private static let regions: [Region] = {
        let names = try! Repository.names(in: "Tests/Vectors/regions")
        return names.flatMap { name in
            (try? RegionDirectory(decoding: Repository.bytes("Tests/Vectors/regions/\(name)")))?.regions ?? []
        }
    }()

    private static let pieces = [
        "1_", "a", "Z9", "/", ".", " ", "%", "+", "%2F", "&", "\"", "\\", "\n", "\u{7F}", "é", "🚌", ":", "@", "~", "-", "_",
    ]

    private func id(_ random: inout SeededRandom) -> String {
        let count = Int.random(in: 1...(Bool.random(using: &random) ? 3 : 40), using: &random)
        let text = (0..<count).map { _ in Self.pieces.randomElement(using: &random)! }.joined()
        return [".", ".."].contains(text) ? "x" : text
    }

    private func coordinate(_ random: inout SeededRandom) throws -> Coordinate {
        try Coordinate(latitude: .random(in: -90...90, using: &random), longitude: .random(in: -180...180, using: &random))
    }

    private func caption(_ random: inout SeededRandom) -> String? { Bool.random(using: &random) ? nil : "n" + id(&random) }

    private func trip(_ random: inout SeededRandom) throws -> SharedTrip {
        try SharedTrip(
            id: TripID(id(&random)),
            serviceDate: ServiceDate(epochSeconds: .random(in: 631_152_000..<4_102_444_800, using: &random)),
            stopSequence: .random(in: 0...Int64.max, using: &random), route: caption(&random), headsign: caption(&random),
            vehicleID: caption(&random).map { try VehicleID($0) }, destinationStopID: caption(&random).map { try StopID($0) })
    }

    private func request(_ random: inout SeededRandom) throws -> ShareRequest {
        let place = Bool.random(using: &random) ? nil : try coordinate(&random)
        return ShareRequest(
            stop: SharedStop(id: try StopID(id(&random)), name: caption(&random), coordinate: place),
            trip: Bool.random(using: &random) ? nil : try trip(&random),
            extras: TripPageExtras(rawValue: .random(in: 0...3, using: &random)))
    }

    @Test func `compiled links are those that are spelled out, in every region of every directory`() throws {
        #expect(Self.regions.count == 107)
        var random = SeededRandom(seed: 31)
        for region in Self.regions {
            for app in Self.apps {
                let links = CompiledLinks(region: region, app: app, walking: WalkingVendor.all)
                for _ in 0..<6 {
                    let request = try request(&random)
                    let set = LinkSet(request, links)
                    let texts = Dictionary(uniqueKeysWithValues: set.texts.map { ($0.name, $0.text) })
                    let naive = NaiveLinks(request: request, region: region, app: app, vendors: WalkingVendor.all)
                    #expect(texts == naive.texts)
                    #expect(set.handoff?.webpageURL == naive.page(destination: false))
                    #expect(RegionLinks(region).page(of: request) == naive.page())
                }
            }
        }
    }

    @Test func `links follow the order of the table, walking directions that of the vendors asked for`() throws {
        let request = ShareRequest(stop: SharedStop(id: try StopID("1_1"), coordinate: try Coordinate(latitude: 1, longitude: 2)))
        let region = try #require(Self.regions.first { $0.sidecar != nil && $0.fareApp.iOSScheme != nil })
        let set = LinkSet(
            request, in: region, app: .oneBusAway, selection: [.web, .walking, .fare],
            walking: ["osm", "apple"].compactMap(WalkingVendor.named))
        #expect(set.texts.map(\.name).prefix(4) == ["web", "walking.osm", "walking.apple", "fare.ios"])
        #expect(Set(LinkTable.rows.map(\.name)).count == LinkTable.rows.count)
    }

    @Test func `other ways to the stop are written where they are asked for, Wayfinder where the region has one`() throws {
        let stop = SharedStop(
            id: try StopID("1_a/b"), name: "5th & Pine", coordinate: try Coordinate(latitude: 47.6543, longitude: -122.3054))
        let region = Region(id: RegionID(rawValue: 1), name: "R")
        func texts(_ operatorLinks: OperatorLinks, _ selection: LinkSelection) -> [String] {
            let links = CompiledLinks(region: region, app: .oneBusAway, selection: selection, operatorLinks: operatorLinks)
            return LinkSet(ShareRequest(stop: stop), links).texts.map { "\($0.name) \($0.text)" }
        }
        let wayfinders = try [RegionID(rawValue: 1): SidecarBase("https://way.example/")]
        let set = OperatorLinks(wayfinders: wayfinders, agencyFares: ["1": "https://fares.example/?a=\"1\""])
        #expect(
            texts(set, [.transit, .wayfinder, .fare]) == [
                "transit.google https://www.google.com/maps/dir/?api=1&destination=47.6543%2C-122.3054&travelmode=transit",
                "transit.apple https://maps.apple.com/directions?destination=47.6543%2C-122.3054&mode=transit",
                "transit.citymapper https://citymapper.com/directions?endcoord=47.6543%2C-122.3054&endname=5th%20%26%20Pine",
                "wayfinder https://way.example/map/stops/1_a%2Fb", "fare.web https://fares.example/?a=%221%22",
            ])
        #expect(texts(OperatorLinks(), [.transit, .wayfinder, .fare]).count == 3)
        #expect(!texts(set, .standard).contains { $0.hasPrefix("transit") })
    }

    // MARK: Templates

    /// A link of an operator's own for a trip with all values.
    private func own(_ template: String, named name: String? = "Łódź & co") throws -> String? {
        let day = try #require(CalendarDate(year: 2026, month: 3, day: 30))
        let zone = try systemTimeZones.rules(named: "America/Los_Angeles")
        let stop = SharedStop(
            id: try StopID("1_a_b"), name: name, direction: .southEast, coordinate: try Coordinate(latitude: 1, longitude: 2),
            code: "75 403")
        let trip = SharedTrip(id: try TripID("40_t"), serviceDate: try ServiceDate(day, in: zone), stopSequence: 3, route: "7")
        let region = Region(
            id: RegionID(rawValue: 1), name: "Puget Sound", sidecar: try SidecarBase("https://s.example/x"),
            obaBaseURL: "https://api.example/\"a b")
        let link = OwnLink(name: "poster", template: try LinkTemplate(template), label: "Poster")
        let links = CompiledLinks(region: region, app: .oneBusAway, operatorLinks: OperatorLinks(own: [link]))
        return LinkSet(ShareRequest(stop: stop, trip: trip), links).text("own.poster")
    }

    @Test(arguments: [
        ("https://e.org/s/{stop_code}", "https://e.org/s/75%20403"),
        ("https://e.org/{agency_id}/{stop_local_id}/{trip_local_id}", "https://e.org/1/a_b/t"),
        ("https://e.org/{stop_name}{?route,headsign,direction}#x", "https://e.org/%C5%81%C3%B3d%C5%BA%20%26%20co?route=7&direction=SE#x"),
        ("https://e.org/?a=1{&headsign,route}", "https://e.org/?a=1&route=7"), ("https://e.org/{?headsign}", "https://e.org/"),
        ("{+sidecar}/p/{service_day}?d={service_date}&n={stop_sequence}", "https://s.example/x/p/2026-03-30?d=1774854000.0&n=3"),
        ("{+oba_url}/{region_id}/{region_name}", "https://api.example/%22a%20b/1/Puget%20Sound"),
        ("{+scheme}://x{?lat,lon}", "onebusaway://x?lat=1.0&lon=2.0"), ("https://e.org/{headsign}", nil),
        ("https://e.org/{vehicle_id}", nil), ("https://e.org/%7B{trip_id}%7D", "https://e.org/%7B40_t%7D"),
    ])
    func `a template of an operator's own is filled in as RFC 6570 says`(_ template: String, _ link: String?) throws {
        #expect(try own(template) == link)
    }

    @Test func `a link exists where each value outside of a form exists`() throws {
        #expect(try own("https://e.org/{stop_name}", named: nil) == nil)
        #expect(try own("https://e.org/{?stop_name}", named: nil) == "https://e.org/")
        #expect(try LinkTemplate("https://e.org/{stop_id}{?route}").needs == [.stopID])
    }

    @Test(arguments: [
        ("", 1, "the template is empty"),
        ("https://e.org/{stop_cod}", 16, "'stop_cod' is no name of a value; did you mean 'stop_code'?"),
        ("https://e.org/{stop_code", 15, "this { is never closed; write %7B for the character itself"),
        ("https://e.org/a}", 16, "a } without its {; write %7D for the character itself"),
        ("https://e.org/{#stop_code}", 16, "only {name}, {+name}, {?name} and {&name} are known here"),
        ("https://e.org/{+stop_code}", 16, "only a base is put in as it is; write {stop_code}"),
        ("https://e.org/{lat,lon}", 15, "only a form, as in {?a,b}, has several names; write {a}{b}"),
        ("https://e.org/a b", 16, "this character is allowed in no URL; write it percent-encoded"),
        ("https://e.org/100%", 18, "a % is not followed by two hexadecimal digits; write %25"),
        ("JavaScript:alert(1)", 1, "scheme 'JavaScript' runs code or reads files; use https"),
        ("{stop_id}", 1, "a link begins with a scheme such as https://, or with {+sidecar}, {+oba_url} or {+scheme}"),
        ("//e.org/{stop_id}", 1, "a link begins with a scheme such as https://, or with {+sidecar}, {+oba_url} or {+scheme}"),
    ])
    func `what is no template is told with its place`(_ text: String, _ position: Int, _ sentence: String) {
        #expect(throws: LinkTemplateError(position: position, sentence: sentence)) { try LinkTemplate(text) }
    }

    /// What is refused, and with which error.
    @Test(arguments: [
        ("", IdentifierError.empty), (".", .dotSegment(".")), ("..", .dotSegment("..")), ("1_\0", .nul(offset: 2)),
        (String(repeating: "é", count: 257), .tooLong(bytes: 514)),
    ])
    func `bytes that are no ID are refused as the text is`(_ text: String, _ error: IdentifierError) {
        #expect(throws: error) { try StopID(text) }
        #expect(throws: error) { try StopID.check(Array(text.utf8).span) }
    }

    @Test(arguments: ["...", "a", ".a", "é", "\n", String(repeating: "x", count: 512)])
    func `bytes that are an ID are taken as the text is`(_ text: String) throws {
        #expect(try StopID(text).text == text)
        try StopID.check(Array(text.utf8).span)
    }
}
