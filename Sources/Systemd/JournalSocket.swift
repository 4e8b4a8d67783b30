// JournalSocket: the two ways out for one entry, sd_journal_sendv(3) and write(2) on standard error. Both block; only
// Journal's own thread calls them. Nothing is decided here.

internal import CSystemd
internal import Glibc

enum JournalSocket {
    /// Where journald takes native entries; libsystemd has the same path built in.
    static let path = "/run/systemd/journal/socket"

    /// sd_journal_sendv reports success when the socket is missing and drops the entry: hence the question before.
    static var exists: Bool {
        // SAFETY: access(2) reads the string during the call.
        unsafe access(path, F_OK) == 0
    }

    /// Hands one entry to journald, all fields in one datagram; false when it wasn't taken.
    static func send(_ entry: LogEntry) -> Bool {
        guard exists else { return false }
        var bytes: [UInt8] = []
        var ends: [Int] = []
        for (name, value) in entry.named {
            bytes += name.utf8
            bytes.append(UInt8(ascii: "="))
            bytes += value.utf8
            ends.append(bytes.count)
        }
        return send(fields: &bytes, ends: ends)
    }

    /// Each field is `bytes` from the end of the one before to its own end.
    private static func send(fields bytes: inout [UInt8], ends: [Int]) -> Bool {
        // SAFETY: the vectors point into `bytes` at offsets inside it, and neither moves during the call.
        unsafe bytes.withUnsafeMutableBytes { buffer in
            var start = 0
            let vectors = unsafe ends.map { end in
                defer { start = end }
                return unsafe iovec(iov_base: buffer.baseAddress.map { unsafe $0 + start }, iov_len: end - start)
            }
            return unsafe sd_journal_sendv(vectors, Int32(vectors.count)) == 0
        }
    }
}

enum LineOutput {
    /// Writes the whole line, through interruptions and short writes; false when the descriptor takes no more.
    static func write(_ line: String, to descriptor: Int32) -> Bool {
        let bytes = Array(line.utf8)
        var done = 0
        while done < bytes.count {
            // SAFETY: the pointer covers `bytes.count - done` bytes from `done` on.
            let written = unsafe bytes.withUnsafeBytes {
                unsafe Glibc.write(descriptor, $0.baseAddress.map { unsafe $0 + done }, bytes.count - done)
            }
            if written > 0 { done += written } else if errno != EINTR { return false }
        }
        return true
    }
}
