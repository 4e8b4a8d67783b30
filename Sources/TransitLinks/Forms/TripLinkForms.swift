// TripLinkForms: the links of trips as they are boarded at a region's stops, for one app, with everything written beforehand
// but the IDs, the service date and the stop sequence: what all boardings of a feed have in common (links.md, section 3).
// IDs are bytes that the caller has checked once, with `StopID.check` and `TripID.check`. An app link for a trip is its
// boarding stop's, which `StopLinkForms` writes.

/// Writes links of trips; each verb says whether that link exists for this region and app.
package struct TripLinkForms: Sendable {
    private let text: PreparedText
    private let page: Range<Int>?
    private let android: LinkFrame?
    /// Whether an intent leads to the trip's page, which it does where there is one; else it leads to the stop.
    private let androidOpensPage: Bool

    package init(region: Region, app: AppProfile) {
        var text = PreparedText()
        page = region.sidecar.map { base in text.add { WebPageLink.writeHead(base.text, region.id, to: &$0) } }
        let form = AndroidIntent.Form(region, app, isTrip: true)
        android = form.map { LinkFrame($0, in: &text) }
        androidOpensPage = form?.opensPage == true
        self.text = text
    }

    /// Whether the region has a web server, and trips therefore a page.
    package var hasWeb: Bool { page != nil }
    /// Whether the app has an Android package, and trips therefore an intent.
    package var hasAndroid: Bool { android != nil }

    /// The trip's web page.
    /// - Parameters:
    ///   - stop: the UTF-8 of the boarding stop's checked ID, not encoded; `trip` likewise.
    ///   - serviceDate: the bytes of `ServiceDate.text`, made once a service day.
    ///   - stopSequence: OneBusAway's 0-based index of the stop in the trip.
    /// - Returns: false, with nothing written, when the region has no sidecar.
    @discardableResult
    package func appendWeb(
        stop: Span<UInt8>, trip: Span<UInt8>, serviceDate: Span<UInt8>, stopSequence: Int, to out: inout ByteWriter
    ) -> Bool {
        guard let page else { return false }
        text.append(page, to: &out)
        Self.appendBody(stop, trip, serviceDate, stopSequence, to: &out)
        return true
    }

    /// The Android intent: of the trip's page, or of the boarding stop where the region has no sidecar. Parameters as above.
    /// - Returns: false, with nothing written, when the app has no Android package.
    @discardableResult
    package func appendAndroid(
        stop: Span<UInt8>, trip: Span<UInt8>, serviceDate: Span<UInt8>, stopSequence: Int, to out: inout ByteWriter
    ) -> Bool {
        guard let android else { return false }
        text.append(android.head, to: &out)
        let start = out.count
        if androidOpensPage {
            Self.appendBody(stop, trip, serviceDate, stopSequence, to: &out)
        } else {
            out.appendPercentEncoded(stop)
        }
        android.close(start..<out.count, text, to: &out)
        return true
    }

    /// The page's URL from the stop's ID on.
    @inline(__always)
    private static func appendBody(
        _ stop: Span<UInt8>, _ trip: Span<UInt8>, _ serviceDate: Span<UInt8>, _ stopSequence: Int,
        to out: inout ByteWriter
    ) {
        out.appendPercentEncoded(stop)
        WebPageLink.writeQuery(trip: trip, stopSequence: Int64(stopSequence), to: &out) { $0.append(serviceDate) }
    }
}
