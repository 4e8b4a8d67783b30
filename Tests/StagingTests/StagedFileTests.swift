// Large files, piece by piece: whatever the pieces and wherever the first difference, the bytes are those that were given, and
// the old file is as it was.

import Foundation
import Posix
import TestSupport
import Testing

@testable import Staging

@Suite struct StagedFileTests {
    let output: Output
    static let size = 700_000
    static let block = 262_144
    init() throws { output = try Output() }

    static let old = (0..<size).map { UInt8(truncatingIfNeeded: $0 / 251 ^ $0) }

    @Test(arguments: [1 << 20, 300_000, block, 100_000, 4_097])
    func anEqualFileIsALink(_ piece: Int) throws {
        try make(Self.old, piece: 1 << 20)
        let inode = try output.inode("out/large")
        #expect(try make(Self.old, piece: piece) == false)
        #expect(try output.inode("out/large") == inode)
    }

    @Test(arguments: [0, 1, block - 1, block, block + 1, 2 * block, size - 1], [1 << 20, block, 4_097])
    func atTheFirstDifferenceTheRestIsWritten(_ place: Int, _ piece: Int) throws {
        try make(Self.old, piece: 1 << 20)
        let kept = try FileHandle(forReadingFrom: output.place.url.appendingPathComponent("out/large"))
        var bytes = Self.old
        bytes[place] ^= 0xFF
        #expect(try make(bytes, piece: piece))
        #expect(try Data(contentsOf: output.place.url.appendingPathComponent("out/large")) == Data(bytes))
        #expect(try kept.readToEnd() == Data(Self.old))
    }

    @Test(arguments: [0, 1, block, size - 1, size + 1, size + block + 1])
    func aShorterOrLongerOneIsWritten(_ size: Int) throws {
        try make(Self.old, piece: 1 << 20)
        let bytes = Array((Self.old + Self.old).prefix(size))
        #expect(try make(bytes, piece: 100_000))
        #expect(try Data(contentsOf: output.place.url.appendingPathComponent("out/large")) == Data(bytes))
    }

    @Test func anEmptyOneToo() throws {
        #expect(try make([], piece: 1))
        #expect(try make([], piece: 1) == false)
    }

    @discardableResult
    private func make(_ bytes: [UInt8], piece: Int) throws -> Bool {
        let folder = try StagedFolder(output.path, flush: false)
        let file = try folder.stream("large")
        for start in stride(from: 0, to: bytes.count, by: piece) {
            let part = bytes[start..<min(start + piece, bytes.count)]
            if start / piece % 2 == 0 { try file.append(Array(part)) } else { try file.append(Array(part).span) }
        }
        let isWritten = try file.finish()
        _ = try folder.commit(options: "o")
        return isWritten
    }
}
