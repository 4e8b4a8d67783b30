// RegionsUpdate: `transitlink regions update`: asks the publisher for a newer region directory, and puts it in the place of
// the present one unless it is worse. The daemon reads it at its next reload.

internal import Arguments
internal import Configuration
internal import Escaping
internal import Posix
internal import TransitLinks

enum RegionsUpdate {
    static let options = [
        CommandLineOption("url", .required("URL"), "update: the publisher's address, https"),
        CommandLineOption("output", .required("FILE"), "update, init: the directory's file"),
        CommandLineOption("force", "update: even to one that is worse; init: over a file"),
        CommandLineOption("cacert", .required("FILE"), "update: certificate authorities, PEM"),
        CommandLineOption("timeout", .required("SECONDS"), "update: for all of it; 60 if not given"),
    ]

    /// The options that were given, dashes and all.
    static func given(_ arguments: ParsedArguments) -> [String] {
        options.map(\.name).filter(arguments.has).map { "--" + $0 }
    }

    /// Prints one line on what came of it.
    /// - Throws: `Failure`; the present directory is then as it was.
    static func run(_ arguments: ParsedArguments, _ output: inout Output) throws(Failure) {
        let configuration = try configuration(arguments)
        let url = try url(arguments, configuration)
        let seconds = try seconds(arguments)
        let file = try DirectoryFile(try path(arguments, configuration))
        let present = try file.bytes()
        var request = DirectoryDownload.Request(
            url: url, authorities: arguments["cacert"], seconds: seconds, limit: RegionDirectory.maximumBytes)
        if let present { request.known = try file.version(of: present, url: url) }
        let answer = try DirectoryDownload(request)
        guard let bytes = answer.bytes else {
            return try output.write(line: "\(Printable.escaped(file.path)): unchanged since the last update")
        }
        let version = PublishedVersion(url: url, etag: answer.etag, lastModified: answer.lastModified, file: bytes)
        if bytes == present {
            if version != request.known { try file.keep(version) }
            return try output.write(line: "\(Printable.escaped(file.path)): unchanged, byte for byte")
        }
        let inUse = present.flatMap(read)
        let old = inUse ?? read(BuiltInFiles.regions) ?? RegionDirectory(regions: [])
        let change = DirectoryChange(
            old: old, isInUse: inUse != nil, new: try decode(bytes, request),
            current: try current(arguments, configuration, old))
        try object(to: change, request, force: arguments.has("force"))
        try file.replace(with: bytes, version: version)
        try output.write(line: "\(Printable.escaped(file.path)): \(change.summary)")
    }

    /// Warnings of the new directory go to standard error, and objections where they are overruled.
    private static func object(
        to change: DirectoryChange, _ request: DirectoryDownload.Request, force: Bool
    ) throws(Failure) {
        for warning in change.new.warnings {
            Messages.report("\(request.shown): \(Printable.escaped(warning.description))")
        }
        let objections = change.objections
        if !objections.isEmpty, !force {
            throw Failure(
                .badData,
                objections.map { "\(request.shown): \($0)" } + ["the present directory stays; --force takes the new one"])
        }
        for objection in objections { Messages.report("\(request.shown): \(objection); taken by --force") }
    }

    private static func decode(_ bytes: [UInt8], _ request: DirectoryDownload.Request) throws(Failure) -> RegionDirectory {
        do throws(RegionDirectoryError) { return try RegionDirectory(decoding: bytes) } catch {
            throw Failure(.badData, "\(request.shown): \(error)")
        }
    }

    /// What the new directory has to be as good as; nil where it can't be read.
    private static func read(_ bytes: [UInt8]) -> RegionDirectory? {
        do throws(RegionDirectoryError) { return try RegionDirectory(decoding: bytes) } catch { return nil }
    }

    // MARK: - Settings

    /// Without the directory: one that can't be read any more is what an update mends.
    private static func configuration(_ arguments: ParsedArguments) throws(Failure) -> Configuration {
        do throws(ConfigurationError) { return try Configuration(CommonOptions(arguments)) } catch { throw Failure(error) }
    }

    /// A name is that of a region which the present directory has.
    private static func current(
        _ arguments: ParsedArguments, _ configuration: Configuration, _ directory: RegionDirectory
    ) throws(Failure) -> RegionChoice {
        let options = CommonOptions(arguments)
        guard options.namesRegion else { return configuration.region }
        do throws(ConfigurationError) { return try options.region(in: directory) ?? configuration.region } catch {
            throw Failure(error)
        }
    }

    private static func url(_ arguments: ParsedArguments, _ configuration: Configuration) throws(Failure) -> String {
        guard let url = arguments["url"] else { return configuration.regionsURL }
        if let problem = Configuration.problem(ofRegionsURL: url) {
            throw Failure(.usage, "--url: \(SidecarBase.shown(url) ?? "it") \(problem)")
        }
        return url
    }

    /// A file that the configuration names is a person's: it is replaced only where it is named again.
    private static func path(_ arguments: ParsedArguments, _ configuration: Configuration) throws(Failure) -> String {
        if let path = arguments["output"] { return path }
        guard let own = configuration.regions else { return Configuration.liveRegions }
        throw Failure(
            .configuration,
            "the region directory in use is \(Printable.escaped(own)), not \(Configuration.liveRegions): "
                + "say --output FILE to replace one of them")
    }

    private static func seconds(_ arguments: ParsedArguments) throws(Failure) -> Int {
        guard let text = arguments["timeout"] else { return 60 }
        guard let seconds = Int(text), (1...3600).contains(seconds) else {
            throw Failure(.usage, "--timeout: \(Printable.quoted(text)) is no number of seconds (1…3600)")
        }
        return seconds
    }
}
