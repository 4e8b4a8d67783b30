// HandoffActivity: an `NSUserActivity` as data (links.md, section 4), with the class's own property names, so that an app
// can rebuild the object. Keys in one order, absent when nil. A trip activity is routed by its `webpageURL` alone; the
// `userInfo`, which the app builds and forgets to assign, is carried along.

/// The activity of a stop or a trip.
public struct HandoffActivity: Sendable {
    let stop: SharedStop
    let trip: SharedTrip?
    let region: RegionID
    let bundleIdentifier: String
    let phrase: String?
    /// Never with the destination.
    let page: WebPageLink?

    public init(_ request: ShareRequest, in region: Region, app: AppProfile) {
        stop = request.stop
        trip = request.trip
        self.region = region.id
        bundleIdentifier = app.bundleIdentifier
        phrase = request.trip == nil ? app.suggestedInvocationPhrase : nil
        page = WebPageLink(request, in: region)
    }

    /// Whether the activity opens anything: a trip's is routed by its page alone.
    public var opensSomething: Bool { trip == nil || page != nil }

    public var activityType: String { bundleIdentifier + (trip == nil ? ".user_activity.stop" : ".user_activity.trip") }
    public var title: String? { if let trip { trip.title } else { stop.title } }
    public var persistentIdentifier: String {
        "region_\(region.rawValue)" + (trip == nil ? "_stop_" : "_trip_") + (trip?.id.text ?? stop.id.text)
    }
    public var webpageURL: String? { page.map { page in ByteWriter.text { page.write(to: &$0, destination: false) } } }
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
}

// MARK: Writing

extension HandoffActivity {
    /// One object.
    /// - Parameter written: where the URL that is `webpageURL` already stands in a JSON writer, to copy it from there.
    package func write<Writer: KeyedWriter & ~Copyable>(to out: inout Writer, copying written: Range<Int>? = nil) {
        out.beginObject()
        writeWhatItIs(to: &out)
        writeIdentifiers(copying: written, to: &out)
        out.key("requiredUserInfoKeys")
        out.beginArray()
        for key in trip == nil ? Self.stopKeys : Self.tripKeys { out.value(key) }
        out.endArray()
        writeUserInfo(to: &out)
        if let page {
            out.key("webpageURL")
            write(page, copying: written, to: &out)
        }
        out.endObject()
    }

    private static let stopKeys = ["regionID", "stopID"]
    private static let tripKeys = ["regionID", "serviceDate", "stopID", "stopSequence", "tripID"]

    private func writeWhatItIs<Writer: KeyedWriter & ~Copyable>(to out: inout Writer) {
        out.key("activityType")
        out.beginText()
        out.piece(bundleIdentifier)
        out.piece(trip == nil ? ".user_activity.stop" : ".user_activity.trip")
        out.endText()
        writeTitle(to: &out)
        out.key("isEligibleForHandoff")
        out.value(true)
        out.key("isEligibleForSearch")
        out.value(trip == nil)
        out.key("isEligibleForPrediction")
        out.value(trip == nil)
        if let phrase {
            out.key("suggestedInvocationPhrase")
            out.value(phrase)
        }
    }

    private func writeTitle<Writer: KeyedWriter & ~Copyable>(to out: inout Writer) {
        guard trip?.hasTitle ?? (stop.name != nil) else { return }
        out.key("title")
        out.beginText()
        if let trip { trip.writeTitle { out.piece($0) } } else { stop.writeTitle { out.piece($0) } }
        out.endText()
    }

    private func writeIdentifiers<Writer: KeyedWriter & ~Copyable>(copying written: Range<Int>?, to out: inout Writer) {
        out.key("persistentIdentifier")
        writePersistentIdentifier(to: &out)
        out.key("targetContentIdentifier")
        if trip == nil, let page {
            write(page, copying: written, to: &out)
        } else {
            writePersistentIdentifier(to: &out)
        }
    }

    private func writePersistentIdentifier<Writer: KeyedWriter & ~Copyable>(to out: inout Writer) {
        out.beginText()
        out.piece("region_")
        out.piece(region.rawValue)
        out.piece(trip == nil ? "_stop_" : "_trip_")
        out.piece(trip?.id.text ?? stop.id.text)
        out.endText()
    }

    private func write<Writer: KeyedWriter & ~Copyable>(
        _ page: WebPageLink, copying written: Range<Int>?, to out: inout Writer
    ) {
        out.value(url: { bytes in
            if let written { bytes.append(ownRange: written) } else { page.write(to: &bytes, destination: false) }
        })
    }

    /// Keys in byte order. JSON has no date, so what `serviceDate` is stands beside it.
    private func writeUserInfo<Writer: KeyedWriter & ~Copyable>(to out: inout Writer) {
        out.key("userInfo")
        out.beginObject()
        out.key("regionID")
        out.value(region.rawValue)
        if let trip { writeDate(of: trip, to: &out) }
        out.key("stopID")
        out.value(stop.id.text)
        if let trip { writeRest(of: trip, to: &out) }
        out.endObject()
        guard trip != nil, !Writer.hasDates else { return }
        out.key("userInfoTypes")
        out.beginObject()
        out.key("serviceDate")
        out.value("Date")
        out.endObject()
    }

    private func writeDate<Writer: KeyedWriter & ~Copyable>(of trip: SharedTrip, to out: inout Writer) {
        out.key("serviceDate")
        out.value(date: trip.serviceDate)
    }

    private func writeRest<Writer: KeyedWriter & ~Copyable>(of trip: SharedTrip, to out: inout Writer) {
        out.key("stopSequence")
        out.value(trip.stopSequence)
        out.key("tripID")
        out.value(trip.id.text)
        guard let vehicle = trip.vehicleID else { return }
        out.key("vehicleID")
        out.value(vehicle.text)
    }
}
