// RegionsInit: `transitlink regions init`: a directory file with one region, for an agency that is in no published directory. What
// it is comes from options or, where they don't name it and a person sits there, from questions. The file is read back as every
// directory is before it is written: what links would refuse is told here.

internal import Arguments
internal import Configuration
internal import Escaping
internal import FeedFiles
internal import Feeds
internal import Posix
internal import Publishing
internal import TransitLinks

enum RegionsInit {
    static let options = [
        CommandLineOption("id", .required("N"), "init: its number on its web server; the first free one from 1000"),
        CommandLineOption("bounds", .required("S,W,N,E"), "init: the rectangle it lies in, degrees"),
        CommandLineOption("feed", .required("FEED"), "init: or that of this feed's stops"),
    ]

    /// Those of other commands of `regions` that it takes as well.
    private static let shared = ["name", "oba-url", "sidecar-url", "output", "force"]

    /// The options that were given, dashes and all.
    static func given(_ arguments: ParsedArguments) -> [String] {
        options.map(\.name).filter(arguments.has).map { "--" + $0 }
    }

    /// Whether it takes another command's option; dashes and all.
    static func takes(_ option: String) -> Bool { shared.contains { option == "--" + $0 } }

    /// Writes the file, or the directory to standard output; what it lacks goes to standard error.
    static func run(_ arguments: ParsedArguments, _ directory: RegionDirectory, _ output: inout Output) throws(Failure) {
        var answers = RegionAnswers(arguments)
        if answers.name == nil {
            guard StandardStream.input.isTerminal else {
                throw Failure(
                    .usage, "regions init: which region? give --name, and --sidecar-url, --oba-url, --bounds or --feed")
            }
            try answers.ask()
        }
        let region = try region(answers, directory)
        let bytes = RegionFile.bytes(of: region)
        try check(bytes)
        for lack in lacks(of: region) { Messages.report(lack) }
        guard let path = answers.output else { return try output.write(text: bytes) }
        let file = try DirectoryFile(path)
        if InputFile.isThere(path), !arguments.has("force") {
            throw Failure(.cannotCreate, "\(Printable.escaped(path)) is there already: give another --output, or --force")
        }
        try file.replace(with: bytes)
        let id = region.id.rawValue
        try output.write(
            line: "\(Printable.escaped(path)): region \(id) \(Printable.escaped(region.name)); use it with --regions "
                + "\(Printable.escaped(path)) --region \(id), or as regions and region of the configuration")
    }

    private static func region(_ answers: RegionAnswers, _ directory: RegionDirectory) throws(Failure) -> Region {
        guard let name = answers.name, !name.allSatisfy(\.isWhitespace) else {
            throw Failure(.usage, "--name: which? the region's name as riders know it")
        }
        var region = Region(id: try id(answers.id, directory), name: name)
        region.sidecar = try server(answers.sidecar, "--sidecar-url")
        region.obaBaseURL = try server(answers.oba, "--oba-url")?.text
        region.bounds = try bounds(answers)
        return region
    }

    /// One that no region of the present directory has: an app that knows both directories would take one for the other.
    private static func id(_ text: String?, _ directory: RegionDirectory) throws(Failure) -> RegionID {
        guard let text else {
            var number: Int64 = 1000
            while directory[RegionID(rawValue: number)] != nil { number += 1 }
            return RegionID(rawValue: number)
        }
        guard let number = Int64(text), number >= 0 else {
            throw Failure(.usage, "--id: \(Printable.quoted(text)) is no number of a region (0 or more)")
        }
        return RegionID(rawValue: number)
    }

    private static func server(_ url: String?, _ option: String) throws(Failure) -> SidecarBase? {
        guard let url else { return nil }
        do throws(SidecarBaseError) { return try SidecarBase(url) } catch {
            // A password is not repeated.
            let shown = error == .userInformation ? "" : "\(Printable.quoted(url)): "
            throw Failure(.usage, "\(option): \(shown)\(error.sentence)")
        }
    }

