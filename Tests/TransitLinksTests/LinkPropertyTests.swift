// Random IDs through every link and back, by Foundation's URLComponents: what a receiver decodes is what was shared.

import Foundation
import TestSupport
import Testing

@testable import TransitLinks

@Suite struct LinkPropertyTests {
    private static let region = Region(
        id: RegionID(rawValue: 7), name: "R", sidecar: try? SidecarBase("https://side.example/base"))

    private static let links = CompiledLinks(region: region, app: VectorFiles.oneBusAway)

    /// An ID of 1…512 bytes out of `alphabet`; nil makes it any Unicode scalar.
    private func id(_ random: inout SeededRandom, from alphabet: [Unicode.Scalar]?) -> String {
        let limit = Int.random(in: 1...(Bool.random(using: &random) ? 512 : 12), using: &random)
        var text = String.UnicodeScalarView()
        var bytes = 0
        while true {
            let scalar = alphabet?.randomElement(using: &random) ?? anyScalar(&random)
            bytes += UTF8.width(scalar)
            if bytes > limit { break }
            text.append(scalar)
        }
        let id = String(text)
        return ["", ".", ".."].contains(id) ? "x" : id
    }

    private func anyScalar(_ random: inout SeededRandom) -> Unicode.Scalar {
        let ceiling: UInt32 = [0x80, 0x800, 0x1_0000, 0x11_0000].randomElement(using: &random)!
        while true {
            if let scalar = Unicode.Scalar(UInt32.random(in: 1..<ceiling, using: &random)) { return scalar }
        }
    }

    private func trip(_ random: inout SeededRandom, from alphabet: [Unicode.Scalar]?) throws -> (StopID, SharedTrip) {
        let trip = SharedTrip(
            id: try TripID(id(&random, from: alphabet)),
            serviceDate: try ServiceDate(epochSeconds: .random(in: 631_152_000..<4_102_444_800, using: &random)),
            stopSequence: .random(in: 0...Int64.max, using: &random), route: id(&random, from: alphabet), headsign: "h",
            vehicleID: try VehicleID(id(&random, from: alphabet)),
            destinationStopID: try StopID(id(&random, from: alphabet)))
        return (try StopID(id(&random, from: alphabet)), trip)
    }

    private func same(_ a: String?, _ b: String) -> Bool { a.map { $0.utf8.elementsEqual(b.utf8) } ?? false }

    @Test func `Foundation decodes every value of a trip page, of any Unicode`() throws {
        var random = SeededRandom(seed: 1)
        for _ in 0..<3000 {
            let (stop, trip) = try trip(&random, from: nil)
            let request = ShareRequest(stop: SharedStop(id: stop), trip: trip, extras: [.title, .vehicleID])
            let link = try #require(LinkSet(request, Self.links).web)
            let url = try #require(URLComponents(string: link))
            let segments = url.percentEncodedPath.split(separator: "/", omittingEmptySubsequences: false).map(
                String.init)
            #expect(segments.count == 7 && segments[3] == "7" && segments[6] == "trips")
            #expect(same(segments[5].removingPercentEncoding, stop.text))
            let items = try #require(url.queryItems)
            #expect(
                items.map(\.name) == [
                    "trip_id", "service_date", "stop_sequence", "destination_stop_id", "title", "vehicle_id",
                ])
            let values = [
                trip.id.text, trip.serviceDate.epochSeconds.description, trip.stopSequence.description,
                trip.destinationStopID!.text, trip.route! + " - h", trip.vehicleID!.text,
            ]
            for (item, value) in zip(items, values) { #expect(same(item.value, value)) }
        }
    }

    @Test func `Foundation decodes the stop of an app link, and the page out of an intent`() throws {
        var random = SeededRandom(seed: 2)
        for _ in 0..<3000 {
            let (stop, trip) = try trip(&random, from: nil)
            let shared = LinkSet(ShareRequest(stop: SharedStop(id: stop)), Self.links)
            let link = try #require(shared.appLink)
            let url = try #require(URLComponents(string: link))
            #expect(url.host == "view-stop" && same(url.queryItems?.first?.value, stop.text))
            for request in [
                ShareRequest(stop: SharedStop(id: stop)), ShareRequest(stop: SharedStop(id: stop), trip: trip),
            ] {
                let set = LinkSet(request, Self.links)
                let intent = try #require(set.android)
                let parameters = intent.split(separator: "#Intent;")[1].split(separator: ";")
                let fallback = try #require(parameters.first { $0.hasPrefix("S.browser_fallback_url=") })
                let page = try #require(fallback.dropFirst("S.browser_fallback_url=".count).removingPercentEncoding)
                #expect(page == set.web)
                #expect(parameters.count == 4 && parameters.last == "end")
            }
        }
    }

    @Test func `for the plain alphabet the bytes are those of URLComponents, as the app makes them`() throws {
        var random = SeededRandom(seed: 4)
        let plain = Array("ABCXYZabcxyz0189 -._~:@éßжあ全🚌\u{301}\u{AD}".unicodeScalars)
        for _ in 0..<3000 {
            let (stop, trip) = try trip(&random, from: plain)
            var app = try #require(URLComponents(string: "https://side.example"))
            app.path = "/base/regions/7/stops/\(stop.text)/trips"
            app.queryItems = [
                URLQueryItem(name: "trip_id", value: trip.id.text),
                URLQueryItem(name: "service_date", value: "\(trip.serviceDate.epochSeconds)"),
                URLQueryItem(name: "stop_sequence", value: "\(trip.stopSequence)"),
                URLQueryItem(name: "destination_stop_id", value: trip.destinationStopID!.text),
            ]
            let request = ShareRequest(stop: SharedStop(id: stop), trip: trip)
            #expect(LinkSet(request, Self.links).web == app.string)
        }
    }
}
