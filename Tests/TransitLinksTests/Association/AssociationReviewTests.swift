// What a file's review finds, sentence by sentence, and that it never finds what isn't so: random rules and URLs.

import Foundation
import TestSupport
import Testing

@testable import TransitLinks

@Suite struct AssociationReviewTests {
    private func review(_ components: String, defaults: String = "{}", variables: String = "{}") throws -> [String] {
        let file = AssociationCase.file(components, defaults: defaults, variables: variables)
        return try AppleAppSiteAssociation(decoding: Array(file.utf8)).review.map { "\($0.severity.rawValue): \($0)" }
    }

    @Test(arguments: [
        (#"{"/": "/a/*"}, {"/": "/a/b"}"#, "a path below"), (#"{"/": "/a/*"}, {"/": "/a"}"#, "the path itself"),
        (#"{"/": "/a/*"}, {"/": "/a/*"}"#, "a double"), (#"{"/": "a*"}, {"/": "/a/*", "exclude": true}"#, "an exclusion"),
        (#"{"/": "*"}, {"?": {"a": "1"}}"#, "everything before"), (#"{"/": "/?"}, {"/": "/$(digit)"}"#, "one character"),
        (#"{"/": "/$(digit)"}, {"/": "/7"}"#, "a digit"), (#"{"/": "/A/*", "caseSensitive": false}, {"/": "/a/B"}"#, "case"),
        (#"{"/": "/$(lang)/*"}, {"/": "/$(lang)/x"}"#, "the same variable"),
        (#"{"/": "/$(v)/*"}, {"/": "/ab/x"}"#, "a value of a variable"), (#"{"?": {"a": "?*"}}, {"?": {"b": "2", "a": "1"}}"#, "items"),
        (##"{"/": "/a/*"}, {"/": "/a/*", "?": "x", "#": "y"}"##, "more keys"), (##"{"#": "a*"}, {"#": "ab"}"##, "a fragment"),
        (#"{"?": "*a=1*"}, {"?": "b=2&a=1"}"#, "a query"), (#"{"/": "/a*", "?": {"x": "*"}}, {"/": "/ab"}"#, "a star item"),
    ])
    func `a rule that is never reached is found`(_ rules: String, _ kind: String) throws {
        let found = try review(rules, variables: #"{"v": ["xy", "a?"]}"#)
        #expect(
            found.contains(
                "fault: details[0].components[1]: never reached: details[0].components[0] matches every URL that it matches"),
            "\(kind): \(found)")
    }

    @Test(arguments: [
        #"{"/": "/a/?*"}, {"/": "/a/*"}"#, #"{"/": "/a/b"}, {"/": "/a/*"}"#, #"{"/": "/A/*"}, {"/": "/a/b"}"#,
        #"{"/": "/a/*"}, {"/": "/a/b", "caseSensitive": false}"#, #"{"/": "/a/*"}, {"/": "/a/b", "percentEncoded": false}"#,
        #"{"/": "/*", "?": {"a": "1"}}, {"/": "/a"}"#, #"{"?": {"a": "1"}}, {"?": {"b": "1"}}"#,
        #"{"?": "a=1"}, {"?": {"a": "1"}}"#, ##"{"#": "x"}, {"/": "/a"}"##, #"{"/": "/$(digit)"}, {"/": "/?"}"#,
        #"{"/": "/$(upper)"}, {"/": "/a"}"#, #"{"/": "/$(v)"}, {"/": "/$(lang)"}"#, #"{"/": "/a/*/c"}, {"/": "/a/c"}"#,
        #"{"/": "/a"}, {"/": "/a/b"}"#, #"{"/": "/b?"}, {"/": "/b*"}"#, #"{"/": "/ab"}, {"/": "/abc"}"#,
    ])
    func `a rule that has its turn is left alone`(_ rules: String) throws {
        #expect(try review(rules, variables: #"{"v": ["en"]}"#) == [])
    }

    @Test func `a rule that one of its apps reaches is reached`() throws {
        let file = """
            {"applinks": {"details": [{"appIDs": ["ABCDE12345.a"], "components": [{"/": "/x/*"}]},
              {"appIDs": ["ABCDE12345.a", "ABCDE12345.b"], "components": [{"/": "/x/1"}]},
              {"appIDs": ["ABCDE12345.b"], "components": [{"/": "/x/1"}]}]}}
            """
        #expect(
            try AppleAppSiteAssociation(decoding: Array(file.utf8)).review == [
                .fault(
                    "details[2].components[0]",
                    "never reached: details[1].components[0] matches every URL that it matches")
            ])
    }

    @Test(arguments: [
        (#"{"/": "/a b"}"#, true), (#"{"/": "/café"}"#, true), (#"{"/": "/#/x"}"#, true), (#"{"?": "a=ä"}"#, true),
        (#"{"?": {"a": "x&y"}}"#, true), (#"{"?": {"ä": "?*"}}"#, true), (#"{"/": "/$(v)"}"#, true),
        (#"{"/": "/a b", "percentEncoded": false}"#, false), (#"{"/": "/a%20b"}"#, false), (#"{"?": {"a": "x=y"}}"#, false),
        (#"{"/": "/$(w)"}"#, false), (##"{"#": "/a/b?c"}"##, false), (#"{"/": "/a?b=c"}"#, false),
    ])
    func `a rule that no URL can match is found`(_ rule: String, isFound: Bool) throws {
        let fault =
            "fault: details[0].components[0]: no URL matches: a pattern holds what URLs have percent-encoded only, or in another part"
        #expect(try review(rule, variables: #"{"v": ["ä", " "], "w": ["ä", "a"]}"#) == (isFound ? [fault] : []))
    }

    @Test(arguments: [
        ("{}", "fault: R: constrains nothing and claims every page"),
        (#"{"exclude": true}"#, "fault: R: constrains nothing and keeps every page in the browser"),
        (##"{"#": "*"}"##, "fault: R: constrains nothing and claims every page"),
        (#"{"/": "*"}"#, "note: R: claims every page"), (#"{"/": "/*", "exclude": true}"#, "note: R: keeps every page in the browser"),
        (
            #"{"?": {"no_universal_links": "*"}, "exclude": true}"#,
            "fault: R: constrains nothing and keeps every page in the browser: a missing item counts as empty, which '*' matches; write '?*'"
        ),
        (
            #"{"/": "/a", "?": {"b": "*"}}"#,
            "note: R: 'b': '*' constrains nothing: a missing item counts as empty, which '*' matches; write '?*'"
        ),
    ])
    func `a rule that constrains nothing is found`(_ rule: String, _ expected: String) throws {
        #expect(try review(rule) == [expected.replacingOccurrences(of: "R", with: "details[0].components[0]")])
    }

    @Test(arguments: [
        (#"{"applinks": {}}"#, ["note: applinks.details: missing: no page opens an app"]),
        (#"{}"#, ["note: applinks: missing: no page opens an app"]),
        (#"{"applinks": []}"#, ["fault: applinks: a list is no object; it counts as absent"]),
        (#"{"applinks": {"details": 7}}"#, ["fault: applinks.details: '7' is no list; it counts as absent"]),
        (
            #"{"appLinks": {"details": []}}"#,
            ["fault: unknown key 'appLinks' is ignored; did you mean 'applinks'?", "note: applinks: missing: no page opens an app"]
        ),
        (
            #"{"applinks": {"details": [{"appID": ["ABCDE12345.a"], "paths": ["/x"]}]}}"#,
            ["fault: details[0].appID: a list is no text; it counts as absent"]
        ),
        (
            #"{"applinks": {"details": [{"appID": "TEAM_ID.com.x", "paths": "/x"}]}}"#,
            [
                "fault: details[0]: 'TEAM_ID.com.x' is no app ID; write TEAMID1234.bundle.identifier",
                "fault: details[0].paths: '/x' is no list; it counts as absent",
                "fault: details[0]: neither components nor paths: no page opens the app",
            ]
        ),
        (
            #"{"applinks": {"details": [{"appIDs": ["ABCDE12345.a"], "paths": ["/x"], "components": [{"/": "/x"}, "/y"]}]}}"#,
            [
                "note: details[0]: paths beside components: read by systems before iOS 13 alone",
                "fault: details[0].components[1]: '/y' is no object; it is left out",
            ]
        ),
        (
            #"{"applinks": {"details": [{"appIDs": ["ABCDE12345.a"], "components": [{"/": "/$(no)", "casesensitive": true, "_comment": 1}]}]}}"#,
            [
                "fault: details[0].components[0]: unknown key 'casesensitive' is ignored; did you mean 'caseSensitive'?",
                "note: details[0].components[0]: unknown key '_comment' is ignored",
                "fault: details[0].components[0]: '$(no)' is no substitution variable; it stands for its own letters",
            ]
        ),
        (
            #"{"applinks": {"substitutionVariables": {"a": ["$(b)"], "digit": ["1"], "c(": []}, "details": []}}"#,
            [
                "fault: applinks.substitutionVariables['a']: '$(b)': a value can't hold another variable; it is taken letter by letter",
                "note: applinks.substitutionVariables['digit']: it goes before Apple's variable of this name",
                "fault: applinks.substitutionVariables['c(']: a name can't hold $, ( or ), nor be empty",
            ]
        ),
    ])
    func `what is odd in a file is told`(_ file: String, _ expected: [String]) throws {
        let findings = try AppleAppSiteAssociation(decoding: Array(file.utf8)).review
        #expect(findings.map { "\($0.severity.rawValue): \($0)" } == expected)
    }

    @Test(arguments: [
        ("[]", "line 1: it has to hold one object, {\"applinks\": …}"), ("{\n\"a\": 1,}", "line 2: not JSON: missing a name for object member"),
        ("0\u{82}", "line 1: a signed file (CMS); Apple takes plain JSON since iOS 9"),
        (String(repeating: " ", count: 131_073), "line 1: 131073 bytes; Apple takes at most 131072"),
    ])
    func `what is no file at all is refused`(_ file: String, _ expected: String) {
        let error = #expect(throws: AssociationFileError.self) {
            try AppleAppSiteAssociation(decoding: file.unicodeScalars.map { UInt8($0.value) })
        }
        #expect(error?.description == expected)
    }

    /// Random rules over a small alphabet, in pairs, against random URLs.
    @Test func `a rule covers another only when it matches all that the other matches`() throws {
        var random = SeededRandom(seed: 11)
        func pick(_ texts: [String]) -> String { texts.randomElement(using: &random)! }
        func pattern() -> String {
            (0..<Int.random(in: 0...4, using: &random)).map { _ in
                pick(["a", "b", "A", "/", "*", "?", "$(v)", "$(lower)", "%41", "$(lang)"])
            }.joined()
        }
        func rule() -> String {
            var keys = ["\"/\": \"\(pattern())\""]
            if Bool.random(using: &random) { keys.append(pick([#""?": {"a": "\#(pattern())"}"#, #""?": "\#(pattern())""#])) }
            if Int.random(in: 0...3, using: &random) == 0 { keys.append(##""#": "\##(pattern())""##) }
            if Int.random(in: 0...3, using: &random) == 0 { keys.append(#""caseSensitive": false"#) }
            if Int.random(in: 0...3, using: &random) == 0 { keys.append(#""percentEncoded": false"#) }
            return "{\(keys.joined(separator: ", "))}"
        }
        func word() -> String { (0..<Int.random(in: 0...4, using: &random)).map { _ in pick(["a", "b", "A", "/", "%41"]) }.joined() }
        var covering = 0
        var meetings = 0
        for _ in 0..<6000 {
            let file = AssociationCase.file("\(rule()), \(rule())", variables: #"{"v": ["a", "b*", ""]}"#)
            let rules = try AppleAppSiteAssociation(decoding: Array(file.utf8)).details[0].rules
            guard rules[0].covers(rules[1]) || rules[1].cannotMatch else { continue }
            covering += 1
            for _ in 0..<60 {
                let url = "https://e.example/\(word())" + pick(["", "?\(word())", "?a=\(word())", "?a=\(word())&a=b"]) + pick(["", "#\(word())"])
                var texts = URLTexts(try #require(WebURL(url)))
                guard rules[1].matches(&texts) else { continue }
                meetings += 1
                #expect(rules[0].matches(&texts) && !rules[1].cannotMatch, "\(url) and \(file)")
            }
        }
        #expect(covering > 40 && meetings > 200, "\(covering) \(meetings)")
    }

    /// Whatever is changed in a file, reading it ends in a file or an error, and a review and a decision end.
    @Test func `a file with bytes changed is read or refused`() throws {
        var random = SeededRandom(seed: 3)
        let file = Array(
            """
            {"applinks": {"defaults": {"caseSensitive": false}, "substitutionVariables": {"v": ["a*", "?b"]}, "details": [
              {"appIDs": ["ABCDE12345.a"], "appID": "ABCDE12345.b", "components": [{"/": "/$(v)/$(lang)*", "?": {"a": "?*"}},
               {"#": "x", "exclude": true, "percentEncoded": false}]}, {"appID": "ABCDE12345.a", "paths": ["NOT /x", "*"]}]}}
            """.utf8)
        var read = 0
        for _ in 0..<3000 {
            var changed = file
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let at = Int.random(in: 0..<changed.count, using: &random)
                switch Int.random(in: 0...3, using: &random) {
                case 0: changed.remove(at: at)
                case 1: changed.insert(changed.randomElement(using: &random)!, at: at)
                case 2: changed[at] = UInt8.random(in: 0...255, using: &random)
                default: changed.swapAt(at, Int.random(in: 0..<changed.count, using: &random))
                }
            }
            guard let association = try? AppleAppSiteAssociation(decoding: changed) else { continue }
            read += 1
            _ = association.review
            _ = association.decision(for: "https://e.example/ab/en/?a=1#x", appID: "ABCDE12345.a")
        }
        #expect((300..<2900).contains(read), "\(read)")
    }
}
