import Foundation
import Testing

@testable import Systemd

@Suite struct MessageTests {
    @Test func `every message has an ID of its own`() {
        #expect(Set(Message.allCases.map(\.id)).count == Message.allCases.count)
        for message in Message.allCases { #expect(message.id.wholeMatch(of: /[0-9a-f]{32}/) != nil, "\(message)") }
    }

    /// What needs no word of explanation.
    private static let plain: Set<Message> = [.started, .reloaded, .stopping, .requestAnswered, .streamAnswered]

    @Test func `the catalog explains every message but the plain ones, and no other ID`() throws {
        let file = URL(filePath: #filePath).appending(path: "../../../systemd/transitlinkd.catalog").standardized
        let catalog = try String(contentsOf: file, encoding: .utf8)
        let explained = catalog.matches(of: /(?m)^-- ([0-9a-f]{32})$/).map { String($0.1) }
        let expected = Message.allCases.filter { !Self.plain.contains($0) }
        #expect(Set(explained) == Set(expected.map(\.id)))
        #expect(Self.plain.allSatisfy { $0.priority.rawValue > LogPriority.warning.rawValue })
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
