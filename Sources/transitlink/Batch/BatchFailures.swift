// What ends a batch before its end, with the exit codes of ExitCode.swift.

internal import Feeds
internal import Staging

extension Failure {
    init(_ error: StagingError) {
        let code: ExitCode =
            switch error.kind {
            case .refused: .cannotCreate
            case .passing: .tryAgain
            case .fault: .inputOutput
            }
        self.init(code, "\(error)")
    }

    /// Why a feed can't be used.
    init(_ error: FeedError) {
        let code: ExitCode =
            switch error {
            case .noInput: .noInput
            case .undecided: .usage
            case .fault: .inputOutput
            default: .badData
            }
        self.init(code, "\(error)")
    }
}

/// `body`'s result, its error as a failure.
func staged<Value: ~Copyable>(_ body: () throws(StagingError) -> Value) throws(Failure) -> Value {
    do { return try body() } catch { throw Failure(error) }
}

/// `body`'s result, its error as a failure.
func fromFeed<Value: ~Copyable>(_ body: () throws(FeedError) -> Value) throws(Failure) -> Value {
    do { return try body() } catch { throw Failure(error) }
}
