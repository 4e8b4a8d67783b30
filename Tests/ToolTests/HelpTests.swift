import Testing

@Suite struct HelpTests {
    static let commands = ["stop", "trip", "make", "submit", "batch", "check", "links", "regions", "app", "callback", "spool"]

    @Test(arguments: [[]] + commands.map { [$0] })
    func `a help text fits a screen of 24 lines and 80 columns`(_ command: [String]) throws {
        let help = try Tool.run(command + ["--help"])
        let lines = Tool.lines(help.output)
        #expect(help.code == 0 && help.errors == "")
        #expect(lines.first?.hasPrefix("usage: transitlink ") == true)
        #expect(lines.count <= 24)
        #expect(lines.filter { $0.count > 80 } == [])
        #expect(try Tool.run(command + ["-h"]).output == help.output)
        try expectGolden(help.output, "help-\(command.first ?? "program").txt")
    }

    @Test func `the program's help names every command`() throws {
        let help = try Tool.run(["--help"]).output
        for command in Self.commands { #expect(help.contains("\n  \(command) ")) }
    }

    @Test(arguments: [[]] + commands.map { [$0] })
    func `help is asked for with a word, too`(_ command: [String]) throws {
        #expect(try Tool.run(["help"] + command) == Tool.run(command + ["--help"]))
    }

    @Test(arguments: [["--version"], ["stop", "--version"], ["make", "--version"]])
    func `the version is one line`(_ arguments: [String]) throws {
        #expect(try Tool.run(arguments) == Finished(code: 0, output: "transitlink 0.1.0\n", errors: ""))
    }
}
