// TestSpool: a folder with a spool, a configuration and a region directory of its own, and the built daemon on it as a real
// process. It knows how files are dropped and found; what should stand in them is ExpectedAnswers' business.

import Foundation
import TestSupport
import Testing

final class TestSpool {
    let directory: TemporaryDirectory
    let path: String
    var configurationFile: String { directory.path + "/transitlinkd.json" }
    var regionsFile: String { directory.path + "/regions.json" }

    static let program = builtProgram("transitlinkd")
    /// Folders and modes as tmpfiles makes them.
    static let folders: [(name: String, mode: mode_t)] = [
        ("incoming", 0o3730), ("results", 0o2770), ("failed", 0o2750), ("tmp", 0o3730), ("work", 0o700),
    ]

    /// - Parameter settings: what the configuration says beside spool, regions and the shortest waiting there is.
    init(_ settings: [String: Any] = [:], makesFolders: Bool = true, inMemory: Bool = false) throws {
        directory = try TemporaryDirectory(inMemory: inMemory)
        path = directory.path + "/spool"
        try Data(try Repository.bytes("Tests/Vectors/regions/ios__Apps__OneBusAway__Resources__regions.json"))
            .write(to: directory.url.appendingPathComponent("regions.json"))
        try configure(settings)
        if makesFolders { try makeFolders() }
    }

    func configure(_ settings: [String: Any]) throws {
        let own: [String: Any] = [
            "spool": path, "regions": regionsFile, "waiting": ["unfinishedSeconds": 1, "settleSeconds": 1],
        ]
        let all = own.merging(settings) { $1 }
        try JSONSerialization.data(withJSONObject: all).write(to: URL(fileURLWithPath: configurationFile))
    }

    func makeFolders() throws {
        try make(path, 0o755)
        for folder in Self.folders { try make("\(path)/\(folder.name)", folder.mode) }
    }

    private func make(_ path: String, _ mode: mode_t) throws {
        guard mkdir(path, 0o700) == 0, chmod(path, mode) == 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
    }

    // MARK: - Daemons

    /// Starts a daemon; its log is JSON lines.
    func start(
        _ options: [String] = ["--log=json"], notifying socket: NotifySocket? = nil, environment: [String: String] = [:],
        through prefix: [String] = []
    ) throws -> ChildProcess {
        // These are words of env(1), through which every child is started.
        let manager = socket.map { ["NOTIFY_SOCKET=\($0.path)"] } ?? ["--unset=NOTIFY_SOCKET"]
        let environment = environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }
        let command = prefix + [Self.program, "--config", configurationFile] + options
        return try ChildProcess(manager + command, environment: environment)
    }

    /// The same, once it serves.
    func startReady(through prefix: [String] = []) throws -> ChildProcess {
        let daemon = try start(through: prefix)
        guard daemon.logs("started") else { throw Unexpected("no start: \(daemon.output)") }
        return daemon
    }

    // MARK: - Files

    /// Makes the file whole elsewhere and renames it into place.
    func drop(_ name: String, _ text: String) throws { try drop(name, Data(text.utf8)) }

    func drop(_ name: String, _ bytes: Data) throws {
        try bytes.write(to: url("tmp/\(name)"))
        guard rename("\(path)/tmp/\(name)", "\(path)/incoming/\(name)") == 0 else {
            throw Unexpected("rename \(name): errno \(errno)")
        }
    }

    func url(_ place: String) -> URL { URL(fileURLWithPath: "\(path)/\(place)") }

    func text(_ place: String) -> String? { (try? Data(contentsOf: url(place))).map { String(decoding: $0, as: UTF8.self) } }

    func names(_ folder: String) -> [String] { directory.names(in: "spool/" + folder) }

    /// The answer once it is there.
    func answer(_ name: String, within seconds: Double = 60) -> String? {
        _ = eventually(within: seconds) { FileManager.default.fileExists(atPath: "\(path)/results/\(name)") }
        return text("results/\(name)")
    }

    /// Without reading the names: it is asked again and again while thousands of them are there.
    private func isEmpty(_ folder: String) -> Bool {
        guard let stream = opendir("\(path)/\(folder)") else { return true }
        defer { closedir(stream) }
        var count = 0
        while count < 3, readdir(stream) != nil { count += 1 }
        return count < 3
    }

    /// Whether the spool came to hold nothing unanswered.
    func isDone(within seconds: Double = 60) -> Bool {
        eventually(within: seconds) { isEmpty("incoming") && isEmpty("work/requests") }
    }
}

struct Unexpected: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}

extension ChildProcess {
    /// The log so far, each line an object of strings. A line that is being written is left out.
    var entries: [[String: String]] {
        output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
            .compactMap { try? JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: String] }
    }

    func entries(_ message: String) -> [[String: String]] { entries.filter { $0["MESSAGE"] == message } }

    /// Whether `count` entries of that message came to be in the log.
    func logs(_ message: String, count: Int = 1, within seconds: Double = 60) -> Bool {
        eventually(within: seconds) { entries(message).count >= count }
    }

    /// Asks it to end: its exit code.
    func stop() -> Int32 {
        terminate()
        return wait()
    }
}

/// The most memory that it has had, in KiB.
func memoryPeak(_ daemon: ChildProcess) throws -> Int {
    let status = try String(contentsOfFile: "/proc/\(daemon.process.processIdentifier)/status", encoding: .utf8)
    let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
    return try #require(Int(line.split(whereSeparator: { " \t".contains($0) })[1]))
}

/// Runs a script to its end: its exit code and what it wrote.
@discardableResult
func bash(_ script: String, _ words: String...) throws -> (code: Int32, output: String) {
    let child = try ChildProcess(["bash", "-c", script] + words)
    return (child.wait(), child.output)
}
