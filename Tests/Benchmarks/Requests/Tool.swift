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
        try write(lines, to: all)
        try write(lines / 20, to: some)
        var (ours, foundation) = ([Double](), [Double]())
        for _ in 0..<rounds {
            ours.append(try rate([executable, "make"], input: all, lines: lines))
            foundation.append(try rate([CommandLine.arguments[0], "--foundation-make"], input: some, lines: lines / 20))
        }
        report(median(ours), median(foundation), lines)
    }

    private func write(_ lines: Int, to file: URL) throws {
        try Data(String(repeating: TripRequest.text + "\n", count: lines).utf8).write(to: file)
    }

    private func report(_ mine: Double, _ theirs: Double, _ lines: Int) {
        Row("transitlink make, \(lines) trips into a pipe", "\(shown(mine / 1e6)) M/s")
            .against("Foundation, fewer links \(shown(theirs / 1e6)) M/s", ratio: mine / theirs)
            .goal("at least 0.7 M/s, 20 x", met: mine >= 0.7e6 && mine >= 20 * theirs)
            .print()
    }

    /// Lines a second, from the start of the program to its end.
    private func rate(_ words: [String], input: URL, lines: Int) throws -> Double {
        let input = open(input.path, O_RDONLY | O_CLOEXEC)
        var ends: [Int32] = [0, 0]
        if input < 0 || pipe(&ends) != 0 { throw CallFailed("open") }
        defer { close(ends[0]) }
        _ = fcntl(ends[0], F_SETFD, FD_CLOEXEC)
        _ = fcntl(ends[1], F_SETFD, FD_CLOEXEC)
        var seen = 0
        let time = try seconds {
            let program = try Program(words, descriptors: [0: input, 1: ends[1]])
            close(ends[1])
            close(input)
            seen = countLines(ends[0])
            try program.wait()
        }
        if seen != lines { throw CallFailed("\(seen) results of \(lines) from \(words[0])", EIO) }
        return Double(lines) / time
    }

    private func countLines(_ descriptor: Int32) -> Int {
        var buffer = [UInt8](repeating: 0, count: 1 << 18)
        var lines = 0
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            if count <= 0 { return lines }
            buffer.withUnsafeBytes { bytes in
                var at = bytes.baseAddress
                while let start = at, let found = memchr(start, 0x0A, count - (start - bytes.baseAddress!)) {
                    lines += 1
                    at = UnsafeRawPointer(found) + 1
                }
            }
        }
    }
}
