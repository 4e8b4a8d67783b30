import FeedFiles
import Foundation
import TestSupport
import Testing

@testable import Feeds

@Suite struct SpillFileTests {
    private func row(_ number: UInt32) -> StopTimeRow {
        StopTimeRow(trip: number % 7, sequence: Int32(number % 11), row: number, stop: number, isBoarded: true)
    }

    @Test func whatIsPutAwayComesBackAndNoNameIsLeft() throws {
        let folder = try TemporaryDirectory()
        var sorter = StopTimeSorter(rowsOfRun: 1_000, spill: SpillFile(in: folder.path))
        for number in 0..<UInt32(5_500) { try sorter.append(row(number)) }
        var merge = try sorter.sorted()
        var found: [StopTimeRow] = []
        while let row = try merge.next() { found.append(row) }
        #expect(found == (0..<5_500).map(row).sorted { ($0.key, $0.row) < ($1.key, $1.row) })
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
    }

    @Test func aFolderThatIsNotThereIsNamedOnceItIsNeeded() throws {
        let folder = try TemporaryDirectory()
        let missing = folder.path + "/none"
        var sorter = StopTimeSorter(rowsOfRun: 1, spill: SpillFile(in: missing))
        try sorter.append(row(1))
        let error = #expect(throws: FeedError.self) { try sorter.append(row(2)) }
        #expect(
            error
                == .fault(
                    "open \(missing): No such file or directory; stop times are sorted in '\(missing)', 16 bytes each: "
                        + "make room there, or set TMPDIR to a folder that has it"))
    }
}
