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
        #expect(try keeper.waiting().files == 1 && keeper.inHand().files == 0 && keeper.answers().files == 1)
        let survey = try keeper.survey(oldest: 20)
        #expect(survey.files == 2)
        #expect(survey.oldest.map(\.name.description) == ["a.json", "a.json.2"])
        for request in survey.oldest { #expect(try keeper.reason(of: request) == Array("reason: bad\n".utf8)) }
        #expect(keeper.retry(["a.json.2"]) == [.success("a.json")])
        #expect(
            keeper.retry(["a.json", "c.json", "nope", "name-0123456789abcdef"]) == [
                .failure(.nameTaken("a.json")), .failure(.unknown), .failure(.unknown), .failure(.unknown),
            ])
        #expect(spool.directory.text(of: "incoming/a.json") == "{bad 2}")
        #expect(spool.directory.names(in: "failed") == ["a.json", "a.json.reason.json"])
        #expect(try keeper.purge(survey.oldest).map(\.name) == ["a.json"])
        #expect(spool.directory.names(in: "failed").isEmpty)
    }

    /// The oldest of 10 files in failed/ first, whatever their names.
    private func fillFailed(_ spool: ProbedSpool) throws -> [String] {
        let names = (0..<10).map { "r\($0 * 7 % 10).json" }
        for name in names {
            try spool.directory.write("{}", to: "failed/" + name)
            try spool.directory.write("why \(name)", to: "failed/" + name + ".reason.json")
        }
        return names
    }

    @Test func failedOnesComeInOrderAPortionAtATimeAndEachOnce() throws {
        let spool = try ProbedSpool()
        let names = try fillFailed(spool)
        let keeper = try SpoolKeeper(path: Array(spool.directory.path.utf8))
        let ordered = try keeper.survey(oldest: 100).oldest
        #expect(Set(ordered.map(\.name.description)) == Set(names))
        #expect(ordered == ordered.sorted())
        let survey = try keeper.survey(oldest: 3)
        #expect(survey.files == 10 && survey.oldest == Array(ordered[..<3]))
        #expect(survey.newestNanoseconds == ordered[9].sinceNanoseconds)
        var requests = FailedRequests(keeper, portion: 4)
        var seen: [FailedRequest] = []
        while true {
            let portion = try requests.next()
            if portion.isEmpty { break }
            #expect(portion.count <= 4)
            seen += portion
            // What fails again meanwhile isn't met again.
            try spool.directory.write("{}", to: "failed/later\(seen.count).json")
        }
        #expect(seen == ordered)
    }

    @Test func aRequestThatIsRefusedAgainAtOnceKeepsItsNewReason() throws {
        let spool = try ProbedSpool()
        _ = try fillFailed(spool)
        let probe = try spool.start()
        #expect(probe.says("ready"))
        let keeper = try SpoolKeeper(path: Array(spool.directory.path.utf8))
        for _ in 0..<30 {
            for number in 0..<10 { try spool.directory.write("{bad}", to: "failed/r\(number).json") }
            _ = keeper.retry(try keeper.survey(oldest: 10).oldest.map(\.name))
            guard eventually({ spool.directory.names(in: "failed").count == 20 }) else { break }
        }
        #expect(spool.directory.names(in: "failed").count == 20)
        for number in 0..<10 { #expect(spool.directory.text(of: "failed/r\(number).json.reason.json") == "reason: bad\n") }
        probe.terminate()
        #expect(probe.wait() == 0)
    }

    @Test func purgeLeavesWhatCameSinceItLooked() throws {
        let spool = try ProbedSpool()
        _ = try fillFailed(spool)
        let keeper = try SpoolKeeper(path: Array(spool.directory.path.utf8))
        let seen = try keeper.survey(oldest: 2).oldest
        let (old, new) = (seen[0].name.description, seen[1].name.description)
        try FileManager.default.removeItem(atPath: spool.directory.path + "/failed/" + new)
        try spool.directory.write("{newer}", to: "failed/" + new)
        #expect(try keeper.purge(seen).map(\.name.description) == [old])
        #expect(spool.directory.names(in: "failed").count == 18)
        #expect(spool.directory.text(of: "failed/\(new).reason.json") == "why \(new)")
    }

    @Test func aReasonThatWasSetAsideIsStillFound() throws {
        let spool = try ProbedSpool()
        try spool.directory.write("{}", to: "failed/a.json")
        try spool.directory.write("why", to: "failed/.a.json.reason.json")
        let keeper = try SpoolKeeper(path: Array(spool.directory.path.utf8))
        let survey = try keeper.survey(oldest: 20)
        #expect(survey.files == 1)
        #expect(try keeper.reason(of: survey.oldest[0]) == Array("why".utf8))
        #expect(keeper.retry(["a.json"]) == [.success("a.json")])
        #expect(spool.directory.names(in: "failed").isEmpty)
    }

    @Test func aDaemonIsSeenWhileItLives() throws {
        let spool = try ProbedSpool()
        let producer = try Producer(path: Array(spool.directory.path.utf8))
        #expect(try producer.daemon() == .none)
        let probe = try spool.start()
        #expect(probe.says("ready"))
        #expect(try producer.daemon() == .running)
        #expect(try SpoolKeeper(path: Array(spool.directory.path.utf8)).daemon() == .running)
        // A folder that is made again is marked again.
        try FileManager.default.removeItem(atPath: spool.directory.path + "/results")
        mkdir(spool.directory.path + "/results", 0o770)
        let second = try Producer(path: Array(spool.directory.path.utf8))
        #expect(try eventually { try second.daemon() == .running })
        probe.terminate()
        #expect(probe.wait() == 0)
        #expect(try second.daemon() == .none)
    }
}
