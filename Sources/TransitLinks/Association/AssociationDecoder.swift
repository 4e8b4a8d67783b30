// AssociationDecoder: the bytes of an apple-app-site-association file to rules. It takes what real files hold, the legacy
// form (`appID`, `paths`, `details` by app) included; what is wrong counts as absent, and a finding says so. An unknown key
// is ignored, as Apple does, which is why a misspelt one deserves a sentence.

internal import Escaping
internal import StrictJSON

/// Why bytes are no association file at all.
public struct AssociationFileError: Error, Sendable, Hashable, CustomStringConvertible {
    /// 1-based line of the fault.
    public var line: Int
    public var message: String

    public var description: String { "line \(line): \(message)" }
}

extension AppleAppSiteAssociation {
    /// Reads a file.
    /// - Throws: `AssociationFileError` for what is longer than 128 KiB, not JSON, no object, or has patterns that would take
    ///   more than 262,144 steps.
    public init(decoding file: [UInt8]) throws(AssociationFileError) {
        guard file.count <= Self.maximumBytes else {
            throw AssociationFileError(
                line: 1, message: "\(file.count) bytes; Apple takes at most \(Self.maximumBytes)")
        }
        // A DER sequence: the signed form of iOS 8.
        if file.starts(with: [0x30]), file.dropFirst().first.map({ $0 >= 0x80 }) == true {
            throw AssociationFileError(line: 1, message: "a signed file (CMS); Apple takes plain JSON since iOS 9")
        }
        var decoder = AssociationDecoder()
        do throws(JSONError) {
            try decoder.read(file.span)
        } catch {
            throw AssociationFileError(line: error.line(in: file.span), message: "not JSON: \(error.reason)")
        }
        guard let association = decoder.association() else {
            throw AssociationFileError(line: 1, message: "it has to hold one object, {\"applinks\": …}")
        }
        let steps = association.details.reduce(0) { $0 + $1.rules.reduce(0) { $0 + $1.steps } }
        guard steps <= Self.maximumSteps else {
            throw AssociationFileError(line: 1, message: "its substitution variables grow to \(steps) pattern steps")
        }
        self = association
    }
}

/// A file while it is read.
struct AssociationDecoder: ~Copyable {
    private var reader = JSONReader()
    private var root: JSONValue?
    private var findings: [AssociationFinding] = []
    private var variables = SubstitutionVariables()

    mutating func read(_ bytes: Span<UInt8>) throws(JSONError) {
        root = try reader.read(bytes, rules: JSONRules(depth: AppleAppSiteAssociation.maximumDepth))
    }

    /// Nil when the root is no object.
    consuming func association() -> AppleAppSiteAssociation? {
        guard let root, reader.kind(root) == .object else { return nil }
        let services = ["applinks", "webcredentials", "appclips", "activitycontinuation", "authsrv"]
        reportUnknown(keys(of: root, at: "", known: services), at: "", known: services)
        let apps = continuationApps(in: root)
        var details: [AppleAppSiteAssociation.Detail] = []
        if let links = object("applinks", in: root, at: "") {
            details = self.details(in: links)
        } else if reader.member("applinks", of: root) == nil {
            note("applinks", "missing: no page opens an app")
        }
        return AppleAppSiteAssociation(details: details, continuationApps: apps, findings: findings)
    }

    private mutating func continuationApps(in root: JSONValue) -> [String] {
        guard let service = object("activitycontinuation", in: root, at: "") else { return [] }
        return texts("apps", in: service, at: "activitycontinuation") ?? []
    }

    // MARK: - Details

    private mutating func details(in links: JSONValue) -> [AppleAppSiteAssociation.Detail] {
        let known = ["apps", "defaults", "details", "substitutionVariables"]
        reportUnknown(keys(of: links, at: "applinks", known: known), at: "applinks", known: known)
        readVariables(in: links)
        let defaults = settings(object("defaults", in: links, at: "applinks"), at: "applinks.defaults")
        guard let details = reader.member("details", of: links) else {
            note("applinks.details", "missing: no page opens an app")
            return []
        }
        switch reader.kind(details) {
        case .array:
            return elements(of: details).enumerated().compactMap { index, detail in
                self.detail(detail, appID: nil, defaults, at: "details[\(index)]")
            }
        case .object:
            note("applinks.details", "an object by app is a form of iOS 9; newer systems are documented to read a list")
            return members(of: details).compactMap { appID, detail in
                self.detail(detail, appID: appID, defaults, at: "details['\(Printable.escaped(appID))']")
            }
        default:
            fault("applinks.details", "\(shown(details)) is no list; it counts as absent")
            return []
        }
    }

