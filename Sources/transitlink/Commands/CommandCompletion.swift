// CommandCompletion: `transitlink __complete WORD…`, which the shells' scripts in Completions/ call and no help names: what
// can stand in the last WORD. Commands, sub-commands and options come out of the tables; values are here, a row each.

internal import Arguments
internal import Configuration
internal import TransitLinks

enum CommandCompletion {
    static let word = "__complete"

    /// Prints the lines that Completion describes.
    static func run(_ words: ArraySlice<String>, _ output: inout Output) throws(Failure) -> ExitCode {
        for line in lines(Array(words)) { try output.write(line: line) }
        return .done
    }

    private static func lines(_ words: [String]) -> [String] {
        guard let name = words.first, words.count > 1 else {
            let commands = CompletedValue(Program.commands.map { Candidate($0.name, $0.summary) })
            return Completion(words, options: []).lines(value: { _ in .nothing }, operand: commands)
        }
        guard let command = Program.commands.first(where: { $0.name == name }) else { return [] }
        let line = Completion(Array(words.dropFirst()), options: command.allOptions)
        return line.lines(value: { value(of: $0, on: line) }, operand: operand(of: command, on: line))
    }

    private static func value(of option: CommandLineOption, on line: Completion) -> CompletedValue {
        switch (option.name, option.value.placeholder) {
        case ("direction", _): CompletedValue(["N", "NE", "E", "SE", "S", "SW", "W", "NW"])
        case ("links", _): .list(LinkSelection.names.map(\.name))
        case ("walking", _): .list(WalkingVendor.all.map(\.name))
        case ("extras", _): .list(["title", "vehicle_id"])
        case ("only", "NAME"): CompletedValue(LinkFields.names)
        case ("format", _): .list(BatchFormat.allCases.map(\.rawValue))
        case ("encoding", _): CompletedValue(["utf-8", "latin1", "cp1250", "cp1251", "shift_jis", "gbk", "utf-16"])
        case ("qr-level", _): CompletedValue(["L", "M", "Q", "H"])
        default: .common(option, on: line) ?? CompletedValue(placeholderOf: option)
        }
    }

    private static func operand(of command: Command, on line: Completion) -> CompletedValue {
        if !command.verbs.isEmpty, line.operands.isEmpty { return CompletedValue(command.verbs) }
        switch (command.name, line.operands.first, line.operands.count) {
        case ("make", _, _), ("submit", _, _), ("batch", nil, _): return .files
        case ("regions", "show", 1), ("regions", "link", 1): return .regions(on: line)
        case ("app", "match", _): return .nothing
        case ("app", _, 1):
            // A profile is a name or a file.
            return CompletedValue(CompletedValue.apps(on: line).candidates, orFiles: true)
        case ("callback", "build", 1):
            return CompletedValue(CallbackAction.allCases.map(\.rawValue) + ["success", "error", "cancel"])
        default: return .nothing
        }
    }
}

extension Command {
    /// Its sub-commands, as its usage names them: `list [--json]`, `aasa|plist PROFILE`. None where it has operands instead.
    var verbs: [String] {
        let first = usage.compactMap { $0.split(separator: " ").first }
            .filter { $0.utf8.allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) || $0 == UInt8(ascii: "|") } }
        var verbs: [String] = []
        for verb in first.flatMap({ $0.split(separator: "|") }).map(String.init) where !verbs.contains(verb) {
            verbs.append(verb)
        }
        return verbs
    }
}
