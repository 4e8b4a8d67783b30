// AppLink: the custom-scheme link that opens a stop in the app. No such form exists for a trip: a trip's is its boarding
// stop's.

/// `{scheme}://view-stop?stopID={}&regionID={}`
public struct AppLink: Sendable {
    private let scheme: String
    private let stop: StopID
    private let region: RegionID

    public init(stop: StopID, region: RegionID, app: AppProfile) {
        scheme = app.scheme
        self.stop = stop
        self.region = region
    }

    public var text: String { ByteWriter.text(write) }

    package func write(to out: inout ByteWriter) { Self.write(stop, in: region, scheme: scheme, to: &out) }

    static func write(_ stop: StopID, in region: RegionID, scheme: String, to out: inout ByteWriter) {
        writeHead(scheme: scheme, to: &out)
        out.appendPercentEncoded(stop.text)
        writeTail(region, to: &out)
    }

    /// What stands before the stop's ID.
    static func writeHead(scheme: String, to out: inout ByteWriter) {
        out.append(scheme)
        out.append(literal: "://")
        writeHead(to: &out)
    }

    /// The same behind `://`: an Android intent names the scheme elsewhere.
    static func writeHead(to out: inout ByteWriter) { out.append(literal: "view-stop?stopID=") }

    /// What stands behind the stop's ID.
    static func writeTail(_ region: RegionID, to out: inout ByteWriter) {
        out.append(literal: "&regionID=")
        out.append(decimal: region.rawValue)
    }
}
