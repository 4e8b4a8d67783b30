// HandoffActivity: an `NSUserActivity` as data (links.md, section 4), with the class's own property names, so that an app
// can rebuild the object. Keys in one order, absent when nil. A trip activity is routed by its `webpageURL` alone; the
// `userInfo`, which the app builds and forgets to assign, is carried along.

/// The activity of a stop or a trip.
public struct HandoffActivity: Sendable {
    private let request: ShareRequest
    private let links: CompiledLinks

    /// The activity for what `request` shares; it never names the destination.
    public init(_ request: ShareRequest, in region: Region, app: AppProfile) {
        self.init(request, CompiledLinks(region: region, app: app, selection: .handoff, walking: []))
    }

    init(_ request: ShareRequest, _ links: CompiledLinks) {
        self.request = request
        self.links = links
    }

    private var stop: SharedStop { request.stop }
    private var trip: SharedTrip? { request.trip }

    /// Whether the activity opens anything: a trip's is routed by its page alone.
    public var opensSomething: Bool { trip == nil || links.region.sidecar != nil }

    public var activityType: String {
        links.app.bundleIdentifier + (trip == nil ? ".user_activity.stop" : ".user_activity.trip")
    }

    public var title: String? { if let trip { trip.title } else { stop.title } }

    public var persistentIdentifier: String {
        "region_\(links.region.id.rawValue)" + (trip == nil ? "_stop_" : "_trip_") + (trip?.id.text ?? stop.id.text)
    }

    public var webpageURL: String? {
        let rows = links.rows(isTrip: trip != nil)
        var values = LinkValues()
        values.take(request, for: rows)
        return rows.activityPage.map { page in ByteWriter.text { rows.write(page, values, to: &$0) } }
    }

    /// The page of a stop; the persistent identifier of a trip, or of a stop without a page.
    public var targetContentIdentifier: String { (trip == nil ? webpageURL : nil) ?? persistentIdentifier }

    /// As one line of JSON.
    public var json: String {
        var json = JSONWriter(capacity: 1024)
        write(to: &json)
        return json.bytes.text
    }

    /// As an XML property list, where the service date is a `<date>`.
    /// - Throws: `PropertyListError` when an ID, name or headsign holds a control character that XML forbids.
    public func propertyList() throws(PropertyListError) -> [UInt8] {
        var list = PropertyListWriter()
        write(to: &list)
        return try list.finish()
    }

    private func write<Writer: KeyedWriter & ~Copyable>(to out: inout Writer) {
        let rows = links.rows(isTrip: trip != nil)
        var values = LinkValues()
        values.take(request, for: rows)
        ActivityWriter.write(request, links, rows, values, to: &out)
    }
}
