// RegionsCommand: `transitlink regions`: what the region directory holds, and which region a place is in.

internal import Arguments
internal import Configuration
internal import Escaping
internal import TransitLinks

extension Command {
    static let regions = Command(
        name: "regions", summary: "the region directory",
        usage: [
            "list [--json]", "show REGION [--json]", "locate LAT LON [--json]", "link REGION [OPTION…] [--json]",
            "update [OPTION…]", "init [OPTION…]",
        ],
        explanation: """
            list names every region and marks the current one with *; show tells all of one,
            locate names the active one of a place. link prints the deep link that adds one
            to the app. update fetches the newest directory, and takes none that has fewer
            than half of the regions or has lost the current one (65). init writes one for
            an agency that is in none; without --name it asks. REGION is a number or name.
            """,
        options: [CommandLineOption("json", "as one line of JSON")],
        groups: [
            OptionGroup("update", RegionsUpdate.options),
            OptionGroup("init, also --name, --oba-url, --sidecar-url, --output, --force", RegionsInit.options),
            OptionGroup("link, over what the directory says", RegionLink.options),
        ],
        common: ["config", "regions", "region", "app"]
    ) { arguments, output throws(Failure) in
        let verbs = ["list", "show", "locate", "link", "update", "init"]
        guard let verb = arguments.operands.first else {
            throw Failure(.usage, "regions: which of \(verbs.joined(separator: ", "))?")
        }
        do throws(UsageError) {
            try ParsedArguments.check(verb, isOneOf: verbs, what: "command of regions")
        } catch { throw Failure(error) }
        let operands = Array(arguments.operands.dropFirst())
        let asJSON = arguments.has("json")
        let foreign = [
            ("link", RegionLink.given(arguments)), ("update", RegionsUpdate.given(arguments)),
            ("init", RegionsInit.given(arguments)),
        ].filter { $0.0 != verb }.flatMap(\.1)
        if let option = foreign.first(where: { !(verb == "init" && RegionsInit.takes($0)) }) {
            throw Failure(.usage, "regions \(verb) takes no \(option)")
        }
        if verb == "update" {
            guard operands.isEmpty, !asJSON else {
                throw Failure(.usage, "regions update takes no \(operands.isEmpty ? "--json" : "operand")")
            }
            try RegionsUpdate.run(arguments, &output)
            return .done
        }
        guard verb != "list" || operands.isEmpty else { throw Failure(.usage, "regions list takes no operand") }
        guard verb != "init" || operands.isEmpty && !asJSON else {
            throw Failure(.usage, "regions init takes no \(operands.isEmpty ? "--json" : "operand")")
        }
        // Whoever looks at a directory may look for a region to make the current one.
        let loaded = try LoadedConfiguration.load(arguments, needsCurrentRegion: false)
        switch verb {
        case "init":
            try RegionsInit.run(arguments, loaded.links.directory, &output)
            return .done
        case "link":
            let word = try regionWord(operands, of: verb)
            try RegionLink.write(try RegionLink.id(word, in: loaded.links.directory), arguments, loaded.links, &output)
            return .done
        case "show": return try show(try regionWord(operands, of: verb), loaded, asJSON, &output)
        case "locate": return try locate(try coordinate(operands), loaded, asJSON, &output)
        default: return try list(loaded, asJSON, &output)
        }
    }

    private static func list(
        _ loaded: LoadedConfiguration, _ asJSON: Bool, _ output: inout Output
    ) throws(Failure) -> ExitCode {
        let directory = loaded.links.directory
        for warning in directory.warnings {
            Messages.report("\(Printable.escaped(loaded.directorySource)): \(Printable.escaped(warning.description))")
        }
        if case .id(let id) = loaded.links.currentRegion, directory[id] == nil {
            Messages.report("the current region, \(id.rawValue), is not in this directory; --region ID or auto takes another")
        }
        let listing = RegionListing(directory: directory, current: loaded.links.currentRegion)
        if asJSON {
            try output.write(text: listing.json(source: loaded.directorySource))
        } else {
            for line in listing.lines(source: loaded.directorySource) { try output.write(line: line) }
        }
        return .done
    }

    private static func show(
        _ word: String, _ loaded: LoadedConfiguration, _ asJSON: Bool, _ output: inout Output
    ) throws(Failure) -> ExitCode {
        let region: Region
        do throws(RegionNameError) { region = try loaded.links.directory.region(named: word) } catch {
            throw Failure(.usage, "regions show: \(error.sentence)")
        }
        if asJSON {
            try output.write(text: RegionListing.json(of: region))
        } else {
            for line in RegionListing.description(of: region) { try output.write(line: line) }
        }
        return .done
    }

    private static func locate(
        _ place: Coordinate, _ loaded: LoadedConfiguration, _ asJSON: Bool, _ output: inout Output
    ) throws(Failure) -> ExitCode {
        guard let region = loaded.links.directory.region(containing: place) else {
            throw Failure(.someFailed, "no active region's bounds contain \(RegionListing.text(of: place))")
        }
        if asJSON {
            try output.write(text: RegionListing.json(of: region))
        } else {
            try output.write(line: "\(region.id.rawValue) \(Printable.escaped(region.name))")
        }
        return .done
    }

    // MARK: - Operands

    private static func regionWord(_ operands: [String], of verb: String) throws(Failure) -> String {
        guard operands.count == 1 else {
            throw Failure(.usage, "regions \(verb) takes one region, by its number or name; in quotes where that has blanks")
        }
        return operands[0]
    }

    private static func coordinate(_ operands: [String]) throws(Failure) -> Coordinate {
        let words = operands.count == 1 ? operands[0].split(separator: ",").map(String.init) : operands
        guard words.count == 2 else {
            throw Failure(.usage, "regions locate takes a latitude and a longitude, as in 47.65 -122.3")
        }
        let latitude = try degrees(words[0], "latitude", limit: 90)
        let longitude = try degrees(words[1], "longitude", limit: 180)
        do throws(CoordinateError) {
            return try Coordinate(latitude: latitude, longitude: longitude)
        } catch { throw Failure(.usage, "\(latitude), \(longitude) is no coordinate") }
    }

    private static func degrees(_ text: String, _ noun: String, limit: Double) throws(Failure) -> Double {
        if let number = Double(text), number.magnitude <= limit { return number }
        throw Failure(.usage, "\(Printable.quoted(text)) is not a \(noun) (-\(Int(limit))…\(Int(limit)))")
    }
}
