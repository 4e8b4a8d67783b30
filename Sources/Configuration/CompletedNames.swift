// CompletedNames: what the common options can be on this machine, for completion: regions of the directory and app profiles
// in force. A configuration with a mistake completes nothing; --check says why.

package import Arguments
internal import Escaping
internal import TransitLinks

extension CompletedValue {
    /// What a common option can be; nil for any other option.
    package static func common(_ option: CommandLineOption, on line: Completion) -> CompletedValue? {
        switch option.name {
        case "region": CompletedValue([Candidate("auto", "by the stop's coordinate")] + regions(on: line).candidates)
        case "app": apps(on: line)
        default: nil
        }
    }

    /// The regions' numbers, with their names.
    package static func regions(on line: Completion) -> CompletedValue {
        let regions = settings(line)?.directory.regions ?? []
        return CompletedValue(regions.map { Candidate(String($0.id.rawValue), Printable.escaped($0.name)) })
    }

    /// The app profiles' names.
    package static func apps(on line: Completion) -> CompletedValue {
        CompletedValue(settings(line)?.apps.keys.sorted() ?? [])
    }

    /// With the `--config` and `--regions` that stand on the line already.
    private static func settings(_ line: Completion) -> LinkSettings? {
        var given = CommonOptions()
        given.config = line.given["config"]
        given.regions = line.given["regions"]
        do throws(ConfigurationError) { return try LoadedConfiguration(given).links } catch { return nil }
    }
}
