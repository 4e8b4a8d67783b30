// Command: one command of the tool as a row: its name, what the help says of it, its options, and what it does. The table
// of all of them is in Program.

internal import Arguments

struct Command: Sendable {
    let name: String
    /// One line for the program's own help.
    let summary: String
    /// Without the program's and the command's name, a line each.
    let usage: [String]
    /// Lines of at most 80 characters.
    let explanation: String
    /// Explained, a line each.
    let options: [CommandLineOption]
    /// Named by the help, without a line each: those that speak for themselves, or that another command's help explains.
    var groups: [OptionGroup] = []
    /// Names of the common options that it takes; the program's help explains them.
    let common: [String]
    let run: @Sendable (ParsedArguments, inout Output) throws(Failure) -> ExitCode

    var allOptions: [CommandLineOption] { options + groups.flatMap(\.options) + commonOptions }

    private var commonOptions: [CommandLineOption] { CommandLineOption.common.filter { common.contains($0.name) } }

    /// It fits a screen of 24 lines of 80 columns.
    var help: String {
        let usage = usage.map { "transitlink \(name) \($0)" }.joined(separator: "\n       ")
        var parts = ["usage: \(usage)\n", explanation, ""]
        parts += options.helpLines
        for group in groups { parts += ["\(group.title):"] + group.options.usageLines }
        parts += ["over the configuration:"] + commonOptions.usageLines + [""]
        return parts.joined(separator: "\n")
    }
}

/// Options that the help names together.
struct OptionGroup: Sendable {
    let title: String
    let options: [CommandLineOption]

    init(_ title: String, _ options: [CommandLineOption]) {
        self.title = title
        self.options = options
    }
}

extension [CommandLineOption] {
    /// The options without their explanation, as many in a line as fit.
    fileprivate var usageLines: [String] {
        var lines: [String] = []
        for usage in map(\.usage) {
            if let last = lines.last, last.count + usage.count < 78 {
                lines[lines.count - 1] = last + "  " + usage
            } else {
                lines.append("  " + usage)
            }
        }
        return lines
    }
}
