// The hash against the standard's own examples.

import Testing

@testable import Digests

@Suite struct SHA256Tests {
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

    @Test func aShortNameIsTheBeginningOfTheHash() {
        #expect(SHA256.shortName(of: [0xFF]) == "a8100ae6aa1940d0")
    }
}
