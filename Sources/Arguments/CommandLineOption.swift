// CommandLineOption: one long option as a row of a table. The same row is read by the parser and printed by the help, so
// an option that works is an option that is documented. What the options mean is the programs' business.

/// One option, as it is parsed and as it is explained.
package struct CommandLineOption: Sendable, Hashable {
    /// What stands behind the name.
    package enum Value: Sendable, Hashable {
        case none
        /// `--name=V` or `--name V`; the placeholder for the help, as in `FILE`.
        case required(String)
        /// `--name` or `--name=V`, never `--name V`, which could be an operand.
        case optional(String)

        /// `FILE`; nil where there is no value.
        package var placeholder: String? {
            switch self {
            case .none: nil
            case .required(let placeholder), .optional(let placeholder): placeholder
            }
        }
    }

    /// Without the dashes.
    package let name: String
    package let value: Value
    /// A phrase, lower case, no full stop.
    package let help: String

    package init(_ name: String, _ value: Value, _ help: String) {
        self.name = name
        self.value = value
        self.help = help
    }

    /// Without a value.
    package init(_ name: String, _ help: String) { self.init(name, .none, help) }

    /// `--config FILE`, `--wait[=SECONDS]`
    package var usage: String {
        switch value {
        case .none: "--\(name)"
        case .required(let placeholder): "--\(name) \(placeholder)"
        case .optional(let placeholder): "--\(name)[=\(placeholder)]"
        }
    }
}

extension CommandLineOption {
    /// What both programs take over their configuration: see `CommonOptions`.
    package static let common: [CommandLineOption] = [
        CommandLineOption("config", .required("FILE"), "configuration instead of /etc/transitlinkd/transitlinkd.json"),
        CommandLineOption("regions", .required("FILE"), "region directory"),
        CommandLineOption("region", .required("REGION"), "current one: number, name, or auto: by the stop's place"),
        CommandLineOption("app", .required("NAME"), "app profile of the links"),
        CommandLineOption("spool", .required("DIR"), "spool folder"),
    ]

    /// What every command takes.
    static let everywhere: [CommandLineOption] = [
        CommandLineOption("help", "show this help"), CommandLineOption("version", "show the version"),
    ]
}

extension [CommandLineOption] {
    /// Two columns for a help text, a line an option, indented by two; the help begins in one column.
    package var helpLines: [String] {
        let width = map(\.usage.count).max() ?? 0
        return map { "  " + $0.usage + String(repeating: " ", count: width - $0.usage.count + 2) + $0.help }
    }
}
