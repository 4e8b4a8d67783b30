// RowCompiler: rows of the table, met with a region and an app, to `CompiledRows`.

/// Builds the rows for stops, or for trips.
struct RowCompiler {
    private(set) var text: [UInt8] = []
    private(set) var steps: [LinkStep] = []
    private(set) var links: [CompiledLink] = []
    private(set) var names: [String] = []
    let selected: [String]
    private(set) var page: CompiledLink?
    private(set) var appLink: CompiledLink?
    private(set) var activityPage: CompiledLink?
    private(set) var needed: UInt32 = 0
    let agencyFares: [String: String]

    private let isTrip: Bool
    private let constants: LinkConstants

    /// - Parameters:
    ///   - isTrip: whether the rows' forms for a trip are compiled.
    ///   - agencyFares: where agencies sell their tickets, by agency ID.
    ///   - warning: the fare app whose payment warning is told.
    init(
        _ rows: [LinkRow], isTrip: Bool, _ constants: LinkConstants, _ agencyFares: [String: String], warning: FareApp
    ) {
        self.isTrip = isTrip
        self.constants = constants
        self.agencyFares = agencyFares
        selected = rows.map(\.name)
        var groups: [Substring] = []
        for (number, row) in rows.enumerated() {
            if let group = row.group, groups.last != group { groups.append(group) }
            let group = row.group == nil ? 0 : groups.count
            if let link = add(row, group) { append(link, row.name) }
            let isLastOfFare = row.part == .fare && (number + 1 == rows.count || rows[number + 1].part != .fare)
            if isLastOfFare, let note = add(warning, group) { append(note, "fare.warning") }
        }
        page = add(LinkTable.web, 0)
        appLink = add(LinkTable.app, 0)
        activityPage = add(LinkTable.activityPage, 0)
    }

    private mutating func append(_ link: CompiledLink, _ name: String) {
        links.append(link)
        names.append(name)
    }

    private mutating func add(_ row: LinkRow, _ group: Int) -> CompiledLink? {
        for template in isTrip ? row.trip : row.stop {
            var compiler = LinkCompiler(constants, page: isTrip ? LinkTable.web.trip : LinkTable.web.stop)
            guard compiler.add(template) else { continue }
            compiler.finish()
            let groupText = add(row.group.map { "\"\($0)\":{" } ?? "")
            let key = add("\"\(row.key)\":\"")
            let link = CompiledLink(
                steps: steps.count..<steps.count + compiler.steps.count, text: text.count, needs: compiler.needs,
                group: groupText, key: key, groupNumber: group, isNote: false,
                receivers: isTrip ? row.tripReceivers : row.receivers)
            text += compiler.text
            steps += compiler.steps
            needed |= compiler.named
            return link
        }
        return nil
    }

    /// The warning that goes with a region's fare links: "does not cover the whole region".
    private mutating func add(_ fare: FareApp, _ group: Int) -> CompiledLink? {
        guard fare.warningTitle != nil || fare.warningBody != nil else { return nil }
        var json = JSONWriter(capacity: 512)
        json.key("warning")
        json.beginObject()
        json.field("title", fare.warningTitle)
        json.field("body", fare.warningBody)
        json.endObject()
        let groupText = add("\"fare\":{")
        return CompiledLink(
            steps: 0..<0, text: 0, needs: 0, group: groupText, key: add(json.bytes.text), groupNumber: group, isNote: true,
            receivers: [])
    }

    private mutating func add(_ piece: String) -> Range<Int> {
        let start = text.count
        text += Array(piece.utf8)
        return start..<text.count
    }

    var rows: CompiledRows { CompiledRows(self) }

    /// The rows, once the receivers' models were asked what they make of each link with plain IDs, which all of them read alike.
    consuming func rows(asking region: Region, _ app: AppProfile) -> CompiledRows {
        guard let request = ShareRequest.plain(isTrip: isTrip) else { return rows }
        let draft = rows
        var values = LinkValues()
        values.take(request, for: draft)
        for number in links.indices where !links[number].receivers.isEmpty {
            var out = ByteWriter(capacity: 512)
            draft.write(links[number], values, to: &out)
            let receivers = OpenedBy.receivers(links[number].receivers, of: 0..<out.count, in: out, region, app)
            if receivers.isEmpty { continue }
            var json = JSONWriter(capacity: 128)
            OpenedBy.write(receivers, of: names[number], to: &json)
            links[number].openedBy = add(json.bytes.text)
        }
        return rows
    }
}
