// What a name promises, and how it is kept.

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
}
