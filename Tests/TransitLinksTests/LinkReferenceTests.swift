// docs/links.md holds the table as the program has it. RECORD=1 writes it anew, and fails.

import Foundation
import TestSupport
import Testing

@testable import TransitLinks

@Suite struct LinkReferenceTests {
    private static let path = "docs/links.md"

    private var table: String {
        var lines = ["| name | template | what it is | described in |", "| --- | --- | --- | --- |"]
        for row in LinkTable.rows {
            let trip = row.trip == row.stop ? [] : row.trip.map { "trip: `\($0.text)`" }
            let templates = (row.stop.map { "`\($0.text)`" } + trip).joined(separator: "<br>")
            lines.append("| `\(row.name)` | \(templates) | \(row.summary) | \(row.source) |")
        }
        return lines.joined(separator: "\n")
    }

    private var names: String { LinkVariable.names.map { "`\($0.name)`" }.joined(separator: " ") }

    private func replacing(_ text: String, between start: String, and end: String, with middle: String) throws -> String {
        let first = try #require(text.range(of: start))
        let last = try #require(text.range(of: end))
        return text[..<first.upperBound] + "\n\n" + middle + "\n\n" + text[last.lowerBound...]
    }

    @Test func `the reference of links is the table`() throws {
        let present = String(decoding: try Repository.bytes(Self.path), as: UTF8.self)
        var expected = try replacing(
            present, between: "<!-- made from the table; RECORD=1 writes it anew -->", and: "<!-- end -->", with: table)
        expected = try replacing(expected, between: "<!-- names -->", and: "<!-- end names -->", with: names)
        if ProcessInfo.processInfo.environment["RECORD"] == "1", expected != present {
            try expected.write(to: Repository.root.appendingPathComponent(Self.path), atomically: true, encoding: .utf8)
        }
        #expect(present == expected)
    }
}
