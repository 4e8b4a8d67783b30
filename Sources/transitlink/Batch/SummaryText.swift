// SummaryText: what a run made, for the person at the terminal, on standard error: a word on the left, what it is on the right.

internal import Escaping
internal import Feeds
internal import Staging
internal import TransitLinks

extension BatchSummary {
    /// Kinds of notices that are shown; the rest is in notices.csv.
    private static let kindsShown = 12

    var lines: [String] {
        var lines: [String] = []
        func add(_ label: String, _ texts: [String]) {
            for (index, text) in texts.enumerated() {
                let label = index == 0 ? label : ""
                lines.append(label + String(repeating: " ", count: 9 - label.count) + text)
            }
        }
        add("feed", [feedText])
        add("region", [regionText])
        add("stops", stopTexts)
        add("trips", tripTexts)
        add(options.isDryRun ? "would be" : "files", fileTexts)
        add("failed", failedTexts)
        add("notices", noticeTexts)
        add("changes", changeTexts)
        add("folder", folderTexts)
        return lines
    }

    private var feedText: String {
        let feed = Printable.escaped(options.feed)
        return agency.isEmpty ? feed : "\(feed), \(Printable.escaped(agency))"
    }

    private var regionText: String {
        guard let region else { return "" }
        let name = "\(region.region.id.rawValue) \(Printable.escaped(region.region.name))"
        return region.reason.isEmpty ? name : "\(name) (\(region.reason))"
    }

    /// `6,789 linked, 12 without links; left out: 34 stations, 5 not chosen`
    private var stopTexts: [String] {
        var text = "\(linked.grouped) linked"
        if refused > 0 { text += ", \(refused.grouped) refused" }
        if withoutCode > 0 { text += ", \(withoutCode.grouped) without a QR code" }
        let left = [notBoarded, notChosen > 0 ? "\(notChosen.grouped) not chosen" : ""].filter { !$0.isEmpty }
        return [left.isEmpty ? text : "\(text); left out: \(left.joined(separator: ", "))"]
    }

    private var tripTexts: [String] {
        guard let trips else { return [] }
        let days =
            trips.days.lowerBound == trips.days.upperBound
            ? "on \(trips.days.lowerBound)" : "from \(trips.days.lowerBound) to \(trips.days.upperBound)"
        if trips.boardings == 0, trips.refused == 0 { return [noTripText(trips.none, days)] }
        let refused = trips.refused > 0 ? ", \(trips.refused.grouped) refused" : ""
        return ["\(trips.boardings.counted("boarding")) of \(trips.trips.counted("trip")) \(days)\(refused)"]
    }

    private func noTripText(_ reason: NoTripReason, _ days: String) -> String {
        let choice = options.chosen.isEverything ? "" : " that were chosen"
        switch reason {
        case .noService: return "no service runs \(days)" + (servicePeriod.map { "; the feed has service from \($0)" } ?? "")
        case .noTrip: return "no trip\(options.chosen.routes.isEmpty ? "" : " of these routes") runs \(days)"
        case .onDemand(let count): return "\(count.counted("trip")) \(days), on demand and without stops: no boardings"
        case .unusable(let count): return "\(count.counted("trip")) \(days), none with two stop times: no boardings"
        case .noBoarding(let count): return "\(count.counted("trip")) \(days), no boardings at the stops\(choice)"
        }
    }

    private var fileTexts: [String] {
        let width = made.map(\.name.count).max() ?? 0
        return made.map {
            let name = $0.name + String(repeating: " ", count: width - $0.name.count)
            return $0.files > 1
                ? "\(name)  \($0.files.counted("file")), \(Self.size($0.bytes))" : "\(name)  \(Self.size($0.bytes))"
        }
    }

    /// `signs.pdf: transitlink-signs ended with 139; it is as the last run left it`
    private var failedTexts: [String] {
        failed.map {
            let reason = $0.reasons.isEmpty ? "see above" : $0.reasons.joined(separator: "; ")
            let rest = options.isDryRun ? "" : $0.isKept ? "; it is as the last run left it" : "; there is none"
            return "\($0.name): \(reason)\(rest)"
        }
    }

    /// A line a kind, the most frequent first, with its first example.
    private var noticeTexts: [String] {
        if notices.isEmpty { return ["none"] }
        let place = options.isDryRun ? "" : ", all in notices.csv"
        let sorted = notices.sorted { ($0.count, $1.code.rawValue) > ($1.count, $0.code.rawValue) }
        let shown = sorted.prefix(Self.kindsShown).map { "\($0.count.grouped) \($0.code.rawValue), as \($0.first.sentence)" }
        let hidden = sorted.count - shown.count
        return ["\(noticeCount.grouped)\(place)"] + shown + (hidden > 0 ? ["and \(hidden.counted("more kind"))"] : [])
    }

    private var changeTexts: [String] {
        let stops = stopChanges.map { [Self.text(of: $0)] } ?? []
        guard let staged else { return stops }
        let counts = staged.counts
        var texts = [
            "\(counts.written.counted("file")) written, \(counts.unchanged.grouped) unchanged, \(counts.removed.grouped) removed"
        ]
        if staged.foreignCount > 0 {
            texts.append("\(staged.foreignCount.counted("file")) of others kept, as \(staged.foreign.first ?? "")")
        }
        return stops + texts + staged.leftBehind
    }

    /// `stops: 3 came (as 1_75403 Pine St), 2 moved (farthest 1_660 4th Ave, 34 m)`
    private static func text(of changes: StopChanges) -> String {
        if changes.all.isEmpty { return "no stop came, went, moved or was renamed" }
        let parts = [StopChanges.Kind.came, .went, .moved, .renamed].compactMap { kind -> String? in
            guard let example = example(of: kind, changes) else { return nil }
            let name = Printable.escaped("\(changes.id(of: example)) \(changes.name(of: example))")
            let shown = example.metres.map { "farthest \(name), \(Int($0.rounded()).grouped) m" } ?? "as \(name)"
            return "\(changes.count(kind).grouped) \(kind.rawValue) (\(shown))"
        }
        return "stops: " + parts.joined(separator: ", ")
    }

    /// The first of the kind, of those that moved the one that moved farthest; nil where there is none.
    private static func example(of kind: StopChanges.Kind, _ changes: StopChanges) -> StopChanges.Change? {
        let all = changes.all.lazy.filter { $0.kind == kind }
        return kind == .moved ? all.max { $0.metres ?? -1 < $1.metres ?? -1 } : all.first
    }

    private var folderTexts: [String] {
        if options.isDryRun { return ["nothing was written"] }
        return options.out.map { [Printable.escaped($0)] } ?? []
    }

    /// `412 bytes`, `13.4 kB`, `1.2 GB`
    static func size(_ bytes: Int) -> String {
        var (rest, unit) = (Double(bytes), 0)
        let units = ["bytes", "kB", "MB", "GB", "TB"]
        while rest >= 999.95, unit + 1 < units.count {
            rest /= 1000
            unit += 1
        }
        if unit == 0 { return bytes == 1 ? "1 byte" : "\(bytes) bytes" }
        let tenths = Int((rest * 10).rounded())
        return "\(tenths / 10).\(tenths % 10) \(units[unit])"
    }
}
