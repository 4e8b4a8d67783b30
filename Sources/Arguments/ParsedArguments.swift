// ParsedArguments: the words of a command line against a table of options, after the GNU habit: `--name=V` or `--name V`,
// options and operands in any order, `--` ends the options, `-` is an operand, `-h` is `--help`. A word like `-122.3` is
// an operand, for coordinates are negative. It knows no files and no meaning; the first thing wrong is a UsageError.

internal import Escaping
internal import Posix

/// A command line that can't be understood: one sentence, exit code 64.
package struct UsageError: Error, Sendable, Hashable, CustomStringConvertible {
    package let description: String
    package init(_ description: String) { self.description = description }
}

/// Options and operands as they were given.
package struct ParsedArguments: Sendable, Hashable {
    /// What is no option, in order.
    package private(set) var operands: [String] = []
    /// `-h` or `--help` was met; what follows it was not looked at.
    package var wantsHelp: Bool { has("help") }
    /// `--version` was met; what follows it was not looked at.
    package var wantsVersion: Bool { has("version") }
    private var values: [String: String] = [:]
    private var given: Set<String> = []

    /// Whether the option was given, with a value or without.
    package func has(_ name: String) -> Bool { given.contains(name) }

    /// The option's value; the last one where it was given several times.
    package subscript(_ name: String) -> String? { values[name] }

    /// Reads `words` (without the program's own name).
    /// - Parameter repaired: the words that were no UTF-8: Swift shows them with U+FFFD, and an ID that is not the one given must
    ///   never become a link. A U+FFFD that somebody typed is a character as any other.
    /// - Throws: `UsageError` for an option that is not in `options`, a value too many or missing, and a word of `repaired`.
    package init(
        _ words: some Sequence<String>, options: [CommandLineOption],
        repaired: Set<String> = ProgramEnvironment.repairedArguments
    ) throws(UsageError) {
        let known = options + CommandLineOption.everywhere
        var words = words.makeIterator()
        while let word = words.next() {
            try Self.check(word, isNoneOf: repaired)
            if word == "--" { break }
            guard Self.looksLikeOption(word) else {
                operands.append(word)
                continue
            }
            let (option, inline) = try Self.option(word, known)
            values[option.name] = try Self.value(of: option, inline: inline, next: { words.next() })
            try values[option.name].map { value throws(UsageError) in try Self.check(value, isNoneOf: repaired) }
            given.insert(option.name)
            if wantsHelp || wantsVersion { return }
        }
        while let word = words.next() {
            try Self.check(word, isNoneOf: repaired)
            operands.append(word)
        }
    }

    /// A dash and more, but no number.
    private static func looksLikeOption(_ word: String) -> Bool {
        let bytes = Array(word.utf8.prefix(3))
        guard bytes.count > 1, bytes[0] == UInt8(ascii: "-") else { return false }
        let second = bytes[1] == UInt8(ascii: ".") && bytes.count > 2 ? bytes[2] : bytes[1]
        return !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(second)
    }

    /// The option that `word` names and what stands behind its `=`.
    private static func option(
        _ word: String, _ known: [CommandLineOption]
    ) throws(UsageError) -> (CommandLineOption, inline: String?) {
        let word = word == "-h" ? "--help" : word
        guard word.hasPrefix("--") else {
            throw UsageError("unknown option \(Printable.quoted(word)); options are long, as in --\(known[0].name)")
        }
        let parts = word.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(parts[0])
        guard let option = known.first(where: { $0.name == name }) else {
            throw UsageError("unknown option \(Printable.quoted("--" + name)); \(hint(for: name, known))")
        }
        return (option, parts.count > 1 ? String(parts[1]) : nil)
    }

    private static func hint(for name: String, _ known: [CommandLineOption]) -> String {
        if let near = Spelling.nearest(to: name, in: known.map(\.name)) { return "did you mean '--\(near)'?" }
        return "known are " + known.map { "--" + $0.name }.joined(separator: ", ")
    }

    private static func value(
        of option: CommandLineOption, inline: String?, next: () -> String?
    ) throws(UsageError) -> String? {
        switch option.value {
        case .none:
            if inline == nil { return nil }
            throw UsageError("option '--\(option.name)' takes no value")
        case .optional: return inline
        case .required(let placeholder):
            guard let value = inline ?? next() else {
                throw UsageError("option '--\(option.name)' needs a value: \(placeholder)")
            }
            return value
        }
    }

    private static func check(_ word: String, isNoneOf repaired: Set<String>) throws(UsageError) {
        guard repaired.contains(word) else { return }
        throw UsageError("argument \(Printable.quoted(word)) is not UTF-8")
    }
}

extension ParsedArguments {
    /// Which of `names` a word names, with the nearest one in the error: `unknown command 'stpo'; did you mean 'stop'?`
    /// - Throws: `UsageError` where it is none.
    package static func check(_ word: String, isOneOf names: [String], what: String) throws(UsageError) {
        if names.contains(word) { return }
        throw UsageError("unknown \(what) \(Printable.quoted(word)); \(Spelling.hint(for: word, known: names))")
    }
}
