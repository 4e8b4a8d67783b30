// ActivityWriter: an activity as JSON or as a property list, one object with its keys in one order. It writes from a request
// and the compiled links and makes no `HandoffActivity`, which would copy every string of both for each result.

enum ActivityWriter {
    /// One object.
    /// - Parameters:
    ///   - rows: those of `links` for what the request shares.
    ///   - values: the request's.
    static func write<Writer: KeyedWriter & ~Copyable>(
        _ request: borrowing ShareRequest, _ links: CompiledLinks, _ rows: borrowing CompiledRows,
        _ values: borrowing LinkValues, to out: inout Writer
    ) {
        out.beginObject()
        writeWhatItIs(request, links.app, to: &out)
        out.key("persistentIdentifier")
        writePersistentIdentifier(request, links.region, to: &out)
        out.key("targetContentIdentifier")
        if !request.isTrip, let page = rows.activityPage {
            out.value(url: { rows.write(page, values, to: &$0) })
        } else {
            writePersistentIdentifier(request, links.region, to: &out)
        }
        out.key("requiredUserInfoKeys")
        writeRequiredKeys(isTrip: request.isTrip, to: &out)
        writeUserInfo(request, links.region, to: &out)
        if let page = rows.activityPage {
            out.key("webpageURL")
            out.value(url: { rows.write(page, values, to: &$0) })
        }
        out.endObject()
    }

    private static func writeWhatItIs<Writer: KeyedWriter & ~Copyable>(
        _ request: borrowing ShareRequest, _ app: borrowing AppProfile, to out: inout Writer
    ) {
        let isTrip = request.isTrip
        out.key("activityType")
        out.beginText()
        out.piece(app.bundleIdentifier)
        if isTrip { out.piece(literal: ".user_activity.trip") } else { out.piece(literal: ".user_activity.stop") }
        out.endText()
        writeTitle(request, to: &out)
        out.key("isEligibleForHandoff")
        out.value(true)
        out.key("isEligibleForSearch")
        out.value(!isTrip)
        out.key("isEligibleForPrediction")
        out.value(!isTrip)
        if !isTrip, let phrase = app.suggestedInvocationPhrase {
            out.key("suggestedInvocationPhrase")
            out.value(phrase)
        }
    }

    private static func writeTitle<Writer: KeyedWriter & ~Copyable>(_ request: borrowing ShareRequest, to out: inout Writer) {
        if let trip = request.trip {
            if !trip.hasTitle { return }
            out.key("title")
            out.beginText()
            trip.writeTitle { out.piece($0) }
        } else {
            if request.stop.name == nil { return }
            out.key("title")
            out.beginText()
            request.stop.writeTitle { out.piece($0) }
        }
        out.endText()
    }

    private static func writePersistentIdentifier<Writer: KeyedWriter & ~Copyable>(
        _ request: borrowing ShareRequest, _ region: borrowing Region, to out: inout Writer
    ) {
        out.beginText()
        out.piece(literal: "region_")
        out.piece(region.id.rawValue)
        if let trip = request.trip {
            out.piece(literal: "_trip_")
            out.piece(trip.id.text)
        } else {
            out.piece(literal: "_stop_")
            out.piece(request.stop.id.text)
        }
        out.endText()
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
        _ request: borrowing ShareRequest, _ region: borrowing Region, to out: inout Writer
    ) {
        out.key("userInfo")
        out.beginObject()
        out.key("regionID")
        out.value(region.id.rawValue)
        if let trip = request.trip {
            write(trip, at: request.stop.id, to: &out)
        } else {
            out.key("stopID")
            out.value(request.stop.id.text)
        }
        out.endObject()
        guard request.isTrip, !Writer.hasDates else { return }
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
