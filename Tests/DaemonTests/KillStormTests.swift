// The daemon is killed with SIGKILL again and again, at random moments, while producers drop requests in every way there is.
// In the end each request has its one whole answer. STORM_SECONDS, STORM_LINES (of the longest stream) and TEST_SEED in
// the environment make it longer, heavier, or the same as before.

import Foundation
import TestSupport
import Testing

@Suite("A storm of kills")
struct KillStormTests {
    private static func number(_ name: String) -> Int? { ProcessInfo.processInfo.environment[name].flatMap { Int($0) } }
    private static let seconds = number("STORM_SECONDS") ?? 12
    private static let lines = number("STORM_LINES") ?? 600
    private static let seed = SeededRandom.seed(or: .random(in: 1...1_000_000))

    @Test func `loses nothing, answers everything once and whole, and keeps what is refused`() throws {
        var random = SeededRandom(seed: Self.seed)
        // Slow producers may be held up for seconds on a busy machine.
        let spool = try TestSpool(["waiting": ["unfinishedSeconds": 5, "settleSeconds": 1]])
        let producers = try Producers(spool, single: 60 * Self.seconds, streams: min(3 * Self.seconds, 80_000 / Self.lines), lines: Self.lines)
        var answers = Answers(spool, producers, try ExpectedAnswers(spool))
        try producers.start()
        let end = Date(timeIntervalSinceNow: Double(Self.seconds))
        var kills = 0
        while Date() < end {
            let daemon = try spool.start()
            usleep(random.lifeMicroseconds())
            daemon.signal(SIGKILL)
            try #require(daemon.wait() == 128 + SIGKILL, "seed \(Self.seed): \(daemon.output)")
            kills += 1
            if kills % 4 == 0 { answers.check() }
        }
        let dropped = try producers.stop()
        let daemon = try spool.startReady()
        #expect(spool.isDone(within: 120), "seed \(Self.seed): \(spool.names("incoming")) \(spool.names("work/requests"))")
        #expect(daemon.stop() == 0)
        answers.check()
        #expect(answers.wrong.isEmpty, "seed \(Self.seed)")
        #expect(Set(spool.names("results")) == Set(dropped.keys), "seed \(Self.seed)")
        #expect(spool.names("work/results").isEmpty && spool.names("tmp").isEmpty)
        try checkKept(spool, dropped)
        print("storm: seed \(Self.seed), \(kills) kills, \(dropped.count) files dropped")
    }

    /// Refused single requests, and nothing else, are in failed/ byte for byte beside their reason.
    private func checkKept(_ spool: TestSpool, _ dropped: [String: String]) throws {
        var expected = try ExpectedAnswers(spool)
        var kept: Set<String> = []
        var wrong: [String] = []
        for (name, text) in dropped where name.hasSuffix(".json") {
            guard let reason = expected.answer(name, text).reason else { continue }
            kept.formUnion([name, name + ".reason.json"])
            if spool.text("failed/\(name)") != text || spool.text("failed/\(name).reason.json") != reason { wrong.append(name) }
        }
        #expect(wrong.isEmpty, "seed \(Self.seed)")
        #expect(Set(spool.names("failed")) == kept, "seed \(Self.seed)")
        #expect(!kept.isEmpty && kept.count < 2 * dropped.count)
    }
}

/// The answers that have come so far, each compared once with what it has to be, as soon as it is seen.
private struct Answers: ~Copyable {
    private let spool: TestSpool
    private let producers: Producers
    private var expected: ExpectedAnswers
    private var seen: Set<String> = []
    private(set) var wrong: [String] = []

    init(_ spool: TestSpool, _ producers: Producers, _ expected: consuming ExpectedAnswers) {
        self.spool = spool
        self.producers = producers
        self.expected = expected
    }

    mutating func check() {
        for name in spool.names("results") where seen.insert(name).inserted {
            let right = producers.streams[name].map { expected.answers($0) } ?? expected.answer(name, producers.prepared[name] ?? "").answer
            let text = spool.text("results/\(name)")
            if text != right { wrong.append("\(name): \(text ?? "nothing")") }
        }
    }
}

extension SeededRandom {
    /// Mostly around the start; one in eight lives long enough to see a listed stream settle.
    fileprivate mutating func lifeMicroseconds() -> UInt32 { UInt32(next() % (next() % 8 == 0 ? 1_600_000 : 120_000)) }
}
