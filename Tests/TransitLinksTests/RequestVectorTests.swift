import Foundation
import TestSupport
import Testing

@testable import TransitLinks

private struct Vectors {
    var cases: [[String: Any]]
    init() throws {
        let data = Data(try Repository.bytes("Tests/Vectors/links.json"))
        let file = try JSONSerialization.jsonObject(with: data) as! [String: Any]
        cases = file["cases"] as! [[String: Any]]
        #expect(file["count"] as? Int == 36 && cases.count == 36)
    }
}

@Suite("Requests, from bytes to the result line")
struct RequestVectorTests {
    @Test("all 36 cases of links.json come out as they must, and nothing else in walking and fare")
    func links() throws {
        var answering = Answering(try vectorSettings())
        for vector in try Vectors().cases {
            let name = vector["name"] as! String
            let request = try JSONSerialization.data(withJSONObject: vector["request"]!)
            let (_, line) = answering.line(Array(request))
            #expect(line.hasSuffix("\n") && line.dropLast().contains("\n") == false, "\(name)")
            let result = try JSONSerialization.jsonObject(with: Data(line.utf8)) as! [String: Any]
            compare(result, vector["expect"] as! [String: Any], name)
        }
    }

    private func compare(_ result: [String: Any], _ expect: [String: Any], _ name: String) {
        #expect(result["status"] as? String == expect["status"] as? String, "\(name)")
        if let field = expect["field"] as? String {
            let errors = result["errors"] as? [[String: Any]] ?? []
            #expect(errors.map { $0["field"] as? String } == [field], "\(name)")
            return
        }
        #expect(result["region"] as? NSDictionary == expect["region"] as? NSDictionary, "\(name)")
        let links = result["links"] as? [String: Any] ?? [:]
        for (key, value) in expect["links"] as! [String: Any] {
            var made = links[key] as? NSObject
            if key == "fare", let fare = made as? [String: Any] { made = fare.filter { $0.key != "warning" } as NSDictionary }
            #expect(made == value as? NSObject, "\(name): \(key)")
        }
        let expected = Set((expect["links"] as! [String: Any]).keys)
        #expect(Set(links.keys).subtracting(["store"]) == expected, "\(name)")
        let handoff = result["handoff"] as? [String: Any] ?? [:]
        for (key, value) in expect["handoff"] as! [String: Any] {
            #expect(handoff[key] as? NSObject == value as? NSObject, "\(name): handoff.\(key)")
        }
        #expect((handoff["title"] == nil) == ((expect["handoff"] as! [String: Any])["title"] == nil), "\(name)")
    }

    @Test("all 195 entries of real arrivals responses give a trip link")
    func arrivals() throws {
        var answering = Answering(try vectorSettings())
        let lines = String(decoding: try Repository.bytes("Tests/Vectors/oba-api/share_requests.jsonl"), as: UTF8.self)
            .split(separator: "\n")
        #expect(lines.count == 195)
        for line in lines {
            let entry = try JSONSerialization.jsonObject(with: Data(line.utf8)) as! [String: Any]
            let (answer, result) = answering.line(#"{"kind":"trip","arrivalDeparture":\#(line)}"#)
            #expect(answer == .links(RegionID(rawValue: 1)), "\(line)")
            let links = (try JSONSerialization.jsonObject(with: Data(result.utf8)) as! [String: Any])["links"] as! [String: Any]
            let page = URLComponents(string: links["web"] as! String)!
            let query = Dictionary(page.queryItems!.map { ($0.name, $0.value!) }, uniquingKeysWith: { $1 })
            #expect(page.path == "/regions/1/stops/\(entry["stopId"]!)/trips")
            #expect(query["trip_id"] == entry["tripId"] as? String)
            #expect(query["service_date"] == "\((entry["serviceDate"] as! Int) / 1000).0")
            #expect(query["stop_sequence"] == "\(entry["stopSequence"]!)")
        }
    }

    @Test("the whole line of a stop, byte for byte")
    func stopLine() throws {
        var answering = Answering(try vectorSettings())
        let request = #"{"kind":"stop","id":"req-17","region":1,"stop":{"id":"1_75403","name":"Stevens Way & Benton Ln","direction":"se","lat":47.6543,"lon":-122.3054},"links":["web","walking","handoff"],"walking":["geo","osm"]}"#
        #expect(
            answering.line(request).line == #"""
                {"id":"req-17","status":"ok","region":{"id":1,"name":"Puget Sound"},"links":{"web":"https://sidecar.onebusaway.org/regions/1/stops/1_75403","walking":{"geo":"geo:47.6543,-122.3054","osm":"https://www.openstreetmap.org/directions?engine=fossgis_osrm_foot&route=%3B47.6543%2C-122.3054"}},"handoff":{"activityType":"org.onebusaway.iphone.user_activity.stop","title":"Stevens Way & Benton Ln (SE)","isEligibleForHandoff":true,"isEligibleForSearch":true,"isEligibleForPrediction":true,"suggestedInvocationPhrase":"Show me my bus","persistentIdentifier":"region_1_stop_1_75403","targetContentIdentifier":"https://sidecar.onebusaway.org/regions/1/stops/1_75403","requiredUserInfoKeys":["regionID","stopID"],"userInfo":{"regionID":1,"stopID":"1_75403"},"webpageURL":"https://sidecar.onebusaway.org/regions/1/stops/1_75403"},"openedBy":{"web":["ios-current"]}}

                """#)
    }

    @Test("a date with its time zone is the service day's origin, also on the days when clocks change")
    func dates() throws {
        var answering = Answering(try vectorSettings())
        let data = Data(try Repository.bytes("Tests/Vectors/service-dates.json"))
        let file = try JSONSerialization.jsonObject(with: data) as! [String: Any]
        let cases = file["cases"] as! [[String: Any]]
        #expect(cases.count == 8)
        for vector in cases {
            let request = #"{"kind":"trip","stop":{"id":"1_1"},"trip":{"id":"1_2","serviceDate":"\#(vector["date"]!)","timeZone":"\#(vector["timeZone"]!)","stopSequence":0}}"#
            #expect(answering.line(request).line.contains("&service_date=\(vector["epochSeconds"]!).0&"), "\(vector)")
        }
    }
}
