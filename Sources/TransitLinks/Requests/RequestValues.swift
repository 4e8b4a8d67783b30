// RequestValues: a request whose values come as values and not as JSON, from a feed. Verdicts and warnings are those of the
// decoder, so that it is answered with the same bytes. A blank value is absent, as there.

/// A stop, as `stop` in a request.
package struct StopValues {
    var id: String
    var name: String
    var code: String
    var coordinate: Coordinate?

    /// - Parameters:
    ///   - id: the combined ID.
    ///   - name: left out where it is blank or holds U+0000, for which a request would be refused; `code` likewise.
    package init(id: String, name: String, code: String = "", coordinate: Coordinate?) {
        self.id = id
        self.name = name
        self.code = code
        self.coordinate = coordinate
    }
}

/// A trip as it is boarded at the stop, as `trip` in a request.
package struct TripValues {
    var id: String
    var serviceDate: ServiceDate
    var stopSequence: Int64
    var route: String
    var headsign: String

    /// - Parameters:
    ///   - id: the combined ID.
    ///   - stopSequence: OneBusAway's 0-based index of the stop in the trip.
    ///   - route: left out like a stop's name, as is `headsign`.
    package init(id: String, serviceDate: ServiceDate, stopSequence: Int, route: String, headsign: String) {
        self.id = id
        self.serviceDate = serviceDate
        self.stopSequence = Int64(stopSequence)
        self.route = route
        self.headsign = headsign
    }
}

extension ShareRequest {
    /// A stop request, or with a `trip` a trip request, for everything that the configuration selects.
    /// - Parameter id: the request's own; left out where it is blank or longer than `RequestLimits.idBytes`.
    /// - Throws: every reason for which the IDs are none.
    package init(id: String?, stop: StopValues, trip: TripValues? = nil) throws(RequestErrors) {
        var fields = RequestFields()
        let stop = SharedStop(stop, &fields)
        let trip = trip.map { SharedTrip($0, &fields) }
        guard fields.errors.isEmpty, let stop, trip.map({ $0 != nil }) ?? true else { throw RequestErrors(fields.errors) }
        self.init(id: id.flatMap(Self.fitting), stop: stop, trip: trip ?? nil, warnings: fields.warnings)
    }

    private static func fitting(_ id: String) -> String? {
        id.isBlank || id.utf8.count > RequestLimits().idBytes ? nil : id
    }
}

extension SharedStop {
    fileprivate init?(_ values: StopValues, _ fields: inout RequestFields) {
        let id: StopID? = fields.id(values.id, "stop.id")
        let name = fields.caption(leavingOut: values.name, "stop.name")
        let code = fields.caption(leavingOut: values.code, "stop.code")
        guard let id else { return nil }
        self.init(id: id, name: name, coordinate: values.coordinate, code: code)
    }
}

extension SharedTrip {
    fileprivate init?(_ values: TripValues, _ fields: inout RequestFields) {
        let id: TripID? = fields.id(values.id, "trip.id")
        let route = fields.caption(leavingOut: values.route, "trip.route")
        let headsign = fields.caption(leavingOut: values.headsign, "trip.headsign")
        guard let id else { return nil }
        self.init(
            id: id, serviceDate: values.serviceDate, stopSequence: values.stopSequence, route: route, headsign: headsign)
    }
}

extension RequestFields {
    /// A name for people, nil where the request has to do without.
    fileprivate mutating func caption(leavingOut text: String, _ field: String) -> String? {
        text.isBlank || text.utf8.contains(0) ? nil : caption(text, field)
    }
}
