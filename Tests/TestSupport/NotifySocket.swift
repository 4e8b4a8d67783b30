// A service manager's end of NOTIFY_SOCKET: a real datagram socket at a path of its own.
import Glibc

public final class NotifySocket {
    public let path: String
    private let descriptor: Int32

    public init() {
        path = "/tmp/notify-\(getpid())-\(UInt64.random(in: 0 ... .max))"
        descriptor = DatagramSocket.bound(at: path)
    }

    deinit {
        close(descriptor)
        unlink(path)
    }

    /// Everything that has come in since the last call, one string a datagram.
    public func received() -> [String] { DatagramSocket.waiting(on: descriptor).map { String(decoding: $0, as: UTF8.self) } }
}

public enum DatagramSocket {
    public static func bound(at path: String) -> Int32 {
        let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
        let length = socklen_t(MemoryLayout<sockaddr_un>.size)
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, length) }
        }
        precondition(descriptor >= 0 && result == 0, "can't bind \(path): errno \(errno)")
        return descriptor
    }

    public static func waiting(on descriptor: Int32) -> [[UInt8]] {
        var datagrams: [[UInt8]] = []
        var buffer = [UInt8](repeating: 0, count: 65536)
        while true {
            let count = recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT))
            if count < 0 { return datagrams }
            datagrams.append(Array(buffer[..<count]))
        }
    }
}
