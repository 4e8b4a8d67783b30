// ShownForm: the four ways in which a set of links is printed, and what stands there for a request that was refused.

internal import Arguments
internal import Escaping
internal import TransitLinks

enum ShownForm {
    case block, json, propertyList
    /// Names of `LinkFields`.
    case only([String])

    /// - Throws: `Failure` for more than one form, and for a name that is none.
    init(_ arguments: ParsedArguments, isTerminal: Bool) throws(Failure) {
        let given = ["json", "plist", "only"].filter(arguments.has)
        guard given.count <= 1 else {
            throw Failure(.usage, given.map { "--\($0)" }.joined(separator: " and ") + " exclude each other")
        }
        if let names = arguments["only"] {
            self = try Self.only(names)
        } else if arguments.has("json") {
            self = .json
        } else if arguments.has("plist") {
            self = .propertyList
        } else {
            self = isTerminal ? .block : .json
        }
    }

    private static func only(_ list: String) throws(Failure) -> ShownForm {
        let names = list.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        do throws(UsageError) {
            for name in names { try ParsedArguments.check(name, isOneOf: LinkFields.names, what: "link") }
        } catch { throw Failure(error) }
        return .only(names)
    }

    /// What the request has to select though the command line and the configuration may not, so that `--only walking.organic`
    /// finds its link: a value for the option `links` or `walking`.
    func selection(for option: String) -> String? {
        guard case .only(let names) = self else { return nil }
        let values =
            switch option {
            case "links": names.map { $0.prefix { $0 != "." } }
            case "walking": names.filter { $0.hasPrefix("walking.") }.map { $0.dropFirst("walking.".count) }
            default: [Substring]()
            }
        return values.isEmpty ? nil : values.joined(separator: ",")
    }

    /// - Returns: false where something that was asked for by name does not exist.
    /// - Throws: `Failure` of the output, and for an activity that no property list can hold.
    func write(_ set: LinkSet, to output: inout Output) throws(Failure) -> Bool {
        reportWarnings(of: set)
        switch self {
        case .block: for line in LinkBlock.lines(set) { try output.write(line: line) }
        case .json:
            var json = JSONWriter()
            ResultWriter.write(set, to: &json)
            try output.write(text: json.bytes.bytes)
        case .propertyList: return try Self.writePropertyList(set, to: &output)
        case .only(let names): return try Self.write(names, of: set, to: &output)
        }
        return true
    }

    /// A block has its warnings in it; beside any other form they are told on standard error, for the links alone don't show that
    /// an ID lacks its agency. That nobody gave a coordinate is no surprise to who gave none.
    private func reportWarnings(of set: LinkSet) {
        if case .block = self { return }
        for warning in set.warnings where warning.code != .noCoordinate {
            Messages.report("stop \(set.request.stop.id): \(warning.message) [\(warning.code.rawValue)]")
        }
    }

    private static func writePropertyList(_ set: LinkSet, to output: inout Output) throws(Failure) -> Bool {
        guard let activity = set.handoff else {
            Messages.report("no handoff: it is not among the links that were selected")
            return false
        }
        let list: [UInt8]
        do throws(PropertyListError) { list = try activity.propertyList() } catch {
            throw Failure(.badData, error.sentence)
        }
        try output.write(text: list)
        return true
    }

    private static func write(_ names: [String], of set: LinkSet, to output: inout Output) throws(Failure) -> Bool {
        var isComplete = true
        for name in names {
            let texts = LinkFields.texts(named: name, of: set)
            for text in texts { try output.write(text: Array(text.utf8) + [UInt8(ascii: "\n")]) }
            if texts.isEmpty {
                isComplete = false
                let reasons = set.warnings.map { "; \($0.message)" }.joined()
                Messages.report(
                    "no '\(name)' for stop \(set.request.stop.id) in region \(set.region.id.rawValue)\(reasons)")
            }
        }
        return isComplete
    }

    /// Says why on standard error; among JSON lines the refusal has its own.
    /// - Throws: `Failure` of the output.
    func refuse(id: String?, _ errors: [RequestError], of stop: String?, to output: inout Output) throws(Failure) {
        if case .json = self {
            var json = JSONWriter()
            ResultWriter.writeRefusal(id: id, errors: errors, to: &json)
            try output.write(text: json.bytes.bytes)
        }
        let subject = stop.map { Printable.quoted($0) + ": " } ?? ""
        for error in errors { Messages.report(subject + error.sentence) }
    }
}

extension Output {
    /// JSON or any text that a program reads: as it is in a pipe, harmless on a terminal.
    /// - Throws: `Failure`.
    mutating func write(text bytes: [UInt8]) throws(Failure) {
        try write(isTerminal ? Array(TerminalText.json(bytes).utf8) : bytes)
    }
}
