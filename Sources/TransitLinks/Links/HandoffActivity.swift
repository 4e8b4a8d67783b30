// HandoffActivity: an `NSUserActivity` as data (links.md, section 4), with the class's own property names, so that an app
// can rebuild the object. Keys in one order, absent when nil. A trip activity is routed by its `webpageURL` alone; the
// `userInfo`, which the app builds and forgets to assign, is carried along.

/// The activity of a stop or a trip.
public struct HandoffActivity: Sendable {
    private let links: LinkSet

    /// The activity for what `request` shares; it never names the destination.
    public init(_ request: ShareRequest, in region: Region, app: AppProfile) {
        links = LinkSet(request, in: region, app: app, selection: .handoff, walking: [])
    }

    private var stop: SharedStop { links.request.stop }
    private var trip: SharedTrip? { links.request.trip }

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
        WebPageLink(links.request, in: links.region).map { page in
            ByteWriter.text { page.write(to: &$0, destination: false) }
        }
    }

    /// The page of a stop; the persistent identifier of a trip, or of a stop without a page.
    public var targetContentIdentifier: String { (trip == nil ? webpageURL : nil) ?? persistentIdentifier }

    /// As one line of JSON.
    public var json: String {
        var json = JSONWriter(capacity: 1024)
        Self.write(links, to: &json)
        return json.bytes.text
    }

    /// As an XML property list, where the service date is a `<date>`.
    /// - Throws: `PropertyListError` when an ID, name or headsign holds a control character that XML forbids.
    public func propertyList() throws(PropertyListError) -> [UInt8] {
        var list = PropertyListWriter()
        Self.write(links, to: &list)
        return try list.finish()
    }
}

// MARK: Writing

// Over a link set and not over an activity: to make one would copy, with a retain each, every string of
// request, region and profile; links-bench showed it.
extension HandoffActivity {
    /// One object.
    /// - Parameter written: where the URL that is `webpageURL` already stands in a JSON writer, to copy it from there.
    package static func write<Writer: KeyedWriter & ~Copyable>(
        _ set: LinkSet, to out: inout Writer, copying written: Range<Int>? = nil
    ) {
        let isTrip = set.isTrip
        out.beginObject()
        writeWhatItIs(set, isTrip: isTrip, to: &out)
        writeIdentifiers(set, isTrip: isTrip, copying: written, to: &out)
        out.key("requiredUserInfoKeys")
        writeRequiredKeys(isTrip: isTrip, to: &out)
        writeUserInfo(set, isTrip: isTrip, to: &out)
        if set.hasSidecar {
            out.key("webpageURL")
            writePage(set, copying: written, to: &out)
        }
        out.endObject()
    }

    private static func writeWhatItIs<Writer: KeyedWriter & ~Copyable>(
        _ set: LinkSet, isTrip: Bool, to out: inout Writer
    ) {
        out.key("activityType")
        out.beginText()
        out.piece(set.app.bundleIdentifier)
        if isTrip { out.piece(literal: ".user_activity.trip") } else { out.piece(literal: ".user_activity.stop") }
        out.endText()
        writeTitle(set, to: &out)
        out.key("isEligibleForHandoff")
        out.value(true)
        out.key("isEligibleForSearch")
        out.value(!isTrip)
        out.key("isEligibleForPrediction")
        out.value(!isTrip)
        if !isTrip, let phrase = set.app.suggestedInvocationPhrase {
            out.key("suggestedInvocationPhrase")
            out.value(phrase)
        }
    }

    private static func writeTitle<Writer: KeyedWriter & ~Copyable>(_ set: LinkSet, to out: inout Writer) {
        guard set.hasTitle else { return }
        out.key("title")
        out.beginText()
        if let trip = set.request.trip {
            trip.writeTitle { out.piece($0) }
        } else {
            set.request.stop.writeTitle { out.piece($0) }
        }
        out.endText()
    }

    private static func writeIdentifiers<Writer: KeyedWriter & ~Copyable>(
        _ set: LinkSet, isTrip: Bool, copying written: Range<Int>?, to out: inout Writer
    ) {
        out.key("persistentIdentifier")
        writePersistentIdentifier(set, to: &out)
        out.key("targetContentIdentifier")
        if !isTrip, set.hasSidecar {
            writePage(set, copying: written, to: &out)
        } else {
            writePersistentIdentifier(set, to: &out)
        }
    }

    private static func writePersistentIdentifier<Writer: KeyedWriter & ~Copyable>(_ set: LinkSet, to out: inout Writer) {
        out.beginText()
        out.piece(literal: "region_")
        out.piece(set.region.id.rawValue)
        if set.isTrip {
            out.piece(literal: "_trip_")
            if let trip = set.request.trip { out.piece(trip.id.text) }
        } else {
            out.piece(literal: "_stop_")
            out.piece(set.request.stop.id.text)
        }
        out.endText()
    }

    private static func writePage<Writer: KeyedWriter & ~Copyable>(
        _ set: LinkSet, copying written: Range<Int>?, to out: inout Writer
    ) {
        out.value(url: { bytes in
            if let written {
                bytes.append(ownRange: written)
            } else {
                WebPageLink.write(set.request, in: set.region, destination: false, to: &bytes)
            }
        })
    }

    private static func writeRequiredKeys<Writer: KeyedWriter & ~Copyable>(isTrip: Bool, to out: inout Writer) {
        out.beginArray()
        out.value(literal: "regionID")
        if isTrip { out.value(literal: "serviceDate") }
        out.value(literal: "stopID")
        if isTrip {
            out.value(literal: "stopSequence")
            out.value(literal: "tripID")
        }
        out.endArray()
    }

    /// Keys in byte order. JSON has no date, so what `serviceDate` is stands beside it.
    private static func writeUserInfo<Writer: KeyedWriter & ~Copyable>(
        _ set: LinkSet, isTrip: Bool, to out: inout Writer
    ) {
        out.key("userInfo")
        out.beginObject()
        out.key("regionID")
        out.value(set.region.id.rawValue)
        if let trip = set.request.trip {
            write(trip, at: set.request.stop.id, to: &out)
        } else {
            out.key("stopID")
            out.value(set.request.stop.id.text)
        }
        out.endObject()
        guard isTrip, !Writer.hasDates else { return }
        out.key("userInfoTypes")
        out.beginObject()
        out.key("serviceDate")
        out.value(literal: "Date")
        out.endObject()
    }

    private static func write<Writer: KeyedWriter & ~Copyable>(
        _ trip: SharedTrip, at stop: StopID, to out: inout Writer
    ) {
        out.key("serviceDate")
        out.value(date: trip.serviceDate)
        out.key("stopID")
        out.value(stop.text)
        out.key("stopSequence")
        out.value(trip.stopSequence)
        out.key("tripID")
        out.value(trip.id.text)
        guard let vehicle = trip.vehicleID else { return }
        out.key("vehicleID")
        out.value(vehicle.text)
    }
}
