// SubstitutionVariables: what `$(name)` stands for in a pattern: Apple's own names, and those of a file's
// `substitutionVariables`. Names have case. A value may hold `*` and `?`, never another variable. A file's own name goes
// before Apple's.

/// Apple's variables of one character.
enum CharacterClass: String, Sendable, CaseIterable {
    case alpha, upper, lower, alnum, digit, xdigit

    /// Whether it holds `scalar`; without case also when it holds the scalar's other letter.
    func contains(_ scalar: Unicode.Scalar, caseSensitive: Bool) -> Bool {
        guard let byte = UInt8(exactly: scalar.value) else { return false }
        if holds(byte) { return true }
        return !caseSensitive && isLetter(byte) && holds(byte ^ 0x20)
    }

    private func holds(_ byte: UInt8) -> Bool {
        switch self {
        case .alpha: isLetter(byte)
        case .upper: (0x41...0x5A).contains(byte)
        case .lower: (0x61...0x7A).contains(byte)
        case .alnum: isLetter(byte) || isDigit(byte)
        case .digit: isDigit(byte)
        case .xdigit: isHexDigit(byte)
        }
    }
}

/// The variables of one file.
struct SubstitutionVariables: Sendable {
    /// Each value in tokens, by the variable's name.
    private var own: [String: [[PatternToken]]] = [:]

    /// `values` under `name`, as the file has them.
    mutating func define(_ name: String, _ values: [String]) {
        own[name] = values.map { PatternToken.wildcards(in: $0) }
    }

    /// What `$(name)` stands for, nil when nobody defines it.
    func token(_ name: String) -> PatternToken? {
        if let values = own[name] { return .alternatives(values) }
        if let characters = CharacterClass(rawValue: name) { return .oneOf(characters) }
        return ISOCodes(rawValue: name).map { .code($0) }
    }

    /// Whether the file gives one of Apple's names a meaning of its own.
    static func isPredefined(_ name: String) -> Bool {
        CharacterClass(rawValue: name) != nil || ISOCodes(rawValue: name) != nil
    }

    /// Whether `text` can be written in `$(…)`: it holds none of `$`, `(` and `)`.
    static func isName(_ text: String) -> Bool {
        !text.isEmpty && !text.utf8.contains { $0 == 0x24 || $0 == 0x28 || $0 == 0x29 }
    }
}
