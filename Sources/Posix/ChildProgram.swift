// ChildProgram: another program, run with a pipe into it and a pipe out of it. It keeps our standard error, and our
// environment unless it is given another.
// Whoever starts it empties the one pipe while another thread fills the other, for a pipe holds 64 KiB.

internal import CPosix
internal import Escaping

/// A program that was started. Wait for its end, or it stays as a zombie.
package struct ChildProgram: Sendable {
    private let path: String
    private let process: Int32
    private let into: Int32
    private let out: Int32

    /// Starts the program at `path` with `arguments` (without its own name, 63 at most).
    /// - Parameter environment: all that it sees of an environment, as `NAME=value`, 64 at most; nil: ours.
    /// - Throws: `exec` where it can't be started, `ENOENT` for one that isn't there.
    package init(_ path: String, _ arguments: [String], environment: [String]? = nil) throws(SystemError) {
        let shown = Printable.escaped(path)
        var (process, into, out): (Int32, Int32, Int32) = (0, -1, -1)
        let words = Self.terminated([path] + arguments)
        let variables = Self.terminated(environment ?? []) + [0]
        let variableCount = environment.map { Int32($0.count) } ?? -1
        // SAFETY: the words end in zero, as many as are counted, and outlive the call, as the numbers do that it fills.
        try call("exec", shown) {
            unsafe withTerminated(words) { words in
                unsafe withTerminated(variables) {
                    unsafe linux_spawn(
                        words, Int32(arguments.count + 1), $0, variableCount, &into, &out, &process)
                }
            }
        }
        (self.path, self.process, self.into, self.out) = (shown, process, into, out)
    }

    private static func terminated(_ words: [String]) -> [UInt8] { words.flatMap { Array($0.utf8) + [0] } }

    /// What the program reads; take it once, for its end closes the pipe and so ends the program's input.
    package func input() -> FileDescriptor { FileDescriptor(owning: into, path: "pipe to \(path)") }

    /// What the program writes, to its end; take it once.
    package func output() -> FileDescriptor { FileDescriptor(owning: out, path: "pipe from \(path)") }

    /// Waits for its end: its exit code, or 128 and the number of the signal that ended it.
    /// - Throws: `waitpid`.
    package func wait() throws(SystemError) -> Int32 {
        Int32(try call("waitpid", path) { linux_wait_for_exit(process) })
    }
}
