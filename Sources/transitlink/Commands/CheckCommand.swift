// CheckCommand: `transitlink check`: what each receiver does with a link, and what is wrong with it.

internal import Arguments
internal import Configuration
internal import Escaping
internal import TransitLinks

extension Command {
    static let check = Command(
        name: "check", summary: "what each receiver does with a link, and why",
        usage: ["URL… [OPTION…]", "- [OPTION…] < FILE", "--activity FILE [OPTION…]"],
        explanation: """
            Says for each URL what the apps and the web server open, what they read out of
            it, and what is wrong: a fault is a mistake in the link and ends in exit code 1,
            a note is a receiver's own limit. - reads URLs, a page, Markdown, JSON, a mail
            or a text from standard input and checks every link in it that could be ours.
            """,
        options: [
            CommandLineOption("json", "one line of JSON for each URL"),
            CommandLineOption("activity", .required("FILE"), "where the iOS app routes a Handoff activity"),
            CommandLineOption("try", "print the commands that open it on a simulator and on a phone"),
        ],
        common: ["config", "regions", "region", "app"]
    ) { arguments, output throws(Failure) in
        let urls = arguments.operands
        if let file = arguments["activity"] {
            guard urls.isEmpty, !arguments.has("try") else {
                throw Failure(.usage, "check: --activity takes no URL beside it, and no --try")
            }
            return try ActivityCheck(file, try LoadedConfiguration.load(arguments).links).write(
                asJSON: arguments.has("json"), to: &output)
        }
        guard !urls.isEmpty else { throw Failure(.usage, "check: which? give one URL or more, or - for standard input") }
        guard !urls.contains("-") || urls.count == 1 else { throw Failure(.usage, "check: - stands alone") }
        guard !arguments.has("json") || !arguments.has("try") else {
            throw Failure(.usage, "--json and --try exclude each other")
        }
        let links = try LoadedConfiguration.load(arguments).links
        let found =
            urls == ["-"]
            ? try InputLinks.read(own: OwnLinks(apps: links.knownApps, directory: links.directory))
            : urls.map { FoundLink(text: $0, line: 0) }
        if arguments.has("try") { return try printCommands(found, links.app, &output) }
        return try check(found, links, asJSON: arguments.has("json"), hasLines: urls == ["-"], &output)
    }

    private static func check(
        _ links: [FoundLink], _ settings: LinkSettings, asJSON: Bool, hasLines: Bool, _ output: inout Output
    ) throws(Failure) -> ExitCode {
        let checker = LinkChecker(
            app: settings.app, apps: settings.knownApps, directory: settings.directory,
            current: settings.currentRegion.id)
        var faulty = 0
        for link in links {
            let checked = checker.check(link)
            if !checked.faults.isEmpty { faulty += 1 }
            let line = hasLines ? link.line : nil
            if asJSON {
                try output.write(text: CheckedOutput.json(checked, line: line))
            } else {
                for text in CheckedOutput.lines(checked, line: line) { try output.write(line: text) }
            }
        }
        if hasLines { Messages.report("links checked: \(links.count), with faults: \(faulty)") }
        return faulty == 0 ? .done : .someFailed
    }

    private static func printCommands(
        _ links: [FoundLink], _ app: AppProfile, _ output: inout Output
    ) throws(Failure) -> ExitCode {
        var unprintable = 0
        for link in links {
            guard let lines = OpenCommands.lines(for: link.text, package: app.androidPackage) else {
                unprintable += 1
                Messages.report("\(Printable.quoted(link.text)) holds characters that can't be seen; no command opens it")
                continue
            }
            for line in lines { try output.write(line: line) }
        }
        return .of(failed: unprintable, all: links.count)
    }
}

extension LinkSettings {
    var knownApps: [AppProfile] { apps.values.sorted { $0.name < $1.name } }
}

extension LinkChecker {
    /// With what is known of the place where the link stands.
    fileprivate func check(_ link: FoundLink) -> CheckedLink {
        var checked = check(link.text)
        if !link.isUTF8 {
            checked.findings.insert(LinkFinding(.notUTF8, "it has bytes that are no UTF-8, shown as U+FFFD"), at: 0)
        }
        guard link.hasBareAmpersand else { return checked }
        checked.findings.append(
            LinkFinding(
                .bareAmpersand,
                "'&region…' in HTML without &amp;: browsers leave it alone in an attribute, in text it turns into '®ion…'"))
        return checked
    }
}
