// Output: standard output with a buffer, and what it leads to: a terminal is written for eyes, a pipe for programs. It
// is flushed by the program's end alone, or when the buffer is full.

internal import Arguments
internal import Escaping
internal import Posix

struct Output: ~Copyable {
    /// 64 KiB: what a pipe of Linux holds, so that a reader is woken once for it.
    static let blockBytes = 64 << 10

    let isTerminal = StandardStream.output.isTerminal
    private let descriptor = StandardStream.output.descriptor()
    private var pending: [UInt8] = []

    /// - Throws: `Failure` where standard output fails; a broken pipe is a quiet one.
    mutating func write(_ bytes: [UInt8]) throws(Failure) {
        if pending.isEmpty, bytes.count >= Self.blockBytes { return try put(bytes) }
        pending += bytes
        if pending.count >= Self.blockBytes { try flush() }
    }

    /// Writes at once, behind what waits in the buffer.
    /// - Throws: as above.
    mutating func write(_ bytes: Span<UInt8>) throws(Failure) {
        if bytes.isEmpty { return }
        try flush()
        do throws(SystemError) {
            try descriptor.write(bytes)
        } catch { throw .output(error) }
    }

    /// - Throws: as above.
    mutating func write(line: String) throws(Failure) { try write(Array(line.utf8) + [UInt8(ascii: "\n")]) }

    /// - Throws: as above.
    mutating func flush() throws(Failure) {
        if pending.isEmpty { return }
        let bytes = pending
        pending.removeAll(keepingCapacity: true)
        try put(bytes)
    }

    /// For results by the megabyte: a pipe of the size that Linux allows everybody.
    func expectMuch() { descriptor.widenPipe(to: 1 << 20) }

    private func put(_ bytes: [UInt8]) throws(Failure) {
        do throws(SystemError) {
            try descriptor.write(bytes)
        } catch { throw .output(error) }
    }
}

/// Lines for the person at the terminal, on standard error.
enum Messages {
    static func report(_ message: String) { StandardStream.report("transitlink: \(Printable.line(message))\n") }
}
