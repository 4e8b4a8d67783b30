import TestSupport
import Testing

@testable import Feeds

@Suite struct KeyTableTests {
    /// Keys of every length around the steps of the hash, many of them alike.
    private func randomKeys(_ count: Int, _ random: inout some RandomNumberGenerator) -> [[UInt8]] {
        (0..<count).map { _ in
            (0..<Int.random(in: 0...26, using: &random)).map { _ in UInt8.random(in: 0x61...0x62, using: &random) }
        }
    }

    @Test func findsWhatADictionaryFinds() {
        var random = SeededRandom(seed: 66)
        var bytes: [UInt8] = []
        var table = KeyTable()
        var known: [[UInt8]: Int] = [:]
        for key in randomKeys(20_000, &random) {
            let range = ByteRange(start: UInt32(bytes.count), count: UInt32(key.count))
            bytes += key
            let (index, isNew) = table.insert(range, in: bytes)
            #expect(isNew == (known[key] == nil))
            #expect(index == known[key, default: known.count])
            known[key] = index
        }
        #expect(table.count == known.count)
        for key in randomKeys(20_000, &random) + Array(known.keys) { #expect(table.find(key, in: bytes) == known[key]) }
    }

    @Test func anIndexIsTheRowsOwnWhereIDsAreDoubled() {
        let bytes = Array("abab".utf8)
        let ranges = [0, 2, 1].map { ByteRange(start: $0, count: 2) }
        let table = KeyTable(ranges, in: bytes)
        #expect(table.count == 3)
        #expect(table.find(Array("ab".utf8), in: bytes) == 0)
        #expect(table.find(Array("ba".utf8), in: bytes) == 2)
        #expect(table.find(Array("aba".utf8), in: bytes) == nil)
    }

    @Test func aHashDependsOnEveryByteAndOnTheLength() {
        let hash = KeyHash()
        for count in 0...40 {
            let key = [UInt8](repeating: 7, count: count)
            #expect(hash.of(key) != hash.of(key + [7]))
            for at in 0..<count {
                var other = key
                other[at] ^= 0x80
                #expect(hash.of(key) != hash.of(other))
                #expect(!KeyHash.same(key, other))
            }
            #expect(KeyHash.same(key, Array(key)))
        }
    }

    @Test func twoTablesHashDifferently() {
        let key = Array("1_75403".utf8)
        #expect(KeyHash().of(key) != KeyHash().of(key))
    }

    @Test func anIDThatDiffersInCaseAloneIsAnother() {
        let bytes = Array("stop:AStop:a".utf8)
        let table = KeyTable([ByteRange(start: 0, count: 6), ByteRange(start: 6, count: 6)], in: bytes)
        #expect(table.find(Array("stop:A".utf8), in: bytes) == 0)
        #expect(table.find(Array("Stop:a".utf8), in: bytes) == 1)
    }
}
