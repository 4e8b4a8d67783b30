// ActivityCheck: a Handoff activity from a file, and where each version of the iOS app routes it. One that no version routes is
// a fault; one that is only for another region than the current one is not.

internal import Arguments
internal import Escaping
internal import Posix
internal import PropertyLists
internal import TransitLinks

struct ActivityCheck {
    /// 1 MiB: an activity with the longest values that a request may have is a hundredth of it.
    private static let limit = 1 << 20

    private let activity: InboundActivity
    private let routes: [ActivityRoute]
    private var findings: [LinkFinding]

    /// - Throws: `Failure` where the file can't be read, or holds no activity.
    init(_ file: String, _ settings: LinkSettings) throws(Failure) {
        var lines = try InputLines(file, limit: Self.limit)
        let (bytes, total) = try lines.rest(limit: Self.limit)
        let shown = file == "-" ? "standard input" : Printable.escaped(file)
        if total > Self.limit { throw Failure(.badData, "\(shown): \(total) bytes; at most \(Self.limit)") }
        do throws(InboundActivityError) { activity = try InboundActivity(file: bytes) } catch {
            throw Failure(.badData, "\(shown):\(error.line): \(error.message)")
        }
        routes = activity.routes(in: settings.app, current: settings.currentRegion.id)
        let anywhere = activity.routes(in: settings.app, current: nil)
        findings = anywhere.contains { $0.opening != nil } ? [] : [LinkFinding(.opensNothing, anywhere.last?.reason ?? "")]
        guard let url = activity.webpageURL else { return }
        let checker = LinkChecker(app: settings.app, apps: settings.knownApps, directory: settings.directory)
        findings += checker.check(url).findings.map { LinkFinding($0.code, "webpageURL: \($0.message)") }
    }

    /// - Throws: `Failure` of the output.
    func write(asJSON: Bool, to output: inout Output) throws(Failure) -> ExitCode {
        if asJSON { try output.write(text: json) } else { for line in lines { try output.write(line: line) } }
        return findings.contains { $0.severity == .fault } ? .someFailed : .done
    }

    private var lines: [String] {
        ["activity \(Printable.escaped(activity.activityType))"]
            + routes.map { CheckedOutput.row($0.receiver, $0.opening, $0.reason) }
            + CheckedOutput.rows(routes.last?.opening ?? routes.first?.opening) + CheckedOutput.rows(findings) + [""]
    }

    private var json: [UInt8] {
        var json = JSONWriter()
        json.beginObject()
        json.field("activityType", activity.activityType)
        CheckedOutput.write(
            routes.map { ($0.receiver, $0.opening, $0.reason) },
            decoded: routes.last?.opening ?? routes.first?.opening, findings, to: &json)
        json.endObject()
        json.endLine()
        return json.bytes.bytes
    }
}

extension RegionChoice {
    var id: RegionID? { if case .id(let id) = self { id } else { nil } }
}
