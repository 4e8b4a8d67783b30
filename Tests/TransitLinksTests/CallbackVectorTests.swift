// The contract's own cases, Tests/Vectors/x-callback.json, each whole: what it does not name must not be there.

import Foundation
import Testing

@testable import TransitLinks

@Suite struct CallbackVectorTests {
    private static func cases() throws -> [[String: Any]] {
        let file = try VectorFiles.object("x-callback.json")
        let cases = file["cases"] as! [[String: Any]]
        precondition(cases.count == file["count"] as! Int)
        return cases
    }
    static func indices(with key: String) throws -> [Int] {
        let cases = try cases()
        return cases.indices.filter { cases[$0][key] != nil }
    }

    @Test func `the file has 28 cases, 17 of URLs and 11 of callbacks`() throws {
        #expect(try Self.indices(with: "url").count == 17)
        #expect(try Self.indices(with: "callback").count == 11)
        #expect(try Self.cases().count == 28)
    }

    @Test(arguments: try indices(with: "url"))
    func `a URL is understood as the vector says`(_ index: Int) throws {
        let vector = try Self.cases()[index]
        var router = CallbackRouter<Int>()
        for (number, action) in ["open-stop", "a", "a b"].enumerated() {
            router.register(scheme: "app", action: action, number)
        }
        let read = object(of: vector["url"] as! String, router) as NSDictionary
        #expect(read == vector["expect"] as! NSDictionary)
    }

    @Test(arguments: try indices(with: "callback"))
    func `a callback is filled in as the vector says`(_ index: Int) throws {
        let vector = try Self.cases()[index]
        let target = try CallbackTarget(vector["callback"] as! String)
        let parameters = (vector["parameters"] as! [[String]]).map { CallbackParameter($0[0], $0[1]) }
        #expect(Array(target.appending(parameters).utf8) == Array((vector["expect"] as! String).utf8))
        let targets = CallbackTargets(success: target, error: target, cancel: target)
        switch vector["kind"] as! String {
        case "success": #expect(targets.url(for: .success(parameters)) == vector["expect"] as? String)
        case "error":
            let reply = CallbackReply.error(code: Int(parameters[0].value)!, message: parameters[1].value)
            #expect(targets.url(for: reply) == vector["expect"] as? String)
        default: #expect(targets.url(for: .cancel) == vector["expect"] as? String)
        }
    }

    private func object(of text: String, _ router: CallbackRouter<Int>) -> [String: Any] {
        do {
            guard let (url, _) = try router.route(text) else { return ["ignored": true] }
            var object: [String: Any] = ["scheme": url.scheme, "action": url.action]
            object["parameters"] = Dictionary(uniqueKeysWithValues: url.parameters.map { ($0.name, $0.value) })
            object["source"] = url.targets.source
            object["success"] = url.targets.success?.text
            object["error"] = url.targets.error?.text
            object["cancel"] = url.targets.cancel?.text
            if !url.warnings.isEmpty { object["warnings"] = url.warnings.map(\.code.rawValue) }
            #expect(url.sourceURL == text)
            return object
        } catch { return ["error": error.code] }
    }
}
