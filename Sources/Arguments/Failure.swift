// Failure: the way out of a command before its end.

package import Posix

/// Why a command ends before its end: a line for each thing that is wrong.
package struct Failure: Error {
    package let code: ExitCode
    package let messages: [String]

    package init(_ code: ExitCode, _ messages: [String]) {
        self.code = code
        self.messages = messages
    }

    package init(_ code: ExitCode, _ message: String) { self.init(code, [message]) }
    package init(_ error: UsageError) { self.init(.usage, error.description) }

    /// Who reads our output has had enough: no failure of ours, and nothing to say.
    package static let brokenPipe = Failure(.done, [])

    /// Input that could not be opened or read.
    package static func input(_ error: SystemError) -> Failure {
        Failure(error.operation == "open" || error.errno == .isDirectory ? .noInput : .inputOutput, "\(error)")
    }

    package static func output(_ error: SystemError) -> Failure {
        error.errno == .brokenPipe ? .brokenPipe : Failure(.inputOutput, "\(error)")
    }
}
