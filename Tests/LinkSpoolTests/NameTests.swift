// What a name promises, how it is kept, and in which order names have their turn.

import Posix
import Testing

@testable import LinkSpool

@Suite struct NameTests {
    @Test(arguments: [
        ("a.json", NameClass.request(.json)), ("a.ndjson", .request(.stream)), ("a.url", .request(.url)),
        (".json", .leftAlone), ("a.json.tmp", .leftAlone), ("a.part", .leftAlone), ("a~", .leftAlone),
        ("a.txt", .otherSuffix), ("a", .otherSuffix), ("a.JSON", .otherSuffix),
        ("a.reason.json", .bad(.reservedSuffix)), ("a.url.json", .bad(.reservedSuffix)),
        ("a\u{7F}.json", .bad(.controlCharacter)),
        (String(repeating: "x", count: 195) + ".json", .request(.json)),
        (String(repeating: "x", count: 196) + ".json", .bad(.tooLong)),
    ])
    func theNameSaysWhatItPromises(_ text: String, _ expected: NameClass) throws {
        #expect(try #require(FileName(Array(text.utf8))).nameClass == expected)
    }

    @Test func aNameThatCanNotBeKeptIsKeptByItsHash() throws {
        #expect(try #require(FileName([0xFF])).keptName == "name-a8100ae6aa1940d0")
        #expect(FileName("a.txt").keptName == "a.txt" && FileName("a.url").answerName == "a.url.json")
    }

    @Test func theOldestHasItsTurnFirstAndWhatHasNoRoomIsSaid() {
        var waiting = WaitingNames(limit: 3)
        for (name, changed) in [("c.json", Int64(3)), ("a.json", 1), ("b.json", 2), ("d.json", 0)]
            as [(FileName, Int64)]
        {
            waiting.note(Candidate(name: name, changedNanoseconds: changed))
        }
        #expect(waiting.isIncomplete && waiting.count == 3)
        let turns = (0..<4).map { _ in waiting.nextSingle()?.name }
        #expect(turns == ["a.json", "b.json", "c.json", nil])
    }

    @Test func aPostponedNameHasItsTurnWhenItsTimeComesOrSomethingHappensToIt() throws {
        var waiting = WaitingNames(limit: 3)
        let moments = (0...2).map { MonotonicInstant(nanoseconds: $0) }
        for name in ["a.json", "b.json"] as [FileName] {
            waiting.postpone(Candidate(name: name, changedNanoseconds: 0), until: moments[2])
        }
        waiting.wake(at: moments[1])
        #expect(!waiting.hasSingles && waiting.nextLook == moments[2])
        waiting.note(Candidate(name: "b.json", changedNanoseconds: 5, isClosed: true))
        let taken = waiting.nextSingle()
        let next = try #require(taken)
        #expect(next.name == "b.json" && next.isClosed)
        waiting.wake(at: moments[2])
        let turns = [waiting.nextSingle()?.name, waiting.nextSingle()?.name]
        #expect(turns == ["a.json", nil])
    }
}
