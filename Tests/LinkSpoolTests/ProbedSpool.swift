// ProbedSpool: a real spool in a folder of its own, worked by spool-probe, and everything in it as one table.

import Foundation
import TestSupport

/// A spool for one test.
struct ProbedSpool {
    let directory: TemporaryDirectory
    /// Short times; the rules are the same.
    static let quick = ["--settle", "60", "--patience", "400", "--look", "40", "--back-off", "200"]

    /// Makes the folders as tmpfiles does.
    init(in directory: TemporaryDirectory? = nil) throws {
        self.directory = try directory ?? TemporaryDirectory()
        for (name, mode) in [
            ("incoming", 0o3730), ("results", 0o2770), ("failed", 0o2750), ("tmp", 0o3730), ("work", 0o700),
            ("work/requests", 0o700), ("work/results", 0o700),
        ] {
            mkdir(self.directory.path + "/" + name, 0o700)
            chmod(self.directory.path + "/" + name, UInt32(mode))
        }
    }

    func submit(_ requests: [String: String]) throws {
        for (name, text) in requests { try directory.write(text, to: "incoming/" + name) }
    }

    /// Runs the probe, wrapped in `prefix`, until nothing waits: its exit code and output.
    @discardableResult
    func run(_ options: [String] = [], under prefix: [String] = []) throws -> (code: Int32, output: String) {
        let child = try start(options + ["--until-idle"], under: prefix)
        let code = child.wait()
        return (code, child.output)
    }

    /// Starts the probe and leaves it running.
    func start(_ options: [String] = [], under prefix: [String] = []) throws -> ChildProcess {
        try ChildProcess(
            prefix + [builtProgram("spool-probe"), directory.path] + Self.quick + options,
            environment: ["SWIFT_BACKTRACE": "enable=no"])
    }

    /// Every file below incoming/, results/, failed/ and work/ with its content, but for the lock and the page.
    func files() throws -> [String: String] {
        var all: [String: String] = [:]
        for folder in ["incoming", "results", "failed", "work/requests", "work/results"] {
            for name in directory.names(in: folder) {
                all["\(folder)/\(name)"] = directory.text(of: "\(folder)/\(name)") ?? "?"
            }
        }
        return all
    }

    /// Makes it the spool of a daemon that is not root.
    func giveToNobody() throws {
        for folder in ["", "/incoming", "/results", "/failed", "/tmp", "/work", "/work/requests", "/work/results"] {
            let path = directory.path + folder
            guard let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int else {
                throw CocoaError(.fileReadUnknown)
            }
            chown(path, 65534, 65534)
            chmod(path, folder.isEmpty ? 0o755 : UInt32(mode))
        }
    }
}
