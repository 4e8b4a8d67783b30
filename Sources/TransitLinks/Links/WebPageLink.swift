// WebPageLink: the sidecar's page of a stop, and of a trip as it is boarded at a stop (links.md, section 3). Host and
// region ID come from one region. The parameters stand in one order, so that the same request gives the same bytes.

/// A page of a region's sidecar.
public struct WebPageLink: Sendable {
    private let base: SidecarBase
    private let region: RegionID
    private let stop: StopID
    private let trip: SharedTrip?
    private let extras: TripPageExtras

    /// The stop's page; nil when the region has no sidecar.
    public init?(stop: StopID, in region: Region) {
        guard let base = region.sidecar else { return nil }
        self.init(base: base, region: region.id, stop: stop, trip: nil, extras: [])
    }

    /// The trip's page, from where it is boarded at `stop`; nil when the region has no sidecar.
    public init?(trip: SharedTrip, at stop: StopID, in region: Region, extras: TripPageExtras = []) {
        guard let base = region.sidecar else { return nil }
        self.init(base: base, region: region.id, stop: stop, trip: trip, extras: extras)
    }

    /// The page that a request shares; nil when the region has no sidecar.
    init?(_ request: ShareRequest, in region: Region) {
        guard let base = region.sidecar else { return nil }
        self.init(base: base, region: region.id, stop: request.stop.id, trip: request.trip, extras: request.extras)
    }

    private init(base: SidecarBase, region: RegionID, stop: StopID, trip: SharedTrip?, extras: TripPageExtras) {
        self.base = base
        self.region = region
        self.stop = stop
        self.trip = trip
        self.extras = extras
    }

    public var text: String { ByteWriter.text { write(to: &$0) } }

    /// - Parameter destination: whether a trip's destination is named; the `webpageURL` of an activity leaves it out.
    package func write(to out: inout ByteWriter, destination: Bool = true) {
        Self.writeHead(base.text, region, to: &out)
        out.appendPercentEncoded(stop.text)
        if let trip { Self.write(trip, extras, destination: destination, to: &out) }
    }
}

// MARK: Writing

extension WebPageLink {
    /// A trip's page without making a link of it first, for the many of a batch.
    /// - Returns: false, with nothing written, when the region has no sidecar.
    @discardableResult
    package static func write(
        _ trip: borrowing SharedTrip, at stop: borrowing StopID, in region: borrowing Region,
        extras: TripPageExtras = [],
        to out: inout ByteWriter
    ) -> Bool {
        guard let base = region.sidecar else { return false }
        writeHead(base.text, region.id, to: &out)
        out.appendPercentEncoded(stop.text)
        write(trip, extras, destination: true, to: &out)
        return true
    }

    /// The page of a request; nothing when the region has no sidecar.
    static func write(_ request: ShareRequest, in region: Region, destination: Bool = true, to out: inout ByteWriter) {
        guard let base = region.sidecar else { return }
        writeHead(base.text, region.id, to: &out)
        writeBody(of: request, destination: destination, to: &out)
    }

    /// What stands before the stop's ID.
    /// - Parameter base: a `SidecarBase`, with or without its scheme.
    static func writeHead(_ base: String, _ region: RegionID, to out: inout ByteWriter) {
        out.append(base)
        out.append(literal: "/regions/")
        out.append(decimal: region.rawValue)
        out.append(literal: "/stops/")
    }

    /// The page's URL from the stop's ID on.
    static func writeBody(of request: ShareRequest, destination: Bool = true, to out: inout ByteWriter) {
        out.appendPercentEncoded(request.stop.id.text)
        if let trip = request.trip { write(trip, request.extras, destination: destination, to: &out) }
    }

    /// What every trip's page has behind the stop's ID.
    /// - Parameter serviceDate: appends the date as `ServiceDate.write` does.
    @inline(__always)
    static func writeQuery(
        trip: Span<UInt8>, stopSequence: Int64, to out: inout ByteWriter, serviceDate: (inout ByteWriter) -> Void
    ) {
        out.append(literal: "/trips?trip_id=")
        out.appendPercentEncoded(trip)
        out.append(literal: "&service_date=")
        serviceDate(&out)
        out.append(literal: "&stop_sequence=")
        out.append(decimal: stopSequence)
    }

    private static func write(
        _ trip: SharedTrip, _ extras: TripPageExtras, destination: Bool, to out: inout ByteWriter
    ) {
        writeQuery(trip: trip.id.text.utf8.span, stopSequence: trip.stopSequence, to: &out) {
            trip.serviceDate.write(to: &$0)
        }
        if destination, let stop = trip.destinationStopID {
            out.append(literal: "&destination_stop_id=")
            out.appendPercentEncoded(stop.text)
        }
        if !extras.isEmpty { write(extras, of: trip, to: &out) }
    }

    private static func write(_ extras: TripPageExtras, of trip: SharedTrip, to out: inout ByteWriter) {
        if extras.contains(.title), trip.hasTitle {
            out.append(literal: "&title=")
            trip.writeTitle { out.appendPercentEncoded($0) }
        }
        if extras.contains(.vehicleID), let vehicle = trip.vehicleID {
            out.append(literal: "&vehicle_id=")
            out.appendPercentEncoded(vehicle.text)
        }
    }
}
