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

    /// The options over `configuration`, but for a region's name, which the directory has to know: see `region(in:)`.
    func apply(to configuration: inout Configuration) {
        if let regions { configuration.regions = regions }
        if let app { configuration.app = app }
        if let spool { configuration.spool = spool }
        if let region, let choice = RegionChoice(option: region) { configuration.region = choice }
    }

    /// Whether `--region` is there and neither a number nor `auto`.
    package var namesRegion: Bool { region.map { RegionChoice(option: $0) == nil } ?? false }

    /// The region of `--region`, by number, name or `auto`; nil where it isn't given.
    /// - Throws: `ConfigurationError` for what is none of `directory`, or more than one.
    package func region(in directory: RegionDirectory) throws(ConfigurationError) -> RegionChoice? {
        guard let region else { return nil }
        if RegionChoice(option: region) == .auto { return .auto }
        do throws(RegionNameError) { return .id(try directory.region(named: region).id) } catch {
            throw ConfigurationError(option: "--region", error.sentence)
        }
    }
}

extension RegionChoice {
    /// A number or `auto`; nil for anything else, which may be a name.
    fileprivate init?(option text: String) {
        if text == "auto" {
            self = .auto
        } else if let number = Int64(text) {
            self = .id(RegionID(rawValue: number))
        } else {
            return nil
        }
    }
}
