// The probe of Tests/StagingProbe, run to its end.

import TestSupport

enum Probe {
    static func run(_ arguments: [String], under tool: [String] = []) throws -> (code: Int32, output: String) {
        let probe = try start(arguments, under: tool)
        let code = probe.wait()
        return (code, probe.output)
    }

    static func start(_ arguments: [String], under tool: [String] = []) throws -> ChildProcess {
        try ChildProcess(
            tool + [builtProgram("staging-probe")] + arguments, environment: ["SWIFT_BACKTRACE": "enable=no"])
    }
}
