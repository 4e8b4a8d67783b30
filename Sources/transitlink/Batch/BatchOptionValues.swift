// What the values of `transitlink batch`'s options mean, and what is wrong with one that means nothing.

internal import Arguments
internal import Escaping
internal import FeedFiles
internal import Feeds
internal import Publishing
internal import TransitLinks

extension BatchOptions {
    /// The service days of `--date`, or of `--from` and `--to`.
    /// - Throws: `UsageError`.
    static func tripDays(
        _ arguments: ParsedArguments, _ formats: [BatchFormat]
    ) throws(UsageError) -> WantedDays? {
        let given = ["date", "from", "to"].filter(arguments.has)
        guard arguments.has("trips") else {
            if let option = given.first { throw UsageError("--\(option) goes with --trips") }
            return nil
        }
        guard formats.contains(where: \.holdsTrips) else {
            throw UsageError("--trips: trips are written as csv and ndjson; add one to --format")
        }
        switch given {
        case ["date"]:
            let day = try day(arguments, "date")
            return try WantedDays(from: day, to: day)
        case ["from", "to"]: return try WantedDays(from: day(arguments, "from"), to: day(arguments, "to"))
        default: throw UsageError("--trips: of which days? give --date D, or --from D and --to D")
        }
    }

    private static func day(_ arguments: ParsedArguments, _ option: String) throws(UsageError) -> WantedDay {
        let text = arguments[option] ?? ""
        guard let day = WantedDay(text) else {
            throw UsageError("--\(option): \(Printable.quoted(text)) is no date, as 2026-03-30, today, tomorrow or today+7")
        }
        return day
    }

    /// - Throws: `UsageError`.
    static func encoding(_ name: String) throws(UsageError) -> TextEncoding {
        guard let encoding = TextEncoding(named: name) else {
            throw UsageError("--encoding: \(TextEncoding.refusal(of: name))")
        }
        return encoding
    }

    /// The parts of a result that `--links` names; nil where it isn't given.
    /// - Throws: `UsageError`.
    static func links(_ text: String?) throws(UsageError) -> LinkSelection? {
        guard let text else { return nil }
        if text.utf8.allSatisfy({ $0 == UInt8(ascii: ",") }) {
            throw UsageError("--links: which of \(LinkSelection.names.map(\.name).joined(separator: ","))?")
        }
        var selection: LinkSelection = []
        for name in text.split(separator: ",").map(String.init) {
            guard let part = LinkSelection.names.first(where: { $0.name == name }) else {
                let hint = Spelling.hint(for: name, known: LinkSelection.names.map(\.name))
                throw UsageError("--links: unknown link \(Printable.quoted(name)); \(hint)")
            }
            selection.insert(part.part)
        }
        return selection
    }

    /// The map apps that `--walking` names, in its order; nil where it isn't given.
    /// - Throws: `UsageError`.
    static func walking(_ text: String?) throws(UsageError) -> [WalkingVendor]? {
        guard let text else { return nil }
        if text.utf8.allSatisfy({ $0 == UInt8(ascii: ",") }) {
            throw UsageError("--walking: which of \(WalkingVendor.all.map(\.name).joined(separator: ","))?")
        }
        var vendors: [WalkingVendor] = []
        for name in text.split(separator: ",").map(String.init) {
            guard let vendor = WalkingVendor.named(name) else {
                let hint = Spelling.hint(for: name, known: WalkingVendor.all.map(\.name))
                throw UsageError("--walking: unknown map app \(Printable.quoted(name)); \(hint)")
            }
            if !vendors.contains(vendor) { vendors.append(vendor) }
        }
        return vendors
    }

    /// An address under which the site's pages will be, checked as a region's web server is.
    /// - Throws: `UsageError`.
    static func siteURL(_ text: String?, _ formats: [BatchFormat]) throws(UsageError) -> SidecarBase? {
        guard let text else {
            guard let format = formats.first(where: \.needsSiteURL) else { return nil }
            throw UsageError(
                "--format \(format.rawValue) needs --site-url: where the pages will be, as https://example.org/stops")
        }
        do throws(SidecarBaseError) {
            let url = try SidecarBase(text)
            guard url.text.utf8.count <= Sitemap.maximumSiteBytes else { throw .tooLong(bytes: url.text.utf8.count) }
            return url
        } catch { throw UsageError("--site-url: \(SidecarBase.sentence(error, of: text))") }
    }
}

extension ParsedArguments {
    /// The option's whole number; nil where it wasn't given.
    /// - Throws: `UsageError` for what is no number in `range`; `noun` says of what.
    func number(_ option: String, in range: ClosedRange<Int>, of noun: String) throws(UsageError) -> Int? {
        guard let text = self[option] else { return nil }
        guard let number = Int(text), range.contains(number) else {
            throw UsageError(
                "--\(option): \(Printable.quoted(text)) is no number of \(noun) (\(range.lowerBound)…\(range.upperBound))")
        }
        return number
    }

    /// - Throws: `UsageError` where an option of `names` was given without the format that it is of.
    func check(_ names: [String], areFor format: BatchFormat..., in formats: [BatchFormat]) throws(UsageError) {
        if format.contains(where: formats.contains) { return }
        guard let option = names.first(where: has) else { return }
        let known = format.map(\.rawValue)
        let some = known.count > 1 ? known.dropLast().joined(separator: ", ") + " or " + known[known.count - 1] : known[0]
        throw UsageError("--\(option) goes with --format \(some)")
    }
}
