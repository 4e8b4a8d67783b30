// SpoolBench: a folder on the disk to be measured, in it the daemon's spool and the bare loop's folders, and the request that
// all parts use. Each part is in a file of its own.

import BenchmarkSupport
import Foundation

struct SpoolBench {
    let executable: String
    /// The folder on the measured file system.
    let base: String
    let label: String
    let socket: NotifySocket
    var spool: String { "\(base)/spool" }

    init(executable: String, base: String, label: String) throws {
        self.executable = executable
        self.base = base
        self.label = label
        try FileManager.default.createDirectory(atPath: base, withIntermediateDirectories: true)
        socket = try NotifySocket("\(base)/notify")
    }

    func startDaemon() throws -> DaemonProcess {
        try DaemonProcess(executable, spool: spool, socket: socket)
    }

    /// A running daemon for the time of `body`.
    func withDaemon(_ body: (DaemonProcess) throws -> Void) throws {
        let daemon = try startDaemon()
        do { try body(daemon) } catch {
            try daemon.stop()
            throw error
        }
        try daemon.stop()
    }

    func folder(_ name: String) throws -> Folder { try Folder("\(spool)/\(name)") }

    /// A trip with everything that an arrivals response tells, in 400 bytes.
    static let request = Array(
        """
        {"kind":"trip","id":"bench","region":1,"stop":{"id":"1_75403","name":"Stevens Way & Benton Ln","direction":"SE",\
        "lat":47.6543,"lon":-122.3054},"trip":{"id":"1_694514730","serviceDate":1774854000,"stopSequence":19,\
        "route":"545","headsign":"Seattle","vehicleId":"1_7012","destinationStopId":"1_1040"}}

        """.utf8)

    static func names(_ count: Int) -> [String] { (0..<count).map { "request-\($0).json" } }

    /// What the daemon answers to the request.
    func answer() throws -> [UInt8] {
        var bytes: [UInt8] = []
        try withDaemon { _ in
            let (tmp, incoming, results) = (try folder("tmp"), try folder("incoming"), try folder("results"))
            let events = try FolderEvents(results, IN_MOVED_TO)
            try tmp.write("first.json", Self.request)
            try tmp.rename("first.json", to: incoming)
            try events.wait()
            bytes = Array(try Data(contentsOf: URL(fileURLWithPath: "\(results.path)/first.json")))
            try results.clear()
        }
        return bytes
    }
}
