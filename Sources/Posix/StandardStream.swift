// StandardStream: standard output and standard error, written to at once and whole. Not closed with the value.

internal import CPosix

package struct StandardStream: Sendable {
    private let rawValue: Int32
    private let name: StaticString

    package static let output = StandardStream(rawValue: 1, name: "standard output")
    package static let error = StandardStream(rawValue: 2, name: "standard error")

    /// All of `text`.
    /// - Throws: `write`; `EPIPE` where nobody reads any more and SIGPIPE is ignored.
    package func write(_ text: String) throws(SystemError) { try write(Array(text.utf8)) }

    /// All of `bytes`, in as many calls as it takes.
    /// - Throws: `write`, as above.
    package func write(_ bytes: [UInt8]) throws(SystemError) {
        var written = 0
        while written < bytes.count {
            written += try call("write", name.description) {
                // SAFETY: the array outlives the call, which reads only the part that is offered.
                unsafe bytes.withUnsafeBytes { raw in
                    let rest = unsafe UnsafeRawBufferPointer(rebasing: raw[written...])
                    return unsafe linux_write(rawValue, rest.baseAddress, UInt64(rest.count))
                }
            }
        }
    }
}
