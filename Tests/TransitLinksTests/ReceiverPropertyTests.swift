// Random IDs through every link and every receiver: what a receiver decodes is the ID that went in, or the result warned.

import Foundation
import TestSupport
import Testing

@testable import TransitLinks

@Suite struct ReceiverPropertyTests {
    private static let region = Region(
        id: RegionID(rawValue: 7), name: "R", sidecar: try? SidecarBase("https://side.example"))
    private static let app = AppProfile(
        name: "a", scheme: "my-app", bundleIdentifier: "org.example.app", associatedDomains: ["side.example"],
        androidPackage: "org.example.app")
    private static let receivers = Receivers(app: app, sidecarHosts: ["side.example"])

    /// What breaks receivers, and what doesn't.
    private static let pieces = [
        "1_", "a", "/", ".", " ", "%", "+", "%2F", "&", "=", "#", "?", ";", "\n", "\u{B}", "\u{85}", "\u{2028}", "\u{3000}",
        "é",
        "\u{301}", "\u{600}", "\u{200D}", "🚌", "/stops/", "/trips", "/regions/1/stops/", "/regions/", "\r\n", "\u{1C}",
        "\u{FEFF}",
        "\u{FFFD}", "ſ", "regions", ":", "@", "~", "'", "\"", "\\", "..",
    ]

    private func id(_ random: inout SeededRandom) -> String {
        let count = Int.random(in: 1...(Bool.random(using: &random) ? 2 : 6), using: &random)
        let text = (0..<count).map { _ in Self.pieces.randomElement(using: &random)! }.joined()
        return ["", ".", ".."].contains(text) ? "x" : text
    }

    private func same(_ read: String?, _ written: String) -> Bool { read.map { $0.utf8.elementsEqual(written.utf8) } ?? true }

    /// Whether the IDs that the receiver reads are the request's.
    private func carries(_ opening: Opening?, _ request: ShareRequest) -> Bool {
        switch opening {
        case .stop(let stop), .viewStop(let stop):
            same(stop.stopID, request.stop.id.text) && stop.regionID ?? 7 == 7
        case .trip(let trip):
            same(trip.stopID, request.stop.id.text) && same(trip.tripID, request.trip!.id.text)
                && same(trip.destinationStopID, request.trip!.destinationStopID!.text) && trip.regionID ?? 7 == 7
        default: false
        }
    }

    private func requests(_ count: Int, seed: UInt64) throws -> [ShareRequest] {
        var random = SeededRandom(seed: seed)
        return try (0..<count).map { number in
            var request = ShareRequest(stop: SharedStop(id: try StopID(id(&random))))
            if number % 2 == 0 {
                request.trip = SharedTrip(
                    id: try TripID(id(&random)), serviceDate: try ServiceDate(epochSeconds: 1_774_854_000), stopSequence: 4,
                    destinationStopID: try StopID(id(&random)))
            }
            return request
        }
    }

    /// Receivers that open a link with plain IDs, by the contract.
    private func expected(_ link: String, isTrip: Bool) -> [Receiver] {
        if link == "app" { return [.iosDocumented, .iosCurrent, .android] }
        return isTrip ? [.iosDocumented, .iosCurrent, .android, .sidecarRails] : [.iosCurrent, .sidecarRails]
    }

    @Test func `an ID that reads as another stop's page is not opened by the receiver that reads it so`() throws {
        let request = ShareRequest(stop: SharedStop(id: try StopID("MTS_x/regions/7/stops/y")))
        let result = resultLine(LinkSet(request, in: Self.region, app: Self.app))
        #expect(result.contains(#""openedBy":{"app":["ios-documented","ios-current","android"]}"#), "\(result)")
        let opening = Self.receivers.outcome(of: "https://side.example/regions/7/stops/MTS_x%2Fregions%2F7%2Fstops%2Fy", at: .iosCurrent)
        #expect(opening == .opens(.stop(OpenedStop(stopID: "y", regionID: 7))))
    }

    @Test func `a receiver decodes the IDs that went in, or the result warned with its name`() throws {
        var (carried, warned) = (0, 0)
        for request in try requests(3000, seed: 21) {
            let set = LinkSet(request, in: Self.region, app: Self.app)
            let warnings = set.warnings.filter { $0.code == .idNotCarried }.map(\.message)
            for (name, words, text) in [("web", "web page", set.web), ("app", "app link", set.appLink)] {
                let url = try #require(text)
                for receiver in expected(name, isTrip: request.trip != nil) {
                    let arrives = carries(Self.receivers.outcome(of: url, at: receiver).opening, request)
                    let isWarned = warnings.contains {
                        $0.hasPrefix("the \(words) ") && $0.split(separator: ": ")[0].contains(receiver.rawValue)
                    }
                    #expect(arrives != isWarned, "\(receiver) \(url) \(warnings)")
                    if arrives { carried += 1 } else { warned += 1 }
                }
            }
        }
        #expect(carried > 5000 && warned > 1000, "\(carried) \(warned)")
    }

    @Test func `openedBy names the receivers whose models open this very stop or trip by the finished link`() throws {
        for request in try requests(1000, seed: 22) {
            let set = LinkSet(request, in: Self.region, app: Self.app)
            let result = try JSONSerialization.jsonObject(with: Data(resultLine(set).utf8)) as! [String: Any]
            let links = result["links"] as! [String: Any]
            var expected: [String: [String]] = [:]
            for name in ["web", "app"] {
                let opening = Receiver.allCases.filter {
                    carries(Self.receivers.outcome(of: links[name] as! String, at: $0).opening, request)
                        && ($0 != .sidecarRails || request.trip != nil)
                }
                if !opening.isEmpty { expected[name] = opening.map(\.rawValue) }
            }
            #expect(result["openedBy"] as? [String: [String]] == expected)
        }
    }
}
