// RegionLink: `transitlink regions link`: the deep link that adds a region to the app. What the directory knows of the
// region is the beginning; options say otherwise, and say everything for a server that is in no directory.

internal import Arguments
internal import Configuration
internal import Escaping
internal import TransitLinks

enum RegionLink {
    static let options = [
        CommandLineOption("name", .required("TEXT"), "link, init: the region's name"),
        CommandLineOption("oba-url", .required("URL"), "link, init: its OneBusAway server"),
        CommandLineOption("otp-url", .required("URL"), "link: its trip planner"),
        CommandLineOption("otp-graphql-url", .required("URL"), "link: its trip planner's GraphQL server"),
        CommandLineOption("otp-graphql-bikeshare", "link: which plans with shared bicycles"),
        CommandLineOption("sidecar-url", .required("URL"), "link, init: its web server"),
        CommandLineOption("umami-url", .required("URL"), "link: its analytics, with --umami-id ID"),
        CommandLineOption("umami-id", .required("ID"), "link: its site there"),
        CommandLineOption("allow-http", "link: even to a server over plain http"),
    ]

    /// The options that were given, dashes and all.
    static func given(_ arguments: ParsedArguments) -> [String] {
        options.map(\.name).filter(arguments.has).map { "--" + $0 }
    }

    /// The region that `word` names; of a number any, for a server may be in no directory.
    static func id(_ word: String, in directory: RegionDirectory) throws(Failure) -> RegionID {
        if let number = Int64(word) { return RegionID(rawValue: number) }
        do throws(RegionNameError) { return try directory.region(named: word).id } catch {
            throw Failure(.usage, "regions link: \(error.sentence)")
        }
    }

    /// Writes the link of region `id`; what is odd about it goes to standard error.
    static func write(
        _ id: RegionID, _ arguments: ParsedArguments, _ settings: LinkSettings, _ output: inout Output
    ) throws(Failure) {
        let region = try region(id, arguments, settings.directory)
        let link: AddRegionLink
        do throws(AddRegionError) {
            link = try AddRegionLink(region, id: id, app: settings.app, allowsHTTP: arguments.has("allow-http"))
        } catch { throw Failure(.badData, "regions link: \(error.sentence)") }
        let warning = link.warning(knowing: settings.directory)
        guard arguments.has("json") else {
            if let warning { Messages.report(warning) }
            return try output.write(line: link.text)
        }
        var json = JSONWriter()
        json.beginObject()
        json.field("url", link.text)
        json.field("warning", warning)
        json.endObject()
        json.endLine()
        try output.write(text: json.bytes.bytes)
    }

    private static func region(
        _ id: RegionID, _ arguments: ParsedArguments, _ directory: RegionDirectory
    ) throws(Failure) -> AddedRegion {
        let known = directory[id]
        guard let name = arguments["name"] ?? known?.name, let server = arguments["oba-url"] ?? known?.obaBaseURL else {
            let problem = known == nil ? "is not in the directory" : "has no OneBusAway server there"
            throw Failure(
                known == nil ? .usage : .someFailed, "region '\(id.rawValue)' \(problem); give --name and --oba-url")
        }
        var region = known?.added ?? AddedRegion(name: name, obaBaseURL: server)
        (region.name, region.obaBaseURL) = (name, server)
        if let url = arguments["otp-url"] { region.otpURL = url }
        if let url = arguments["otp-graphql-url"] { region.otpGraphQLURL = url }
        if arguments.has("otp-graphql-bikeshare") { region.supportsOTPGraphQLBikeshare = true }
        if let url = arguments["sidecar-url"] { region.sidecarURL = url }
        if arguments["umami-url"] != nil || arguments["umami-id"] != nil {
            region.umami = AddedRegion.Umami(
                url: arguments["umami-url"] ?? region.umami?.url ?? "", id: arguments["umami-id"] ?? region.umami?.id ?? "")
        }
        return region
    }
}
