// Reading: a request's bytes to its values, by the project's reader, which refuses unknown keys, duplicates and bad values, and
// by both of Foundation's, which do not.

import BenchmarkSupport
import Foundation
import TransitLinks

/// The request as JSONDecoder likes it.
struct PlainRequest: Decodable {
    struct Stop: Decodable { let id: String }
    struct Trip: Decodable {
        let id: String
        let serviceDate: Double
        let stopSequence: Int
        let route: String?
        let headsign: String?
        let vehicleId: String?
        let destinationStopId: String?
    }
    let id: String?
    let kind: String
    let stop: Stop
    let trip: Trip
}

enum Reading {
    private static let bytes = Array(TripRequest.text.utf8)
    private static let data = Data(bytes)

    static func measure(rounds: Int) throws {
        var (ours, decoder, serialization) = ([Double](), [Double](), [Double]())
        for _ in 0..<rounds {
            ours.append(rate(100_000, strictly))
            decoder.append(try rate(10_000, withDecoder))
            serialization.append(try rate(10_000, withSerialization))
        }
        let row = Row("reading a trip request, one thread", "\(shown(median(ours) / 1e6)) M/s")
        row.against("JSONDecoder \(shown(median(decoder) / 1e6)) M/s", ratio: median(ours) / median(decoder)).print()
        row.against(
            "JSONSerialization \(shown(median(serialization) / 1e6)) M/s", ratio: median(ours) / median(serialization)
        ).print()
    }

    private static func rate(_ count: Int, _ body: (Int) throws -> Void) rethrows -> Double {
        Double(count) / (try seconds { try body(count) })
    }

    private static func strictly(_ count: Int) {
        var decoder = ShareRequestDecoder(
            timeZones: TimeZoneDatabase { name throws(TimeZoneError) in preconditionFailure("no zone is named") })
        for _ in 0..<count {
            guard case .request(let request) = decoder.decode(bytes.span), request.trip != nil else {
                give(up: "the request was refused")
            }
        }
    }

    private static func withDecoder(_ count: Int) throws {
        let decoder = JSONDecoder()
        for _ in 0..<count {
            if try decoder.decode(PlainRequest.self, from: data).trip.stopSequence != 19 { give(up: "misread") }
        }
    }

    private static func withSerialization(_ count: Int) throws {
        for _ in 0..<count {
            let root = try JSONSerialization.jsonObject(with: data) as? [String: Any]
            let trip = root?["trip"] as? [String: Any]
            let stop = root?["stop"] as? [String: Any]
            guard trip?["id"] is String, trip?["serviceDate"] is Double, trip?["stopSequence"] as? Int == 19,
                stop?["id"] is String
            else { give(up: "misread") }
        }
    }
}
