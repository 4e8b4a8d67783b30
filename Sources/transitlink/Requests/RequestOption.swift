// RequestOption: the command-line options that are keys of a request, a row each (product.md, "A request"). One table says
// how an option is parsed, explained and written into the request; what its value means is the request decoder's to say,
// so that a value is refused in the same words here and in the spool.

internal import Arguments
internal import StrictJSON
internal import TransitLinks

struct RequestOption: Sendable {
    enum Part: CaseIterable { case root, stop, trip }
    enum Form {
        case text
        /// A number where the value is a literal of one, else the text: the decoder then says what is wrong with it.
        case number
        /// A number, but for a date of eight digits, which is a text.
        case date
        /// Names between commas.
        case list
    }

    let option: CommandLineOption
    let part: Part
    let key: StaticString
    let form: Form

    private init(
        _ name: String, _ placeholder: String, _ part: Part, _ key: StaticString, _ form: Form, _ help: String
    ) {
        option = CommandLineOption(name, .required(placeholder), help)
        self.part = part
        self.key = key
        self.form = form
    }

    static let stop = [
        RequestOption("name", "TEXT", .stop, "name", .text, "name of the stop"),
        RequestOption("direction", "DIR", .stop, "direction", .text, "N NE E SE S SW W NW"),
        RequestOption("lat", "DEGREES", .stop, "lat", .number, "latitude, for walking directions"),
        RequestOption("lon", "DEGREES", .stop, "lon", .number, "longitude"),
    ]

    static let trip = [
        RequestOption("trip", "ID", .trip, "id", .text, "trip"),
        RequestOption("service-date", "DATE", .trip, "serviceDate", .date, "2026-03-30, 20260330 or epoch seconds"),
        RequestOption("time-zone", "ZONE", .trip, "timeZone", .text, "of a date, as America/Los_Angeles"),
        RequestOption("stop-sequence", "N", .trip, "stopSequence", .number, "index of the stop in the trip, from 0"),
        RequestOption("route", "TEXT", .trip, "route", .text, "route's name"),
        RequestOption("headsign", "TEXT", .trip, "headsign", .text, "what the vehicle shows"),
        RequestOption("vehicle", "ID", .trip, "vehicleId", .text, "vehicle"),
        RequestOption("destination", "ID", .trip, "destinationStopId", .text, "stop to get off at"),
        RequestOption("extras", "LIST", .root, "extras", .list, "of title,vehicle_id"),
    ]

    static let shared = [
        RequestOption("links", "LIST", .root, "links", .list, "of web,app,android,walking,fare,handoff,store"),
        RequestOption("walking", "LIST", .root, "walking", .list, "map apps: apple,google,geo,osm,organic,…"),
        RequestOption("id", "TEXT", .root, "id", .text, "the request's own name, sent back"),
    ]
}

extension RequestOption {
    /// The request for `stop` with the values of `options` that there are.
    /// - Parameter region: nil for the current one.
    static func request(
        stop: String?, isTrip: Bool, region: Int64? = nil, _ options: [RequestOption], value: (_ option: String) -> String?
    ) -> [UInt8] {
        var json = JSONWriter(capacity: 1024)
        json.beginObject()
        json.field("kind", isTrip ? "trip" : "stop")
        if let region { json.field("region", region) }
        for row in options where row.part == .root { row.write(value(row.option.name), to: &json) }
        if stop != nil || options.contains(where: { $0.part == .stop && value($0.option.name) != nil }) {
            json.key("stop")
            json.beginObject()
            json.field("id", stop)
            for row in options where row.part == .stop { row.write(value(row.option.name), to: &json) }
            json.endObject()
        }
        if isTrip {
            json.key("trip")
            json.beginObject()
            for row in options where row.part == .trip { row.write(value(row.option.name), to: &json) }
            json.endObject()
        }
        json.endObject()
        return json.bytes.bytes
    }

    private func write(_ value: String?, to json: inout JSONWriter) {
        guard let value else { return }
        json.key(key)
        switch form {
        case .text: json.value(value)
        case .date where CalendarDate.looksLikeGTFS(value.utf8): json.value(value)
        case .number, .date: if Self.isNumber(value) { json.bytes.append(value) } else { json.value(value) }
        case .list:
            json.beginArray()
            for name in value.split(separator: ",") { json.value(String(name)) }
            json.endArray()
        }
    }

    /// Whether the text is a number literal of JSON, and nothing else.
    private static func isNumber(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        guard let last = bytes.last, last > 0x20, bytes[0] > 0x20 else { return false }
        var reader = JSONReader()
        do throws(JSONError) {
            let value = try reader.read(bytes.span, rules: JSONRules(depth: 1))
            return reader.kind(value) == .integer || reader.kind(value) == .decimal
        } catch { return false }
    }
}