    private mutating func readVariables(in links: JSONValue) {
        guard let object = object("substitutionVariables", in: links, at: "applinks") else { return }
        for (name, value) in members(of: object) {
            let place = "applinks.substitutionVariables['\(Printable.escaped(name))']"
            if !SubstitutionVariables.isName(name) { fault(place, "a name can't hold $, ( or ), nor be empty") }
            if SubstitutionVariables.isPredefined(name) { note(place, "it goes before Apple's variable of this name") }
            guard let values = texts(value, at: place) else { continue }
            if let nested = values.first(where: { $0.utf8.contains(0x24) && $0.holds("$(") }) {
                fault(place, "\(Printable.quoted(nested)): a value can't hold another variable; it is taken letter by letter")
            }
            variables.define(name, values)
        }
    }

    private mutating func detail(
        _ detail: JSONValue, appID: String?, _ defaults: RuleSettings, at place: String
    ) -> AppleAppSiteAssociation.Detail? {
        guard reader.kind(detail) == .object else {
            fault(place, "\(shown(detail)) is no object; it is left out")
            return nil
        }
        let known = ["appID", "appIDs", "components", "defaults", "paths"]
        reportUnknown(keys(of: detail, at: place, known: known), at: place, known: known + ["comment"])
        let own = settings(object("defaults", in: detail, at: place), at: "\(place).defaults")
        let apps = appID.map { [$0] } ?? appIDs(in: detail, at: place)
        for app in apps where !isAppID(app) {
            fault(place, "\(Printable.quoted(app)) is no app ID; write TEAMID1234.bundle.identifier")
        }
        return .init(appIDs: apps, rules: rules(in: detail, own.over(defaults), at: place))
    }

    private mutating func appIDs(in detail: JSONValue, at place: String) -> [String] {
        let one = reader.member("appID", of: detail)
        if let many = reader.member("appIDs", of: detail), let list = texts(many, at: "\(place).appIDs") {
            if one != nil { fault(place, "both appID and appIDs: readers disagree; appIDs goes here. Keep one of them") }
            return list
        }
        guard let one else {
            fault(place, "neither appIDs nor appID: its rules are nobody's")
            return []
        }
        return text(one, at: "\(place).appID").map { [$0] } ?? []
    }

    private mutating func rules(
        in detail: JSONValue, _ defaults: RuleSettings, at place: String
    ) -> [AssociationRule] {
        let paths = reader.member("paths", of: detail)
        if let components = reader.member("components", of: detail), let list = list(components, at: "\(place).components") {
            if paths != nil { note(place, "paths beside components: read by systems before iOS 13 alone") }
            return list.enumerated().compactMap { index, component in
                rule(component, defaults, at: "\(place).components[\(index)]")
            }
        }
        if let paths, let list = texts(paths, at: "\(place).paths") {
            return list.enumerated().map { index, path in legacyRule(path, at: "\(place).paths[\(index)]") }
        }
        fault(place, "neither components nor paths: no page opens the app")
        return []
    }

    private mutating func rule(
        _ component: JSONValue, _ defaults: RuleSettings, at place: String
    ) -> AssociationRule? {
        guard reader.kind(component) == .object else {
            fault(place, "\(shown(component)) is no object; it is left out")
            return nil
        }
        return rule(settings(component, at: place).over(defaults), at: place)
    }

    /// `NOT ` excludes. Systems that read paths know no defaults.
    private mutating func legacyRule(_ path: String, at place: String) -> AssociationRule {
        let isExclusion = path.hasPrefix("NOT ")
        var settings = RuleSettings()
        settings.path = isExclusion ? String(path.dropFirst(4)) : path
        settings.exclude = isExclusion
        return rule(settings, at: place)
    }

    private mutating func rule(_ settings: RuleSettings, at place: String) -> AssociationRule {
        var unknown: [String] = []
        let rule = settings.rule(variables, at: place) { unknown.append($0) }
        for name in unknown {
            fault(place, "\(Printable.quoted("$(\(name))")) is no substitution variable; it stands for its own letters")
        }
        return rule
    }
}

// MARK: - Settings of a rule

