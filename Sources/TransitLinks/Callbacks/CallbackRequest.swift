// CallbackRequest: the parameters of one x-callback-url as a `ShareRequest`. Its fields are named as in the URL, and its
// values are text: a number is one by its digits. Every fault is noted, as in a JSON request.

internal import Escaping

struct CallbackRequest {
    private let url: CallbackURL
    private let route: CallbackRoute
    private let values: [String: String]
    private var fields = RequestFields()

    init(_ url: CallbackURL, _ route: CallbackRoute) {
        self.url = url
        self.route = route
        values = Dictionary(url.parameters.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
        fields.warnings = url.warnings
    }

    consuming func decoded(_ timeZones: TimeZoneDatabase) -> DecodedRequest {
        refuseUnknown()
        let stop = stop()
        let trip = route.action == .shareTrip ? trip(timeZones) : nil
        let region = region()
        if let fault = fields.fault { return .fault(fault) }
        guard fields.errors.isEmpty, let stop else {
            return .refused(id: nil, callback: url.targets.error, errors: fields.errors)
        }
        let callback = RequestCallback(url.targets, for: route.action)
        return .request(
            ShareRequest(
                stop: stop, trip: trip, region: region, app: route.app, callback: callback, warnings: fields.warnings))
    }

    private mutating func refuseUnknown() {
        let known = route.action.parameters
        for name in url.parameters.map(\.name) where !known.contains(where: { $0.utf8.elementsEqual(name.utf8) }) {
            let hint = Spelling.hint(for: name, known: known)
            fields.refuse(.unknownKey, Printable.escaped(name), "unknown parameter \(Printable.quoted(name)); \(hint)")
        }
    }

    // MARK: - Parts

    private mutating func stop() -> SharedStop? {
        let id: StopID? = required("stopID", as: "1_75403").flatMap { fields.id($0, "stopID") }
        let direction = direction()
        let coordinate = coordinate()
        guard let id else { return nil }
        return SharedStop(id: id, name: optional("name"), direction: direction, coordinate: coordinate)
    }

    private mutating func trip(_ timeZones: TimeZoneDatabase) -> SharedTrip? {
        let id: TripID? = required("tripID", as: "1_694514730").flatMap { fields.id($0, "tripID") }
        let date = required("serviceDate", as: "1774854000").flatMap { serviceDate($0, timeZones) }
        let sequence = required("stopSequence", as: "19").flatMap { stopSequence($0) }
        let destination: StopID? = optional("destinationStopID").flatMap { fields.id($0, "destinationStopID") }
        let vehicle: VehicleID? = optional("vehicleID").flatMap { fields.id($0, "vehicleID") }
        guard let id, let date, let sequence else { return nil }
        return SharedTrip(
            id: id, serviceDate: date, stopSequence: sequence, route: optional("route"), headsign: optional("headsign"),
            vehicleID: vehicle, destinationStopID: destination)
    }

    private mutating func region() -> RegionChoice? {
        guard let text = optional("regionID") else { return nil }
        if text == "auto" { return .auto }
        if let number = Self.integer(text) { return .id(RegionID(rawValue: number)) }
        fields.refuse(.wrongType, "regionID", "\(Printable.quoted(text)) is neither a region's number nor auto")
        return nil
    }

    // MARK: - Values

    /// A value that is not blank.
    private func optional(_ name: String) -> String? {
        values[name].flatMap { $0.isBlank ? nil : $0 }
    }

    private mutating func required(_ name: String, as example: String) -> String? {
        if let text = optional(name) { return text }
        fields.refuse(.missing, name, "it has to be given, as in \(name)=\(example)")
        return nil
    }

    private mutating func direction() -> CompassDirection? {
        guard let text = optional("direction") else { return nil }
        return fields.direction(text, "direction")
    }

    private mutating func coordinate() -> Coordinate? {
        let faults = fields.errors.count
        let latitude = degrees("lat", .badLatitude, "latitude", 90)
        let longitude = degrees("lon", .badLongitude, "longitude", 180)
        if fields.errors.count > faults { return nil }
        return fields.coordinate(latitude, "lat", longitude, "lon")
    }

    private mutating func degrees(
        _ name: String, _ code: RequestError.Code, _ noun: String, _ limit: Double
    ) -> Double? {
        guard let text = optional(name) else { return nil }
        guard let number = Self.decimal(text) else {
            fields.refuse(code, name, "\(Printable.quoted(text)) is no \(noun); write a number with a decimal point")
            return nil
        }
        if number.magnitude <= limit { return number }
        fields.refuse(
            code, name, "\(Printable.quoted(text)) is not a \(noun) (-\(Int(limit))…\(Int(limit)))")
        return nil
    }

    private mutating func stopSequence(_ text: String) -> Int64? {
        if let number = Self.integer(text), number >= 0 { return number }
        fields.refuse(
            .badStopSequence, "stopSequence",
            "\(Printable.quoted(text)) is no index of a stop in its trip; it is a whole number and counts from 0")
        return nil
    }

    private mutating func serviceDate(_ text: String, _ timeZones: TimeZoneDatabase) -> ServiceDate? {
        let zone = optional("timeZone")
        guard !CalendarDate.looksLikeGTFS(text.utf8), let seconds = Self.decimal(text) else {
            return fields.calendarDate(text, "serviceDate", zone: zone, in: "timeZone", timeZones)
        }
        if let zone { fields.warnUnused(zone, "timeZone") }
        return fields.serviceDate(seconds, shown: Printable.quoted(text), "serviceDate")
    }

    /// Digits with at most a minus before them. Swift would take a plus, too, and a `+` in a URL may have been a blank.
    private static func integer(_ text: String) -> Int64? {
        text.utf8.first == UInt8(ascii: "+") ? nil : Int64(text)
    }

    /// A number as JSON writes it. Swift would take `inf`, `nan` and hexadecimal digits, too.
    private static func decimal(_ text: String) -> Double? {
        let bytes = text.utf8
        guard let first = bytes.first, let last = bytes.last, first == UInt8(ascii: "-") || isDigits(first),
            isDigits(last), bytes.allSatisfy({ isDigits($0) || "+-.eE".utf8.contains($0) })
        else { return nil }
        return Double(text)
    }

    private static func isDigits(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}
