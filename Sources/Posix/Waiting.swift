// Waiting: what a program sleeps on: signals as a descriptor, a counter that wakes another thread, and poll itself.

internal import CPosix
internal import Glibc

/// Signals that are read like a file instead of interrupting the program.
package struct SignalDescriptor: ~Copyable, Sendable {
    package let descriptor: FileDescriptor

    /// Blocks `signals` for this thread and all that it starts later, so make it before any thread.
    /// - Throws: `signalfd`.
    package init(_ signals: [Int32]) throws(SystemError) {
        // SAFETY: the array outlives the call.
        let raw = try call("signalfd") { unsafe linux_signalfd(signals, Int32(signals.count)) }
        descriptor = FileDescriptor(owning: Int32(raw), path: "signals")
    }

    /// The next signal that came, or nil where none waits.
    /// - Throws: `read`.
    package func next() throws(SystemError) -> Int32? {
        do {
            return Int32(try call("read", descriptor.path) { linux_read_signal(descriptor.rawValue) })
        } catch  where error.errno == .again { return nil }
    }
}

/// A wake-up between threads (`eventfd`).
package struct WakeUp: ~Copyable, Sendable {
    package let descriptor: FileDescriptor

    /// - Throws: `eventfd`.
    package init() throws(SystemError) {
        descriptor = FileDescriptor(owning: Int32(try call("eventfd") { linux_eventfd() }), path: "eventfd")
    }

    /// Makes the descriptor readable; any number of times is like once.
    package func signal() {
        let one: [UInt8] = [1, 0, 0, 0, 0, 0, 0, 0]
        // A wake-up that is lost would let a thread sleep for ever, so it is tried until it is there; a full counter (EAGAIN) is
        // readable already. SAFETY: the array outlives the call.
        while case let result = unsafe linux_write(descriptor.rawValue, one, 8), result < 0, result != -Int(EAGAIN) {}
    }

    /// Makes it quiet again.
    package func clear() {
        var count = [UInt8](repeating: 0, count: 8)
        // SAFETY: the array outlives the call. An empty counter (EAGAIN) is quiet already.
        _ = unsafe linux_read(descriptor.rawValue, &count, 8)
    }

    /// Sleeps until it is signalled, then makes it quiet.
    /// - Throws: `poll`.
    package func wait() throws(SystemError) {
        _ = try poll(reading: [descriptor.rawValue], timeout: nil)
        clear()
    }
}

/// Sleeps until one of `descriptors` can be read, or `timeout` (nil: for ever) has passed: which ones can, in order. An
/// interruption by a signal starts the sleep anew.
/// - Throws: `poll`.
package func poll(reading descriptors: [Int32], timeout: Duration?) throws(SystemError) -> [Int32] {
    var polls = descriptors.map { linux_poll(descriptor: $0, wanted: Int16(POLLIN), got: 0) }
    let nanoseconds = timeout.map { max(0, $0.wholeNanoseconds) } ?? -1
    // SAFETY: the array outlives the call.
    try call("poll") { unsafe linux_poll(&polls, UInt64(polls.count), nanoseconds) }
    return polls.filter { $0.got != 0 }.map(\.descriptor)
}