extension AssociationDecoder {
    private mutating func settings(_ object: JSONValue?, at place: String) -> RuleSettings {
        guard let object else { return RuleSettings() }
        let known = ["/", "?", "#", "exclude", "comment", "caseSensitive", "percentEncoded"]
        reportUnknown(keys(of: object, at: place, known: known), at: place, known: known)
        var settings = RuleSettings()
        settings.path = reader.member("/", of: object).flatMap { text($0, at: "\(place)./") }
        settings.fragment = reader.member("#", of: object).flatMap { text($0, at: "\(place).#") }
        settings.query = reader.member("?", of: object).flatMap { query($0, at: "\(place).?") }
        settings.exclude = flag("exclude", in: object, at: place)
        settings.caseSensitive = flag("caseSensitive", in: object, at: place)
        settings.percentEncoded = flag("percentEncoded", in: object, at: place)
        return settings
    }

    private mutating func query(_ value: JSONValue, at place: String) -> RuleSettings.Query? {
        guard reader.kind(value) == .object else { return text(value, at: place).map { .text($0) } }
        var items: [(String, String)] = []
        for (name, value) in members(of: value) {
            guard reader.kind(value) == .string else {
                fault(
                    place,
                    "the value of \(Printable.quoted(name)), \(shown(value)), is no text; the whole object counts as absent"
                )
                return nil
            }
            items.append((name, reader.string(value)))
        }
        return .items(items)
    }

    private mutating func flag(_ name: StaticString, in object: JSONValue, at place: String) -> Bool? {
        guard let value = reader.member(name, of: object) else { return nil }
        if reader.kind(value) == .bool { return reader.isTrue(value) }
        fault(place, "\(name) is \(shown(value)), neither true nor false; it counts as absent")
        return nil
    }
}

// MARK: - Values

extension AssociationDecoder {
    private mutating func fault(_ place: String, _ message: String) { findings.append(.fault(place, message)) }
    private mutating func note(_ place: String, _ message: String) { findings.append(.note(place, message)) }

    private func members(of object: JSONValue) -> [(String, JSONValue)] {
        var members: [(String, JSONValue)] = []
        reader.forEachMember(of: object) { members.append((reader.string($0), $1)) }
        return members
    }

    private func elements(of array: JSONValue) -> [JSONValue] {
        var elements: [JSONValue] = []
        reader.forEachElement(of: array) { elements.append($0) }
        return elements
    }

    private func keys(of object: JSONValue, at place: String, known: [String]) -> [String] {
        members(of: object).map(\.0).filter { !known.contains($0) }
    }

    /// A key that is nearly a known one is a fault: what it was to say is not in force. A comment says nothing.
    private mutating func reportUnknown(_ keys: [String], at place: String, known: [String]) {
        for key in keys where !known.contains(key) {
            if let near = Spelling.nearest(to: key, in: known.filter { $0.utf8.count > 1 }), near != "comment" {
                fault(place, "unknown key \(Printable.quoted(key)) is ignored; did you mean '\(near)'?")
            } else {
                note(place, "unknown key \(Printable.quoted(key)) is ignored")
            }
        }
    }

    private mutating func object(_ name: StaticString, in parent: JSONValue, at place: String) -> JSONValue? {
        guard let value = reader.member(name, of: parent) else { return nil }
        if reader.kind(value) == .object { return value }
        fault(place.isEmpty ? "\(name)" : "\(place).\(name)", "\(shown(value)) is no object; it counts as absent")
        return nil
    }

    private mutating func list(_ value: JSONValue, at place: String) -> [JSONValue]? {
        if reader.kind(value) == .array { return elements(of: value) }
        fault(place, "\(shown(value)) is no list; it counts as absent")
        return nil
    }

    private mutating func text(_ value: JSONValue, at place: String) -> String? {
        if reader.kind(value) == .string { return reader.string(value) }
        fault(place, "\(shown(value)) is no text; it counts as absent")
        return nil
    }

    /// The texts of a list; what is none is left out.
    private mutating func texts(_ value: JSONValue, at place: String) -> [String]? {
        list(value, at: place)?.enumerated().compactMap { text($1, at: "\(place)[\($0)]") }
    }

    private mutating func texts(_ name: StaticString, in object: JSONValue, at place: String) -> [String]? {
        reader.member(name, of: object).flatMap { texts($0, at: "\(place).\(name)") }
    }

    private func shown(_ value: JSONValue) -> String {
        switch reader.kind(value) {
        case .string, .integer, .decimal: Printable.quoted(reader.string(value))
        case .bool: reader.isTrue(value) ? "'true'" : "'false'"
        case .null: "'null'"
        case .array: "a list"
        case .object: "an object"
        }
    }

    /// A prefix of ten capitals and digits, a dot, a bundle identifier.
    private func isAppID(_ text: String) -> Bool {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].count == 10, !parts[1].isEmpty else { return false }
        return parts[0].allSatisfy { (0x41...0x5A).contains($0) || (0x30...0x39).contains($0) }
    }
}
