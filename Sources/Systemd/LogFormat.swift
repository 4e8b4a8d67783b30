// LogFormat: an entry as bytes for standard error, where there is no journal. Three forms of one content; each is one
// line, because the values are (LogEntry.swift). No time of day: whoever collects the lines stamps them.

/// How entries are written.
package enum LogFormat: Sendable, Hashable, CaseIterable {
    /// Fields to journald, through sd_journal_sendv(3).
    case native
    /// Text behind `<N>`, the priority that journald and syslog collectors cut off again (sd-daemon(3)).
    case prefixed
    /// Text, for a terminal.
    case plain
    /// An object with the journal's field names, as `journalctl -o json` shows them; all values are strings.
    case json

    /// The line, with its line feed. ``native`` reads as ``prefixed``: that is its way out when journald is gone.
    package func line(_ entry: LogEntry) -> String {
        switch self {
        case .plain: Self.text(entry) + "\n"
        case .native, .prefixed: "<\(entry.message.priority.rawValue)>" + Self.text(entry) + "\n"
        case .json: Self.object(entry) + "\n"
        }
    }

    /// `request refused: request=a.json code=missing detail="…"`: a value is quoted unless it is one plain word. Its
    /// backslashes are escapes already, and a quote becomes one more of them.
    private static func text(_ entry: LogEntry) -> String {
        guard !entry.fields.isEmpty else { return entry.message.text }
        let words = entry.fields.map { $0.key + "=" + (isWord($0.value) ? $0.value : quoted($0.value)) }
        return entry.message.text + ": " + words.joined(separator: " ")
    }

    private static func object(_ entry: LogEntry) -> String {
        "{" + entry.named.map { string($0.name) + ":" + string($0.value) }.joined(separator: ",") + "}"
    }

    /// A JSON string of printable text: nothing else is left to escape in it.
    private static func string(_ printable: String) -> String { quoted(printable, escaping: ["\"", "\\"]) }

    private static func quoted(_ printable: String, escaping special: [Unicode.Scalar] = ["\""]) -> String {
        var out = "\""
        for scalar in printable.unicodeScalars {
            if special.contains(scalar) { out += "\\" }
            out.unicodeScalars.append(scalar)
        }
        return out + "\""
    }

    private static func isWord(_ value: String) -> Bool {
        !value.isEmpty && value.unicodeScalars.allSatisfy { $0 > " " && $0 != "\"" && $0 != "=" && $0.isASCII }
    }
}
