// RuleSettings: what a component, or one of the two levels of defaults, says of itself. The nearer level goes before the
// farther, key by key: built in → `applinks.defaults` → `details[].defaults` → component.

struct RuleSettings: Sendable {
    enum Query: Sendable {
        case text(String)
        case items([(name: String, value: String)])
    }

    var path: String?
    var query: Query?
    var fragment: String?
    var exclude: Bool?
    var caseSensitive: Bool?
    var percentEncoded: Bool?

    /// These, and `defaults` where they say nothing.
    func over(_ defaults: RuleSettings) -> RuleSettings {
        RuleSettings(
            path: path ?? defaults.path, query: query ?? defaults.query, fragment: fragment ?? defaults.fragment,
            exclude: exclude ?? defaults.exclude, caseSensitive: caseSensitive ?? defaults.caseSensitive,
            percentEncoded: percentEncoded ?? defaults.percentEncoded)
    }

    /// The rule that they make.
    /// - Parameter unknown: called with each variable that nobody defines.
    func rule(
        _ variables: SubstitutionVariables, at place: String, unknown: (String) -> Void
    ) -> AssociationRule {
        let caseSensitive = caseSensitive ?? true
        func pattern(_ text: String) -> AssociationPattern {
            AssociationPattern(text, variables, caseSensitive: caseSensitive, unknown: unknown)
        }
        var rule = AssociationRule()
        rule.path = path.map { PathPattern($0, variables, caseSensitive: caseSensitive, unknown: unknown) }
        rule.fragment = fragment.map(pattern)
        rule.query = query.map { query in
            switch query {
            case .text(let text): .text(pattern(text))
            case .items(let items): .items(items.map { .init(name: $0.name, value: pattern($0.value)) })
            }
        }
        rule.isExclusion = exclude ?? false
        rule.caseSensitive = caseSensitive
        rule.percentEncoded = percentEncoded ?? true
        rule.place = place
        return rule
    }
}

extension AssociationRule {
    /// What one look at a URL costs, in steps of its patterns.
    var steps: Int {
        let queries: [AssociationPattern] =
            switch query {
            case nil: []
            case .text(let pattern): [pattern]
            case .items(let items): items.map(\.value)
            }
        return ([path?.whole, path?.withoutRest, fragment].compactMap { $0 } + queries).reduce(1) { $0 + $1.steps }
    }
}
