// Prepared forms against the writer of results: for random IDs, every region of every real directory and both profiles the
// same bytes, or the same absence.

import Foundation
import TestSupport
import Testing

@testable import TransitLinks

@Suite struct LinkFormTests {
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

    /// The member `links` of the result.
    private func links(of request: ShareRequest, in region: Region, _ app: AppProfile) throws -> [String: Any] {
        let line = resultLine(LinkSet(request, in: region, app: app, walking: WalkingVendor.all))
        let result = try JSONSerialization.jsonObject(with: Data(line.utf8)) as! [String: Any]
        return result["links"] as! [String: Any]
    }

    /// What `write` appends, nil where it says that there is nothing, and then appends nothing.
    private func text(_ write: (inout ByteWriter) -> Bool) -> String? {
        var out = ByteWriter()
        guard write(&out) else {
            #expect(out.count == 0)
            return nil
        }
        return out.text
    }

    @Test func `links of stops are those of results, in every region of every directory`() throws {
        #expect(Self.regions.count == 107)
        var random = SeededRandom(seed: 31)
        for region in Self.regions {
            for app in Self.apps {
                let forms = StopLinkForms(region: region, app: app, vendors: WalkingVendor.all)
                for _ in 0..<3 {
                    let (id, place) = (try StopID(id(&random)), try coordinate(&random))
                    let links = try links(
                        of: ShareRequest(stop: SharedStop(id: id, coordinate: place)), in: region, app)
                    let bytes = Array(id.text.utf8)
                    #expect(text { forms.appendWeb(id: bytes.span, to: &$0) } == links["web"] as? String)
                    #expect(text { forms.appendAndroid(id: bytes.span, to: &$0) } == links["android"] as? String)
                    #expect(ByteWriter.text { forms.appendApp(id: bytes.span, to: &$0) } == links["app"] as? String)
                    #expect(forms.hasWeb == (links["web"] != nil) && forms.hasAndroid == (links["android"] != nil))
                    let walking = links["walking"] as? [String: String]
                    for vendor in forms.vendors {
                        let link = ByteWriter.text { forms.appendWalking(vendor, to: place, into: &$0) }
                        #expect(link == walking?[vendor.name])
                    }
                }
            }
        }
    }

    @Test func `links of trips are those of results, in every region of every directory`() throws {
        var random = SeededRandom(seed: 32)
        for region in Self.regions {
            for app in Self.apps {
                let forms = TripLinkForms(region: region, app: app)
                for _ in 0..<3 {
                    let (stop, trip) = (try StopID(id(&random)), try TripID(id(&random)))
                    let date = try ServiceDate(epochSeconds: .random(in: 631_152_000..<4_102_444_800, using: &random))
                    let sequence = Int.random(in: 0...Int.max, using: &random)
                    let request = ShareRequest(
                        stop: SharedStop(id: stop),
                        trip: SharedTrip(id: trip, serviceDate: date, stopSequence: Int64(sequence)))
                    let links = try links(of: request, in: region, app)
                    let (stopBytes, tripBytes) = (Array(stop.text.utf8), Array(trip.text.utf8))
                    let dateBytes = Array(date.text.utf8)
                    let web = text {
                        forms.appendWeb(
                            stop: stopBytes.span, trip: tripBytes.span, serviceDate: dateBytes.span,
                            stopSequence: sequence, to: &$0)
                    }
                    let android = text {
                        forms.appendAndroid(
                            stop: stopBytes.span, trip: tripBytes.span, serviceDate: dateBytes.span,
                            stopSequence: sequence, to: &$0)
                    }
                    #expect(web == links["web"] as? String && forms.hasWeb == (web != nil))
                    #expect(android == links["android"] as? String && forms.hasAndroid == (android != nil))
                }
            }
        }
    }

    @Test func `fare links are the region's`() throws {
        var kinds = 0
        for region in Self.regions {
            let forms = StopLinkForms(region: region, app: .oneBusAway)
            let request = ShareRequest(stop: SharedStop(id: try StopID("1_1")))
            let fare = try links(of: request, in: region, .oneBusAway)["fare"] as? [String: Any]
            for (link, key) in [(FareLink.iOS, "ios"), (.appStore, "appStore"), (.play, "play")] {
                let written = text { forms.appendFare(link, to: &$0) }
                #expect(written == fare?[key] as? String && forms.has(link) == (written != nil))
                kinds += written == nil ? 0 : 1
            }
        }
        #expect(kinds > 20, "\(kinds)")
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
