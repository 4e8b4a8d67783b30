// SubmitCommand: `transitlink submit`: requests into the spool, after they were judged here as the daemon will judge them.
// All files are judged before the first is dropped, so that a mistake in one leaves nothing half done.

internal import Arguments
internal import Configuration
internal import Escaping
internal import LinkSpool
internal import Posix
internal import TransitLinks

extension Command {
    static let submit = Command(
        name: "submit", summary: "put requests into the daemon's spool", usage: ["FILE… [OPTION…]"],
        explanation: """
            Checks the requests in each FILE (- is standard input) as make reads them, puts
            the files into the spool and prints the name that each has there. Where a
            request is refused nothing is put there: exit code 65. With --wait it prints the
            answers instead and takes them away; one that does not come: exit code 75,
            soon where no daemon runs.
            """,
        options: [
            CommandLineOption("wait", .optional("SECONDS"), "print the answers, after at most 60 seconds"),
            CommandLineOption("keep", "leave the answers in the spool's results/"),
        ], common: ["config", "regions", "region", "app", "spool"]
    ) { arguments, output throws(Failure) in
        guard !arguments.operands.isEmpty else { throw Failure(.usage, "submit: which? give one FILE or more") }
        let wait = try waitingTime(arguments)
        guard wait != nil || !arguments.has("keep") else { throw Failure(.usage, "submit: --keep goes with --wait") }
        let loaded = try LoadedConfiguration.load(arguments)
        let requests = try judged(arguments.operands, loaded)
        let producer = try producer(at: loaded.configuration.spool)
        let names = try submit(requests, to: producer)
        guard let wait else {
            for name in names { try output.write(line: name.description) }
            return .done
        }
        let answers = AnswerWait(producer, spool: loaded.configuration.spool, keeps: arguments.has("keep"))
        return try answers.run(names, timeout: wait, to: &output)
    }

    /// Nil without `--wait`.
    private static func waitingTime(_ arguments: ParsedArguments) throws(Failure) -> Duration? {
        guard arguments.has("wait") else { return nil }
        guard let text = arguments["wait"] else { return .seconds(60) }
        if let seconds = Int64(text), (0...86_400).contains(seconds) { return .seconds(seconds) }
        throw Failure(.usage, "--wait: \(Printable.quoted(text)) is no number of seconds (0…86400)")
    }

    private static func judged(
        _ files: [String], _ loaded: LoadedConfiguration
    ) throws(Failure) -> [Producer.Request] {
        var judge = SubmissionJudge(loaded)
        var requests: [Producer.Request] = []
        for file in files { requests.append(try judge.read(file)) }
        guard judge.errors.isEmpty else {
            throw Failure(.badData, judge.errors + ["nothing was put into the spool"])
        }
        return requests
    }

    private static func producer(at spool: String) throws(Failure) -> Producer {
        do throws(SystemError) { return try Producer(path: Array(spool.utf8)) } catch {
            throw Failure(.unavailable, "\(error); is transitlinkd installed, and are you in its group?")
        }
    }

    private static func submit(_ requests: [Producer.Request], to producer: Producer) throws(Failure) -> [FileName] {
        do throws(SystemError) { return try producer.submit(requests) } catch {
            throw Failure([.noSpace, .quota].contains(error.errno) ? .tryAgain : .cannotCreate, "\(error)")
        }
    }
}
