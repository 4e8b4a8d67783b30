// ExitCode: how the program ends, after sysexits.h, and Failure, which is the way out of a command. Scripts depend on the
// numbers; the man page and every help text name them.

internal import Arguments
internal import Configuration
internal import Posix

enum ExitCode: Int32 {
    case done = 0
    /// Some items of several were refused, or what was asked for does not exist.
    case someFailed = 1
    case usage = 64
    case badData = 65
    case noInput = 66
    case unavailable = 69
    case cannotCreate = 73
    case inputOutput = 74
    case tryAgain = 75
    case configuration = 78

    /// Of `failed` out of `all`.
    static func of(failed: Int, all: Int) -> ExitCode {
        if failed == 0 { return .done }
        return failed == all ? .badData : .someFailed
    }
}

/// Why a command ends before its end: a line for each thing that is wrong.
struct Failure: Error {
    let code: ExitCode
    let messages: [String]

    init(_ code: ExitCode, _ messages: [String]) {
        self.code = code
        self.messages = messages
    }

    init(_ code: ExitCode, _ message: String) { self.init(code, [message]) }
    init(_ error: UsageError) { self.init(.usage, error.description) }
    init(_ error: ConfigurationError) { self.init(.configuration, error.faults.map(\.description)) }

    /// Who reads our output has had enough: no failure of ours, and nothing to say.
    static let brokenPipe = Failure(.done, [])

    /// Input that could not be opened or read.
    static func input(_ error: SystemError) -> Failure {
        Failure(error.operation == "open" || error.errno == .isDirectory ? .noInput : .inputOutput, "\(error)")
    }

    static func output(_ error: SystemError) -> Failure {
        error.errno == .brokenPipe ? .brokenPipe : Failure(.inputOutput, "\(error)")
    }
}
