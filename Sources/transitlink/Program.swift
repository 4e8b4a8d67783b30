// Program: which commands there are, and the way in and out that all of them share: help, version, the line on standard
// error for what went wrong, the exit code.

internal import Arguments
internal import Configuration
internal import Escaping
internal import Posix

enum Program {
    static let commands: [Command] = [.stop, .trip, .make, .submit, .batch, .check, .links, .regions, .app, .callback, .spool]

    /// Does what `words` (without the program's name) say.
    static func run(_ words: [String]) -> ExitCode {
        ProgramEnvironment.occupyStandardStreams()
        ProgramEnvironment.ignoreBrokenPipes()
        var output = Output()
        do throws(Failure) {
            let code = try run(words, &output)
            try output.flush()
            return code
        } catch {
            return end(error, &output)
        }
    }

    /// What was written before a failure still counts.
    private static func end(_ failure: Failure, _ output: inout Output) -> ExitCode {
        do throws(Failure) { try output.flush() } catch {}
        failure.messages.forEach(Messages.report)
        return failure.code
    }

    /// `help` and `help COMMAND` are what people try first.
    private static func run(_ words: [String], _ output: inout Output) throws(Failure) -> ExitCode {
        let words = words.first == "help" ? words.dropFirst() + ["--help"] : words
        let name = words.first ?? ""
        if name == CommandCompletion.word { return try CommandCompletion.run(words.dropFirst(), &output) }
        guard let command = commands.first(where: { $0.name == name }) else {
            return try withoutCommand(words, &output)
        }
        let arguments = try parse(words.dropFirst(), command.allOptions)
        if arguments.wantsHelp { return try show(command.help, &output) }
        if arguments.wantsVersion { return try show(version, &output) }
        return try command.run(arguments, &output)
    }

    /// `--help`, `--version`, or a mistake.
    private static func withoutCommand(_ words: [String], _ output: inout Output) throws(Failure) -> ExitCode {
        let arguments = try parse(words, [])
        if arguments.wantsHelp { return try show(help, &output) }
        if arguments.wantsVersion { return try show(version, &output) }
        let names = commands.map(\.name)
        guard let word = arguments.operands.first else {
            throw Failure(.usage, "which command? known are \(names.joined(separator: ", "))")
        }
        throw Failure(.usage, "unknown command \(Printable.quoted(word)); \(Spelling.hint(for: word, known: names))")
    }

    private static func parse(_ words: some Sequence<String>, _ options: [CommandLineOption]) throws(Failure)
        -> ParsedArguments
    {
        do throws(UsageError) { return try ParsedArguments(words, options: options) } catch { throw Failure(error) }
    }

    private static func show(_ text: String, _ output: inout Output) throws(Failure) -> ExitCode {
        try output.write(Array(text.utf8))
        return .done
    }

    private static let version = "transitlink \(transitlinkVersion)\n"

    private static var help: String {
        let width = commands.map(\.name.count).max() ?? 0
        let rows = commands.map {
            "  \($0.name)" + String(repeating: " ", count: width - $0.name.count + 2) + $0.summary
        }
        return """
            usage: transitlink COMMAND [OPTION…] … | COMMAND --help | --version
            Turns OneBusAway stops and trips into links to share.

            \(rows.joined(separator: "\n"))

            Over the configuration, where a command takes them:
            \(CommandLineOption.common.helpLines.joined(separator: "\n"))

            Exit codes: 0 done; 1 some failed, or not there; 64 usage; 65 bad data; 66 no
            input; 69 unavailable; 73 can't create; 74 I/O; 75 try again; 78 settings.

            """
    }
}
