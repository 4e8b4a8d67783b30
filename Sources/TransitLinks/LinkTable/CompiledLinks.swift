// CompiledLinks: the rows of the table for one region, app and selection. What is constant is folded in, so that writing a link
// is copying a text and a value by turns (`ByteWriter.append(_:of:with:)`). This is the only way in which a link is written,
// and the only place that knows which links exist.

/// The links of a region and app, for stops and for trips.
public struct CompiledLinks: Sendable {
    public let region: Region
    public let app: AppProfile
    /// The parts that were selected, whether or not they exist.
    public let selection: LinkSelection
    /// The map apps of the walking directions, in the order of a result.
    public let vendors: [WalkingVendor]
    /// The links of the operator's own among them.
    public let own: [OwnLink]
    package let stop: CompiledRows
    package let trip: CompiledRows

    /// - Parameters:
    ///   - region: its host and its number both, for they always come from one region.
    ///   - vendors: those of the walking directions, in the order of a result.
    ///   - operatorLinks: what the operator adds to the table.
    public init(
        region: Region, app: AppProfile, selection: LinkSelection = .standard,
        walking vendors: [WalkingVendor] = WalkingVendor.standard, operatorLinks: OperatorLinks = OperatorLinks()
    ) {
        self.region = region
        self.app = app
        self.selection = selection
        self.vendors = vendors
        let rows = LinkTable.rows(vendors, operatorLinks).filter { selection.contains($0.part) }
        let constants = LinkConstants(region, app, wayfinder: operatorLinks.wayfinders[region.id])
        let warning = selection.contains(.fare) ? region.fareApp : FareApp()
        own = selection.contains(.own) ? operatorLinks.own : []
        let fares = operatorLinks.agencyFares
        stop = CompiledRows(rows, isTrip: false, constants, fares, warning: warning).asked(isTrip: false, region, app)
        trip = CompiledRows(rows, isTrip: true, constants, fares, warning: warning).asked(isTrip: true, region, app)
    }

    /// The rows that a request's links are written by.
    @inline(__always)
    func rows(isTrip: Bool) -> CompiledRows { isTrip ? trip : stop }
}

extension LinkTable {
    /// The rows of a result in its order: of the walking directions those of `vendors`, in their order.
    static func rows(_ vendors: [WalkingVendor], _ operatorLinks: OperatorLinks) -> [LinkRow] {
        let chosen = vendors.compactMap { vendor in walking.first { $0.key == vendor.name } }
        let apps = operatorLinks.agencyFares.isEmpty ? apps.filter { $0.name != "fare.web" } : apps
        return pages + chosen + directions + apps + operatorLinks.own.map(LinkRow.init)
    }
}

/// The links of a region that are the same whatever the app.
public struct RegionLinks: Sendable {
    private let stop: CompiledRows
    private let trip: CompiledRows

    public init(_ region: Region) {
        let rows = [LinkTable.web] + LinkTable.apps.filter { $0.part == .fare }
        let constants = LinkConstants(region)
        stop = CompiledRows(rows, isTrip: false, constants, [:], warning: region.fareApp)
        trip = CompiledRows(rows, isTrip: true, constants, [:], warning: region.fareApp)
    }

    /// The page that `request` shares; nil where the region has no sidecar.
    public func page(of request: ShareRequest) -> String? {
        let rows = request.isTrip ? trip : stop
        var values = LinkValues()
        values.take(request, for: rows)
        return rows.text(rows.page, values)
    }

    /// The fare links, by their names in a result: `fare.ios`, `fare.appStore`, `fare.play`.
    public var fare: [(name: String, text: String)] { stop.texts(LinkValues()) }

    /// The fare links and the payment warning as the member `fare` of the object that is open in `json`; nothing where there is none.
    package func writeFare(to json: inout JSONWriter) { ResultWriter.writeGroups(of: stop, to: &json) }
}

