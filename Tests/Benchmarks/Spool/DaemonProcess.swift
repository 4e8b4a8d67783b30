// DaemonProcess: the real daemon on a spool of its own, told by a real notify socket when it is ready, and what the kernel
// says of it.

import BenchmarkSupport
import Foundation

struct DaemonProcess {
    let program: Program
    /// Seconds from the start of the process to READY=1.
    let secondsToReady: Double

    init(_ executable: String, spool: String, socket: NotifySocket) throws {
        let null = open("/dev/null", O_RDWR | O_CLOEXEC)
        defer { close(null) }
        let start = secondsSinceBoot()
        program = try Program(
            [executable, "--spool", spool, "--log", "stderr"], environment: ["NOTIFY_SOCKET=\(socket.path)"],
            descriptors: [2: null])
        try socket.waitForReady()
        secondsToReady = secondsSinceBoot() - start
    }

    func stop() throws { try program.stop() }

    /// Bytes that are its own and its share of what others use too.
    var proportionalBytes: Double { get throws { try kilobytes("Pss:", in: "smaps_rollup") * 1024 } }

    /// The most bytes that it ever had in memory.
    var peakBytes: Double { get throws { try kilobytes("VmHWM:", in: "status") * 1024 } }

    private func kilobytes(_ key: String, in file: String) throws -> Double {
        let text = try String(contentsOfFile: "/proc/\(program.id)/\(file)", encoding: .utf8)
        let line = text.split(separator: "\n").first { $0.hasPrefix(key) }
        let number = line?.split { $0 == " " || $0 == "\t" }.dropFirst().first.flatMap { Double($0) }
        guard let number else { throw CallFailed("\(key) in \(file)", ENOENT) }
        return number
    }

    /// How often its threads went to sleep, which is how often they were woken.
    var wakeUps: Double {
        get throws {
            try FileManager.default.contentsOfDirectory(atPath: "/proc/\(program.id)/task").reduce(0) {
                try $0 + kilobytes("voluntary_ctxt_switches:", in: "task/\($1)/status")
            }
        }
    }
}

/// Where a service's notifications arrive.
final class NotifySocket {
    let path: String
    private let descriptor: Int32

    init(_ path: String) throws {
        self.path = path
        descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        if result != 0 { throw CallFailed("bind \(path)") }
        var limit = timeval(tv_sec: 30, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    }

    deinit { close(descriptor) }

    /// Empties the queue, which is short: a manager that doesn't read holds up who writes.
    func drain() {
        var buffer = [UInt8](repeating: 0, count: 4096)
        while recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT)) >= 0 {}
    }

    /// Reads until READY=1 has come; what came before belongs to an earlier daemon, which has ended.
    func waitForReady() throws {
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            if count < 0 { throw CallFailed("READY=1") }
            let text = String(decoding: buffer[..<count], as: UTF8.self)
            if text.split(separator: "\n").contains("READY=1") { return }
        }
    }
}
