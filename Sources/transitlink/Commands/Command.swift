// Command: one command of the tool as a row: its name, what the help says of it, its options, and what it does. The table
// of all of them is in main.swift.

internal import Arguments

struct Command: Sendable {
    let name: String
    /// One line for the program's own help.
    let summary: String
    /// Without the program's and the command's name, a line each.
    let usage: [String]
    /// Paragraphs, lines of at most 80 characters.
    let explanation: String
    /// All but the common ones.
    let options: [CommandLineOption]
    /// Names of the common options that it takes.
    let common: [String]
    let run: @Sendable (ParsedArguments, inout Output) throws(Failure) -> ExitCode

    var allOptions: [CommandLineOption] { options + CommandLineOption.common.filter { common.contains($0.name) } }

    var help: String {
        let usage = usage.map { "transitlink \(name) \($0)" }.joined(separator: "\n       ")
        return """
            usage: \(usage)

            \(explanation)

            \(allOptions.helpLines.joined(separator: "\n"))

            """
    }
}
