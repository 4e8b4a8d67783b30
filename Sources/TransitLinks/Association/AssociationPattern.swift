// AssociationPattern: a pattern of an association file: `*` any run of characters, slashes too, `?` one character,
// `$(name)` a substitution variable, everything else itself; there is no escape. The whole text must match. It knows
// texts alone; what a path's slashes mean is PathPattern's business.

/// A piece of a pattern.
enum PatternToken: Sendable, Hashable {
    case literal(Unicode.Scalar)
    /// `?`
    case anyOne
    /// `*`
    case anyRun
    /// `$(digit)`
    case oneOf(CharacterClass)
    /// `$(lang)`
    case code(ISOCodes)
    /// A variable of the file: any of its values.
    case alternatives([[PatternToken]])

    /// `text` where `*` and `?` alone mean something.
    static func wildcards(in text: some StringProtocol) -> [PatternToken] {
        text.unicodeScalars.map { scalar in
            switch scalar {
            case "*": .anyRun
            case "?": .anyOne
            default: .literal(scalar)
            }
        }
    }

    /// Without letter case: `literal`s in small letters.
    var folded: PatternToken {
        switch self {
        case .literal(let scalar): .literal(scalar.folded)
        case .alternatives(let values): .alternatives(values.map { $0.map(\.folded) })
        default: self
        }
    }

    /// What one pass over a text costs, in steps.
    fileprivate var steps: Int {
        if case .alternatives(let values) = self { values.reduce(1) { $0 + $1.count } } else { 1 }
    }
}

extension Unicode.Scalar {
    /// The small letter, where it is one scalar.
    var folded: Unicode.Scalar {
        let mapping = properties.lowercaseMapping.unicodeScalars
        return mapping.count == 1 ? mapping.first ?? self : self
    }
}

/// A pattern, ready to be matched.
struct AssociationPattern: Sendable, Hashable {
    let tokens: [PatternToken]
    let caseSensitive: Bool

    init(_ tokens: [PatternToken], caseSensitive: Bool = true) {
        self.tokens = caseSensitive ? tokens : tokens.map(\.folded)
        self.caseSensitive = caseSensitive
    }

    /// - Parameter unknown: called with each `$(name)` that nobody defines; it stands for its own letters.
    init(
        _ text: some StringProtocol, _ variables: SubstitutionVariables = SubstitutionVariables(),
        caseSensitive: Bool = true, unknown: (String) -> Void = { _ in }
    ) {
        self.init(Self.tokens(of: Array(text.unicodeScalars), variables, unknown), caseSensitive: caseSensitive)
    }

    private static func tokens(
        of text: [Unicode.Scalar], _ variables: SubstitutionVariables, _ unknown: (String) -> Void
    ) -> [PatternToken] {
        var tokens: [PatternToken] = []
        var at = 0
        while at < text.count {
            if let name = variableName(in: text, at: at) {
                at += name.unicodeScalars.count + 3
                if let token = variables.token(name) {
                    tokens.append(token)
                } else {
                    unknown(name)
                    tokens += PatternToken.wildcards(in: "$(\(name))")
                }
            } else {
                tokens += PatternToken.wildcards(in: String(text[at]))
                at += 1
            }
        }
        return tokens
    }

    /// The name in a `$(name)` that begins at `at`; nil where none does.
    private static func variableName(in text: [Unicode.Scalar], at: Int) -> String? {
        guard text[at] == "$", at + 1 < text.count, text[at + 1] == "(" else { return nil }
        var name = String.UnicodeScalarView()
        for scalar in text[(at + 2)...] {
            if scalar == ")" { return name.isEmpty ? nil : String(name) }
            if scalar == "$" || scalar == "(" { return nil }
            name.append(scalar)
        }
        return nil
    }

    /// What one pass over a text costs, in steps.
    var steps: Int { tokens.reduce(0) { $0 + $1.steps } }

    /// Whether every text matches: nothing but `*`, and one at least.
    var matchesEverything: Bool { !tokens.isEmpty && tokens.allSatisfy { $0 == .anyRun } }

    /// Whether all of `text` matches.
    func matches(_ text: MatchedText) -> Bool {
        let start = PositionSet(0, length: text.length)
        return text.positions(behind: tokens, from: start, caseSensitive: caseSensitive).contains(text.length)
    }
}
