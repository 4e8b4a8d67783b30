// CommonOptions: what both programs take on the command line over the configuration.

package import Arguments
package import TransitLinks

/// `--config`, `--regions`, `--region`, `--app` and `--spool`; nil where not given.
package struct CommonOptions: Sendable, Equatable {
    package var config: String?
    package var regions: String?
    package var region: String?
    package var app: String?
    package var spool: String?

    package init() {}

    /// From a command line that was parsed with `CommandLineOption.common`.
    package init(_ arguments: ParsedArguments) {
        config = arguments["config"]
        regions = arguments["regions"]
        region = arguments["region"]
        app = arguments["app"]
        spool = arguments["spool"]
    }

    /// The options over `configuration`.
    /// - Throws: `ConfigurationError` for a region that is neither a number nor `auto`.
    func apply(to configuration: inout Configuration) throws(ConfigurationError) {
        if let regions { configuration.regions = regions }
        if let app { configuration.app = app }
        if let spool { configuration.spool = spool }
        if let region { configuration.region = try Self.region(region) }
    }

    /// `1` or `auto`.
    package static func region(_ text: String) throws(ConfigurationError) -> RegionChoice {
        if text == "auto" { return .auto }
        guard let number = Int64(text) else {
            throw ConfigurationError(source: "--region", "'\(text)' is neither a region's number nor auto")
        }
        return .id(RegionID(rawValue: number))
    }
}
