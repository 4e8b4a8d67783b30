// CheckedOutput: what is known of a link, for eyes and as one line of JSON. A link is text from outside: escaped for eyes.

internal import Escaping
internal import TransitLinks

enum CheckedOutput {
    /// A line a receiver, what was read, and a line for each fault and note; the last one empty.
    static func lines(_ link: CheckedLink, line: Int?) -> [String] {
        let place = line.map { "line \($0): " } ?? ""
        return [place + Printable.escaped(link.report.url)]
            + link.report.outcomes.map { row($0.receiver, $0.outcome.opening, link.report.reason(for: $0.receiver)) }
            + rows(link.report.decoded) + rows(link.findings) + [""]
    }

    static func row(_ receiver: Receiver, _ opening: Opening?, _ reason: String) -> String {
        "  " + padded(receiver.rawValue, 16) + padded(opening?.kind.rawValue ?? "-", 12) + reason
    }

    static func rows(_ decoded: Opening?) -> [String] {
        guard let decoded else { return [] }
        let values = DecodedFields.all(of: decoded).map { "\($0.name) \(shown($0.value))" }
        return ["  " + padded("decoded", 16) + values.joined(separator: ", ")]
    }

    static func rows(_ findings: [LinkFinding]) -> [String] {
        findings.map { "  \($0.severity.rawValue): \($0.message) [\($0.code.rawValue)]" }
    }

    private static func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(1, width - text.count))
    }

    private static func shown(_ value: DecodedFields.Value) -> String {
        switch value {
        case .text(let text): Printable.quoted(text)
        case .integer(let number): String(number)
        case .number(let number): "\(number)"
        case .flag(let flag): flag ? "yes" : "no"
        }
    }

    /// `{"url":…,"opens":{…},"decoded":{…},"reasons":{…},"faults":[…]}`, then `notes` where there are some, and the line.
    static func json(_ link: CheckedLink, line: Int?) -> [UInt8] {
        var json = JSONWriter()
        json.beginObject()
        json.field("url", link.report.url)
        write(
            link.report.outcomes.map { ($0.receiver, $0.outcome.opening, link.report.reason(for: $0.receiver)) },
            decoded: link.report.decoded, link.findings, to: &json)
        if let line { json.field("line", Int64(line)) }
        json.endObject()
        json.endLine()
        return json.bytes.bytes
    }

    /// The members `opens`, `decoded`, `reasons`, `faults` and, where there are some, `notes`.
    static func write(
        _ rows: [(receiver: Receiver, opening: Opening?, reason: String)], decoded: Opening?, _ findings: [LinkFinding],
        to json: inout JSONWriter
    ) {
        json.key("opens")
        json.beginObject()
        for row in rows {
            json.key(named: row.receiver.rawValue)
            if let kind = row.opening?.kind { json.value(kind.rawValue) } else { json.bytes.append(literal: "null") }
        }
        json.endObject()
        json.key("decoded")
        write(decoded.map(DecodedFields.all) ?? [], to: &json)
        json.key("reasons")
        json.beginObject()
        for row in rows {
            json.key(named: row.receiver.rawValue)
            json.value(row.reason)
        }
        json.endObject()
        json.key("faults")
        write(findings.filter { $0.severity == .fault }, to: &json)
        let notes = findings.filter { $0.severity == .note }
        if notes.isEmpty { return }
        json.key("notes")
        write(notes, to: &json)
    }

    static func write(_ fields: [(name: String, value: DecodedFields.Value)], to json: inout JSONWriter) {
        json.beginObject()
        for (name, value) in fields {
            json.key(named: name)
            switch value {
            case .text(let text): json.value(text)
            case .integer(let number): json.value(number)
            // JSON has no NaN and no infinity.
            case .number(let number): if number.isFinite { json.bytes.append("\(number)") } else { json.value("\(number)") }
            case .flag(let flag): json.value(flag)
            }
        }
        json.endObject()
    }

    private static func write(_ findings: [LinkFinding], to json: inout JSONWriter) {
        json.beginArray()
        for finding in findings {
            json.beginObject()
            json.field("code", finding.code.rawValue)
            json.field("message", finding.message)
            json.endObject()
        }
        json.endArray()
    }
}
