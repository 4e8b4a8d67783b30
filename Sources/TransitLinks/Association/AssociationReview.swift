// AssociationReview: what is wrong with the rules of a file, whatever they were meant for: one that never gets its turn, one
// that no URL can match, one that constrains nothing. Each finding is certain; not everything is found. A rule counts as
// never reached when a single earlier one matches all of its URLs, not when several do together.

internal import Escaping

extension AppleAppSiteAssociation {
    /// Rules of one app that are compared with one another: 1,000 are half a million pairs, two seconds for patterns made
    /// to be slow, a quarter of one for others.
    static let maximumComparedRules = 1000

    /// What reading the file and looking at its rules shows, in the file's order.
    public var review: [AssociationFinding] {
        var findings = findings
        let covered = coveredRules
        for rule in details.flatMap(\.rules) {
            if let earlier = covered[rule.place] {
                findings.append(.fault(rule.place, "never reached: \(earlier) matches every URL that it matches"))
            }
            findings += rule.review
        }
        for app in appIDs where rules(for: app).count > Self.maximumComparedRules {
            findings.append(
                .note(Printable.quoted(app), "only its first \(Self.maximumComparedRules) rules were compared with one another")
            )
        }
        return findings
    }

    /// The rules that are never reached, whichever of its detail's apps asks, with the rule that keeps each from it.
    private var coveredRules: [String: String] {
        var covered: [String: String] = [:]
        var reached: Set<String> = []
        for app in appIDs {
            let rules = rules(for: app).prefix(Self.maximumComparedRules)
            for (at, rule) in rules.enumerated() where !rule.cannotMatch {
                if let earlier = rules[..<at].first(where: { $0.covers(rule) }) {
                    covered[rule.place] = covered[rule.place] ?? earlier.place
                } else {
                    reached.insert(rule.place)
                }
            }
        }
        return covered.filter { !reached.contains($0.key) }
    }
}

extension AssociationRule {
    /// What can be said of the rule alone.
    fileprivate var review: [AssociationFinding] {
        if cannotMatch {
            return [.fault(place, "no URL matches: a pattern holds what URLs have percent-encoded only, or in another part")]
        }
        if matchesEverything { return [everything] }
        guard case .items(let items) = query else { return [] }
        return items.filter(\.value.matchesEverything).map { item in
            .note(place, "\(Printable.quoted(item.name)): '*' constrains nothing: \(Self.missingItem)")
        }
    }

    private static let missingItem = "a missing item counts as empty, which '*' matches; write '?*'"

    /// Deliberate where the path says `*`.
    private var everything: AssociationFinding {
        let effect = isExclusion ? "keeps every page in the browser" : "claims every page"
        if path != nil { return .note(place, effect) }
        if case .items(let items) = query, !items.isEmpty {
            return .fault(place, "constrains nothing and \(effect): \(Self.missingItem)")
        }
        return .fault(place, "constrains nothing and \(effect)")
    }

    /// Whether it is certain that no URL matches: raw text never holds a blank or a letter beyond ASCII, a path no `#`.
    var cannotMatch: Bool {
        guard percentEncoded else { return false }
        if path?.whole.tokens.cannotMatch(besides: "#?") == true { return true }
        if fragment?.tokens.cannotMatch() == true { return true }
        switch query {
        case nil: return false
        case .text(let pattern): return pattern.tokens.cannotMatch(besides: "#")
        case .items(let items): return items.contains(where: \.cannotMatch)
        }
    }
}

extension QueryPattern.Item {
    /// An item that no query has is always missing, and a missing one is empty.
    fileprivate var cannotMatch: Bool {
        if value.tokens.cannotMatch(besides: "#&") { return true }
        let canBeNamed = name.unicodeScalars.allSatisfy { WebURL.canHold($0) && !"#&=".unicodeScalars.contains($0) }
        return !canBeNamed && !value.matches(MatchedText("", caseSensitive: true))
    }
}

extension [PatternToken] {
    /// Whether one of them needs a character that the raw part of a URL never holds.
    fileprivate func cannotMatch(besides separators: String = "") -> Bool {
        contains { token in
            switch token {
            case .literal(let scalar):
                !WebURL.canHold(scalar) || separators.unicodeScalars.contains(scalar)
            case .alternatives(let values): values.allSatisfy { $0.cannotMatch(besides: separators) }
            default: false
            }
        }
    }
}
