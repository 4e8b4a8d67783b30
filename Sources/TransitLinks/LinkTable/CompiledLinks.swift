// CompiledLinks: the rows of the table for one region, app and selection. What is constant is folded in, so that writing a link
// is copying a text and a value by turns (`ByteWriter.append(_:of:with:)`). This is the only way in which a link is written,
// and the only place that knows which links exist.

/// The links of a region and app, for stops and for trips. A class, for every result of a configuration shares them: as a struct its
/// copies took a quarter of the instructions of a result.
public final class CompiledLinks: Sendable {
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
        var json = JSONWriter(capacity: 256)
        json.key("region")
        json.beginObject()
        json.field("id", region.id.rawValue)
        json.field("name", region.name)
        json.endObject()
        regionJSON = json.bytes.bytes
        own = selection.contains(.own) ? operatorLinks.own : []
        let fares = operatorLinks.agencyFares
        stop = RowCompiler(rows, isTrip: false, constants, fares, warning: warning).rows(asking: region, app)
        trip = RowCompiler(rows, isTrip: true, constants, fares, warning: warning).rows(asking: region, app)
    }

    /// Where `"region":{"id":1,"name":"Puget Sound"}` of a result is written.
    let regionJSON: [UInt8]

    /// Whether the region has a web server.
    var hasPages: Bool { stop.page != nil }

    /// The rows that a request's links are written by.
    @inline(__always)
    func rows(isTrip: Bool) -> CompiledRows { isTrip ? trip : stop }
}

extension LinkTable {
    /// The rows of a result in its order: of the walking directions those of `vendors`, in their order.
    static func rows(_ vendors: [WalkingVendor], _ operatorLinks: OperatorLinks) -> [LinkRow] {
        let chosen = vendors.compactMap { vendor in walking.first { $0.key == vendor.name } }
        let rows = pages + chosen + directions + apps + operatorLinks.own.map(LinkRow.init)
        // What the operator has not set up is no row, and so no empty column of a table.
        return rows.filter { row in
            switch row.name {
            case "fare.web": !operatorLinks.agencyFares.isEmpty
            case "wayfinder": !operatorLinks.wayfinders.isEmpty
            default: true
            }
        }
    }
}

/// The links of a region that are the same whatever the app.
public struct RegionLinks: Sendable {
    private let stop: CompiledRows
    private let trip: CompiledRows

    public init(_ region: Region) {
        let rows = [LinkTable.web] + LinkTable.apps.filter { $0.part == .fare }
        let constants = LinkConstants(region)
        stop = RowCompiler(rows, isTrip: false, constants, [:], warning: region.fareApp).rows
        trip = RowCompiler(rows, isTrip: true, constants, [:], warning: region.fareApp).rows
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

/// A link of a region and app, or a note for people that stands among them.
package struct CompiledLink: Sendable {
    /// Where its steps stand in the rows' `steps`, and their text in `text`.
    let steps: Range<Int>
    let text: Int
    /// The request's variables without which it does not exist.
    let needs: UInt32
    /// Where `"walking":{` stands in `text`, which opens its group in a result, and `"google":"`, its key; of a note all its JSON.
    let group: Range<Int>
    let key: Range<Int>
    /// Its place among the groups of a result; 0 stands alone.
    let groupNumber: Int
    /// The payment warning of a region, which is no link.
    let isNote: Bool
    /// Whose models are asked which of them open it.
    let receivers: ReceiverSet
    /// Where `"web":["ios-current"]` stands in `text`: who opens it where every ID is plain. Empty where nobody does.
    var openedBy = 0..<0
}

/// The compiled rows for stops, or for trips.
package struct CompiledRows: Sendable {
    fileprivate let text: [UInt8]
    fileprivate let steps: [LinkStep]
    /// The links that the region and the app have, in the order of a result, and their names.
    package let links: [CompiledLink]
    package let names: [String]
    /// The names of all links that were selected, whether or not they exist.
    package let selected: [String]
    /// The page and the app's link, selected or not.
    let page: CompiledLink?
    let appLink: CompiledLink?
    /// The page that an activity names.
    let activityPage: CompiledLink?
    /// All variables of a request that some link names.
    let needed: UInt32
    /// Where agencies sell their tickets, by agency ID.
    let agencyFares: [String: String]

    init(_ compiler: borrowing RowCompiler) {
        // Behind a text whole blocks are read (`ByteWriter.append(_:of:at:with:)`).
        text = compiler.text + [UInt8](repeating: 0, count: ByteWriter.padding)
        steps = compiler.steps
        links = compiler.links
        names = compiler.names
        selected = compiler.selected
        page = compiler.page
        appLink = compiler.appLink
        activityPage = compiler.activityPage
        needed = compiler.needed
        agencyFares = compiler.agencyFares
    }
}

extension CompiledRows {
    /// The link of this name; nil where it was not selected, or the region or the app has none.
    package func link(_ name: String) -> CompiledLink? { names.firstIndex(of: name).map { links[$0] } }

    /// Whether some link names the variable.
    package func names(_ variable: LinkVariable) -> Bool { needed & variable.bit != 0 }

    /// What is constant in a link.
    package func constantText(of link: CompiledLink) -> [UInt8] {
        let count = steps[link.steps].reduce(0) { $0 + Int($1.textBytes) }
        return Array(text[link.text..<link.text + count])
    }

    /// Whether the request has all that the link needs.
    @inline(__always)
    package func has(_ link: CompiledLink, _ values: borrowing LinkValues) -> Bool { values.present & link.needs == link.needs }

    /// Appends a link.
    /// - Precondition: `has(link, values)`.
    @inline(__always)
    package func write(_ link: borrowing CompiledLink, _ values: borrowing LinkValues, to out: inout ByteWriter) {
        out.append(steps.span.extracting(link.steps), of: text.span, at: link.text, with: values)
    }

    /// Appends a piece of text that belongs to a link.
    @inline(__always)
    func append(_ piece: Range<Int>, to out: inout ByteWriter) { out.append(text.span.extracting(piece)) }

    /// The link as text, nil where it does not exist.
    package func text(_ link: CompiledLink?, _ values: borrowing LinkValues) -> String? {
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
