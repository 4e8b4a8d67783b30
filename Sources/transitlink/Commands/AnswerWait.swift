// AnswerWait: the second half of `transitlink submit --wait`: waits for the answers to what was dropped, hands them on as they
// are, in blocks, and takes them away. It notices where no daemon works the spool, so that nobody waits for nothing.

internal import Arguments
internal import LinkSpool
internal import Posix

struct AnswerWait: ~Copyable {
    /// How often it is looked whether a daemon is there.
    private static let lookInterval: Duration = .seconds(1)

    private let producer: Producer
    private let keeps: Bool
    private var watch: DaemonWatch
    private var count = AnswerCount()

    init(_ producer: Producer, spool: String, keeps: Bool) {
        self.producer = producer
        self.keeps = keeps
        watch = DaemonWatch(spool: spool)
    }

    /// - Throws: `Failure` when an answer does not come in time or can't be read.
    consuming func run(
        _ names: [FileName], timeout: Duration, to output: inout Output
    ) throws(Failure) -> ExitCode {
        let deadline = MonotonicInstant.now().advanced(by: timeout)
        for name in names {
            try copy(try wait(for: name, before: deadline), to: &output)
            // Only what was handed on is taken away.
            try output.flush()
            if keeps { continue }
            do throws(SystemError) { try producer.removeAnswer(to: name) } catch {
                throw Failure(.inputOutput, "\(error)")
            }
        }
        return .of(failed: count.refused, all: count.lines)
    }

    private mutating func wait(for name: FileName, before deadline: MonotonicInstant) throws(Failure) -> FileDescriptor {
        do throws(SystemError) {
            if let answer = try producer.answer(to: name, timeout: .zero) { return answer }
            while true {
                let now = MonotonicInstant.now()
                let isAbsent = watch.isAbsent(try producer.daemon(), now: now)
                if isAbsent || now >= deadline { break }
                let pause = min(Self.lookInterval, now.duration(to: deadline))
                if let answer = try producer.answer(to: name, timeout: pause) { return answer }
            }
        } catch { throw .input(error) }
        throw Failure(.tryAgain, "no answer to \(name) yet; it will be in the spool's results/")
    }

    private mutating func copy(_ answer: consuming FileDescriptor, to output: inout Output) throws(Failure) {
        var block = [UInt8](repeating: 0, count: Output.blockBytes)
        while true {
            let length: Int
            do throws(SystemError) { length = try answer.read(into: &block) } catch { throw .input(error) }
            if length == 0 { break }
            count.add(block.span.extracting(..<length))
            try output.write(block.span.extracting(..<length))
        }
        if count.endLine() { try output.write(line: "") }
    }
}

/// Notices that no daemon works the spool: says so at once, and after a grace, in which one that is being restarted comes back,
/// finds it in vain to wait.
private struct DaemonWatch {
    /// systemd starts a service that ended again after two seconds (`RestartSec=`).
    private static let grace: Duration = .seconds(3)

    private let spool: String
    private var absentSince: MonotonicInstant?
    private var isTold = false

    init(spool: String) { self.spool = spool }

    mutating func isAbsent(_ presence: DaemonPresence, now: MonotonicInstant) -> Bool {
        guard presence == .none else {
            absentSince = nil
            return false
        }
        if !isTold {
            isTold = true
            Messages.report("no daemon works this spool (nobody holds its lock); \(DaemonAdvice.start(spool: spool))")
        }
        guard let absentSince else {
            self.absentSince = now
            return false
        }
        return absentSince.duration(to: now) >= Self.grace
    }
}

/// Counts the lines of answers, and the refused among them, block by block.
struct AnswerCount {
    /// A line's status stands behind its `id`, whose 128 bytes are 768 when escaped.
    private static let headBytes = 1024

    private(set) var lines = 0
    private(set) var refused = 0
    private var head: [UInt8] = []

    mutating func add(_ block: Span<UInt8>) {
        var at = 0
        while at < block.count {
            let end = block.firstLineFeed(from: at) ?? block.count
            for index in at..<min(end, at + Self.headBytes - head.count) { head.append(block[index]) }
            if end < block.count { _ = endLine() }
            at = end + 1
        }
    }

    /// Ends a line that has no line feed; false where there is none.
    mutating func endLine() -> Bool {
        if head.isEmpty { return false }
        lines += 1
        if Self.isRefused(head) { refused += 1 }
        head.removeAll(keepingCapacity: true)
        return true
    }

    /// An answer is one object whose first keys are `id`, where the request has one, and `status`.
    private static func isRefused(_ line: [UInt8]) -> Bool {
        var at = line.starts(with: "{\"id\":\"".utf8) ? 7 : 1
        if at == 7 {
            while at < line.count, line[at] != UInt8(ascii: "\"") { at += line[at] == UInt8(ascii: "\\") ? 2 : 1 }
            at += 2
        }
        return line.dropFirst(at).starts(with: "\"status\":\"refused\"".utf8)
    }
}
