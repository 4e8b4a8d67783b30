// AssociationRule: one component of an association file, or one legacy path, with its defaults filled in: which URLs it
// matches, and whether it then opens the app or keeps the URL in the browser. What was seen of Apple's own matcher
// (links.md, section 7): a missing key is `*`, an absent query or fragment is empty, a missing query item is empty.

/// A pattern for the path of a URL. The slash at its front is optional, slashes at either end don't count, and `/x/*` matches
/// `/x` too.
struct PathPattern: Sendable, Hashable {
    let whole: AssociationPattern
    /// Without its `/*`, where it ends in one.
    let withoutRest: AssociationPattern?

    init(
        _ text: String, _ variables: SubstitutionVariables, caseSensitive: Bool, unknown: (String) -> Void = { _ in }
    ) {
        let inner = Self.withoutEnd(Substring(text.utf8.drop { $0 == UInt8(ascii: "/") }))
        let normal = inner.isEmpty ? "" : "/\(inner)"
        whole = AssociationPattern(normal, variables, caseSensitive: caseSensitive, unknown: unknown)
        withoutRest = Self.withoutRest(whole)
    }

    /// `path` without the slashes at its end.
    static func withoutEnd(_ path: some StringProtocol) -> String {
        String(decoding: Array(path.utf8).reversed().drop { $0 == UInt8(ascii: "/") }.reversed(), as: UTF8.self)
    }

    private static func withoutRest(_ whole: AssociationPattern) -> AssociationPattern? {
        var tokens = whole.tokens
        guard tokens.last?.canBeRun == true else { return nil }
        while tokens.last?.canBeRun == true { tokens.removeLast() }
        guard tokens.last == .literal("/") else { return nil }
        while tokens.last == .literal("/") { tokens.removeLast() }
        return AssociationPattern(tokens, caseSensitive: whole.caseSensitive)
    }

    /// - Parameter path: without slashes at its end.
    func matches(_ path: MatchedText) -> Bool {
        whole.matches(path) || withoutRest?.matches(path) == true
    }

    /// Whether every path matches: `*`, or `/*`.
    var matchesEverything: Bool { whole.matchesEverything || withoutRest?.tokens.isEmpty == true }
}

extension PatternToken {
    /// `*`, or a variable with the value `*`.
    fileprivate var canBeRun: Bool {
        if case .alternatives(let values) = self {
            values.contains { !$0.isEmpty && $0.allSatisfy { $0 == .anyRun } }
        } else {
            self == .anyRun
        }
    }
}

/// What a rule asks of the query.
enum QueryPattern: Sendable, Hashable {
    /// The whole query as it is written.
    case text(AssociationPattern)
    /// Every occurrence of each item; one that is missing is empty.
    case items([Item])

    struct Item: Sendable, Hashable {
        let name: String
        let value: AssociationPattern
    }

    var matchesEverything: Bool {
        switch self {
        case .text(let pattern): pattern.matchesEverything
        case .items(let items): items.allSatisfy(\.value.matchesEverything)
        }
    }
}

/// One rule with its defaults filled in.
struct AssociationRule: Sendable {
    /// Nil: any.
    var path: PathPattern?
    /// Nil: any.
    var query: QueryPattern?
    /// Nil: any.
    var fragment: AssociationPattern?
    /// A URL that matches stays in the browser.
    var isExclusion = false
    var caseSensitive = true
    /// Patterns meet the URL as it is written; false: percent-decoded.
    var percentEncoded = true
    /// Where it stands: `details[0].components[2]`.
    var place = ""

    /// Whether every URL matches.
    var matchesEverything: Bool {
        (path?.matchesEverything ?? true) && (query?.matchesEverything ?? true)
            && (fragment?.matchesEverything ?? true)
    }

    func matches(_ url: inout URLTexts) -> Bool {
        if let path, !path.matches(url.text(of: .path, for: self)) { return false }
        if let fragment, !fragment.matches(url.text(of: .fragment, for: self)) { return false }
        switch query {
        case nil: return true
        case .text(let pattern): return pattern.matches(url.text(of: .query, for: self))
        case .items(let items):
            return items.allSatisfy { item in
                url.values(of: item.name, for: self).allSatisfy(item.value.matches)
            }
        }
    }
}
