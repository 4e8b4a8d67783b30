// The rules of matching (links.md, section 7) beyond the vectors: every row is a component of one app's file, a path of
// example.com and what becomes of it.

import Foundation
import Testing

@testable import TransitLinks

@Suite struct AssociationMatchingTests {
    @Test(arguments: [
        AssociationCase(#"{"/": "/stop/*"}"#, "/stop", "match"), AssociationCase(#"{"/": "/stop/**"}"#, "/stop/", "match"),
        AssociationCase(#"{"/": "/stop/*/"}"#, "/stop", "match"),
        AssociationCase(#"{"/": "stop/*"}"#, "/stop/1/2", "match"),
        AssociationCase(#"{"/": "///stop/*"}"#, "/stop/1", "match"),
        AssociationCase(#"{"/": "/stop/*"}"#, "/stops", "no-match"),
        AssociationCase(#"{"/": "/stop/*"}"#, "/stop/a/b/c/", "match"),
        AssociationCase(#"{"/": "/stop/?*"}"#, "/stop/", "no-match"),
        AssociationCase(#"{"/": "/stop/?*"}"#, "/stop//", "no-match"),
        AssociationCase(#"{"/": "/stop/?*"}"#, "/stop/1", "match"),
        AssociationCase(#"{"/": "/stop/?"}"#, "/stop/12", "no-match"),
        AssociationCase(#"{"/": "/stop?"}"#, "/stop/", "no-match"),
        AssociationCase(#"{"/": "/a/*/c"}"#, "/a//c", "match"), AssociationCase(#"{"/": "/a/*/c"}"#, "/a/b/d/c/", "match"),
        AssociationCase(#"{"/": "*"}"#, "", "match"), AssociationCase(#"{"/": "/*"}"#, "", "match"),
        AssociationCase(#"{"/": "?*"}"#, "/", "no-match"), AssociationCase(#"{"/": ""}"#, "/", "match"),
        AssociationCase(#"{"/": ""}"#, "/x", "no-match"), AssociationCase(#"{"/": "/Stop"}"#, "/stop", "no-match"),
        AssociationCase(#"{"/": "/*.html"}"#, "/a/b.html", "match"),
        AssociationCase(#"{"/": "/a\\*b"}"#, "/a*b", "no-match"),
    ])
    func `a path`(_ row: AssociationCase) throws { try row.check() }

    @Test(arguments: [
        AssociationCase(#"{"?": "a=1"}"#, "/x?a=1#f", "match"), AssociationCase(#"{"?": ""}"#, "/x", "match"),
        AssociationCase(#"{"?": ""}"#, "/x?", "match"), AssociationCase(#"{"?": ""}"#, "/x?a", "no-match"),
        AssociationCase(#"{"?": "*a=1*"}"#, "/x?b=2&a=1", "match"),
        AssociationCase(#"{"?": {}}"#, "/x?a=1", "match"), AssociationCase(#"{"?": {"a": "?*"}}"#, "/x?a", "no-match"),
        AssociationCase(#"{"?": {"a": ""}}"#, "/x?a", "match"),
        AssociationCase(#"{"?": {"a": "1=2"}}"#, "/x?a=1=2", "match"),
        AssociationCase(#"{"?": {"A": "1"}}"#, "/x?a=1", "no-match"),
        AssociationCase(#"{"?": {"a": "1", "b": "2"}}"#, "/x?b=2&c=3&a=1", "match"),
        AssociationCase(#"{"?": {"a": "1", "b": "2"}}"#, "/x?a=1", "no-match"),
        AssociationCase(#"{"?": {"a": "?*"}}"#, "/x?a=1&a=", "no-match"),
        AssociationCase(#"{"?": {"a": "x y"}}"#, "/x?a=x%20y", "no-match"),
        AssociationCase(#"{"?": {"a": "x y"}, "percentEncoded": false}"#, "/x?a=x%20y", "match"),
        AssociationCase(#"{"?": {"a": "x y"}, "percentEncoded": false}"#, "/x?a=x+y", "no-match"),
        AssociationCase(#"{"?": {"ä": "1&2"}, "percentEncoded": false}"#, "/x?%C3%A4=1%262", "match"),
        AssociationCase(#"{"?": 7}"#, "/x?a=1", "match"), AssociationCase(#"{"?": {"a": ["1"]}}"#, "/x?a=2", "match"),
        AssociationCase(##"{"#": "a?"}"##, "/x#ab", "match"), AssociationCase(##"{"#": ""}"##, "/x#", "match"),
        AssociationCase(##"{"#": ""}"##, "/x#a", "no-match"), AssociationCase(##"{"#": "a"}"##, "/x?b#a", "match"),
        AssociationCase(##"{"#": "/route/*"}"##, "/#/route/1?x=2", "match"),
    ])
    func `a query and a fragment`(_ row: AssociationCase) throws { try row.check() }

    @Test(arguments: [
        AssociationCase(#"{"/": "/a%20b"}"#, "/a b", "match"), AssociationCase(#"{"/": "/a%2fb"}"#, "/a%2Fb", "no-match"),
        AssociationCase(#"{"/": "/a%2fb", "caseSensitive": false}"#, "/a%2Fb", "match"),
        AssociationCase(#"{"/": "/caf%C3%A9"}"#, "/café", "match"),
        AssociationCase(#"{"/": "/café", "percentEncoded": false}"#, "/caf%c3%a9", "match"),
        AssociationCase(#"{"/": "/caf?", "percentEncoded": false}"#, "/caf%C3%A9", "match"),
        AssociationCase(#"{"/": "/CAFÉ", "percentEncoded": false, "caseSensitive": false}"#, "/caf%C3%A9", "match"),
        AssociationCase(#"{"/": "/a%20b", "percentEncoded": false}"#, "/a%20b", "no-match"),
        AssociationCase(#"{"/": "/100%", "percentEncoded": false}"#, "/100%", "match"),
        AssociationCase(#"{"/": "/a", "percentEncoded": false}"#, "/a%2F", "match"),
        AssociationCase(#"{"/": "/STOP/*", "caseSensitive": false}"#, "/sToP/1", "match"),
        AssociationCase(#"{"?": {"a": "X"}, "caseSensitive": false}"#, "/?a=x", "match"),
        AssociationCase(#"{"/": "/foo", "caseSensitive": "no"}"#, "/FOO", "no-match"),
    ])
    func `letters and encodings`(_ row: AssociationCase) throws { try row.check() }

    @Test(arguments: [
        AssociationCase(#"{"/": "/$(lang)-$(region)/*"}"#, "/en-US/x", "match"),
        AssociationCase(#"{"/": "/$(lang)-$(region)/*"}"#, "/en-us/x", "no-match"),
        AssociationCase(#"{"/": "/$(lang)-$(region)/*", "caseSensitive": false}"#, "/EN-us/x", "match"),
        AssociationCase(#"{"/": "/$(lang)/*"}"#, "/haw/x", "match"), AssociationCase(#"{"/": "/$(lang)/*"}"#, "/zq/x", "no-match"),
        AssociationCase(#"{"/": "/$(digit)$(digit)"}"#, "/42", "match"),
        AssociationCase(#"{"/": "/$(digit)"}"#, "/42", "no-match"),
        AssociationCase(#"{"/": "/$(alpha)$(upper)$(lower)$(alnum)$(xdigit)"}"#, "/xYz9F", "match"),
        AssociationCase(#"{"/": "/$(upper)"}"#, "/y", "no-match"), AssociationCase(#"{"/": "/$(xdigit)"}"#, "/g", "no-match"),
        AssociationCase(#"{"/": "/$(upper)", "caseSensitive": false}"#, "/y", "match"),
        AssociationCase(#"{"/": "/$(Digit)"}"#, "/4", "no-match"), AssociationCase(#"{"/": "/$(nobody)"}"#, "/$(nobody)", "match"),
        AssociationCase(
            #"{"/": "/$(food)/*"}"#, "/pizza/1", "match", variables: #"{"food": ["burrito", "p?zza", "su*"]}"#),
        AssociationCase(#"{"/": "/$(food)/*"}"#, "/sushi/1", "match", variables: #"{"food": ["pizza", "su*"]}"#),
        AssociationCase(#"{"/": "/$(food)/*"}"#, "/soup/1", "no-match", variables: #"{"food": ["pizza", "su*"]}"#),
        AssociationCase(#"{"/": "/x/$(any)"}"#, "/x", "match", variables: #"{"any": ["*"]}"#),
        AssociationCase(#"{"?": {"id": "$(a)$(a)"}}"#, "/?id=12", "match", variables: #"{"a": ["1", "2"]}"#),
        AssociationCase(#"{"/": "/$(a)"}"#, "/1", "no-match", variables: #"{"a": ["$(digit)"]}"#),
        AssociationCase(#"{"/": "/$(a b.ä)"}"#, "/1", "match", variables: #"{"a b.ä": ["1"]}"#),
        AssociationCase(#"{"/": "/$($(digit)"}"#, "/$(7", "match"), AssociationCase(#"{"/": "/$()"}"#, "/$()", "match"),
    ])
    func `variables`(_ row: AssociationCase) throws { try row.check() }

    @Test(arguments: [
        AssociationCase(#"{"?": {"a": "1"}}"#, "/y?a=1", "no-match", defaults: #"{"/": "/x"}"#),
        AssociationCase(#"{"/": "/y"}"#, "/y?a=1", "match", defaults: #"{"/": "/x"}"#),
        AssociationCase(#"{"/": "/y"}"#, "/y", "exclude", defaults: #"{"exclude": true}"#),
        AssociationCase(#"{"/": "/y", "exclude": false}"#, "/y", "match", defaults: #"{"exclude": true}"#),
        AssociationCase(#"{"/": "/y"}"#, "/y#f", "no-match", defaults: ##"{"#": ""}"##),
        AssociationCase(#"{"/": "/y", "?": {"n": 1}}"#, "/y?n=2", "no-match", defaults: #"{"?": {"n": "1"}}"#),
        AssociationCase(#"{"/": "/a b"}"#, "/a%20b", "match", defaults: #"{"percentEncoded": false}"#),
        AssociationCase(#"{"/": "/A", "caseSensitive": true}"#, "/a", "no-match", defaults: #"{"caseSensitive": false}"#),
    ])
    func `defaults`(_ row: AssociationCase) throws { try row.check() }

    @Test func `the defaults of an app go before those of all, key by key`() throws {
        let file = """
            {"applinks": {"defaults": {"caseSensitive": false, "percentEncoded": false}, "details": [
              {"appIDs": ["\(AssociationCase.app)"], "defaults": {"caseSensitive": true}, "components": [{"/": "/A b"}]}]}}
            """
        try AssociationCase(file: file, url: "https://example.com/A%20b", expected: "match").check()
        try AssociationCase(file: file, url: "https://example.com/a%20b", expected: "no-match").check()
    }

    static let legacy = """
        {"applinks": {"apps": [], "details": [
          {"appID": "ABCDE12345.com.example.app", "paths": ["NOT /secret/*", "/buy", "/b/*", "/t/??", "NOT *.pdf", "/m*"]},
          {"appID": "ABCDE12345.com.example.other", "paths": ["*"]}]}}
        """

    @Test(arguments: [
        ("/secret/1", "exclude"), ("/secret", "exclude"), ("/buy", "match"), ("/buy?x=1#y", "match"), ("/BUY", "no-match"),
        ("/b/1/2", "match"), ("/t/12", "match"), ("/t/123", "no-match"), ("/m/x.pdf", "exclude"), ("/m/x", "match"),
        ("/", "no-match"),
    ])
    func `the legacy form`(_ path: String, _ expected: String) throws {
        try AssociationCase(file: Self.legacy, url: "https://example.com" + path, expected: expected).check()
        try AssociationCase(
            file: Self.legacy, url: "https://example.com" + path, expected: "match", app: "ABCDE12345.com.example.other"
        ).check()
    }

    @Test func `the details of one app are looked at in the file's order, by-app objects too`() throws {
        let app = AssociationCase.app
        let list = """
            {"applinks": {"details": [{"appIDs": ["X", "\(app)"], "components": [{"/": "/a"}]},
              {"appID": "\(app)", "components": [{"/": "/a", "exclude": true}, {"/": "/b", "exclude": true}]}]}}
            """
        try AssociationCase(file: list, url: "https://e.example/a", expected: "match").check()
        try AssociationCase(file: list, url: "https://e.example/b", expected: "exclude").check()
        try AssociationCase(file: list, url: "https://e.example/b", expected: "no-match", app: "X").check()
        let object = #"{"applinks": {"details": {"\#(app)": {"paths": ["/a"]}}}}"#
        try AssociationCase(file: object, url: "https://e.example/a", expected: "match").check()
        try AssociationCase(file: object, url: "https://e.example/a", expected: "no-match", app: "Y").check()
    }

    @Test func `appIDs goes before appID`() throws {
        let file = """
            {"applinks": {"details": [{"appID": "ABCDE12345.com.example.one", "appIDs": ["ABCDE12345.com.example.two"],
              "components": [{}]}]}}
            """
        let url = "https://example.com/"
        try AssociationCase(file: file, url: url, expected: "no-match", app: "ABCDE12345.com.example.one").check()
        try AssociationCase(file: file, url: url, expected: "match", app: "ABCDE12345.com.example.two").check()
        let association = try AppleAppSiteAssociation(decoding: Array(file.utf8))
        #expect(
            association.findings == [
                .fault("details[0]", "both appID and appIDs: readers disagree; appIDs goes here. Keep one of them")
            ])
    }

    @Test(arguments: [
        ("https://example.com/x", "example.com", "match"), ("https://EXAMPLE.com:8443/x", "example.com", "match"),
        ("https://u:p@example.com/x", "example.com", "match"), ("http://example.com/x", "example.com", "match"),
        ("https://www.example.com/x", "example.com", "no-match"), ("https://www.example.com/x", "*.example.com", "match"),
        ("https://example.com/x", "*.example.com", "no-match"), ("https://example.com@evil.example/x", "example.com", "no-match"),
        ("https://[::1]:80/x", "[::1]", "match"), ("ftp://example.com/x", "example.com", "no-match"),
        ("example.com/x", "example.com", "no-match"), ("https:/example.com/x", "example.com", "no-match"),
        ("", "example.com", "no-match"), ("https://", "", "no-match"),
    ])
    func `the host is the one that serves the file`(_ url: String, _ domain: String, _ expected: String) throws {
        let association = try AppleAppSiteAssociation(decoding: Array(AssociationCase.file("{}").utf8))
        let decision = association.decision(for: url, appID: AssociationCase.app, domain: domain)
        #expect(decision.verdict.rawValue == expected)
        #expect(decision.rule == (expected == "match" ? "details[0].components[0]" : nil))
    }
}
