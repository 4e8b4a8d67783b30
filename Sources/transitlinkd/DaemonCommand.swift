// DaemonCommand: the command line of transitlinkd: help, version, --check, or the daemon itself. What is wrong before the
// log is up goes to standard error, one line a fault.

internal import Arguments
internal import Configuration
internal import Escaping
internal import Posix
internal import TransitLinks

enum DaemonCommand {
    private static let options =
        CommandLineOption.common + [
            CommandLineOption("log", .required("TARGET"), "auto, journal, stderr or json"),
            CommandLineOption("check", .none, "print the effective configuration, or what is wrong with it"),
        ]

    static func run(_ words: some Sequence<String>) -> ExitCode {
        let words = Array(words)
        if words.first == "__complete" { return show(completion(Array(words.dropFirst()))) }
        do throws(UsageError) {
            let arguments = try ParsedArguments(words, options: options)
            if arguments.wantsHelp { return show(help) }
            if arguments.wantsVersion { return show("transitlinkd \(transitlinkVersion)\n") }
            if let word = arguments.operands.first {
                throw UsageError("unexpected argument '\(word)'; transitlinkd takes options only")
            }
            let log = try logDestination(arguments["log"])
            let options = CommonOptions(arguments)
            return arguments.has("check") ? check(options) : Daemon.run(options, log: log)
        } catch {
            complain("\(error)")
            return .usage
        }
    }

    private static func logDestination(_ name: String?) throws(UsageError) -> LogDestination? {
        guard let name else { return nil }
        try ParsedArguments.check(name, isOneOf: LogDestination.allCases.map(\.rawValue), what: "log target")
        return LogDestination(rawValue: name)
    }

    private static func check(_ options: CommonOptions) -> ExitCode {
        do throws(ConfigurationError) {
            let loaded = try LoadedConfiguration(options)
            for warning in loaded.links.directory.warnings { complain("\(loaded.directorySource): \(warning)") }
            var effective = loaded.configuration
            effective.region = loaded.links.currentRegion
            return show(effective.json)
        } catch {
            for fault in error.faults { complain(fault.description) }
            return error.exitCode
        }
    }

    /// What the shells' scripts in Completions/ ask for: see Completion.
    private static func completion(_ words: [String]) -> String {
        let line = Completion(words, options: options)
        let lines = line.lines(
            value: { option in
                if option.name == "log" { return CompletedValue(LogDestination.allCases.map(\.rawValue)) }
                return .common(option, on: line) ?? CompletedValue(placeholderOf: option)
            }, operand: .nothing)
        return lines.map { $0 + "\n" }.joined()
    }

    private static func show(_ text: String) -> ExitCode {
        do throws(SystemError) {
            try StandardStream.output.descriptor().write(Array(text.utf8))
            return .done
        } catch {
            return error.errno == .brokenPipe ? .done : .inputOutput
        }
    }

    static func complain(_ line: String) { StandardStream.report("transitlinkd: \(Printable.line(line))\n") }

    private static var help: String {
        """
        usage: transitlinkd [OPTION…]

        Watches a spool folder for requests and writes the links of stops and trips
        beside them. Runs in the foreground; under systemd it reports readiness, status
        and log entries. SIGHUP reads configuration and region directory afresh, SIGTERM
        ends it. With --spool it makes the folders that are missing.

        \(options.helpLines.joined(separator: "\n"))
          --help, --version

        Exit codes: 0 done, 64 usage, 74 I/O, 75 try again (spool in use or replaced),
        78 configuration.

        """
    }
}

extension ConfigurationError {
    /// Of a program that can't begin.
    var exitCode: ExitCode { isUsage ? .usage : .configuration }
}
