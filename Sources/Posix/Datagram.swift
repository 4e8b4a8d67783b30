// Datagram: one message to a Unix socket, and no longer than it may take. Whoever reads there may have stopped reading.

internal import CPosix

/// Sends `bytes` to the datagram socket at `address`: a path, or `@` and an abstract name, up to 107 bytes. Where the socket's queue
/// is full it waits for at most `patience`.
/// - Throws: `socket`, `connect` or `send`, as `send`; `EAGAIN` where the queue stayed full.
package func sendDatagram(_ bytes: [UInt8], to address: [UInt8], patience: Duration) throws(SystemError) {
    let nanoseconds = patience.wholeNanoseconds
    // SAFETY: both arrays outlive the call, which reads no more than their lengths.
    try call("send") {
        unsafe address.withUnsafeBytes { to in
            unsafe bytes.withUnsafeBytes { raw in
                guard let start = unsafe to.bindMemory(to: CChar.self).baseAddress else { return -Int(Errno.invalid.rawValue) }
                return unsafe linux_send_datagram(
                    start, UInt64(to.count), raw.baseAddress, UInt64(raw.count), nanoseconds)
            }
        }
    }
}
