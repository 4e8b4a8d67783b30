// SpoolListing: what a spool holds at this moment, in text and as JSON, with the failed requests and their reasons.

internal import Escaping
internal import LinkSpool
internal import Posix
internal import StrictJSON
internal import TransitLinks

struct SpoolListing {
    /// Failed requests that are told one by one; the others are counted.
    private static let toldRequests = 20

    private let path: String
    private let waiting: SpoolKeeper.Count
    private let inHand: SpoolKeeper.Count
    private let results: SpoolKeeper.Count
    private let failed: [SpoolKeeper.Failed]
    private let now = wallClockNanoseconds()

    /// - Throws: whatever keeps the keeper from counting.
    init(of keeper: SpoolKeeper, path: String) throws(SystemError) {
        self.path = path
        waiting = try keeper.waiting()
        inHand = try keeper.inHand()
        results = try keeper.results()
        failed = try keeper.failedRequests()
    }

    private var rows: [(label: String, key: StaticString, files: Int, oldest: Int64?)] {
        [
            ("waiting", "waiting", waiting.files, waiting.oldestNanoseconds),
            ("in hand", "inHand", inHand.files, inHand.oldestNanoseconds),
            ("results", "results", results.files, results.oldestNanoseconds),
            ("failed", "failed", failed.count, failed.first?.sinceNanoseconds),
        ]
    }

    var lines: [String] {
        var lines = ["spool    \(Printable.escaped(path))"]
        for row in rows {
            let oldest = row.oldest.map { ", the oldest for \(age(since: $0))" } ?? ""
            lines.append(row.label + String(repeating: " ", count: 9 - row.label.count) + "\(row.files)\(oldest)")
        }
        for request in failed.prefix(Self.toldRequests) {
            lines.append("  \(request.name) (\(age(since: request.sinceNanoseconds)))")
            lines += Self.reasons(request.reason).map { "    " + Printable.escaped($0) }
        }
        if failed.count > Self.toldRequests {
            lines.append("  … and \(failed.count - Self.toldRequests) more; --json has all")
        }
        return lines
    }

    /// One line.
    var json: [UInt8] {
        var json = JSONWriter()
        json.beginObject()
        json.field("spool", path)
        for row in rows {
            json.key(row.key)
            json.beginObject()
            json.field("files", Int64(row.files))
            if let oldest = row.oldest { json.field("oldestSeconds", seconds(since: oldest)) }
            json.endObject()
        }
        json.key("requests")
        json.beginArray()
        for request in failed { write(request, to: &json) }
        json.endArray()
        json.endObject()
        json.endLine()
        return json.bytes.bytes
    }

    private func write(_ request: SpoolKeeper.Failed, to json: inout JSONWriter) {
        json.beginObject()
        json.field("name", request.name.description)
        json.field("seconds", seconds(since: request.sinceNanoseconds))
        if let reason = Self.document(request.reason) {
            json.key("reason")
            json.bytes.append(reason.span)
        }
        json.endObject()
    }

    // MARK: - Reasons

    /// The reason file as one line of JSON, nil where it is none. A line end in JSON is between its parts, never inside one.
    private static func document(_ reason: [UInt8]) -> [UInt8]? {
        var reader = JSONReader()
        do throws(JSONError) { _ = try reader.read(reason.span, rules: JSONRules(depth: 32)) } catch { return nil }
        let line = reason.map { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") ? UInt8(ascii: " ") : $0 }
        return Array(line.trimmingSuffix { $0 == UInt8(ascii: " ") })
    }

    /// Its sentences: those of `errors`, else its own `message`.
    private static func reasons(_ reason: [UInt8]) -> [String] {
        var reader = JSONReader()
        let root: JSONValue
        do throws(JSONError) { root = try reader.read(reason.span, rules: JSONRules(depth: 32)) } catch { return [] }
        var sentences: [String] = []
        if let errors = reader.member("errors", of: root) {
            reader.forEachElement(of: errors) { sentences += Self.sentence(of: $0, reader) }
        }
        return sentences + Self.sentence(of: root, reader)
    }

    private static func sentence(of object: JSONValue, _ reader: borrowing JSONReader) -> [String] {
        guard let message = reader.member("message", of: object) else { return [] }
        var sentence = reader.string(message)
        if let field = reader.member("field", of: object), reader.byteCount(field) > 0 {
            sentence = "\(reader.string(field)): \(sentence)"
        }
        return [sentence]
    }

    // MARK: - Ages

    private func seconds(since nanoseconds: Int64) -> Int64 { max(0, (now - nanoseconds) / 1_000_000_000) }

    private func age(since nanoseconds: Int64) -> String {
        let seconds = seconds(since: nanoseconds)
        return switch seconds {
        case ..<120: "\(seconds) s"
        case ..<7200: "\(seconds / 60) min"
        case ..<172_800: "\(seconds / 3600) h"
        default: "\(seconds / 86_400) d"
        }
    }
}

extension Array where Element == UInt8 {
    fileprivate func trimmingSuffix(while condition: (UInt8) -> Bool) -> ArraySlice<UInt8> {
        var end = endIndex
        while end > startIndex, condition(self[end - 1]) { end -= 1 }
        return self[..<end]
    }
}
