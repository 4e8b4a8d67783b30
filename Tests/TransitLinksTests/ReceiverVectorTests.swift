// The contract's own cases, Tests/Vectors/receivers.json: what each receiver opens.

import Foundation
import Testing

@testable import TransitLinks

struct ReceiverVector {
    let url: String
    /// By receiver; absent for null.
    let opens: [String: String]

    /// Those of the file; the later ones have tests of their own.
    static let receivers: Set = ["ios-documented", "ios-current", "android", "sidecar-rails"]

    static func all() throws -> [ReceiverVector] {
        let file = try VectorFiles.object("receivers.json")
        let cases = file["cases"] as! [[String: Any]]
        precondition(cases.count == file["count"] as! Int)
        return cases.map { entry in
            let opens = entry["opens"] as! [String: Any]
            precondition(Set(opens.keys) == ReceiverVector.receivers)
            return ReceiverVector(url: entry["url"] as! String, opens: opens.compactMapValues { $0 as? String })
        }
    }
}

@Suite struct ReceiverVectorTests {
    @Test func `the file has 34 cases`() throws { #expect(try ReceiverVector.all().count == 34) }

    @Test(arguments: try ReceiverVector.all().map(\.url))
    func `each receiver opens what the vector says`(_ url: String) throws {
        let vector = try #require(try ReceiverVector.all().first { $0.url == url })
        let report = Receivers(app: VectorFiles.oneBusAway, sidecarHosts: ["onebusaway.co"]).report(on: url)
        var opens: [String: String] = [:]
        for (receiver, outcome) in report.outcomes where ReceiverVector.receivers.contains(receiver.rawValue) {
            opens[receiver.rawValue] = outcome.opening?.kind.rawValue
        }
        #expect(opens == vector.opens)
    }
}
