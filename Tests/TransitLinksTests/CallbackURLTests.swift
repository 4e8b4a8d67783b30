// The grammar of x-callback-url beyond the vectors, and random URLs there and back.

import Foundation
import TestSupport
import Testing

@testable import TransitLinks

@Suite struct CallbackURLTests {
    private func shown(_ text: String) -> String {
        do {
            guard let url = try CallbackURL(text) else { return "bare" }
            let parameters = url.parameters.map { " \($0.name)=\($0.value)" }.joined()
            let targets = [url.targets.success, url.targets.error, url.targets.cancel].map { $0?.text ?? "-" }
            return
                "\(url.scheme) \(url.action)\(parameters) | \(url.targets.source ?? "-") \(targets.joined(separator: " ")) | "
                + url.warnings.map(\.code.rawValue).joined(separator: " ")
        } catch { return "\(error.code) \(error.message)" }
    }

    @Test(arguments: [
        ("APP://x-callback-url/a", "app a | - - - - | "),
        ("app://X-Callback-URL/a?A=1&a=2", "app a A=1 a=2 | - - - - | "),
        ("app://x%2Dcallback%2durl/a", "app a | - - - - | "),
        ("app://me@x-callback-url:80/a#b?c", "app a | - - - - | "),
        ("app://x-callback-url/a//", "app a/ | - - - - | "),
        ("app://x-callback-url/a%2F", "app a/ | - - - - | "),
        ("app://x-callback-url?k=1", "app  k=1 | - - - - | "),
        ("app://x-callback-url/a?", "app a | - - - - | "),
        ("app://x-callback-url/a?&&k=1&", "app a k=1 | - - - - | "),
        ("app://x-callback-url/a?k=1=2", "app a k=1=2 | - - - - | "),
        ("app://x-callback-url/a?k=1&j=2&k=", "app a k= j=2 | - - - - | "),
        ("app://x-callback-url/a?u=b?c/d", "app a u=b?c/d | - - - - | "),
        ("app://x-callback-url/a?%6B=%31%2B+%C3%A9", "app a k=1++é | - - - - | "),
        ("app://x-callback-url/a?caf%C3%A9=1&cafe%CC%81=2", "app a café=1 cafe\u{301}=2 | - - - - | "),
        ("app://x-callback-url/a?q=1;k=2", "app a q=1;k=2 | - - - - | "),
        ("app://x-callback-url/a?x-source=A&x-source=B&x-cancel=c:&x-error=e://x", "app a | A - e://x c: | "),
        ("app://x-callback-url/a?x-success=foo&x-success=s://2", "app a | - - - - | callback-not-absolute"),
        ("app://x-callback-url/a?%78-success=s://1", "app a | - s://1 - - | "),
        ("app://x-callback-url/a?X-Success=s://1", "app a X-Success=s://1 | - - - - | "),
        ("app://x-callback-url/a?x-=1&x-b", "app a | - - - - | reserved-parameter reserved-parameter"),
        ("app://x-callback-url/a?x=1&xsuccess=2", "app a x=1 xsuccess=2 | - - - - | "),
        ("app:", "bare"), ("APP://", "bare"), ("unheard-of://", "bare"),
        ("app:///", "400 'app:///' is no x-callback-url: its host is not x-callback-url"),
        ("app:?a", "400 'app:?a' is no x-callback-url: its host is not x-callback-url"),
        ("app:?", "bare"), ("app://?", "bare"), ("app:#", "400 'app:#' is no x-callback-url: its host is not x-callback-url"),
        ("app:x-callback-url/a", "400 'app:x-callback-url/a' is no x-callback-url: its host is not x-callback-url"),
        ("app:/x-callback-url/a", "400 'app:/x-callback-url/a' is no x-callback-url: its host is not x-callback-url"),
        (
            "app://x-callback-url.example/a",
            "400 'app://x-callback-url.example/a' is no x-callback-url: its host is not x-callback-url"
        ),
        (
            "app://x-callbac\u{212A}-url/a",
            "400 'app://x-callbac\u{212A}-url/a' is no x-callback-url: its host is not x-callback-url"
        ),
        (
            "app://x\u{2D}callback%0Durl/a",
            "400 'app://x-callback%0Durl/a' is no x-callback-url: its host is not x-callback-url"
        ),
        (
            "comgooglemaps-x-callback://?daddr=1,2",
            "400 'comgooglemaps-x-callback://?daddr=1,2' is no x-callback-url: its host is not x-callback-url; Google's own form is another one"
        ),
        ("x-callback-url/a", "400 it begins with no scheme, as in onebusaway://x-callback-url/share-stop?stopID=1_75403"),
        ("", "400 it begins with no scheme, as in onebusaway://x-callback-url/share-stop?stopID=1_75403"),
        ("1a://x-callback-url/a", "400 it begins with no scheme, as in onebusaway://x-callback-url/share-stop?stopID=1_75403"),
        ("app://x-callback-url/a b", "400 a control character or blank at byte 22; write it as %XX"),
        ("app://x-callback-url/a?k=\u{7F}", "400 a control character or blank at byte 25; write it as %XX"),
        (
            "app://x-callback-url/%",
            "400 the action holds a % without two hexadecimal digits behind it, or bytes that are no UTF-8"
        ),
        (
            "app://x-callback-url/a?k=%4",
            "400 parameter 'k' holds a % without two hexadecimal digits behind it, or bytes that are no UTF-8"
        ),
        (
            "app://x-callback-url/a?k=%FF",
            "400 parameter 'k' holds a % without two hexadecimal digits behind it, or bytes that are no UTF-8"
        ),
        (
            "app://x-callback-url/a?%+1=2",
            "400 a parameter's name holds a % without two hexadecimal digits behind it, or bytes that are no UTF-8"
        ),
    ])
    func `a URL is read by the rules`(_ text: String, _ expected: String) {
        #expect(Array(shown(text).utf8) == Array(expected.utf8))
    }

