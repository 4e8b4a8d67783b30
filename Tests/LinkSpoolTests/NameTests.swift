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

    /// FIPS 180-4, examples of NIST: no block, one, two, and the padding's edges.
    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
        (String(repeating: "a", count: 1_000_000), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"),
    ])
    func theHashIsThatOfTheStandard(_ message: String, _ expected: String) {
        let digits = SHA256.digest(of: Array(message.utf8)).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
            .joined()
        #expect(digits == expected)
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
