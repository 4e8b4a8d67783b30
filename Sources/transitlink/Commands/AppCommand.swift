// AppCommand: `transitlink app`: what makes pages open an app. It writes the files of a profile, looks whether an app's parts
// fit together, and says what an association file does with a URL.

internal import Arguments
internal import Configuration
internal import Escaping
internal import TransitLinks

extension Command {
    static let app = Command(
        name: "app", summary: "association files of an app: write, check, match",
        usage: [
            "aasa|assetlinks|plist PROFILE", "entitlements PROFILE [--developer]",
            "check PROFILE [--aasa FILE] [OPTION…]", "match --aasa FILE --app-id ID URL…",
        ],
        explanation: """
            PROFILE is an app profile's name, or a file: a word with . or /. aasa,
            assetlinks, plist and entitlements write what servers publish and the app's
            project holds. check tells what doesn't fit together (exit code 1 for a fault),
            and where Apple's copy of the file is. match prints match, exclude or no-match
            for each URL.
            """,
        options: [
            CommandLineOption("developer", "entitlements for devices in developer mode"),
            CommandLineOption("aasa", .required("FILE"), "association file; check: or a folder, a file a domain"),
            CommandLineOption("assetlinks", .required("FILE"), "check: the server's assetlinks.json"),
            CommandLineOption("plist", .required("FILE"), "check: the app's Info.plist, of any form"),
            CommandLineOption("entitlements", .required("FILE"), "check: the app's entitlements"),
            CommandLineOption("app-id", .required("ID"), "match: TEAM.bundle.identifier"),
            CommandLineOption("domain", .required("HOST"), "match: the host that serves FILE; default: any"),
            CommandLineOption("json", "check, match: as JSON"),
        ], common: ["config", "regions"]
    ) { arguments, output throws(Failure) in
        let verb = try appVerb(arguments)
        let operands = Array(arguments.operands.dropFirst())
        if verb == "match" { return try match(operands, arguments, &output) }
        guard operands.count == 1 else {
            throw Failure(.usage, "app \(verb) takes one PROFILE: the name of an app profile, or its file")
        }
        if verb == "check" { return try check(operands[0], arguments, &output) }
        try output.write(try file(verb, of: operands[0], arguments))
        return .done
    }

    /// What can be asked of an app, and the options that each takes.
    private static let appVerbs: [(name: String, options: [String])] = [
        ("aasa", []), ("assetlinks", []), ("plist", []), ("entitlements", ["developer"]),
        ("check", ["aasa", "assetlinks", "plist", "entitlements", "json"]), ("match", ["aasa", "app-id", "domain", "json"]),
    ]

    private static func appVerb(_ arguments: ParsedArguments) throws(Failure) -> String {
        let verbs = appVerbs.map(\.name)
        guard let verb = arguments.operands.first else {
            throw Failure(.usage, "app: which of \(verbs.joined(separator: ", "))?")
        }
        do throws(UsageError) {
            try ParsedArguments.check(verb, isOneOf: verbs, what: "command of app")
        } catch { throw Failure(error) }
        let own = appVerbs.first { $0.name == verb }?.options ?? []
        for option in Set(appVerbs.flatMap(\.options)).sorted() where arguments.has(option) && !own.contains(option) {
            throw Failure(.usage, "app \(verb) takes no --\(option)")
        }
        return verb
    }

    // MARK: - Files

    private static func file(
        _ verb: String, of name: String, _ arguments: ParsedArguments
    ) throws(Failure) -> [UInt8] {
        let profile = try AppParts.profile(name, arguments)
        let regions = try AppParts.configuration(arguments).directory.regions
        do throws(AssociationFilesError) {
            switch verb {
            case "aasa": return try profile.appleAppSiteAssociation(regions: regions)
            case "assetlinks": return try profile.assetLinks()
            case "entitlements": return try profile.entitlements(developer: arguments.has("developer"))
            default: return try profile.infoPropertyList(regions: regions)
            }
        } catch { throw Failure(.badData, "\(Printable.escaped(name)): \(error)") }
    }

    // MARK: - check

    private static func check(
        _ name: String, _ arguments: ParsedArguments, _ output: inout Output
    ) throws(Failure) -> ExitCode {
        let profile = try AppParts.profile(name, arguments)
        let regions = try AppParts.configuration(arguments).directory.regions
        let sources = try AppParts.associations(of: profile, regions, arguments["aasa"])
        var review = AppReview(profile: profile, regions: regions, associations: sources)
        review.infoPropertyList = try AppParts.propertyList(arguments["plist"])
        review.entitlements = try AppParts.propertyList(arguments["entitlements"])
        review.assetLinks = try AppParts.assetLinks(arguments["assetlinks"])
        let report = AppReport(findings: review.findings, domains: profile.associatedDomains)
        if arguments.has("json") {
            try output.write(text: report.json)
        } else {
            for line in report.lines { try output.write(line: line) }
        }
        return report.faults.isEmpty ? .done : .someFailed
    }

    // MARK: - match

    private static func match(
        _ urls: [String], _ arguments: ParsedArguments, _ output: inout Output
    ) throws(Failure) -> ExitCode {
        guard let path = arguments["aasa"], let appID = arguments["app-id"], !urls.isEmpty else {
            throw Failure(.usage, "app match takes --aasa FILE, --app-id ID and at least one URL")
        }
        if let domain = arguments["domain"], !isHostName(domain) {
            throw Failure(.usage, "--domain: \(Printable.quoted(domain)) is no host; write its name alone, as in onebusaway.co")
        }
        let bytes = try AppParts.bytes(path)
        let file: AppleAppSiteAssociation
        do throws(AssociationFileError) {
            file = try AppleAppSiteAssociation(decoding: bytes)
        } catch { throw Failure(.badData, "\(Printable.escaped(path)): \(error)") }
        for finding in file.findings where finding.severity == .fault {
            Messages.report("\(Printable.escaped(path)): \(finding)")
        }
        if !file.appIDs.contains(appID) {
            Messages.report("\(Printable.escaped(path)): no rules for \(Printable.quoted(appID))")
        }
        for url in urls {
            let decision = file.decision(for: url, appID: appID, domain: arguments["domain"])
            if arguments.has("json") {
                try output.write(text: AppReport.json(of: decision, url))
            } else {
                try output.write(line: decision.verdict.rawValue)
            }
        }
        let others = urls.filter { !AppleAppSiteAssociation.isWebURL($0) }
        for url in others { Messages.report("\(Printable.quoted(url)) is no http or https URL of at most 8 KiB") }
        return others.isEmpty ? .done : .someFailed
    }
}
