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
            answers instead and takes them away; one that does not come: exit code 75.
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
        return try AnswerWait(producer, keeps: arguments.has("keep")).run(names, timeout: wait, to: &output)
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

/// The answers to requests that were dropped.
private struct AnswerWait: ~Copyable {
    /// 16 MiB: an answer has less than ten times its request's line.
    private static let lineLimit = 16 << 20

    private let producer: Producer
    private let keeps: Bool
    private var answered = 0
    private var refused = 0

    init(_ producer: Producer, keeps: Bool) {
        self.producer = producer
        self.keeps = keeps
    }

    /// - Throws: `Failure` when an answer does not come in time or can't be read.
    consuming func run(
        _ names: [FileName], timeout: Duration, to output: inout Output
    ) throws(Failure) -> ExitCode {
        let deadline = MonotonicInstant.now().advanced(by: timeout)
        for name in names { try take(name, before: deadline, to: &output) }
        return .of(failed: refused, all: answered)
    }

    private mutating func take(
        _ name: FileName, before deadline: MonotonicInstant, to output: inout Output
    ) throws(Failure) {
        let left = max(.zero, MonotonicInstant.now().duration(to: deadline))
        let answer: FileDescriptor?
        do throws(SystemError) { answer = try producer.answer(to: name, timeout: left) } catch { throw .input(error) }
        guard let answer else {
            throw Failure(.tryAgain, "no answer to \(name) yet; it will be in the spool's results/")
        }
        try copy(answer, to: &output)
        // Only what was handed on is taken away.
        try output.flush()
        if keeps { return }
        do throws(SystemError) { try producer.removeAnswer(to: name) } catch { throw Failure(.inputOutput, "\(error)") }
    }

    private mutating func copy(_ answer: consuming FileDescriptor, to output: inout Output) throws(Failure) {
        var lines = InputLines(answer, limit: Self.lineLimit)
        repeat {
            while let line = lines.next() {
                answered += 1
                let bytes = Array(lines.buffer[line.range])
                // Its quotes stand bare, so this is no part of a text.
                if bytes.holds("\"status\":\"refused\"".utf8) { refused += 1 }
                try output.write(text: bytes + [UInt8(ascii: "\n")])
            }
        } while try lines.read()
    }
}
