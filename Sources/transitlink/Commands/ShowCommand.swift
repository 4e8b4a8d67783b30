// ShowCommand: `transitlink stop` and `transitlink trip`: requests from the command line, answered at once. A person gets
// a block with a QR code, a program the result line; both come from one request, decoded as any other.

internal import Arguments
internal import Configuration
internal import Escaping
internal import TransitLinks

extension Command {
    static let stop = Command(
        name: "stop", summary: "links of stops, by their IDs", usage: ["ID… [OPTION…]", "--from URL [OPTION…]"],
        explanation: """
            Prints the links of each stop: on a terminal a block with a QR code, in a pipe
            one line of JSON as with --json. An ID is agency_stop, as in 1_75403.
            """,
        options: RequestOption.stop.options + RequestOption.shared.options + [fromOption] + outputOptions, common: linkOptions
    ) { arguments, output throws(Failure) in
        if let url = arguments["from"] { return try show(linkedBy: url, arguments, arguments.operands, &output) }
        guard !arguments.operands.isEmpty else {
            throw Failure(.usage, "stop: which? give one ID or more, as in 1_75403")
        }
        let rows = RequestOption.stop + RequestOption.shared
        return try show(arguments.operands, isTrip: false, rows, arguments, &output)
    }

    static let trip = Command(
        name: "trip", summary: "links of a trip at its boarding stop",
        usage: ["STOP --trip ID --service-date DATE --stop-sequence N …", "--from URL [OPTION…]"],
        explanation: """
            Prints the links of a trip as it is boarded at a stop: on a terminal a block
            with a QR code, in a pipe one line of JSON.
            """,
        options: [CommandLineOption("stop", .required("ID"), "stop to board at, where STOP is not given"), fromOption]
            + RequestOption.trip.options,
        groups: [
            OptionGroup(
                "as for transitlink stop", RequestOption.stop.options + RequestOption.shared.options + outputOptions)
        ],
        common: linkOptions
    ) { arguments, output throws(Failure) in
        let stops = (arguments["stop"].map { [$0] } ?? []) + arguments.operands
        if let url = arguments["from"] { return try show(linkedBy: url, arguments, stops, &output) }
        guard stops.count <= 1 else { throw Failure(.usage, "trip: \(stops.count) stops; a trip is boarded at one") }
        let rows = RequestOption.stop + RequestOption.trip + RequestOption.shared
        return try show([stops.first], isTrip: true, rows, arguments, &output)
    }

    private static let linkOptions = ["config", "regions", "region", "app"]
    private static let fromOption = CommandLineOption(
        "from", .required("URL"), "stop or trip, and region, of a link that a receiver opens")
    private static let outputOptions = [
        CommandLineOption("json", "result as one line of JSON"),
        CommandLineOption("plist", "activity as an XML property list"),
        CommandLineOption("only", .required("NAME"), "one link, as web, walking.google, fare.ios, handoff"),
    ]

    /// What a link leads to, a stop or a trip; options say more, or say otherwise.
    private static func show(
        linkedBy url: String, _ arguments: ParsedArguments, _ stops: [String], _ output: inout Output
    ) throws(Failure) -> ExitCode {
        if let stop = stops.first { throw Failure(.usage, "--from says which stop; \(Printable.quoted(stop)) does, too") }
        let loaded = try LoadedConfiguration.load(arguments)
        let link = try ReadLink(url, LinkChecker(app: loaded.links.app, directory: loaded.links.directory))
        let isTrip = link.isTrip || arguments.has("trip")
        let rows = RequestOption.stop + (isTrip ? RequestOption.trip : []) + RequestOption.shared
        return try show([link.stop], isTrip: isTrip, rows, arguments, link: link, loaded, &output)
    }

    private static func show(
        _ stops: [String?], isTrip: Bool, _ rows: [RequestOption], _ arguments: ParsedArguments, _ output: inout Output
    ) throws(Failure) -> ExitCode {
        try show(stops, isTrip: isTrip, rows, arguments, link: nil, try .load(arguments), &output)
    }

    private static func show(
        _ stops: [String?], isTrip: Bool, _ rows: [RequestOption], _ arguments: ParsedArguments, link: ReadLink?,
        _ loaded: LoadedConfiguration, _ output: inout Output
    ) throws(Failure) -> ExitCode {
        let form = try ShownForm(arguments, isTerminal: output.isTerminal)
        var maker = LinkMaker(
            settings: loaded.links, limits: loaded.configuration.limits, timeZones: loaded.timeZones)
        var refused = 0
        var absent = 0
        for stop in stops {
            let request = RequestOption.request(stop: stop, isTrip: isTrip, region: link?.region, rows) {
                arguments[$0] ?? form.selection(for: $0) ?? link?.values[$0]
            }
            switch try maker.links(for: request) {
            case .links(let set): if try !form.write(set, to: &output) { absent += 1 }
            case .refused(let id, let errors):
                refused += 1
                try form.refuse(id: id, errors, of: stops.count > 1 ? stop : nil, to: &output)
            }
        }
        return refused == 0 && absent > 0 ? .someFailed : .of(failed: refused, all: stops.count)
    }
}

extension [RequestOption] {
    var options: [CommandLineOption] { map(\.option) }
}

extension LoadedConfiguration {
    /// - Parameter needsCurrentRegion: whether the directory has to have the current region.
    /// - Throws: `Failure` with every fault of the configuration.
    static func load(
        _ arguments: ParsedArguments, needsCurrentRegion: Bool = true
    ) throws(Failure) -> LoadedConfiguration {
        do throws(ConfigurationError) {
            return try LoadedConfiguration(CommonOptions(arguments), needsCurrentRegion: needsCurrentRegion)
        } catch { throw Failure(error) }
    }
}