    private static func bounds(_ answers: RegionAnswers) throws(Failure) -> [RegionBound] {
        if answers.bounds != nil, answers.feed != nil {
            throw Failure(.usage, "--bounds and --feed exclude each other: both say where the region lies")
        }
        if let text = answers.bounds {
            do throws(UsageError) { return [try RegionBound(try ChosenStops.Bounds(option: text))] } catch {
                throw Failure(error)
            }
        }
        guard let feed = answers.feed else { return [] }
        let stops = try fromFeed { () throws(FeedError) in
            try FeedStops(reading: try FeedPackage(path: feed), notices: { _ in })
        }
        guard let bounds = ChosenStops.Bounds(around: stops.rows) else {
            throw Failure(.badData, "\(Printable.escaped(feed)): no stop has a coordinate; give --bounds")
        }
        do throws(UsageError) { return [try RegionBound(bounds)] } catch { throw Failure(error) }
    }

    /// - Throws: `Failure` where links would refuse what was just made.
    private static func check(_ bytes: [UInt8]) throws(Failure) {
        let warnings: [RegionDirectoryWarning]
        do throws(RegionDirectoryError) { warnings = try RegionDirectory(decoding: bytes).warnings } catch {
            throw Failure(.badData, "\(error)")
        }
        if !warnings.isEmpty { throw Failure(.badData, warnings.map { Printable.escaped($0.description) }) }
    }

    private static func lacks(of region: Region) -> [String] {
        var lacks: [String] = []
        if region.sidecar == nil {
            lacks.append("without a web server (--sidecar-url) there are no web links, only those of the app")
        }
        if region.obaBaseURL == nil { lacks.append("without a OneBusAway server (--oba-url) the app can't add the region") }
        if region.bounds.isEmpty {
            lacks.append("without bounds (--bounds, --feed) no feed and no stop finds the region by its place")
        }
        return lacks
    }
}

/// What is known of the region, as it was given.
private struct RegionAnswers {
    var name: String?, sidecar: String?, oba: String?, id: String?, bounds: String?, feed: String?, output: String?

    init(_ arguments: ParsedArguments) {
        (name, sidecar, oba) = (arguments["name"], arguments["sidecar-url"], arguments["oba-url"])
        (id, bounds, feed) = (arguments["id"], arguments["bounds"], arguments["feed"])
        output = arguments["output"]
    }

    /// Asks for what no option gives; a blank answer is none.
    /// - Throws: `Failure` where the terminal can't be read, and where the name stays blank.
    mutating func ask() throws(Failure) {
        var terminal = LineReader(StandardStream.input.descriptor(), limit: 4096)
        name = try Self.answer("name of the region, as riders know it", &terminal)
        if name == nil { throw Failure(.usage, "regions init: a region needs a name") }
        if sidecar == nil { sidecar = try Self.answer("its web server (sidecar), as https://sidecar.example.org", &terminal) }
        if oba == nil { oba = try Self.answer("its OneBusAway server, as https://api.example.org/api/", &terminal) }
        if id == nil { id = try Self.answer("its number on the web server (blank: the first free one from 1000)", &terminal) }
        if bounds == nil, feed == nil {
            let place = try Self.answer("where it lies: south,west,north,east in degrees, or a GTFS feed", &terminal)
            if let place, InputFile.isThere(place) { feed = place } else { bounds = place }
        }
        if output == nil { output = try Self.answer("file to write (blank: standard output)", &terminal) }
    }

    private static func answer(_ question: String, _ terminal: inout LineReader) throws(Failure) -> String? {
        StandardStream.report("\(question): ")
        do throws(SystemError) {
            guard let line = try terminal.next() else { return nil }
            let text = String(decoding: terminal.buffer[line.range], as: UTF8.self)
            let words = text.split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ")
            return words.isEmpty ? nil : words
        } catch { throw .input(error) }
    }
}

/// The file: a list of one, as published directories are.
private enum RegionFile {
    static func bytes(of region: Region) -> [UInt8] {
        var json = JSONWriter()
        json.beginObject()
        json.key("data")
        json.beginObject()
        json.key("list")
        json.beginArray()
        write(region, to: &json)
        json.endArray()
        json.endObject()
        json.endObject()
        return IndentedJSON.laidOut(json.bytes.bytes)
    }

    private static func write(_ region: Region, to json: inout JSONWriter) {
        json.beginObject()
        json.field("id", region.id.rawValue)
        json.field("regionName", region.name)
        json.field("active", true)
        json.field("experimental", false)
        json.field("sidecarBaseUrl", region.sidecar?.text)
        json.field("obaBaseUrl", region.obaBaseURL)
        json.key("bounds")
        json.beginArray()
        for bound in region.bounds { RegionListing.write(bound, to: &json) }
        json.endArray()
        json.endObject()
    }
}
