// spool-probe: the real spool with a judge that a test can foresee, to be killed, starved and made to fail from outside.
//
//   spool-probe DIR [--create] [--until-idle] [--settle MS] [--patience MS] [--listing MS] [--group N] [--names N] …
//
// A request is whole when it ends in `}` (blanks aside); one with `bad` in it is refused; `CRASH` ends the process. Its answer is
// its own bytes behind `answer:`. Every outcome and every new fault is a line on standard output.

import Glibc
import LinkSpool
import Posix

var settings = SpoolSettings()
var untilIdle = false
var create = false
var path = ""
var arguments = CommandLine.arguments.dropFirst()
while let argument = arguments.popFirst() {
    func number() -> Int { Int(arguments.popFirst() ?? "") ?? 0 }
    switch argument {
    case "--create": create = true
    case "--until-idle": untilIdle = true
    case "--settle": settings.settleTime = .milliseconds(number())
    case "--patience": settings.patience = .milliseconds(number())
    case "--listing": settings.listingInterval = .milliseconds(number())
    case "--look": settings.lookInterval = .milliseconds(number())
    case "--group": settings.groupLimit = number()
    case "--syncfs": settings.fileSystemFlushCount = number()
    case "--names": settings.nameLimit = number()
    case "--line-limit": settings.lineLimit = number()
    case "--stream-limit": settings.streamLimit = UInt64(number())
    case "--ignore": settings.ignoredSuffixes.append(arguments.popFirst() ?? "")
    case "--back-off": settings.longestBackOff = .milliseconds(number())
    default: path = argument
    }
}

func say(_ line: String) {
    print(line)
    fflush(nil)
}

func contains(_ bytes: some Collection<UInt8>, _ word: String) -> Bool {
    let word = Array(word.utf8)
    guard bytes.count >= word.count else { return false }
    let bytes = Array(bytes)
    return (0...(bytes.count - word.count)).contains { bytes[$0..<($0 + word.count)].elementsEqual(word) }
}

func judge(_ name: FileName, _ kind: RequestKind, _ bytes: [UInt8]) -> Judgement {
    if contains(bytes, "CRASH") { raise(SIGKILL) }
    let text = bytes.reversed().drop { $0 == 10 || $0 == 32 }
    guard text.first == UInt8(ascii: "}") else { return .unfinished }
    let answer = Array("answer:".utf8) + bytes
    guard contains(bytes, "bad") else { return .answered(answer) }
    return .refused(answer: answer, reason: Array("reason: bad\n".utf8), codes: ["bad"])
}

let handlers = RequestHandlers(
    judge: judge,
    explain: { name, refusal in
        (Array("refused \(refusal.code)\n".utf8), Array("reason: \(refusal.code) \(name)\n".utf8))
    })
do {
    ProgramEnvironment.ignoreFileSizeLimit()
    let signals = try SignalDescriptor([SIGTERM, SIGINT])
    var spool = try Spool.open(Array(path.utf8), settings: settings, create: create)
    let worker = spool.streams
    let thread = try OwnedThread(name: "streams") {
        let handlers = StreamHandlers { line, number, isTooLong, output in
            var bytes: [UInt8] = []
            for index in 0..<min(line.count, 100) { bytes.append(line[index]) }
            if contains(bytes, "CRASH") { raise(SIGKILL) }
            output += Array("\(number):".utf8) + bytes + [10]
            return isTooLong || contains(bytes, "bad") ? .refused : .answered
        }
        do { try worker.run { handlers } } catch { say("streams: \(error)") }
    }
    say("ready")
    var lastFault: String?
    var stopping = false
    while !stopping {
        repeat {
            let report = try spool.work(handlers)
            for outcome in report.outcomes { say("\(outcome.name) \(outcome.verdict)") }
            for name in report.directories { say("directory \(name)") }
            if report.overflows > 0 { say("overflow") }
        } while spool.hasWork
        let fault = spool.status.fault.map(String.init(describing:))
        if fault != lastFault { say("fault: \(fault ?? "none")") }
        lastFault = fault
        if untilIdle, fault == nil, spool.status.waiting == 0, spool.status.inHand == 0 { break }
        let ready = try poll(reading: spool.descriptors + [signals.descriptor.rawValue], timeout: spool.timeout)
        stopping = ready.contains(signals.descriptor.rawValue)
    }
    worker.stop()
    thread.join()
    say("answered \(spool.status.answered) refused \(spool.status.refused)")
} catch let fault as SpoolFault {
    say("cannot work: \(fault)")
    exit(75)
} catch {
    say("error: \(error)")
    exit(70)
}
