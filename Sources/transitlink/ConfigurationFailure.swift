// ConfigurationFailure: a wrong configuration as the end of a command, a line a fault.

internal import Arguments
internal import Configuration

extension Failure {
    init(_ error: ConfigurationError) { self.init(error.isUsage ? .usage : .configuration, error.faults.map(\.description)) }
}
