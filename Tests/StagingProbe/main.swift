// staging-probe: the real staged folder with content that a test can foresee, to be killed and made to fail from outside.
//
//   staging-probe DIR VERSION [--no-flush] [--threads N] [--pause]
//
// VERSION 1 or 2 is one of two contents, which share a file, differ in others and in the middle of a large one. With --threads,
// N more files are written by each of four threads. With --pause it says `made` before the commit and waits for a line. On
// standard output: the report, or the error.

import Glibc
import Posix
import Staging

var arguments = CommandLine.arguments.dropFirst()
let path = arguments.popFirst() ?? ""
let version = Int(arguments.popFirst() ?? "") ?? 1
var isFlushed = true
var pause = false
var threadFiles = 0
while let argument = arguments.popFirst() {
    switch argument {
    case "--no-flush": isFlushed = false
    case "--pause": pause = true
    case "--threads": threadFiles = Int(arguments.popFirst() ?? "") ?? 0
    default: fatalError("unknown option \(argument)")
    }
}

func run(flush: Bool, pause: Bool, threadFiles: Int) throws -> StagingReport {
    let folder = try StagedFolder(path, flush: flush)
    try folder.write("same.html", Array("the same\n".utf8))
    try folder.write("stop/a.html", Array("a \(version)\n".utf8))
    try folder.write("stop/\(version).html", Array("only in \(version)\n".utf8))
    let large = try folder.stream("large.csv")
    for row in 0..<30_000 { try large.append(Array("row \(row == 25_000 ? version : 0) \(row)\n".utf8)) }
    try large.finish()
    try remember(["1_a", "1_\(version)"], in: folder)
    try writeFromThreads(folder, threadFiles)
    if pause {
        say("made")
        _ = readLine()
    }
    if let changes = try folder.stopChanges() {
        for change in changes.all { say("\(change.kind) \(changes.id(of: change)) \(changes.name(of: change))") }
    }
    return try folder.commit(options: "options of \(version)")
}

func remember(_ stops: [String], in folder: StagedFolder) throws {
    let file = try folder.streamStopMemory()
    var memory = StopMemory()
    for stop in stops {
        memory.add(
            id: Array(stop.utf8).span, name: Array("Stop \(version)".utf8).span,
            latitude: Array("47.\(version)".utf8).span, longitude: Array("-122".utf8).span)
    }
    try file.append(memory.bytes)
    try file.finish()
}

/// Four threads, which share three folders.
func writeFromThreads(_ folder: StagedFolder, _ count: Int) throws {
    if count == 0 { return }
    func start(_ thread: Int) throws -> OwnedThread {
        try OwnedThread(name: "writer") {
            for file in 0..<count {
                let path = "part\(file % 3)/\(thread)_\(file).txt"
                do { try folder.write(path, Array("\(thread) \(file)\n".utf8)) } catch { print("error: \(error)") }
            }
        }
    }
    let first = try start(0)
    let second = try start(1)
    let third = try start(2)
    let fourth = try start(3)
    first.join()
    second.join()
    third.join()
    fourth.join()
}

func say(_ line: String) {
    print(line)
    fflush(nil)
}

do {
    let report = try run(flush: isFlushed, pause: pause, threadFiles: threadFiles)
    let counts = report.counts
    say(
        "\(report.isSwapped ? "swapped" : "as before"): \(counts.written) written, \(counts.unchanged) unchanged, "
            + "\(counts.removed) removed, foreign \(report.foreignCount) \(report.foreign)")
    for line in report.leftBehind { say("left behind: \(line)") }
} catch let error as StagingError {
    say("\(error.kind): \(error)")
    exit(error.kind == .refused ? 73 : error.kind == .passing ? 75 : 74)
} catch {
    say("error: \(error)")
    exit(70)
}
