// What can stand at the end of a command line that is being typed; the shells' side is Tests/Manuals/completions.

import Testing

@testable import Arguments

@Suite("A line that is being typed")
struct CompletionTests {
    private static let options = [
        CommandLineOption("links", .required("LIST"), "what to make"), CommandLineOption("json", "as JSON"),
        CommandLineOption("file", .required("FILE"), "a file"), CommandLineOption("wait", .optional("SECONDS"), "wait"),
    ]

    private func lines(_ words: String...) -> [String] {
        Completion(words, options: Self.options).lines(
            value: { $0.name == "links" ? .list(["web", "app"]) : CompletedValue(placeholderOf: $0) },
            operand: CompletedValue([Candidate("list", "what there is"), Candidate("show", "one\nof\tthem")]))
    }

    private static let all = [
        "--links\twhat to make", "--json\tas JSON", "--file\ta file", "--wait\twait", "--help\tshow this help",
        "--version\tshow the version",
    ]

    @Test func `offers operands, with their help on one line`() {
        #expect(lines("") == ["list\twhat there is", "show\tone\\nof\\tthem"])
        #expect(lines("sh") == ["show\tone\\nof\\tthem"])
        #expect(lines("x") == [])
    }

    @Test func `offers options behind a dash, but not behind the end of options`() {
        #expect(lines("-") == Self.all)
        #expect(lines("--j") == ["--json\tas JSON"])
        #expect(lines("--", "-") == [])
    }

    @Test func `offers an option's values, behind it or behind its equals sign`() {
        #expect(lines("--links", "") == ["web", "app"])
        #expect(lines("--links=a") == ["--links=app"])
        #expect(lines("--file", "") == [":files"])
        #expect(lines("--json", "") == lines(""))
        #expect(lines("--wait", "") == lines(""), "an optional value stands behind = alone")
        #expect(lines("--json=") == [])
        #expect(lines("--what=") == [])
    }

    @Test func `offers what a list has not yet`() {
        #expect(lines("--links", "web,") == ["web,app"])
        #expect(lines("--links=app,") == ["--links=app,web"])
        #expect(lines("--links", "web,app,") == [])
    }

    @Test func `knows what was given, and which words are operands`() {
        let line = Completion(["a", "--file", "b", "--links=c", "--", "--d", ""], options: Self.options)
        #expect(line.operands == ["a", "--d"])
        #expect(line.given == ["file": "b", "links": "c"])
    }
}