/// The compiled rows for stops, or for trips.
package struct CompiledRows: Sendable {
    /// One link, or a note for people that stands among them.
    package struct Link: Sendable {
        /// Where its steps stand in `steps`, and their text in `text`.
        fileprivate let steps: Range<Int>
        fileprivate let text: Int
        /// The request's variables without which it does not exist.
        fileprivate let needs: UInt32
        /// Where `"walking":{` stands in `text`, which opens its group in a result, and `"google":"`, its key; of a note all its JSON.
        let group: Range<Int>
        let key: Range<Int>
        /// Its place among the groups of a result; 0 stands alone.
        let groupNumber: Int
        /// The payment warning of a region, which is no link.
        let isNote: Bool
        /// Whose models are asked which of them open it.
        let receivers: ReceiverSet
        /// Which of them open it where every ID is plain.
        fileprivate(set) var openedWherePlain: ReceiverSet = []
    }

    private var text: [UInt8] = []
    private var steps: [LinkStep] = []
    /// The links that the region and the app have, in the order of a result, and their names.
    package private(set) var links: [Link] = []
    package private(set) var names: [String] = []
    /// The names of all links that were selected, whether or not they exist.
    package let selected: [String]
    /// The page and the app's link, selected or not. Nil where the region has no sidecar.
    private(set) var page: Link?
    private(set) var appLink: Link?
    /// The page that an activity names.
    private(set) var activityPage: Link?
    /// All variables of a request that some link names.
    private(set) var needed: UInt32 = 0

    /// Where agencies sell their tickets, by agency ID.
    let agencyFares: [String: String]

    init(
        _ rows: [LinkRow], isTrip: Bool, _ constants: LinkConstants, _ agencyFares: [String: String], warning: FareApp
    ) {
        self.agencyFares = agencyFares
        selected = rows.map(\.name)
        var groups: [Substring] = []
        for (number, row) in rows.enumerated() {
            if let group = row.group, groups.last != group { groups.append(group) }
            let group = row.group == nil ? 0 : groups.count
            if let link = add(row, isTrip: isTrip, constants, group) { append(link, row.name) }
            let isLastOfFare = row.part == .fare && (number + 1 == rows.count || rows[number + 1].part != .fare)
            if isLastOfFare, let note = add(warning, group) { append(note, "fare.warning") }
        }
        page = add(LinkTable.web, isTrip: isTrip, constants, 0)
        appLink = add(LinkTable.app, isTrip: isTrip, constants, 0)
        activityPage = add(LinkTable.activityPage, isTrip: isTrip, constants, 0)
        // Behind a text whole blocks are read (`ByteWriter.append(_:of:at:with:)`).
        text += [UInt8](repeating: 0, count: ByteWriter.padding)
    }

    private mutating func append(_ link: Link, _ name: String) {
        links.append(link)
        names.append(name)
    }

    private mutating func add(_ row: LinkRow, isTrip: Bool, _ constants: LinkConstants, _ group: Int) -> Link? {
        for template in isTrip ? row.trip : row.stop {
            var compiler = LinkCompiler(constants, page: isTrip ? LinkTable.web.trip : LinkTable.web.stop)
            guard compiler.add(template) else { continue }
            compiler.finish()
            let groupText = add(row.group.map { "\"\($0)\":{" } ?? "")
            let key = add("\"\(row.key)\":\"")
            let link = Link(
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
    private mutating func add(_ fare: FareApp, _ group: Int) -> Link? {
        guard fare.warningTitle != nil || fare.warningBody != nil else { return nil }
        var json = JSONWriter(capacity: 512)
        json.key("warning")
        json.beginObject()
        json.field("title", fare.warningTitle)
        json.field("body", fare.warningBody)
        json.endObject()
        let groupText = add("\"fare\":{")
        return Link(
            steps: 0..<0, text: 0, needs: 0, group: groupText, key: add(json.bytes.text), groupNumber: group, isNote: true,
            receivers: [])
    }

    private mutating func add(_ piece: String) -> Range<Int> {
        let start = text.count
        text += Array(piece.utf8)
        return start..<text.count
    }

    /// The same, once the receivers' models were asked what they make of each link with plain IDs, which all of them read alike.
    fileprivate consuming func asked(isTrip: Bool, _ region: Region, _ app: AppProfile) -> CompiledRows {
        guard let request = ShareRequest.plain(isTrip: isTrip) else { return self }
        var example = LinkValues()
        example.take(request, for: self)
        for number in links.indices where !links[number].receivers.isEmpty {
            var out = ByteWriter(capacity: 512)
            write(links[number], example, to: &out)
            let opened = OpenedBy.receivers(links[number].receivers, of: 0..<out.count, in: out, region, app)
            links[number].openedWherePlain = opened
        }
        return self
    }
}

extension CompiledRows {
    /// The link of this name; nil where it was not selected, or the region or the app has none.
    package func link(_ name: String) -> Link? { names.firstIndex(of: name).map { links[$0] } }

    /// Whether some link names the variable.
    package func names(_ variable: LinkVariable) -> Bool { needed & variable.bit != 0 }

    /// What is constant in a link.
    package func constantText(of link: Link) -> [UInt8] {
        let count = steps[link.steps].reduce(0) { $0 + Int($1.textBytes) }
        return Array(text[link.text..<link.text + count])
    }

    /// Whether the request has all that the link needs.
    @inline(__always)
    package func has(_ link: Link, _ values: borrowing LinkValues) -> Bool { values.present & link.needs == link.needs }

    /// Appends a link.
    /// - Precondition: `has(link, values)`.
    @inline(__always)
    package func write(_ link: borrowing Link, _ values: borrowing LinkValues, to out: inout ByteWriter) {
        out.append(steps.span.extracting(link.steps), of: text.span, at: link.text, with: values)
    }

    /// Appends a piece of text that belongs to a link.
    @inline(__always)
    func append(_ piece: Range<Int>, to out: inout ByteWriter) { out.append(text.span.extracting(piece)) }

    /// The link as text, nil where it does not exist.
    package func text(_ link: Link?, _ values: borrowing LinkValues) -> String? {
        guard let link, !link.isNote, has(link, values) else { return nil }
        return ByteWriter.text { write(link, values, to: &$0) }
    }

    /// Every link that exists, by its name and in the order of a result.
    package func texts(_ values: borrowing LinkValues) -> [(name: String, text: String)] {
        var texts: [(String, String)] = []
        for (name, link) in zip(names, links) {
            if let text = text(link, values) { texts.append((name, text)) }
        }
        return texts
    }
}
