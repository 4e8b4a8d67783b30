// ExitCode: how the programs end, after sysexits.h. Scripts and units depend on the numbers; man pages and help texts name them.

package enum ExitCode: Int32, Sendable {
    case done = 0
    /// Some items of several were refused, or what was asked for does not exist.
    case someFailed = 1
    case usage = 64
    case badData = 65
    case noInput = 66
    case unavailable = 69
    /// A library gave up.
    case software = 70
    case cannotCreate = 73
    case inputOutput = 74
    /// A new start may find it otherwise.
    case tryAgain = 75
    case configuration = 78

    /// Of `failed` out of `all`.
    package static func of(failed: Int, all: Int) -> ExitCode {
        if failed == 0 { return .done }
        return failed == all ? .badData : .someFailed
    }
}
