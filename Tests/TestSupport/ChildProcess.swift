// ChildProcess: a program run by a test, its output at hand while it runs.

import Foundation

/// A started program; it is killed when its value goes, if it still runs.
public final class ChildProcess {
    public let process = Process()
    private let outputFile: URL

    /// Starts `command` (found in PATH), both of its outputs going to one file.
    public init(_ command: [String], environment: [String: String] = [:]) throws {
        outputFile = FileManager.default.temporaryDirectory.appendingPathComponent("output-\(UUID().uuidString)")
        _ = FileManager.default.createFile(atPath: outputFile.path, contents: nil)
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = command
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.standardOutput = try FileHandle(forWritingTo: outputFile)
        process.standardError = process.standardOutput
        process.standardInput = FileHandle.nullDevice
        try process.run()
    }

    deinit {
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
        try? FileManager.default.removeItem(at: outputFile)
    }

    /// What it has written so far.
    public var output: String { (try? String(contentsOf: outputFile, encoding: .utf8)) ?? "" }

    /// Whether a line of the output came to contain `text`.
    public func says(_ text: String, within seconds: Double = 60) -> Bool {
        eventually(within: seconds) { output.contains(text) }
    }

    public func terminate() { process.terminate() }
    public func signal(_ number: Int32) { kill(process.processIdentifier, number) }

    /// Its exit code once it has ended; 128 and the signal's number where one ended it. One that outlives the deadline is
    /// killed, so that a test of a program that hangs fails and doesn't hang too.
    public func wait(within seconds: Double = 120) -> Int32 {
        if !eventually(within: seconds, { !process.isRunning }) { kill(process.processIdentifier, SIGKILL) }
        process.waitUntilExit()
        return process.terminationReason == .uncaughtSignal
            ? 128 + process.terminationStatus : process.terminationStatus
    }
}

/// A program of this package, beside the running tests.
public func builtProgram(_ name: String) -> String {
    let tests =
        (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? CommandLine.arguments[0]
    return URL(fileURLWithPath: tests).deletingLastPathComponent().appendingPathComponent(name).path
}