    @Test func `a router asks host, scheme and action in this order, with what is near`() {
        var router = CallbackRouter<String>()
        router.register(scheme: "App", action: "open-stop", "first")
        router.register(scheme: "app", action: "open-stop", "second")
        router.register(scheme: "other", action: "caf\u{E9}", "third")
        func routed(_ text: String) -> String {
            do { return try router.route(text)?.handler ?? "ignored" } catch { return "\(error.code) \(error.message)" }
        }
        #expect(routed("aPP://x-callback-url/open-stop") == "first")
        #expect(routed("other://x-callback-url/caf%C3%A9/") == "third")
        #expect(routed("zzz:") == "ignored")
        #expect(routed("zzz://host/nope") == "400 'zzz://host/nope' is no x-callback-url: its host is not x-callback-url")
        #expect(routed("ap://x-callback-url/nope") == "401 no app has the scheme 'ap'; did you mean 'app'?")
        #expect(routed("zzzzzz://x-callback-url/nope") == "401 no app has the scheme 'zzzzzz'; known are app, other")
        #expect(routed("app://x-callback-url/Open-Stop") == "402 unknown action 'Open-Stop'; did you mean 'open-stop'?")
        #expect(routed("other://x-callback-url/cafe%CC%81") == "402 unknown action 'cafe\u{301}'; did you mean 'caf\u{E9}'?")
        #expect(routed("app://x-callback-url/") == "402 it names no action; known are open-stop")
    }

    @Test func `what was written is read again, and Foundation reads the same, of any Unicode`() throws {
        var random = SeededRandom(seed: 11)
        for _ in 0..<2000 {
            let action = RandomText.any(&random, upTo: 12, not: ["/"])
            let names = (0..<Int.random(in: 0...5, using: &random)).map { "n\($0)" + RandomText.any(&random, upTo: 8) }
            let parameters = names.map { CallbackParameter($0, RandomText.any(&random, upTo: 40)) }
            let text = CallbackURL.text(scheme: "app", action: action, parameters)
            let url = try #require(try CallbackURL(text))
            #expect(url.action.utf8.elementsEqual(action.utf8) && url.parameters == parameters && url.warnings.isEmpty)
            let items = try #require(URLComponents(string: text)).queryItems ?? []
            #expect(items.map { CallbackParameter($0.name, $0.value ?? "-") } == parameters)
        }
    }

    @Test func `any bytes at all are read or refused`() {
        var random = SeededRandom(seed: 12)
        let pieces = [
            "app", ":", "//", "x-callback-url", "/", "?", "#", "&", "=", "%", "%4", "%41", "x-success", "@", "é", "\0", " ",
        ]
        var read = 0
        for _ in 0..<20_000 {
            let count = Int.random(in: 0...8, using: &random)
            let head = Bool.random(using: &random) ? "app://x-callback-url" : ""
            let text = head + (0..<count).map { _ in pieces.randomElement(using: &random)! }.joined()
            if let url = try? CallbackURL(text) {
                read += 1
                #expect(url.sourceURL == text && url.scheme == "app")
            }
        }
        #expect(read > 1000)
    }
}

enum RandomText {
    /// Scalars of all lengths in UTF-8, none of `excluded`, at least one and at most `limit`.
    static func any(_ random: inout SeededRandom, upTo limit: Int, not excluded: Set<Unicode.Scalar> = []) -> String {
        var text = String.UnicodeScalarView()
        let count = Int.random(in: 1...limit, using: &random)
        while text.count < count {
            let ceiling: UInt32 = [0x80, 0x800, 0x1_0000, 0x11_0000].randomElement(using: &random)!
            guard let scalar = Unicode.Scalar(UInt32.random(in: 0..<ceiling, using: &random)) else { continue }
            if !excluded.contains(scalar) { text.append(scalar) }
        }
        return String(text)
    }
}
