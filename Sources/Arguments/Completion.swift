// Completion: what can stand at the end of a command line that is being typed. The shells' scripts in Completions/ call the
// program itself for it, so what is offered is what the option tables hold, always. It knows no meaning: which values an
// option has is asked of the program.
//
// Its answer is lines: `WORD<tab>HELP`, each WORD a whole word that begins with what was typed; `:files` and `:folders`, where
// the shell is to offer those.

internal import Escaping

/// A word that can stand somewhere, and what it says.
package struct Candidate: Sendable, Hashable {
    package let word: String
    package let help: String

    package init(_ word: String, _ help: String = "") {
        self.word = word
        self.help = help
    }
}

/// What can stand in one place of a command line.
package struct CompletedValue: Sendable, Hashable {
    package var candidates: [Candidate] = []
    /// Several of the candidates, between commas.
    package var isList = false
    package var files = false
    package var folders = false

    package init() {}

    /// One of these.
    package init(_ candidates: [Candidate], orFiles: Bool = false) {
        self.candidates = candidates
        files = orFiles
    }

    /// One of these words.
    package init(_ words: [String]) { candidates = words.map { Candidate($0) } }

    package static let nothing = CompletedValue()

    package static var files: CompletedValue { CompletedValue([], orFiles: true) }

    package static func list(_ words: [String]) -> CompletedValue {
        var value = CompletedValue(words)
        value.isList = true
        return value
    }

    /// As the option's placeholder says it: `FILE` and `DIR`.
    package init(placeholderOf option: CommandLineOption) {
        files = option.value.placeholder == "FILE"
        folders = option.value.placeholder == "DIR"
    }
}

/// A command line that is being typed.
package struct Completion {
    private let options: [CommandLineOption]
    /// The words before the last, without options and their values.
    package private(set) var operands: [String] = []
    /// The values that options have already.
    package private(set) var given: [String: String] = [:]
    /// What is typed of the last word.
    private let typed: String
    /// The option whose value the last word is.
    private var awaiting: CommandLineOption?
    private var operandsOnly = false

    /// - Parameter words: without the program's name; the last one is being typed, and may be empty.
    package init(_ words: [String], options: [CommandLineOption]) {
        self.options = options + CommandLineOption.everywhere
        typed = words.last ?? ""
        for word in words.dropLast() { take(word) }
    }

    private mutating func take(_ word: String) {
        if let option = awaiting {
            given[option.name] = word
            awaiting = nil
        } else if word == "--" {
            operandsOnly = true
        } else if operandsOnly || !word.hasPrefix("--") {
            operands.append(word)
        } else {
            let parts = word.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count > 1 {
                given[String(parts[0])] = String(parts[1])
            } else if let option = option(named: parts[0]), case .required = option.value {
                awaiting = option
            }
        }
    }

    private func option(named name: some StringProtocol) -> CommandLineOption? { options.first { $0.name == name } }

    /// The lines of the answer.
    /// - Parameters:
    ///   - value: what the option can have.
    ///   - operand: what can stand where an operand is, behind `operands`.
    package func lines(value: (CommandLineOption) -> CompletedValue, operand: CompletedValue) -> [String] {
        if let awaiting { return lines(value(awaiting), before: "") }
        guard typed.hasPrefix("-"), !operandsOnly else { return lines(operand, before: "") }
        guard let equals = typed.firstIndex(of: "=") else { return optionLines }
        guard let option = option(named: typed[..<equals].dropFirst(2)), option.value != .none else { return [] }
        return lines(value(option), before: String(typed[...equals]))
    }

    private var optionLines: [String] {
        options.map { Candidate("--" + $0.name, $0.help) }.filter { $0.word.hasPrefix(typed) }.map(\.line)
    }

    /// - Parameter before: what is typed before the value, `--name=` or nothing.
    private func lines(_ value: CompletedValue, before: String) -> [String] {
        var begun = before
        var taken: [Substring] = []
        if value.isList {
            let items = typed.dropFirst(before.count).split(separator: ",", omittingEmptySubsequences: false)
            taken = items.dropLast()
            begun += taken.map { $0 + "," }.joined()
        }
        var lines = value.candidates.filter { !taken.contains(Substring($0.word)) }
            .map { Candidate(begun + $0.word, $0.help) }.filter { $0.word.hasPrefix(typed) }.map(\.line)
        if value.files { lines.append(":files") }
        if value.folders { lines.append(":folders") }
        return lines
    }
}

extension Candidate {
    /// Help can come from a file, as a region's name does.
    fileprivate var line: String { help.isEmpty ? word : "\(word)\t\(Printable.escaped(help))" }
}
