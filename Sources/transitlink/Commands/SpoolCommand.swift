// SpoolCommand: `transitlink spool`: an operator's look into the spool, and what is done with requests that failed. The
// daemon may work meanwhile.

internal import Arguments
internal import Configuration
internal import Escaping
internal import LinkSpool
internal import Posix

extension Command {
    static let spool = Command(
        name: "spool", summary: "what waits and what failed; run it again, throw it away",
        usage: ["status [--json]", "retry NAME…", "retry --all", "purge --older-than DAYS [--yes]"],
        explanation: """
            status counts what waits, is in hand, is answered and has failed, and says why.
            retry puts failed requests back among those that wait, and prints their names.
            purge prints the names of failed requests older than DAYS days, and with --yes
            removes them. All of it takes the rights of the daemon's user, or root's.
            """,
        options: [
            CommandLineOption("json", "status as one line of JSON"),
            CommandLineOption("all", "retry every failed request"),
            CommandLineOption("older-than", .required("DAYS"), "age by the time at which the request failed"),
            CommandLineOption("yes", "really remove"),
        ], common: ["config", "spool"]
    ) { arguments, output throws(Failure) in
        let verbs = ["status", "retry", "purge"]
        guard let verb = arguments.operands.first else {
            throw Failure(.usage, "spool: which of \(verbs.joined(separator: ", "))?")
        }
        do throws(UsageError) {
            try ParsedArguments.check(verb, isOneOf: verbs, what: "command of spool")
        } catch { throw Failure(error) }
        let names = Array(arguments.operands.dropFirst())
        switch verb {
        case "retry": return try retry(names, arguments, &output)
        case "purge": return try purge(names, arguments, &output)
        default: return try status(names, arguments, &output)
        }
    }

    private static func status(
        _ operands: [String], _ arguments: ParsedArguments, _ output: inout Output
    ) throws(Failure) -> ExitCode {
        guard operands.isEmpty else { throw Failure(.usage, "spool status takes no operand") }
        let (keeper, path) = try keeper(arguments)
        let report: SpoolListing
        do throws(SystemError) { report = try SpoolListing(of: keeper, path: path) } catch { throw .input(error) }
        if arguments.has("json") {
            try output.write(text: report.json)
        } else {
            for line in report.lines { try output.write(line: line) }
        }
        return .done
    }

    private static func retry(
        _ operands: [String], _ arguments: ParsedArguments, _ output: inout Output
    ) throws(Failure) -> ExitCode {
        guard arguments.has("all") != !operands.isEmpty else {
            throw Failure(.usage, "spool retry takes the names of failed requests, or --all")
        }
        let (keeper, _) = try keeper(arguments)
        var names = operands.map { FileName(Array($0.utf8)) }
        if arguments.has("all") {
            do throws(SystemError) { names = try keeper.failedRequests().map(\.name) } catch { throw .input(error) }
        }
        var retried: [FileName] = []
        var failed = 0
        for (index, name) in names.enumerated() {
            do throws(SpoolKeeper.RetryError) {
                guard let name else { throw .unknown }
                retried.append(try keeper.retry(name))
            } catch {
                failed += 1
                let shown = name?.description ?? Printable.escaped(operands[index])
                Messages.report("\(shown): \(sentence(error))")
            }
        }
        for name in retried { try output.write(line: name.description) }
        return failed == 0 ? .done : .someFailed
    }

    private static func sentence(_ error: SpoolKeeper.RetryError) -> String {
        switch error {
        case .unknown: "no such request has failed"
        case .hasNoName: "its own name can have no answer; put it into the spool under another"
        case .nameTaken(let name): "another request waits as \(name)"
        case .system(let error): error.description
        }
    }

    private static func purge(
        _ operands: [String], _ arguments: ParsedArguments, _ output: inout Output
    ) throws(Failure) -> ExitCode {
        guard operands.isEmpty, let text = arguments["older-than"] else {
            throw Failure(.usage, "spool purge needs --older-than DAYS")
        }
        guard let days = Int64(text), (0...36_500).contains(days) else {
            throw Failure(.usage, "--older-than: \(Printable.quoted(text)) is no number of days (0…36500)")
        }
        let (keeper, _) = try keeper(arguments)
        let age = Duration.seconds(days * 86_400)
        let names: [FileName]
        do throws(SystemError) {
            names = arguments.has("yes") ? try keeper.purge(olderThan: age) : try old(keeper, age)
        } catch { throw .input(error) }
        for name in names { try output.write(line: name.description) }
        if !arguments.has("yes"), !names.isEmpty { Messages.report("nothing is removed without --yes") }
        return .done
    }

    /// What `purge` would remove.
    private static func old(_ keeper: SpoolKeeper, _ age: Duration) throws(SystemError) -> [FileName] {
        let end = wallClockNanoseconds() - age.wholeNanoseconds
        return try keeper.failedRequests().filter { $0.sinceNanoseconds < end }.map(\.name)
    }

    private static func keeper(_ arguments: ParsedArguments) throws(Failure) -> (SpoolKeeper, path: String) {
        let path: String
        do throws(ConfigurationError) { path = try Configuration(CommonOptions(arguments)).spool } catch {
            throw Failure(error)
        }
        do throws(SystemError) { return (try SpoolKeeper(path: Array(path.utf8)), path) } catch {
            let hint = error.errno == .access ? "; it takes the rights of the daemon's user, or root's" : ""
            throw Failure(.unavailable, "\(error)\(hint)")
        }
    }
}
