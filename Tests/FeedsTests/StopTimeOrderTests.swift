import TestSupport
import Testing

@testable import Feeds

/// The order of the rows: sorted in pieces, put away, merged, and compared with a plain sort.
@Suite struct StopTimeOrderTests {
    private func randomRows(_ count: Int, trips: UInt32, sequences: ClosedRange<Int32>) -> [StopTimeRow] {
        var random = SeededRandom(seed: 69)
        return (0..<count).map { number in
            StopTimeRow(
                trip: .random(in: 0..<trips, using: &random), sequence: .random(in: sequences, using: &random),
                row: UInt32(number), stop: .random(in: 0..<99, using: &random), isBoarded: .random(using: &random))
        }
    }

    /// By key; rows of one key in the order in which they came, which their numbers say.
    private func ordered(_ rows: [StopTimeRow]) -> [StopTimeRow] { rows.sorted { ($0.key, $0.row) < ($1.key, $1.row) } }

    @Test(
        arguments: [
            (1, 0...0), (7, 0...40), (3_000, 1...5), (1 << 11, 0...(1 << 11)), (1 << 12, 0...(1 << 20)), (.max, 3...3),
            (.max, .min ... .max), (1, -1...1), (4, .min ... -1),
        ] as [(UInt32, ClosedRange<Int32>)])
    func radixSortIsAStableSort(trips: UInt32, sequences: ClosedRange<Int32>) {
        for count in [0, 1, 2, 1_000] {
            var rows = randomRows(count, trips: trips, sequences: sequences)
            let expected = ordered(rows)
            var scratch = randomRows(500, trips: 9, sequences: 0...9)
            RadixSort.sort(&rows, scratch: &scratch)
            #expect(rows == expected)
        }
    }

    @Test(arguments: [1, 2, 3, 10, 333, 999, 1_000, 1_001, 5_000])
    func whatGoesInComesOutInOrder(rowsOfRun: Int) throws {
        let rows = randomRows(1_000, trips: 20, sequences: 0...30)
        let spill = ArraySpill()
        var sorter = StopTimeSorter(rowsOfRun: rowsOfRun, spill: spill)
        for row in rows { try sorter.append(row) }
        var merge = try sorter.sorted()
        var found: [StopTimeRow] = []
        while let row = try merge.next() { found.append(row) }
        #expect(found == ordered(rows))
        // A single run is never put away.
        #expect(spill.appends == (rowsOfRun >= 1_000 ? 0 : (1_000 + rowsOfRun - 1) / rowsOfRun))
        #expect(try merge.next() == nil)
    }

    @Test func aRunLargerThanItsBufferIsReadInPieces() throws {
        let rows = randomRows(600 * 3, trips: 50, sequences: 0...50)
        let spill = ArraySpill()
        var counts: [Int] = []
        for start in [0, 600, 1_200] {
            try spill.append(ordered(Array(rows[start..<start + 600])).span.bytes)
            counts.append(600)
        }
        var runs = counts.indices.map { StopTimeRun(rows: $0 * 600..<$0 * 600 + 600, buffer: 512) }
        for index in runs.indices {
            var found: [StopTimeRow] = []
            while try runs[index].isDrained ? runs[index].fill(from: spill) : true { found.append(runs[index].take()) }
            #expect(found == ordered(Array(rows[index * 600..<index * 600 + 600])))
        }
    }

    @Test func aRowKeepsItsNumbers() {
        let row = StopTimeRow(trip: .max, sequence: 999_999_999, row: .max, stop: 1 << 31 - 1, isBoarded: false)
        #expect(MemoryLayout<StopTimeRow>.stride == 16)
        #expect(row.stop == 1 << 31 - 1 && !row.isBoarded)
        #expect(row.sequence == 999_999_999)
        let before = StopTimeRow(trip: .max, sequence: -1, row: 0, stop: 0, isBoarded: true)
        #expect(before.sequence == -1 && before.key < row.key)
    }
}
