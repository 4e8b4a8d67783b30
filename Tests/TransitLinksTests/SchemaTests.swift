import Foundation
import TestSupport
import Testing

@testable import TransitLinks

/// What `Tests/Schemas/run` can't see: a code that no vector leads to.
@Suite("JSON Schemas")
struct SchemaTests {
    private func schema(_ name: String) throws -> [String: Any] {
        let data = Data(try Repository.bytes("Schemas/\(name).schema.json"))
        return try JSONSerialization.jsonObject(with: data) as! [String: Any]
    }

    private func names(_ path: String, in schema: [String: Any]) -> [String] {
        var value: Any = schema
        for key in path.split(separator: ".") { value = (value as! [String: Any])[String(key)]! }
        return value as! [String]
    }

    @Test("the result schema lists every code of errors that are answered, and every code of warnings")
    func codes() throws {
        let schema = try schema("result")
        let errors = names("$defs.refusal.properties.errors.items.properties.code.enum", in: schema)
        let unanswered: Set<RequestError.Code> = [.badName, .unknownSuffix, .unreadable, .notARegularFile, .resultBlocked]
        #expect(Set(errors) == Set(RequestError.Code.allCases.filter { !unanswered.contains($0) }.map(\.rawValue)))
        let warnings = names("$defs.links.properties.warnings.items.properties.code.enum", in: schema)
        #expect(warnings == LinkWarning.Code.allCases.map(\.rawValue))
    }

    @Test("vendors, kinds of links and extras are those of the code")
    func names() throws {
        let request = try schema("request")
        #expect(names("properties.links.items.enum", in: request) == LinkSelection.names.map(\.name))
        #expect(names("properties.walking.items.enum", in: request) == WalkingVendor.all.map(\.name))
        let result = try schema("result")
        let walking = ((result["$defs"] as! [String: Any])["links"] as! [String: Any])["properties"] as! [String: Any]
        let links = (walking["links"] as! [String: Any])["properties"] as! [String: Any]
        let vendors = (links["walking"] as! [String: Any])["properties"] as! [String: Any]
        #expect(Set(vendors.keys) == Set(WalkingVendor.all.map(\.name)))
    }
}
