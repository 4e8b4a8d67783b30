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
        let listing: SpoolListing
        do throws(SystemError) { listing = try SpoolListing(of: keeper, path: path) } catch { throw .input(error) }
        if arguments.has("json") { try listing.writeJSON(to: &output) } else { try listing.writeText(to: &output) }
        return .done
    }

    /// Requests that are run again, or thrown away, between two flushes of their folders.
    private static let stepLength = 256

    private static func retry(
        _ operands: [String], _ arguments: ParsedArguments, _ output: inout Output
    ) throws(Failure) -> ExitCode {
        guard arguments.has("all") != !operands.isEmpty else {
            throw Failure(.usage, "spool retry takes the names of failed requests, or --all")
        }
        let (keeper, _) = try keeper(arguments)
        var run = RetryRun(keeper)
        var names: [FileName] = []
        for operand in operands {
            if let name = FileName(Array(operand.utf8)) {
                names.append(name)
            } else {
                run.tell(.unknown, Printable.escaped(operand))
            }
        }
        try run.retry(names, &output)
        if arguments.has("all") {
            try forEachFailed(keeper) { requests throws(Failure) in try run.retry(requests.map(\.name), &output) }
        }
        return run.failures == 0 ? .done : .someFailed
    }

    /// Failed requests run again, a few at a time, and what is said of them.
    private struct RetryRun {
        private let keeper: SpoolKeeper
        private(set) var failures = 0

        init(_ keeper: SpoolKeeper) { self.keeper = keeper }

        mutating func retry(_ names: [FileName], _ output: inout Output) throws(Failure) {
            for start in stride(from: 0, to: names.count, by: stepLength) {
                let step = Array(names[start..<min(start + stepLength, names.count)])
                for (name, result) in zip(step, keeper.retry(step)) {
                    switch result {
                    case .success(let first): try output.write(line: first.description)
                    case .failure(let error): tell(error, name.description)
                    }
                }
            }
        }

        mutating func tell(_ error: SpoolKeeper.RetryError, _ shown: String) {
            failures += 1
            Messages.report("\(shown): \(sentence(error))")
        }
    }

    /// Hands failed requests to `body`, the oldest first, a step's worth at a time.
    private static func forEachFailed(
        _ keeper: SpoolKeeper, until end: Int64 = .max, _ body: ([FailedRequest]) throws(Failure) -> Void
    ) throws(Failure) {
        var requests = FailedRequests(keeper, until: end)
        while true {
            let portion: [FailedRequest]
            do throws(SystemError) { portion = try requests.next() } catch { throw .input(error) }
            if portion.isEmpty { return }
            for start in stride(from: 0, to: portion.count, by: stepLength) {
                try body(Array(portion[start..<min(start + stepLength, portion.count)]))
            }
        }
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
        let isMeant = arguments.has("yes")
        var count = 0
        try forEachFailed(keeper, until: wallClockNanoseconds() - days * 86_400_000_000_000 - 1) {
            requests throws(Failure) in
            let removed: [FailedRequest]
            do throws(SystemError) { removed = isMeant ? try keeper.purge(requests) : requests } catch {
                throw .input(error)
            }
            for request in removed { try output.write(line: request.name.description) }
            count += removed.count
        }
        if !isMeant, count > 0 { Messages.report("nothing is removed without --yes") }
        return .done
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
