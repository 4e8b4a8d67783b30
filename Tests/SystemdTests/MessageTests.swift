import Foundation
import Testing

@testable import Systemd

@Suite struct MessageTests {
    @Test func `every message has an ID of its own`() {
        #expect(Set(Message.allCases.map(\.id)).count == Message.allCases.count)
        for message in Message.allCases { #expect(message.id.wholeMatch(of: /[0-9a-f]{32}/) != nil, "\(message)") }
    }

    @Test func `the catalog explains every message that asks an operator to act, and no other ID`() throws {
        let file = URL(filePath: #filePath).appending(path: "../../../systemd/transitlinkd.catalog").standardized
        let catalog = try String(contentsOf: file, encoding: .utf8)
        let explained = catalog.matches(of: /(?m)^-- ([0-9a-f]{32})$/).map { String($0.1) }
        let known = Dictionary(uniqueKeysWithValues: Message.allCases.map { ($0.id, $0) })
        #expect(explained.filter { known[$0] == nil } == [])
        let serious = Message.allCases.filter { $0.priority.rawValue <= LogPriority.warning.rawValue }
        #expect(serious.count > 5)
        #expect(serious.filter { !explained.contains($0.id) } == [])
        #expect(Set(explained).count == explained.count)
    }

    @Test func `the catalog names only fields that entries have`() throws {
        let file = URL(filePath: #filePath).appending(path: "../../../systemd/transitlinkd.catalog").standardized
        let catalog = try String(contentsOf: file, encoding: .utf8)
        let named = Set(catalog.matches(of: /@([A-Z_]+)@/).map { String($0.1) })
        let fields: [LogField] = [
            .request(""), .region(0), .errorCode(""), .detail(""), .path(""), .count(0), .period(.zero), .version(""),
            .errno(0),
        ]
        #expect(!named.isEmpty)
        #expect(named.subtracting(fields.map(\.name)) == [])
    }
}
