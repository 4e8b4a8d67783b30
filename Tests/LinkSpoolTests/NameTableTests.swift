// In which order names have their turn, how long they wait for the next, and that no kind of them takes the places of another.

import Posix
import TestSupport
import Testing

@testable import LinkSpool

@Suite struct NameTableTests {
    private static func table(limit: Int) -> NameTable {
        var settings = SpoolSettings()
        settings.nameLimit = limit
        return NameTable(settings)
    }

    private static func name(_ text: String) throws -> FileName { try #require(FileName(Array(text.utf8))) }

    private static let later = MonotonicInstant.now().advanced(by: .seconds(3600))

    @Test func theOldestHasItsTurnFirstAndWhatHasNoRoomIsSaid() {
        var names = Self.table(limit: 3)
        for (name, changed) in [("c.json", Int64(3)), ("a.json", 1), ("b.json", 2), ("d.json", 0)]
            as [(FileName, Int64)]
        {
            _ = names.arrive(name, changedNanoseconds: changed)
        }
        #expect(!names.isComplete && names.waitingCount == 3)
        let turns = (0..<4).map { _ in names.nextSingle()?.name }
        #expect(turns == ["a.json", "b.json", "c.json", nil])
    }

    @Test func oneThatIsSetAsideHasItsTurnWhenItsTimeComesOrSomethingHappensToIt() throws {
        var names = Self.table(limit: 8)
        for name in ["a.json", "b.json"] as [FileName] {
            _ = names.arrive(name, changedNanoseconds: 0)
            let turn = names.nextSingle()
            names.setAside(try #require(turn), until: Self.later, changed: false)
        }
        names.wake(at: .now())
        #expect(!names.hasSingles && names.nextLook == Self.later)
        let news1 = names.arrive("b.json", changedNanoseconds: 5, isClosed: true)
        #expect(news1)
        let turn = names.nextSingle()
        let next = try #require(turn)
        #expect(next.name == "b.json" && next.isClosed)
        names.wake(at: Self.later)
        let turns = [names.nextSingle()?.name, names.nextSingle()?.name]
        #expect(turns == ["a.json", nil])
    }

    @Test func whatComesWhileItsPredecessorIsInHandHasItsTurnAfterwards() throws {
        var names = Self.table(limit: 8)
        _ = names.arrive("a.json", changedNanoseconds: 0)
        _ = names.nextSingle()
        names.claim("a.json")
        let news2 = names.arrive("a.json", changedNanoseconds: 1, isClosed: true)
        #expect(news2)
        #expect(names.waitingCount == 1 && names.inHandCount == 1 && !names.hasSingles)
        // A fault and its recovery, which finds the first in work/, and a listing, which finds the second.
        names.recover(["a.json": 0], running: nil)
        #expect(!names.isWaiting("a.json"))
        _ = names.arrive("a.json", changedNanoseconds: 1)
        let again = names.nextSingle()
        #expect(again?.place == .inHand)
        names.claim("a.json")
        names.release("a.json")
        let successor = names.nextSingle()
        #expect(successor?.place == .incoming && successor?.isClosed == true)
    }

    @Test func whatARecoveryDoesNotFindInWorkIsDoneAndItsSuccessorHasItsTurn() {
        var names = Self.table(limit: 8)
        _ = names.arrive("a.json", changedNanoseconds: 0)
        _ = names.nextSingle()
        names.claim("a.json")
        _ = names.arrive("a.json", changedNanoseconds: 1)
        names.recover([:], running: nil)
        #expect(names.inHandCount == 0 && names.waitingCount == 1)
        let turn3 = names.nextSingle()
        #expect(turn3?.place == .incoming)
    }

    @Test func oneThatChangesAgainAndAgainWaitsTwiceAsLongEachTimeWhateverHappensToIt() throws {
        var names = Self.table(limit: 8)
        _ = names.arrive("a.json", changedNanoseconds: 0)
        var pauses: [Duration] = []
        for _ in 0..<12 {
            if let look = names.nextLook { names.wake(at: look) }
            names.startTurn(late: 1)
            let turn = names.nextSingle()
            let start = MonotonicInstant.now()
            names.setAside(try #require(turn), until: start, changed: true)
            pauses.append(start.duration(to: try #require(names.nextLook)))
            // An event gives it no turn before its time.
            _ = names.arrive("a.json", changedNanoseconds: 0, isClosed: true)
            #expect(!names.hasSingles)
        }
        for (pause, next) in zip(pauses, pauses.dropFirst()) where pause < .seconds(2) {
            #expect(next > pause * 3 / 2, "\(pauses)")
        }
        #expect(try #require(pauses.last) <= .seconds(6))
    }

    @Test func thoseThatAreNotWholeDoNotTakeThePlacesOfOthers() throws {
        var names = Self.table(limit: 40)
        let folder = try TemporaryDirectory()
        try folder.write("{", to: "half.json")
        let status = try Directory(path: Array(folder.path.utf8)).status(of: "half.json")
        for number in 0..<1000 {
            let name = try Self.name("\(number).json")
            let news4 = names.arrive(name, changedNanoseconds: 0)
            #expect(news4)
            let turn = names.nextSingle()
            var candidate = try #require(turn)
            candidate.observation = Observation(status, now: .now())
            names.setAside(candidate, until: Self.later, changed: false)
        }
        #expect(names.waitingCount == 10 && !names.isComplete)
        let news5 = names.arrive("honest.json", changedNanoseconds: 9)
        #expect(news5)
        let turn6 = names.nextSingle()
        #expect(turn6?.name == "honest.json")
        // A listing wastes no look on those as long as they don't change.
        #expect(names.isPassedOver(try Self.name("50.json"), changedNanoseconds: status.changedNanoseconds))
        #expect(!names.isPassedOver(try Self.name("50.json"), changedNanoseconds: status.changedNanoseconds + 1))
        // The last to come has its place still.
        let last = names.arrive(try Self.name("999.json"), changedNanoseconds: 8, isClosed: true)
        #expect(last && names.hasSingles)
        let turn0 = names.nextSingle()
        #expect(turn0?.name == "999.json" && turn0?.isClosed == true)
        // One of which something is heard comes after the others.
        let news7 = names.arrive(try Self.name("50.json"), changedNanoseconds: 8)
        #expect(news7)
        let news8 = names.arrive("honest.json", changedNanoseconds: 9)
        #expect(!news8)
        names.release("honest.json")
        let news9 = names.arrive("honest.json", changedNanoseconds: 9)
        #expect(news9)
        let turn10 = names.nextSingle()
        #expect(turn10?.name == "honest.json")
        let turn11 = names.nextSingle()
        #expect(turn11 == nil && names.hasSingles)
        names.startTurn(late: 1)
        let turn12 = names.nextSingle()
        #expect(turn12?.name == "50.json")
    }

    @Test func streamsDoNotTakeThePlacesOfSingleRequests() throws {
        var names = Self.table(limit: 40)
        for number in 0..<1000 { _ = names.arrive(try Self.name("\(number).ndjson"), changedNanoseconds: 0) }
        #expect(names.waitingCount == 10 && !names.isComplete)
        let news13 = names.arrive("honest.json", changedNanoseconds: 9)
        #expect(news13)
        let turn14 = names.nextSingle()
        #expect(turn14?.name == "honest.json")
    }
}
