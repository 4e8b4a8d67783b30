// The contract's own cases, Tests/Vectors/aasa.json.

import Foundation
import TestSupport
import Testing

@testable import TransitLinks

@Suite struct AssociationVectorTests {
    static func all() throws -> [AssociationCase] {
        let bytes = try Repository.bytes("Tests/Vectors/aasa.json")
        let root = try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
        let cases = try #require(root["cases"] as? [[String: Any]])
        return try cases.map { entry in
            let file = try JSONSerialization.data(withJSONObject: try #require(entry["aasa"]))
            return AssociationCase(
                file: String(decoding: file, as: UTF8.self), url: try #require(entry["url"] as? String),
                expected: try #require(entry["expect"] as? String), app: try #require(entry["appID"] as? String))
        }
    }

    @Test func `the file has 47 cases, 2 of them exclusions and 28 matches`() throws {
        let all = try Self.all()
        #expect(all.count == 47)
        #expect(all.count { $0.expected == "exclude" } == 2)
        #expect(all.count { $0.expected == "match" } == 28)
    }

    @Test(arguments: try all())
    func `a URL meets a file as Apple's own matcher was seen to do it`(_ vector: AssociationCase) throws {
        try vector.check()
    }
}
