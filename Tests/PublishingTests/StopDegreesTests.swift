// A coordinate copied from the feed has the bytes that making its digits anew would give.

import TestSupport
import Testing
import TransitLinks

@testable import Feeds
@testable import Publishing

@Suite struct StopDegreesTests {
    private func number(_ text: String) -> DecimalNumber? { DecimalNumber(Array(text.utf8), 0..<text.utf8.count) }
    private func made(_ value: Double) -> String { ByteWriter.text { $0.append(fixed: value) } }

    @Test(arguments: [
        "47.609", "-122.33", "0.0", "-0.5", "5.0", "50.0", "100.0", "0.000001", "47.6091234567891", "89.9999999999999",
    ])
    func `digits that none could go from are copied`(_ text: String) throws {
        let read = try #require(number(text))
        #expect(read.isShortest)
        #expect(made(read.value) == text)
    }

    @Test(arguments: [
        "47.6090", "47", "47.", ".5", "-.5", "007.5", "00.5", "-0.0", "0.00", "+47.6", "4.76e1", "47.609123456789123", "-00.1",
    ])
    func `digits that could be fewer or stand otherwise are made anew`(_ text: String) throws {
        #expect(try #require(number(text)).isShortest == false)
    }

    @Test func `whatever the digits, a copy is what would be made`() {
        var random = SeededRandom(seed: 4)
        var copied = 0
        for _ in 0..<200_000 {
            func digits(_ range: ClosedRange<Int>) -> String {
                (0..<Int.random(in: range, using: &random)).map { _ in
                    String(Int.random(in: 0...9, using: &random) % (Bool.random(using: &random) ? 10 : 2))
                }.joined()
            }
            let text = (Bool.random(using: &random) ? "-" : "") + digits(0...3) + "." + digits(0...14)
            guard let read = number(text), read.isShortest else { continue }
            copied += 1
            if made(read.value) != text { Issue.record("\(text) is copied, and \(made(read.value)) would be made") }
        }
        #expect(copied > 20_000)
    }

    @Test func `of a feed's stops the good digits are copied and the others made`() throws {
        let spellings = ["47.609,-122.33", "47.6090,-122.330", "\" 1.5 \", -2.5 ", "-0.0,0.0", "1e1,+7", "x,1.5", "91.0,1.0"]
        let table = "stop_id,stop_lat,stop_lon\n" + spellings.enumerated().map { "\($0),\($1)\n" }.joined()
        let stops = try FeedStops(reading: OneTable(table), notices: { _ in })
        let texts = stops.rows.map { stop in
            ByteWriter.text {
                $0.appendLatitude(of: stop, stops.bytes.span)
                $0.append(UInt8(ascii: " "))
                $0.appendLongitude(of: stop, stops.bytes.span)
            }
        }
        #expect(texts == ["47.609 -122.33", "47.609 -122.33", "1.5 -2.5", "0.0 0.0", "10.0 7.0", " ", " "])
        #expect(stops.rows.map { !$0.latitudeDigits.isEmpty } == [true, false, true, false, false, false, false])
    }
}

/// A feed that is stops.txt.
private struct OneTable: FeedTables {
    let text: String
    init(_ text: String) { self.text = text }
    var fileNames: [String] { ["stops.txt"] }
    func table(_ name: String) -> (any ByteSource)? { Source(Array(text.utf8)) }

    private final class Source: ByteSource {
        private var rest: [UInt8]
        init(_ bytes: [UInt8]) { rest = bytes }

        func read(into buffer: inout [UInt8], at start: Int) -> Int {
            let count = min(rest.count, buffer.count - start)
            buffer.replaceSubrange(start..<start + count, with: rest.prefix(count))
            rest.removeFirst(count)
            return count
        }
    }
}
