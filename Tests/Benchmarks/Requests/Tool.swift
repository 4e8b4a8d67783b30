// Tool: the release tool as a process: one stop's links, from start to end, and a long file of requests through `make` into a
// pipe, next to the same in Foundation.

import BenchmarkSupport
import Foundation

struct Tool {
    let executable: String

    func measureStop(runs: Int) throws {
        let null = open("/dev/null", O_RDWR | O_CLOEXEC)
        defer { close(null) }
        let times = try (0..<runs).map { _ in
            try seconds { try Program([executable, "stop", "1_75403"], descriptors: [1: null]).wait() }
        }
        let mine = median(times) * 1e3
        Row("transitlink stop ID, whole process", "\(shown(mine)) ms").goal("at most 10 ms", met: mine <= 10).print()
    }

    func measureMake(lines: Int, rounds: Int) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("bench-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (all, some) = (folder.appendingPathComponent("all"), folder.appendingPathComponent("some"))
        let one = folder.appendingPathComponent("one")
        try write(lines, to: all)
        try write(lines / 20, to: some)
        let (mine, theirs) = ([executable, "make"], [CommandLine.arguments[0], "--foundation-make"])
        try write(1, to: one)
        if try value(mine, input: one) != value(theirs, input: one) { throw CallFailed("different results", EINVAL) }
        var (ours, foundation) = ([Double](), [Double]())
        for _ in 0..<rounds {
            ours.append(try rate(mine, input: all, lines: lines))
            foundation.append(try rate(theirs, input: some, lines: lines / 20))
        }
        report(median(ours), median(foundation), lines)
    }

    private func write(_ lines: Int, to file: URL) throws {
        try Data(String(repeating: TripRequest.text + "\n", count: lines).utf8).write(to: file)
    }

    private func report(_ mine: Double, _ theirs: Double, _ lines: Int) {
        Row("transitlink make, \(lines) trips into a pipe", "\(shown(mine / 1e6)) M/s")
            .against("Foundation \(shown(theirs / 1e6)) M/s", ratio: mine / theirs)
            .goal("at least 0.7 M/s, 20 x", met: mine >= 0.7e6 && mine >= 20 * theirs)
            .print()
    }

    /// Lines a second, from the start of the program to its end.
    private func rate(_ words: [String], input: URL, lines: Int) throws -> Double {
        var seen = 0
        let time = try seconds {
            try run(words, input: input) { bytes in seen += Self.count(0x0A, in: bytes) }
        }
        if seen != lines { throw CallFailed("\(seen) results of \(lines) from \(words[0])", EIO) }
        return Double(lines) / time
    }

    /// What the program's one line of output says, in one spelling.
    private func value(_ words: [String], input: URL) throws -> Data {
        var all = Data()
        try run(words, input: input) { all.append(contentsOf: $0) }
        return try JSONSerialization.data(
            withJSONObject: try JSONSerialization.jsonObject(with: all), options: .sortedKeys)
    }

    private func run(_ words: [String], input: URL, _ take: (UnsafeRawBufferPointer) -> Void) throws {
        let input = open(input.path, O_RDONLY | O_CLOEXEC)
        var ends: [Int32] = [0, 0]
        if input < 0 || pipe(&ends) != 0 { throw CallFailed("pipe") }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        defer { close(ends[0]) }
        let program = try Program(words, descriptors: [0: input, 1: ends[1]])
        close(ends[1])
        close(input)
        var buffer = [UInt8](repeating: 0, count: 1 << 18)
        while case let count = read(ends[0], &buffer, buffer.count), count > 0 {
            buffer.withUnsafeBytes { take(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
        }
        try program.wait()
    }

    private static func count(_ byte: Int32, in bytes: UnsafeRawBufferPointer) -> Int {
        guard let start = bytes.baseAddress else { return 0 }
        var (at, count) = (0, 0)
        while at < bytes.count, let found = memchr(start + at, byte, bytes.count - at) {
            count += 1
            at = UnsafeRawPointer(found) - start + 1
        }
        return count
    }
}
