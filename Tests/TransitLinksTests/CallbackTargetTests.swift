// Callbacks of other apps: which are called, and what becomes of the URL.

import Foundation
import TestSupport
import Testing

@testable import TransitLinks

@Suite struct CallbackTargetTests {
    @Test(arguments: [
        "s://1", "s:", "s://", "mailto:a@b", "https://h.co/#frag", "co.bytemark.tgt://x", "fb313213768708402HART://x",
        "app:java?javascript:alert(1)", "javascripts://x", "s://ok?q=é%0A", "s://ok?\"<>\\^`{|}", "x-data://y",
    ])
    func `an absolute URL is called, byte for byte`(_ text: String) throws {
        #expect(try CallbackTarget(text).text == text)
        #expect(try CallbackTarget(text).appending([]) == text)
    }

    static let refused: [(String, CallbackTargetError)] = [
        ("", .notAbsolute), ("foo", .notAbsolute), ("/foo:bar", .notAbsolute), ("//h.co/", .notAbsolute),
        (":x", .notAbsolute), ("1a:x", .notAbsolute), ("a_b:x", .notAbsolute), ("java%73cript:alert(1)", .notAbsolute),
        ("é:x", .notAbsolute), ("#a:b", .notAbsolute), ("?a:b", .notAbsolute),
        ("java\tscript:alert(1)", .holdsBlank("\t")), (" javascript:alert(1)", .holdsBlank(" ")),
        ("s://ok?q=a b", .holdsBlank(" ")), ("s://ok\n", .holdsBlank("\n")), ("s://\u{0}", .holdsBlank("\0")),
        ("s://\u{7F}", .holdsBlank("\u{7F}")), ("s://\u{85}", .holdsBlank("\u{85}")), ("s://\u{A0}", .holdsBlank("\u{A0}")),
        ("s://\u{2028}", .holdsBlank("\u{2028}")), ("s://\u{3000}x", .holdsBlank("\u{3000}")),
    ]

    @Test(arguments: refused)
    func `anything else is not`(_ text: String, _ error: CallbackTargetError) {
        #expect(throws: error) { try CallbackTarget(text) }
    }

    @Test(arguments: [
        "javascript", "vbscript", "data", "file", "blob", "about", "intent", "view-source", "filesystem", "jar",
    ])
    func `a scheme that runs code, reads files or hides a URL is refused in any letters`(_ scheme: String) {
        for written in [scheme, scheme.uppercased(), scheme.capitalized] {
            #expect(throws: CallbackTargetError.schemeRefused(scheme)) { try CallbackTarget(written + ":x") }
            #expect(throws: CallbackTargetError.schemeRefused(scheme)) { try CallbackTarget(written + "://x/y?z") }
        }
    }

    @Test(arguments: [
        ("s://x", "s://x?b=2"), ("s:", "s:?b=2"), ("s://x?", "s://x?b=2"), ("s://x?a", "s://x?a&b=2"),
        ("s://x?a&", "s://x?a&b=2"),
        ("s://x?&", "s://x?&b=2"), ("s://x#", "s://x?b=2#"), ("s://x?#", "s://x?b=2#"), ("s://x#?a=1", "s://x?b=2#?a=1"),
        ("s://x?a=1?c#d#e", "s://x?a=1?c&b=2#d#e"), ("s://x?b=1", "s://x?b=1&b=2"), ("s://x?a=é\"", "s://x?a=é\"&b=2"),
        ("s://x?errorCode=1", "s://x?errorCode=1&b=2"), ("s://x?\u{301}#\u{301}", "s://x?\u{301}&b=2#\u{301}"),
        ("s://x?a&&c", "s://x?a&&c&b=2"),
    ])
    func `a parameter goes behind the query and before the fragment`(_ text: String, _ expected: String) throws {
        let url = try CallbackTarget(text).appending([CallbackParameter("b", "2")])
        #expect(Array(url.utf8) == Array(expected.utf8))
    }

    @Test(arguments: [
        ("s://x?errorCode=9", "s://x?errorCode=2&errorMessage=m"),
        ("s://x?errorMessage=9&errorCode", "s://x?errorCode=2&errorMessage=m"),
        ("s://x?a&errorCode=9&b=%2520&errorCode=8#f", "s://x?a&b=%2520&errorCode=2&errorMessage=m#f"),
        ("s://x?error%43ode=9&a=1", "s://x?a=1&errorCode=2&errorMessage=m"),
        ("s://x?errorcode=9&errorCodes=1&a=errorCode", "s://x?errorcode=9&errorCodes=1&a=errorCode&errorCode=2&errorMessage=m"),
        ("s://x?&errorCode=9&", "s://x?&errorCode=2&errorMessage=m"),
        ("s://x?%=1&errorCode=9", "s://x?%=1&errorCode=2&errorMessage=m"),
        ("s://x/errorCode=1#errorCode=1", "s://x/errorCode=1?errorCode=2&errorMessage=m#errorCode=1"),
    ])
    func `an error takes the place of an older one`(_ text: String, _ expected: String) throws {
        let targets = CallbackTargets(error: try CallbackTarget(text))
        #expect(targets.url(for: .error(code: 2, message: "m")) == expected)
        #expect(targets.url(for: .success([])) == nil && targets.url(for: .cancel) == nil)
    }

    @Test func `whatever the callback holds stays, and Foundation reads behind it what was appended`() throws {
        var random = SeededRandom(seed: 13)
        for _ in 0..<2000 {
            let path = "s://host/" + PercentEncoding.encoded(RandomText.any(&random, upTo: 10))
            let old = (0..<Int.random(in: 0...3, using: &random)).map {
                "o\($0)=" + PercentEncoding.encoded(RandomText.any(&random, upTo: 10))
            }
            let query = old.isEmpty ? "" : "?" + old.joined(separator: "&")
            let fragment = Bool.random(using: &random) ? "#" + PercentEncoding.encoded(RandomText.any(&random, upTo: 10)) : ""
            let new = (0...Int.random(in: 0...3, using: &random)).map { _ in
                CallbackParameter(RandomText.any(&random, upTo: 10), RandomText.any(&random, upTo: 40))
            }
            let url = try CallbackTarget(path + query + fragment).appending(new)
            #expect(url.hasPrefix(path + query) && url.hasSuffix(fragment))
            let items = try #require(URLComponents(string: url)?.queryItems).dropFirst(old.count)
            #expect(items.map { CallbackParameter($0.name, $0.value ?? "-") } == new)
        }
    }
}
