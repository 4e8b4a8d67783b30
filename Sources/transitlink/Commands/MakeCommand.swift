// MakeCommand: `transitlink make`: requests in, results out, through the daemon's own answerer, in constant memory.

internal import Arguments
internal import Configuration
internal import Posix
internal import TransitLinks

extension Command {
    static let make = Command(
        name: "make", summary: "requests (JSON, NDJSON, URL) in, results (NDJSON) out", usage: ["[FILE…] [OPTION…]"],
        explanation: """
            Answers requests as the daemon does: one line of JSON for each, in their order.
            Without FILE, or where it is -, it reads standard input. FILE.ndjson holds a
            request a line, FILE.json one request over any number of lines, FILE.url an
            x-callback-url. Of anything else the first line decides: one that ends inside
            its object begins a single request, any other is the first of many. A refused
            line repeats its number and its input.
            """,
        options: [], common: ["config", "regions", "region", "app"]
    ) { arguments, output throws(Failure) in
        let files = arguments.operands.isEmpty ? ["-"] : arguments.operands
        guard files.count(where: { $0 == "-" }) <= 1 else {
            throw Failure(.usage, "make: standard input can be read once")
        }
        var run = MakeRun(try .load(arguments))
        for file in files { try run.answer(file, to: &output) }
        return run.finish(files: files.count)
    }
}

/// The requests of all files of one command line.
struct MakeRun: ~Copyable {
    private let loaded: LoadedConfiguration
    private let limits: RequestLimits
    private var answered = 0
    private var refused = 0
    private var unreadable = 0
    private var progress = Progress(noun: "requests")

    init(_ loaded: LoadedConfiguration) {
        self.loaded = loaded
        limits = loaded.configuration.limits
    }

    /// Answers the requests in `file`; one that isn't there is told and skipped.
    /// - Throws: `Failure` of the system, after what was answered by then is written.
    mutating func answer(_ file: String, to output: inout Output) throws(Failure) {
        var lines: InputLines
        do throws(Failure) { lines = try InputLines(file, limit: limits.lineBytes) } catch {
            error.messages.forEach(Messages.report)
            unreadable += 1
            return
        }
        let form = try lines.form(of: file, depth: limits.depth)
        if form == .lines {
            try answerLines(&lines, of: file, to: &output)
        } else {
            try answerSingle(&lines, form, to: &output)
        }
    }

    private mutating func answerSingle(
        _ lines: inout InputLines, _ form: RequestForm, to output: inout Output
    ) throws(Failure) {
        var answerer = RequestAnswerer(settings: loaded.links, limits: limits, timeZones: loaded.timeZones)
        let (bytes, total) = try lines.rest(limit: limits.requestBytes)
        answered += 1
        if total > limits.requestBytes {
            refused += 1
            return try output.write(answerer.refusal([.tooLarge(bytes: total, limit: limits.requestBytes)]))
        }
        let (answer, line) = answerer.answer(bytes.span, form)
        switch answer {
        case .links: break
        case .refused: refused += 1
        case .unfinished:
            refused += 1
            return try output.write(answerer.refusal([.unfinished(form)]))
        case .fault(let reason): throw Failure(.tryAgain, reason)
        }
        try output.write(line)
    }

    // MARK: - Lines

    /// What was answered is written before more is waited for, so that a program that asks line by line gets its answers.
    private mutating func answerLines(
        _ lines: inout InputLines, of file: String, to output: inout Output
    ) throws(Failure) {
        let chunk = LinesInHand(loaded)
        var isAlone = CurrentProcess.processors < 2
        repeat {
            while try take(&lines, of: file, into: chunk) {
                chunk.answer()
                try finish(chunk, to: &output)
            }
            if !isAlone, try threadsPay(lines) {
                if let threads = threads() { return try answerInParallel(&lines, of: file, threads, to: &output) }
                isAlone = true
            }
        } while try lines.read()
    }

    /// Not for a few lines, nor where they come more slowly than they are answered.
    private func threadsPay(_ lines: borrowing InputLines) throws(Failure) -> Bool {
        guard lines.bytesRead > 128 << 10 else { return false }
        return try lines.isReady()
    }

    /// nil where the system has no threads or descriptors for them: then one thread does it all.
    private func threads() -> ParallelChunks<LinesInHand>? {
        do throws(Failure) {
            return try ParallelChunks(threads: min(CurrentProcess.processors, 16)) { $0.answer() }
        } catch { return nil }
    }

    private mutating func answerInParallel(
        _ lines: inout InputLines, of file: String, _ threads: ParallelChunks<LinesInHand>, to output: inout Output
    ) throws(Failure) {
        output.expectMuch()
        var free: [LinesInHand] = []
        // What stops the reading is told when everything before it is written.
        var stop: Failure?
        try threads.run { mayWait throws(Failure) in
            do throws(Failure) {
                let chunk = free.popLast() ?? LinesInHand(loaded)
                while try !take(&lines, of: file, into: chunk) {
                    if !mayWait, try !lines.isReady() {
                        free.append(chunk)
                        return .later
                    }
                    guard try lines.read() else { return .end }
                }
                return .chunk(chunk)
            } catch {
                stop = error
                return .end
            }
        } consume: { chunk throws(Failure) in
            try finish(chunk, to: &output)
            free.append(chunk)
        }
        if let stop { throw stop }
    }

    /// - Throws: `Failure` where the file has grown beyond its limit.
    private func take(
        _ lines: inout InputLines, of file: String, into chunk: LinesInHand
    ) throws(Failure) -> Bool {
        guard lines.bytesRead <= limits.fileBytes else { throw tooLarge(file) }
        return chunk.take(&lines)
    }

    private mutating func finish(_ chunk: LinesInHand, to output: inout Output) throws(Failure) {
        let counts = try chunk.write(to: &output)
        answered += counts.answered
        refused += counts.refused
        progress.show(answered)
    }

    private func tooLarge(_ file: String) -> Failure {
        Failure(.badData, "\(file): more than \(limits.fileBytes) bytes (limits.fileBytes); give it in parts")
    }

    /// Tells how many were refused; the code to exit with.
    consuming func finish(files: Int) -> ExitCode {
        progress.clear()
        if refused > 0 { Messages.report("\(refused) of \(answered) requests refused") }
        if unreadable > 0 { return unreadable == files ? .noInput : .someFailed }
        return .of(failed: refused, all: answered)
    }
}

extension RequestAnswerer {
    /// Answers a file with one request.
    mutating func answer(_ bytes: Span<UInt8>, _ form: RequestForm) -> (answer: Answer, line: [UInt8]) {
        form == .callbackURL ? answer(callbackURL: bytes) : answer(bytes)
    }
}
