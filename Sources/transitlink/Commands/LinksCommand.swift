// LinksCommand: `transitlink links`: the table of links, and what a region and app have of it.

internal import Arguments
internal import Configuration
internal import Escaping
internal import TransitLinks

extension Command {
    static let links = Command(
        name: "links", summary: "the table of links, and which of them a region and app have",
        usage: ["[--json]"],
        explanation: """
            Every link a result can hold: its name, its template in the language of RFC
            6570, what it needs of a request, and what the region or the app lacks for it.
            Links of your own (ownLinks in the configuration) stand last; they may name
            \(LinkVariable.names.map(\.name).joined(separator: " ").wrapped(at: 78))
            {name} is encoded, {+name} a base as it is, {?a,b} and {&a,b} a form in which
            what is absent is left out; without any other value there is no link.
            """,
        options: [CommandLineOption("json", "as one line of JSON")],
        common: ["config", "regions", "region", "app"]
    ) { arguments, output throws(Failure) in
        guard arguments.operands.isEmpty else { throw Failure(.usage, "links takes no operand") }
        let settings = try LoadedConfiguration.load(arguments).links
        guard case .id(let id) = settings.currentRegion, let region = settings.directory[id] else {
            throw Failure(.usage, "links shows one region's; name it with --region, for the configured one is \"auto\"")
        }
        let listing = LinkTable.listing(of: region, app: settings.app, operatorLinks: settings.operatorLinks)
        if arguments.has("json") {
            try output.write(text: json(listing, region, settings.app))
        } else {
            for line in lines(listing, region, settings.app) { try output.write(line: line) }
        }
        return .done
    }

    private static func lines(_ listing: [ListedLink], _ region: Region, _ app: AppProfile) -> [String] {
        var lines = ["region \(region.id.rawValue) \(Printable.escaped(region.name)), app \(app.name)"]
        for link in listing {
            let row = link.row
            lines.append("")
            lines.append("\(row.name): \(Printable.escaped(row.summary))")
            lines += row.stop.map { "  " + $0.text }
            if row.trip != row.stop { lines += row.trip.map { "  trip: " + $0.text } }
            if !link.needs.isEmpty { lines.append("  needs \(link.needs.joined(separator: ", "))") }
            if !link.missing.isEmpty { lines.append("  not here: no \(link.missing.joined(separator: ", "))") }
        }
        return lines
    }

    private static func json(_ listing: [ListedLink], _ region: Region, _ app: AppProfile) -> [UInt8] {
        var json = JSONWriter()
        json.beginObject()
        json.field("region", region.id.rawValue)
        json.field("app", app.name)
        json.key("links")
        json.beginArray()
        for link in listing {
            json.beginObject()
            json.field("name", link.row.name)
            json.field("summary", link.row.summary)
            json.list("stop", link.row.stop.map(\.text))
            json.list("trip", link.row.trip.map(\.text))
            json.list("needs", link.needs)
            json.list("tripNeeds", link.tripNeeds)
            json.list("missing", link.missing)
            json.field("source", link.row.source)
            json.endObject()
        }
        json.endArray()
        json.endObject()
        json.endLine()
        return json.bytes.bytes
    }
}

extension JSONWriter {
    fileprivate mutating func list(_ name: StaticString, _ texts: [String]) {
        key(name)
        beginArray()
        for text in texts { value(text) }
        endArray()
    }
}

extension String {
    /// Its words in lines of at most `width` characters.
    fileprivate func wrapped(at width: Int) -> String {
        var lines = [""]
        for word in split(separator: " ") {
            if lines[lines.count - 1].count + word.count >= width { lines.append("") }
            lines[lines.count - 1] += (lines[lines.count - 1].isEmpty ? "" : " ") + word
        }
        return lines.joined(separator: "\n")
    }
}
