// The contract's own cases through the program: Tests/Vectors/links.json and real arrivals of OneBusAway servers.

import Foundation
import Testing

@Suite struct VectorTests {
    private func answers(_ requests: [[String: Any]]) throws -> [[String: Any]] {
        let input = try requests.map { try JSONSerialization.data(withJSONObject: $0) + Data("\n".utf8) }
        let run = try Tool.run(["make", "--regions", Files.regions, "--region", "1"], input: Data(input.joined()))
        return try Tool.lines(run.output).map {
            try #require(JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
        }
    }

    /// Everything in `wanted`, to the leaves, must be in `got`; the number of leaves.
    private func expect(_ got: [String: Any], holds wanted: [String: Any], _ place: String) -> Int {
        wanted.reduce(0) { count, field in
            if let inner = field.value as? [String: Any] {
                return count + expect(got[field.key] as? [String: Any] ?? [:], holds: inner, "\(place).\(field.key)")
            }
            #expect(got[field.key] as? NSObject == field.value as? NSObject, "\(place).\(field.key)")
            return count + 1
        }
    }

    @Test func `all 36 cases of the contract come out as they must`() throws {
        let file = try #require(
            JSONSerialization.jsonObject(with: Data(contentsOf: Files.vector("links.json"))) as? [String: Any])
        let cases = try #require(file["cases"] as? [[String: Any]])
        let answers = try answers(cases.compactMap { $0["request"] as? [String: Any] })
        try #require(cases.count == 36 && answers.count == 36)
        var compared = 0
        for (entry, answer) in zip(cases, answers) {
            let name = try #require(entry["name"] as? String)
            let expected = try #require(entry["expect"] as? [String: Any])
            #expect(answer["status"] as? String == expected["status"] as? String, "\(name)")
            if let field = expected["field"] as? String {
                let errors = try #require(answer["errors"] as? [[String: Any]])
                #expect(errors.contains { $0["field"] as? String == field }, "\(name): \(errors)")
                compared += 1
            }
            for part in ["region", "links", "handoff"] {
                guard let wanted = expected[part] as? [String: Any] else { continue }
                let got = try #require(answer[part] as? [String: Any], "\(name)")
                compared += expect(got, holds: wanted, "\(name): \(part)")
            }
        }
        #expect(compared == 495)
    }

    @Test func `all 195 real arrivals become trip links`() throws {
        let lines = Tool.lines(
            String(decoding: try Data(contentsOf: Files.vector("oba-api/share_requests.jsonl")), as: UTF8.self))
        let arrivals = try lines.map {
            try #require(JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
        }
        let answers = try answers(arrivals.map { ["kind": "trip", "arrivalDeparture": $0] })
        try #require(arrivals.count == 195 && answers.count == 195)
        for (arrival, answer) in zip(arrivals, answers) {
            let links = try #require(answer["links"] as? [String: Any], "\(answer)")
            let text = try #require(links["web"] as? String)
            let web = try #require(URLComponents(string: text))
            let items = Dictionary(uniqueKeysWithValues: (web.queryItems ?? []).map { ($0.name, $0.value ?? "") })
            let milliseconds = try #require(arrival["serviceDate"] as? Int)
            #expect(web.path == "/regions/1/stops/\(arrival["stopId"] as? String ?? "")/trips")
            #expect(
                items == [
                    "trip_id": arrival["tripId"] as? String ?? "",
                    "stop_sequence": "\(arrival["stopSequence"] as? Int ?? -1)",
                    "service_date": "\(Double(milliseconds / 1000))",
                ])
        }
    }
}
