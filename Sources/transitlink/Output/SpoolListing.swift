// SpoolListing: what a spool holds at this moment, in text and as JSON, with the failed requests and their reasons.

internal import Arguments
internal import Escaping
internal import LinkSpool
internal import Posix
internal import StrictJSON
internal import TransitLinks

struct SpoolListing {
    /// Failed requests that are told one by one; the others are counted.
    private static let toldRequests = 20

    private let keeper: SpoolKeeper
    private let path: String
    private let daemon: DaemonPresence
    private let waiting: SpoolKeeper.Count
    private let inHand: SpoolKeeper.Count
    private let results: SpoolKeeper.Count
    private let failed: FailedSurvey
    private let now = wallClockNanoseconds()

    /// - Throws: whatever keeps the keeper from counting.
    init(of keeper: SpoolKeeper, path: String) throws(SystemError) {
        self.keeper = keeper
        self.path = path
        daemon = try keeper.daemon()
        waiting = try keeper.waiting()
        inHand = try keeper.inHand()
        results = try keeper.answers()
        failed = try keeper.survey(oldest: Self.toldRequests)
    }

    private var rows: [(label: String, key: StaticString, files: Int, oldest: Int64?)] {
        [
            ("waiting", "waiting", waiting.files, waiting.oldestNanoseconds),
            ("in hand", "inHand", inHand.files, inHand.oldestNanoseconds),
            ("results", "results", results.files, results.oldestNanoseconds),
            ("failed", "failed", failed.files, failed.oldest.first?.sinceNanoseconds),
        ]
    }

    // MARK: - Text

    /// The counts, and why the oldest requests failed.
    /// - Throws: where a reason can't be read or standard output fails.
    func writeText(to output: inout Output) throws(Failure) {
        try output.write(line: "spool    \(Printable.escaped(path))")
        try output.write(line: "daemon   \(daemonSentence)")
        for row in rows {
            let oldest = row.oldest.map { ", the oldest for \(age(since: $0))" } ?? ""
            let label = row.label + String(repeating: " ", count: 9 - row.label.count)
            try output.write(line: "\(label)\(row.files)\(oldest)")
        }
        for request in failed.oldest {
            try output.write(line: "  \(request.name) (\(age(since: request.sinceNanoseconds)))")
            for sentence in Self.reasons(try reason(of: request)) {
                try output.write(line: "    \(Printable.escaped(sentence))")
            }
        }
        let untold = failed.files - failed.oldest.count
        if untold > 0 { try output.write(line: "  … and \(untold) more; --json has all") }
    }

    private var daemonSentence: String {
        switch daemon {
        case .running: "running"
        case .none: "none; \(DaemonAdvice.start(spool: path))"
        case .unknown: "not to be told on this file system"
        }
    }

    private func reason(of request: FailedRequest) throws(Failure) -> [UInt8] {
        do throws(SystemError) { return try keeper.reason(of: request) } catch { throw .input(error) }
    }

    // MARK: - JSON

    /// One line, which is written as it comes: it holds every failed request, the oldest first.
    /// - Throws: where failed/ can't be read or standard output fails.
    func writeJSON(to output: inout Output) throws(Failure) {
        var json = JSONWriter()
        json.beginObject()
        json.field("spool", path)
        json.field("daemon", daemon.rawValue)
        for row in rows {
            json.key(row.key)
            json.beginObject()
            json.field("files", Int64(row.files))
            if let oldest = row.oldest { json.field("oldestSeconds", seconds(since: oldest)) }
            json.endObject()
        }
        json.key("requests")
        json.beginArray()
        try writeRequests(to: &json, &output)
        json.endArray()
        json.endObject()
        json.endLine()
        try output.write(json.bytes.bytes)
    }

    private func writeRequests(to json: inout JSONWriter, _ output: inout Output) throws(Failure) {
        var requests = FailedRequests(keeper)
        while true {
            let portion: [FailedRequest]
            do throws(SystemError) { portion = try requests.next() } catch { throw .input(error) }
            if portion.isEmpty { return }
            for request in portion {
                write(request, try reason(of: request), to: &json)
                if json.bytes.count >= Output.blockBytes { try Self.handOver(&json, to: &output) }
            }
        }
    }

    private func write(_ request: FailedRequest, _ reason: [UInt8], to json: inout JSONWriter) {
        json.beginObject()
        json.field("name", request.name.description)
        json.field("seconds", seconds(since: request.sinceNanoseconds))
        if let reason = Self.document(reason) {
            json.key("reason")
            json.bytes.append(reason.span)
        }
        json.endObject()
    }

    /// All but the last byte, by which the writer knows whether a comma comes next.
    private static func handOver(_ json: inout JSONWriter, to output: inout Output) throws(Failure) {
        var bytes = json.bytes.bytes
        guard let last = bytes.popLast() else { return }
        try output.write(bytes)
        json.bytes.truncate(to: 0)
        json.bytes.append(last)
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
