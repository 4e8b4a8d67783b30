// ConfigurationFiles: from the command line and the files to everything that the programs run on. In this order: the file
// (or the built-in one), its drop-ins in byte order, the command line; then the app profiles and the region directory.
// All of it is read afresh each time, and either all of it comes or an error: a reload swaps both or neither.

internal import Escaping
internal import Posix
internal import StrictJSON
package import TransitLinks

/// Everything read and checked.
package struct LoadedConfiguration: Sendable {
    package var configuration: Configuration
    package var links: LinkSettings
    /// Where the region directory came from: a path, or `regions.json (built in)`.
    package var directorySource: String
    package var timeZones: TimeZoneDatabase

    /// Reads everything.
    /// - Parameter needsCurrentRegion: whether the directory has to have the current region; what only looks at the directory, or
    ///   at an app, works without.
    /// - Throws: `ConfigurationError` with the faults of the first file that has any.
    package init(_ options: CommonOptions, needsCurrentRegion: Bool = true) throws(ConfigurationError) {
        var configuration = try Configuration(options)
        let apps = try Self.apps(configuration)
        guard let app = apps.last(where: { $0.name == configuration.app }) else {
            let hint = Spelling.hint(for: configuration.app, known: apps.map(\.name))
            throw ConfigurationError([
                .init(
                    source: options.app == nil ? options.config ?? Configuration.file : "--app", key: "app",
                    message:
                        "\(Printable.quoted(configuration.app)) is no app profile; \(hint)"
                )
            ])
        }
        let (directory, source) = try Self.directory(configuration)
        if let region = try options.region(in: directory) { configuration.region = region }
        let current = try Self.current(configuration, in: directory, source, isNeeded: needsCurrentRegion)
        self.configuration = configuration
        directorySource = source
        links = LinkSettings(
            directory: directory, currentRegion: current, app: app, apps: apps,
            links: configuration.links, walking: configuration.walking,
            operatorLinks: configuration.operatorLinks)
        timeZones = TimeZoneDatabase(folder: configuration.zoneinfo)
    }

    private static func apps(_ configuration: Configuration) throws(ConfigurationError) -> [AppProfile] {
        var profiles: [AppProfile] = []
        for (name, bytes) in BuiltInFiles.apps { profiles.append(try AppProfile(decoding: bytes, source: name)) }
        for name in try profileOrDropInNames(in: configuration.apps) {
            let path = "\(configuration.apps)/\(name)"
            profiles.append(
                try AppProfile(decoding: requiredFile(path, limit: SettingsFile.maximumBytes), source: path))
        }
        return profiles
    }

    private static func directory(
        _ configuration: Configuration
    ) throws(ConfigurationError) -> (RegionDirectory, source: String) {
        if let path = configuration.regions {
            return (try decode(try requiredFile(path, limit: RegionDirectory.maximumBytes), path), path)
        }
        if let bytes = try optionalFile(
            Configuration.liveRegions, limit: RegionDirectory.maximumBytes, mayBeMissing: true)
        {
            return (try decode(bytes, Configuration.liveRegions), Configuration.liveRegions)
        }
        let source = "regions.json (built in)"
        return (try decode(BuiltInFiles.regions, source), source)
    }

    private static func decode(_ bytes: [UInt8], _ source: String) throws(ConfigurationError) -> RegionDirectory {
        do throws(RegionDirectoryError) {
            return try RegionDirectory(decoding: bytes)
        } catch {
            throw ConfigurationError([.init(source: source, line: error.line, message: error.message)])
        }
    }

    /// The current region. Where nobody sets one it is the default, if the directory has that; else the only one of an agency's
    /// own directory, or the one around each stop.
    private static func current(
        _ configuration: Configuration, in directory: RegionDirectory, _ source: String, isNeeded: Bool
    ) throws(ConfigurationError) -> RegionChoice {
        guard case .id(let id) = configuration.region, directory[id] == nil else { return configuration.region }
        if !configuration.isRegionSet { return directory.regions.count == 1 ? .id(directory.regions[0].id) : .auto }
        if !isNeeded { return configuration.region }
        let error = RegionNameError.unknownNumber(id, directory)
        throw ConfigurationError([.init(source: source, key: "region", message: error.sentence)])
    }
}

extension Configuration {
    /// The configuration alone, for what needs no regions (the spool's commands).
    /// - Throws: `ConfigurationError`.
    package init(_ options: CommonOptions) throws(ConfigurationError) {
        self.init()
        try apply(BuiltInFiles.configuration, source: "transitlinkd.json (built in)")
        setRegion = nil
        let path = options.config ?? Configuration.file
        if let bytes = try optionalFile(
            path, limit: SettingsFile.maximumBytes, mayBeMissing: options.config == nil)
        {
            try apply(bytes, source: path)
        }
        for name in try profileOrDropInNames(in: path + ".d") {
            let dropIn = "\(path).d/\(name)"
            try apply(try requiredFile(dropIn, limit: SettingsFile.maximumBytes), source: dropIn)
        }
        options.apply(to: &self)
    }
}

private func optionalFile(_ path: String, limit: Int, mayBeMissing: Bool) throws(ConfigurationError) -> [UInt8]? {
    do throws(SystemError) {
        return try WholeFile.read(path, limit: limit)
    } catch {
        if mayBeMissing, error.errno == .noEntry || error.errno == .notDirectory { return nil }
        throw ConfigurationError(source: path, "\(error)")
    }
}

private func requiredFile(_ path: String, limit: Int) throws(ConfigurationError) -> [UInt8] {
    guard let bytes = try optionalFile(path, limit: limit, mayBeMissing: false) else { return [] }
    return bytes
}

private func profileOrDropInNames(in folder: String) throws(ConfigurationError) -> [String] {
    do throws(SystemError) {
        return try WholeFile.names(in: folder, suffix: ".json")
    } catch {
        throw ConfigurationError(source: folder, "\(error)")
    }
}
