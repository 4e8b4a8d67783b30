// A name with a control character is told by its bytes; Unicode's own tables are the oracle, as far as U+4000: that there are
// 65 of these characters and no more is promised by Unicode (its stability policy).

import Posix
import Testing

@testable import LinkSpool

@Suite struct ControlCharacterTests {
    @Test func aNameIsRefusedExactlyForUnicodesControlCharacters() throws {
        var controls = 0
        for value in 1...UInt32(0x4000) {
            guard let scalar = Unicode.Scalar(value), scalar != "/" else { continue }
            let name = try #require(FileName(Array("a\(Character(scalar))b.json".utf8)))
            let isControl = scalar.properties.generalCategory == .control
            let expected: NameClass = isControl ? .bad(.controlCharacter) : .request(.json)
            if name.nameClass != expected { Issue.record("U+\(String(value, radix: 16)): \(name.nameClass)") }
            if isControl { controls += 1 }
        }
        #expect(controls == 64)
    }

    @Test(arguments: [[0xFF], [0xC2], [0xC2, 0x41], [0xE2, 0x80], [0xED, 0xA0, 0x80], [0xC0, 0x80]] as [[UInt8]])
    func aNameThatIsNotUTF8IsRefusedAsThat(bytes: [UInt8]) throws {
        let name = try #require(FileName(bytes + Array(".json".utf8)))
        #expect(name.nameClass == .bad(.notUTF8))
    }
}
