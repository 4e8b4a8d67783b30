// AppReport: how `transitlink app check` and `match` show what they found, for people and as JSON.

internal import Escaping
internal import TransitLinks

struct AppReport {
    let findings: [AssociationFinding]
    let domains: [String]

    var faults: [AssociationFinding] { findings.filter { $0.severity == .fault } }
    private var notes: [AssociationFinding] { findings.filter { $0.severity == .note } }

    /// Faults first; then where to see what Apple has cached, for devices read that.
    var lines: [String] {
        let found = (faults + notes).map { "\($0.severity.rawValue): \($0)" }
        let copies = domains.map { "Apple's copy of \($0): \(AppReview.cachedCopy(of: $0))" }
        return found + copies + ["\(counted(faults.count, "fault")), \(counted(notes.count, "note"))"]
    }

    private func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }

    /// One line.
    var json: [UInt8] {
        var json = JSONWriter()
        json.beginObject()
        json.key("faults")
        Self.write(faults, to: &json)
        json.key("notes")
        Self.write(notes, to: &json)
        json.key("copies")
        json.beginArray()
        for domain in domains { json.value(AppReview.cachedCopy(of: domain)) }
        json.endArray()
        json.endObject()
        json.endLine()
        return json.bytes.bytes
    }

    private static func write(_ findings: [AssociationFinding], to json: inout JSONWriter) {
        json.beginArray()
        for finding in findings {
            json.beginObject()
            json.field("place", finding.place)
            json.field("message", finding.message)
            json.endObject()
        }
        json.endArray()
    }

    /// `{"url":…,"result":"match","rule":…}`
    static func json(of decision: AssociationDecision, _ url: String) -> [UInt8] {
        var json = JSONWriter(capacity: 512)
        json.beginObject()
        json.field("url", url)
        json.field("result", decision.verdict.rawValue)
        json.field("rule", decision.rule)
        json.endObject()
        json.endLine()
        return json.bytes.bytes
    }
}
