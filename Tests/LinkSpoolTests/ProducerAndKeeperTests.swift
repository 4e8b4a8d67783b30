// The spool from outside: a producer that submits and waits, an operator who looks after what failed.

import Foundation
import LinkSpool
import Posix
import TestSupport
import Testing

@Suite struct ProducerAndKeeperTests {
    @Test func whatIsSubmittedIsAnsweredUnderItsUniqueName() throws {
        let spool = try ProbedSpool()
        let producer = try Producer(path: Array(spool.directory.path.utf8))
        let requests = ["{1}", "{2}"].map { Producer.Request(stem: "kiosk", suffix: ".json", bytes: Array($0.utf8)) }
        let names = try producer.submit(requests)
        #expect(spool.directory.names(in: "incoming") == names.map(\.description).sorted())
        #expect(spool.directory.names(in: "tmp").isEmpty)
        if try producer.answer(to: names[0], timeout: .zero) != nil { Issue.record("an answer before there is one") }
        let probe = try spool.start()
        for (name, text) in zip(names, ["answer:{1}", "answer:{2}"]) {
            let answer = try producer.answer(to: name, timeout: .seconds(60))?.read(upTo: 1000)
            #expect(answer == Array(text.utf8))
            try producer.removeAnswer(to: name)
        }
        #expect(spool.directory.names(in: "results").isEmpty)
        probe.terminate()
        #expect(probe.wait() == 0)
    }

    @Test func aSubmissionThatFailsLeavesNothingBehind() throws {
        let spool = try ProbedSpool()
        let producer = try Producer(path: Array(spool.directory.path.utf8))
        try FileManager.default.removeItem(atPath: spool.directory.path + "/incoming")
        #expect(throws: SystemError.self) {
            try producer.submit([Producer.Request(stem: "a", suffix: ".json", bytes: [1]), .init(stem: "b", suffix: ".json", bytes: [2])])
        }
        #expect(spool.directory.names(in: "tmp").isEmpty)
    }

    @Test func theKeeperCountsRunsAgainAndThrowsAway() throws {
        let spool = try ProbedSpool()
        for text in ["{bad 1}", "{bad 2}"] {
            try spool.submit(["a.json": text])
            try spool.run()
        }
        try spool.submit(["b.json": "{1}", ".left": ""])
        try FileManager.default.createDirectory(atPath: spool.directory.path + "/incoming/d.json", withIntermediateDirectories: false)
        let keeper = try SpoolKeeper(path: Array(spool.directory.path.utf8))
        #expect(try keeper.waiting().files == 1 && keeper.inHand().files == 0 && keeper.results().files == 1)
        #expect(try keeper.failedCount().files == 2)
        let failed = try keeper.failedRequests()
        #expect(failed.map(\.name.description) == ["a.json", "a.json.2"])
        #expect(failed.allSatisfy { $0.reason == Array("reason: bad\n".utf8) })
        #expect(try keeper.retry("a.json.2") == "a.json")
        #expect(throws: SpoolKeeper.RetryError.nameTaken("a.json")) { try keeper.retry("a.json") }
        #expect(throws: SpoolKeeper.RetryError.unknown) { try keeper.retry("c.json") }
        #expect(throws: SpoolKeeper.RetryError.unknown) { try keeper.retry("nope") }
        #expect(throws: SpoolKeeper.RetryError.unknown) { try keeper.retry("name-0123456789abcdef") }
        #expect(spool.directory.text(of: "incoming/a.json") == "{bad 2}")
        #expect(spool.directory.names(in: "failed") == ["a.json", "a.json.reason.json"])
        #expect(try keeper.purge(olderThan: .seconds(3600)) == [])
        #expect(try keeper.purge(olderThan: .seconds(-1)) == ["a.json"])
        #expect(spool.directory.names(in: "failed").isEmpty)
    }
}
