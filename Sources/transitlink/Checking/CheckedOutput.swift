// CheckedOutput: what is known of a link, for eyes and as one line of JSON. A link is text from outside: escaped for eyes.

internal import Escaping
internal import TransitLinks

enum CheckedOutput {
    /// A line a receiver, what was read, and a line for each fault and note; the last one empty.
    static func lines(_ link: CheckedLink, line: Int?) -> [String] {
        let place = line.map { "line \($0): " } ?? ""
        var lines = [place + Printable.escaped(link.report.url)]
        for (receiver, outcome) in link.report.outcomes {
            let kind = outcome.opening?.kind.rawValue ?? "-"
            lines.append("  " + padded(receiver.rawValue, 16) + padded(kind, 12) + link.report.reason(for: receiver))
        }
        if let decoded = link.report.decoded {
            let values = DecodedFields.all(of: decoded).map { "\($0.name) \(shown($0.value))" }
            lines.append("  " + padded("decoded", 16) + values.joined(separator: ", "))
        }
        lines += link.faults.map { "  fault: \($0.message) [\($0.code.rawValue)]" }
        lines += link.notes.map { "  note: \($0.message) [\($0.code.rawValue)]" }
        return lines + [""]
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
        json.key("opens")
        writeOpens(link.report, to: &json)
        json.key("decoded")
        write(link.report.decoded.map(DecodedFields.all) ?? [], to: &json)
        json.key("reasons")
        json.beginObject()
        for (receiver, _) in link.report.outcomes {
            json.key(named: receiver.rawValue)
            json.value(link.report.reason(for: receiver))
        }
        json.endObject()
        json.key("faults")
        write(link.faults, to: &json)
        if !link.notes.isEmpty {
            json.key("notes")
            write(link.notes, to: &json)
        }
        if let line { json.field("line", Int64(line)) }
        json.endObject()
        json.endLine()
        return json.bytes.bytes
    }

    private static func writeOpens(_ report: LinkReport, to json: inout JSONWriter) {
        json.beginObject()
        for (receiver, outcome) in report.outcomes {
            json.key(named: receiver.rawValue)
            if let kind = outcome.opening?.kind { json.value(kind.rawValue) } else { json.bytes.append(literal: "null") }
        }
        json.endObject()
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
