import Testing

@testable import Arguments

@Suite struct ParsedArgumentsTests {
    private static let options = [
        CommandLineOption("name", .required("TEXT"), "a name"), CommandLineOption("json", "as JSON"),
        CommandLineOption("wait", .optional("SECONDS"), "how long"),
    ]

    /// The values in order of the table, `-` for absent and `+` for given without one; then the operands.
    private func parsed(_ words: [String]) throws -> [String] {
        let arguments = try ParsedArguments(words, options: Self.options)
        let values = Self.options.map { arguments[$0.name] ?? (arguments.has($0.name) ? "+" : "-") }
        return [values.joined(separator: " ")] + arguments.operands
    }

    @Test(arguments: [
        ([], ["- - -"]),
        (["a", "--name=x", "b"], ["x - -", "a", "b"]),
        (["--name", "x", "a"], ["x - -", "a"]),
        (["--name", "--json"], ["--json - -"]),
        (["--name="], [" - -"]),
        (["--name=a=b"], ["a=b - -"]),
        (["--name", "a", "--name", "b"], ["b - -"]),
        (["--wait", "5"], ["- - +", "5"]),
        (["--wait=5", "--json"], ["- + 5"]),
        (["--", "--name", "-x", "--"], ["- - -", "--name", "-x", "--"]),
        (["-"], ["- - -", "-"]),
        (["47.6", "-122.3", "-.5", "-1,-2"], ["- - -", "47.6", "-122.3", "-.5", "-1,-2"]),
        (["", "é_1"], ["- - -", "", "é_1"]),
    ])
    func `words become values and operands`(words: [String], expected: [String]) throws {
        #expect(try parsed(words) == expected)
    }

    @Test(arguments: [
        (["--nmae", "x"], "unknown option '--nmae'; did you mean '--name'?"),
        (["--qqqqqqqqqq=1"], "unknown option '--qqqqqqqqqq'; known are --name, --json, --wait, --help, --version"),
        (["--Name=x"], "unknown option '--Name'; did you mean '--name'?"),
        (["-n"], "unknown option '-n'; options are long, as in --name"),
        (["-\u{1B}"], "unknown option '-\\x1B'; options are long, as in --name"),
        (["--name"], "option '--name' needs a value: TEXT"),
        (["--json=1"], "option '--json' takes no value"),
        (["--help=1"], "option '--help' takes no value"),
    ])
    func `the first mistake is told in one sentence`(words: [String], message: String) {
        #expect(throws: UsageError(message)) { try parsed(words) }
    }

    @Test(arguments: [["--help"], ["-h"], ["a", "-h", "--nmae"], ["--json", "--help", "--name"]])
    func `help is for whoever is lost, so nothing behind it is a mistake`(_ words: [String]) throws {
        #expect(try ParsedArguments(words, options: Self.options).wantsHelp)
    }

    @Test func `the help's columns are those of the widest option`() {
        #expect(
            Self.options.helpLines == [
                "  --name TEXT       a name", "  --json            as JSON", "  --wait[=SECONDS]  how long",
            ])
    }

    @Test(arguments: [["--name", "\u{FFFD}a"], ["--name=\u{FFFD}a"], ["--", "\u{FFFD}a"], ["\u{FFFD}a"]])
    func `a typed U+FFFD is a character as any other, and a repaired word is refused`(_ words: [String]) throws {
        let options = [CommandLineOption("name", .required("TEXT"), "")]
        let parsed = try ParsedArguments(words, options: options)
        #expect((parsed["name"] ?? parsed.operands.first) == "\u{FFFD}a")
        #expect(throws: UsageError("argument '\(words[words.count - 1])' is not UTF-8")) {
            try ParsedArguments(words, options: options, repaired: [words[words.count - 1]])
        }
    }
}
