// What came, went, moved and was renamed, against a slow twin that puts every line into a dictionary.

import Testing

@testable import Staging

@Suite struct StopChangesTests {
    @Test(arguments: [
        ("", "", ""),
        ("a,A,1,2", "a,A,1,2", ""),
        ("", "a,A,1,2", "came a A"),
        ("a,A,1,2", "", "went a A"),
        ("a,A,1,2;b,B,1,2", "b,B,1,2;a,A,1,2", ""),
        ("a,A,1,2;b,B,1,2;c,C,1,2", "a,A,1,2;c,C,1,2", "went b B"),
        ("a,A,1,2", "a,A,1.001,2", "moved a A 111"),
        ("a,A,1,2", "a,A,1.000,2.0", ""),
        ("a,A,1,2", "a,A,,", "moved a A"),
        ("a,A,,", "a,A,,", ""),
        ("a,A,1,2", "a,Z,1,2.001", "moved a Z 111 renamed a Z"),
        ("a,A,1,179.999", "a,A,1,-179.999", "moved a A 222"),
        ("a,A,1,2;aa,A,1,2", "aa,A,1,2;ab,A,1,2", "came ab A went a A"),
        ("a", "a,A", "renamed a A"),
        ("a,A,1,2;a,B,1,2", "a,A,1,2", "went a B"),
    ])
    func changesAreFound(_ old: String, _ new: String, _ expected: String) {
        func memory(_ text: String) -> [UInt8] {
            Array(text.split(separator: ";").map { $0.replacing(",", with: "\t") + "\n" }.joined().utf8)
        }
        let changes = StopChanges(from: memory(old), to: memory(new))
        let found = changes.all.map { change in
            "\(change.kind) \(changes.id(of: change)) \(changes.name(of: change))"
                + (change.metres.map { " \(Int($0.rounded()))" } ?? "")
        }
        #expect(found.joined(separator: " ") == expected)
    }

    @Test func aFieldThatHoldsATabOrALineBreakIsOneField() {
        var memory = StopMemory()
        memory.add(
            id: Array("a\tb\\".utf8).span, name: Array("x\r\ny".utf8).span, latitude: Array("1".utf8).span,
            longitude: Array("2".utf8).span)
        #expect(String(decoding: memory.bytes, as: UTF8.self) == "a\\tb\\\\\tx\\r\\ny\t1\t2\n")
    }

    @Test func everyByteOfAFieldIsWrittenAsItWouldBeAlone() {
        let alone: [UInt8: String] = [0x09: "\\t", 0x0A: "\\n", 0x0D: "\\r", 0x5C: "\\\\"]
        for byte in UInt8.min...0x7F {
            for place in 0..<20 {
                var name = [UInt8](repeating: UInt8(ascii: "a"), count: 20)
                name[place] = byte
                var memory = StopMemory()
                memory.add(id: name.span, name: [UInt8]().span, latitude: [UInt8]().span, longitude: [UInt8]().span)
                let expected = name.map { alone[$0] ?? String(decoding: [$0], as: UTF8.self) }.joined() + "\t\t\t\n"
                #expect(String(decoding: memory.bytes, as: UTF8.self) == expected)
            }
        }
    }

    @Test(arguments: 0..<40) func manyStopsAreComparedLikeOneByOne(_ seed: Int) {
        var random = Numbers(state: UInt64(seed) &* 7919 &+ 1)
        let old = stops(&random)
        var new = old.filter { _ in random.next(in: 10) > 0 }
        for key in new.keys.sorted() where random.next(in: 10) == 0 { new[key]?.latitude += 1 }
        for _ in 0..<random.next(in: 20) { new["n\(random.next(in: 1000))"] = ("N", random.next(in: 90)) }
        let changes = StopChanges(from: memory(old, &random), to: memory(new, &random))
        func ids(_ kind: StopChanges.Kind) -> Set<String> {
            Set(changes.all.filter { $0.kind == kind }.map { changes.id(of: $0) })
        }
        #expect(ids(.came) == Set(new.keys).subtracting(old.keys))
        #expect(ids(.went) == Set(old.keys).subtracting(new.keys))
        #expect(ids(.moved) == Set(new.keys.filter { old[$0] != nil && old[$0]?.latitude != new[$0]?.latitude }))
        #expect(changes.all.count == changes.count(.came) + changes.count(.went) + changes.count(.moved))
    }

    private typealias Stops = [String: (name: String, latitude: Int)]

    private func stops(_ random: inout Numbers) -> Stops {
        var stops: Stops = [:]
        for _ in 0..<random.next(in: 200) { stops["s\(random.next(in: 500))"] = ("S", random.next(in: 80)) }
        return stops
    }

    private func memory(_ stops: Stops, _ random: inout Numbers) -> [UInt8] {
        let lines = stops.map { "\($0.key)\t\($0.value.name)\t\($0.value.latitude)\t1\n" }
        return Array((random.next(in: 2) == 0 ? lines.sorted() : lines.sorted().reversed()).joined().utf8)
    }
}

/// Numbers that a seed foretells.
private struct Numbers {
    var state: UInt64
    mutating func next(in limit: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(state >> 33) % limit
    }
}
