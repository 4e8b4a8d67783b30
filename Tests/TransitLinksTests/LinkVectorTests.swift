// The contract's own cases, Tests/Vectors/links.json, through the whole result line.

import Foundation
import Testing

@testable import TransitLinks

@Suite struct LinkVectorTests {
    @Test func `the file has 36 cases, 11 of them refusals`() throws {
        let all = try RequestVector.all()
        #expect(all.count == 36)
        #expect(all.filter(\.isRefused).count == 11)
    }

    @Test(arguments: try RequestVector.answered())
    func `a result has the links and the activity that the vector names`(_ name: String) throws {
        let vector = try RequestVector.named(name)
        let result = try object(of: vector)
        let expected = vector.expected
        #expect(result["status"] as? String == "ok")
        #expect(same(result["region"], expected["region"]))
        let links = try #require(result["links"] as? [String: Any])
        let wanted = try #require(expected["links"] as? [String: Any])
        #expect(Set(links.keys).subtracting(["store"]) == Set(wanted.keys))
        for (key, value) in wanted {
            var got = links[key]
            if key == "fare", var fare = got as? [String: Any] {
                fare["warning"] = nil
                got = fare
            }
            #expect(same(got, value), "\(key): \(String(describing: got))")
        }
    }

    @Test(arguments: try RequestVector.answered())
    func `an activity holds what the vector names, and no title or page beyond it`(_ name: String) throws {
        let vector = try RequestVector.named(name)
        let activity = try #require(try object(of: vector)["handoff"] as? [String: Any])
        let wanted = try #require(vector.expected["handoff"] as? [String: Any])
        for (key, value) in wanted {
            #expect(same(activity[key], value), "\(key): \(String(describing: activity[key]))")
        }
        let always: Set = [
            "isEligibleForSearch", "isEligibleForPrediction", "targetContentIdentifier", "userInfoTypes",
            "suggestedInvocationPhrase",
        ]
        #expect(Set(activity.keys).subtracting(always) == Set(wanted.keys).subtracting(always))
    }

    private func object(of vector: RequestVector) throws -> [String: Any] {
        let regions = try VectorFiles.regions("ios__Apps__OneBusAway__Resources__regions.json")
        let region = try #require(regions[vector.regionID])
        let line = resultLine(LinkSet(try vector.request(), in: region, app: VectorFiles.oneBusAway))
        #expect(line.hasSuffix("}\n") && line.utf8.filter { $0 == UInt8(ascii: "\n") }.count == 1)
        return try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }

    /// Equal as JSON; a string by its scalars, for Swift's `==` takes é and e with an accent for one.
    private func same(_ a: Any?, _ b: Any?) -> Bool {
        func bytes(_ value: Any?) -> Data? {
            try? JSONSerialization.data(withJSONObject: value ?? NSNull(), options: [.sortedKeys, .fragmentsAllowed])
        }
        return bytes(a) != nil && bytes(a) == bytes(b)
    }
}

func resultLine(_ set: LinkSet) -> String {
    var json = JSONWriter()
    ResultWriter.write(set, to: &json)
    return json.bytes.text
}
