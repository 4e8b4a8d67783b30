// OwnedThread: a thread for calls that block, started by name and joined by whoever started it. It inherits the blocked
// signals, so the program's SignalDescriptor comes first.

internal import CPosix

/// A running thread.
package struct OwnedThread: ~Copyable, Sendable {
    private let handle: UInt64

    /// Starts `body` on a thread of its own. `name` (up to 15 bytes) is what `ps -L` shows.
    /// - Throws: `pthread_create`.
    package init(
        name: StaticString, stackSize: Int = 1 << 20, _ body: @escaping @Sendable () -> Void
    ) throws(SystemError) {
        let box = ThreadBody(body)
        let name = Array(name.description.utf8.prefix(15)) + [0]
        var handle: UInt64 = 0
        // SAFETY: the thread takes over the reference that is retained here; where it doesn't start, it is released below.
        let argument = unsafe Unmanaged.passRetained(box)
        do {
            try call("pthread_create") {
                unsafe withTerminated(name) {
                    unsafe linux_thread_start(&handle, $0, UInt64(stackSize), threadStart, argument.toOpaque())
                }
            }
        } catch {
            unsafe argument.release()
            throw error
        }
        self.handle = handle
    }

    /// Waits for the thread's end.
    package consuming func join() { _ = linux_thread_join(handle) }

    /// Waits for the thread's end for `patience`: whether it has come. A thread that runs on is left alone until the process ends.
    package consuming func join(within patience: Duration) -> Bool {
        linux_thread_join_within(handle, patience.wholeNanoseconds) == 0
    }
}

private final class ThreadBody: Sendable {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}

private func threadStart(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let argument = unsafe argument else { return nil }
    // SAFETY: the argument is the ThreadBody that was retained for this thread alone.
    let body = unsafe Unmanaged<ThreadBody>.fromOpaque(argument).takeRetainedValue()
    body.run()
    return nil
}
