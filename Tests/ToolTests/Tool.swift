// Tool: the built program as its users meet it: a process with arguments, standard input and an environment. It reads no
// configuration of the machine unless a test says so.

import Foundation
import TestSupport

/// What a run left behind.
struct Finished: Equatable {
    var code: Int32
    var output: String
    var errors: String
}

enum Tool {
    static let path = builtProgram("transitlink")

    /// Runs the program to its end; both outputs are files, so that neither is a terminal and none can fill up.
    static func run(
        _ arguments: [String], input: Data = Data(), environment: [String: String] = [:]
    ) throws -> Finished {
        try run(program: path, arguments, input: input, environment: environment)
    }

    static func run(
        program: String, _ arguments: [String], input: Data = Data(), environment: [String: String] = [:]
    ) throws -> Finished {
        let folder = try TemporaryDirectory()
        let names = ["input", "output", "errors"].map(folder.url.appendingPathComponent)
        try input.write(to: names[0])
        for file in names[1...] { try Data().write(to: file) }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        // Beside what a sanitizer is told, if there is one (Tests/Sanitizers).
        let sanitizer = ["ASAN_OPTIONS", "LD_PRELOAD", "LSAN_OPTIONS", "TSAN_OPTIONS"]
        process.environment = ProcessInfo.processInfo.environment.filter { sanitizer.contains($0.key) }
            .merging(environment) { $1 }
        process.standardInput = try FileHandle(forReadingFrom: names[0])
        process.standardOutput = try FileHandle(forWritingTo: names[1])
        process.standardError = try FileHandle(forWritingTo: names[2])
        try process.run()
        process.waitUntilExit()
        let code = process.terminationStatus + (process.terminationReason == .uncaughtSignal ? 128 : 0)
        let texts = try names[1...].map { String(decoding: try Data(contentsOf: $0), as: UTF8.self) }
        return Finished(code: code, output: texts[0], errors: texts[1])
    }

    /// The program on a pseudo-terminal of 100 columns: what it shows, both outputs together, lines ended by a line feed.
    /// - Parameter typed: what a person types there, whole lines.
    static func onTerminal(
        _ arguments: [String], columns: Int = 100, typed: String = "",
        environment: [String: String] = ["TERM": "xterm-256color"]
    ) throws -> Finished {
        let script = """
            import fcntl, os, pty, struct, sys, termios
            columns = int(sys.argv[1])
            pid, terminal = pty.fork()
            if pid == 0:
                fcntl.ioctl(1, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
                os.execv(sys.argv[3], sys.argv[3:])
            if sys.argv[2]: os.write(terminal, sys.argv[2].encode())
            shown = b""
            while True:
                try: part = os.read(terminal, 65536)
                except OSError: break
                if not part: break
                shown += part
            sys.stdout.buffer.write(shown.replace(b"\\r\\n", b"\\n"))
            sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
            """
        return try run(
            program: "/usr/bin/python3", ["-c", script, String(columns), typed, path] + arguments, environment: environment)
    }

    static func lines(_ text: String) -> [String] {
        text.split(separator: "\n", omittingEmptySubsequences: false).dropLast(text.hasSuffix("\n") ? 1 : 0).map(
            String.init)
    }
}

enum Files {
    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    static func vector(_ name: String) -> URL { root.appendingPathComponent("Tests/Vectors/\(name)") }

    /// The directory that links.json was made with.
    static let regions = vector("regions/ios__Apps__OneBusAway__Resources__regions.json").path
}
