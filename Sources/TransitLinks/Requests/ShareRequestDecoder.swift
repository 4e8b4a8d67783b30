// ShareRequestDecoder: the bytes of one request to a `ShareRequest` or to every reason why not (product.md, "A request").
// It knows the keys and what belongs together. It does not know which regions, apps and zones exist beyond the
// time-zone database it is given.

internal import Escaping
internal import StrictJSON

/// What bytes came to.
public enum DecodedRequest: Sendable {
    case request(ShareRequest)
    /// The request's `id` and whom to tell, when they could be read, and all errors, at least one.
    case refused(id: String?, callback: CallbackTarget?, errors: [RequestError])
    /// Valid so far, but the object has not closed.
    case unfinished
    /// The system failed (time-zone data that can't be read): nothing is decided, try again later.
    case fault(String)
}

public struct ShareRequestDecoder: ~Copyable {
    private var reader = JSONReader.ofRequests()
    private let limits: RequestLimits
    private let timeZones: TimeZoneDatabase

    public init(limits: RequestLimits = RequestLimits(), timeZones: TimeZoneDatabase) {
        self.limits = limits
        self.timeZones = timeZones
    }

    /// Decodes one object; a byte-order mark before it is skipped.
    /// - Parameter line: the number of its first line in its file.
    public mutating func decode(_ bytes: Span<UInt8>, line: Int = 1) -> DecodedRequest {
        let root: JSONValue
        do throws(JSONError) {
            root = try reader.read(bytes, rules: JSONRules(depth: limits.depth))
        } catch {
            return Self.outcome(of: error, in: bytes, line: line)
        }
        guard reader.kind(root) == .object else { return .refused(id: nil, callback: nil, errors: [.notAnObject]) }
        var decoding = RequestDecoding(limits: limits, timeZones: timeZones)
        return decoding.decode(root, reader)
    }

    private static func outcome(of error: JSONError, in bytes: Span<UInt8>, line: Int) -> DecodedRequest {
        if case .incomplete = error {
            return beginsLikeAnObject(bytes) ? .unfinished : .refused(id: nil, callback: nil, errors: [.notAnObject])
        }
        let code: RequestError.Code =
            switch error {
            case .invalidUTF8, .wideText: .notUTF8
            case .duplicateKey: .duplicateKey
            case .tooDeep: .tooDeep
            default: .notJSON
            }
        var message = error.reason
        if case .wideText = error {
            // All of it is meant, not a place.
        } else {
            let place = error.place(in: bytes)
            message += " (line \(line + place.line - 1), byte \(place.byte))"
        }
        return .refused(id: nil, callback: nil, errors: [RequestError(code, field: "", message)])
    }

    private static func beginsLikeAnObject(_ bytes: Span<UInt8>) -> Bool {
        for i in 0..<bytes.count {
            switch bytes[i] {
            case 0x20, 0x09, 0x0A, 0x0D: continue
            case 0xEF where i == 0, 0xBB where i == 1, 0xBF where i == 2: continue
            case UInt8(ascii: "{"): return true
            default: return false
            }
        }
        return true
    }
}

extension RequestError {
    static var notAnObject: RequestError {
        RequestError(.notAnObject, field: "", "a request is one JSON object, {\"kind\":…}")
    }
}

/// One request while it is decoded.
private struct RequestDecoding {
    let limits: RequestLimits
    let timeZones: TimeZoneDatabase
    var fields = RequestFields()

    /// What the root's keys held; parts are decoded when all are known.
    private struct Parts {
        var id: String?
        var isTrip: Bool?
        var kindGiven = false
        var region: RegionChoice?
        var stop: JSONValue?
        var trip: JSONValue?
        var arrival: JSONValue?
        var links: LinkSelection?
        var walking: [WalkingVendor]?
        var app: String?
        var extras: TripPageExtras = []
        var callback: CallbackTargets?
    }

    private static let rootKeys = [
        "kind", "id", "region", "stop", "trip", "arrivalDeparture", "links", "walking", "app", "extras", "callback",
    ]

    init(limits: RequestLimits, timeZones: TimeZoneDatabase) {
        self.limits = limits
        self.timeZones = timeZones
    }

    mutating func decode(_ root: JSONValue, _ reader: borrowing JSONReader) -> DecodedRequest {
        let parts = parts(of: root, reader)
        if !parts.kindGiven { fields.refuse(.missing, "kind", "it has to be given: \"stop\" or \"trip\"") }
        let (stop, trip) = subject(parts, reader)
        if let fault = fields.fault { return .fault(fault) }
        guard fields.errors.isEmpty, let stop else {
            return .refused(id: parts.id, callback: parts.callback?.error, errors: fields.errors)
        }
        let callback = parts.callback.map { RequestCallback($0, for: trip == nil ? .shareStop : .shareTrip) }
        return .request(
            ShareRequest(
                id: parts.id, stop: stop, trip: trip, region: parts.region, links: parts.links, walking: parts.walking,
                app: parts.app, extras: parts.extras, callback: callback, warnings: fields.warnings))
    }

    private mutating func parts(of root: JSONValue, _ reader: borrowing JSONReader) -> Parts {
        var parts = Parts()
        reader.forEachMember(of: root) { key, value in
            switch reader.requestKey(key) {
            case .kind:
                parts.kindGiven = true
                parts.isTrip = isTrip(value, reader)
            case .id: parts.id = requestID(value, reader)
            case .stop: parts.stop = object(value, "stop", reader)
            case .trip: parts.trip = object(value, "trip", reader)
            case .arrivalDeparture: parts.arrival = object(value, "arrivalDeparture", reader)
            case .region: parts.region = region(value, reader)
            case let name: choice(name, key, value, &parts, reader)
            }
        }
        return parts
    }

    private mutating func isTrip(_ value: JSONValue, _ reader: borrowing JSONReader) -> Bool? {
        if reader.isText(value, "trip") { return true }
        if reader.isText(value, "stop") { return false }
        return fields.name(value, "kind", "kind of request", known: [("stop", false), ("trip", true)], reader)
    }

    /// The keys that choose what is made.
    private mutating func choice(
        _ name: RequestKey?, _ key: JSONValue, _ value: JSONValue, _ parts: inout Parts, _ reader: borrowing JSONReader
    ) {
        switch name {
        case .links:
            let known = LinkSelection.names.map { (name: $0.name, value: $0.part) }
            parts.links = fields.names(value, "links", "kind of link", known: known, reader).map { LinkSelection($0) }
            if parts.links == [] {
                fields.refuse(.missing, "links", "an empty list selects nothing; leave it out for all")
            }
        case .walking:
            let known = WalkingVendor.all.map { (name: $0.name, value: $0) }
            parts.walking = fields.names(value, "walking", "walking vendor", known: known, reader)
        case .app: parts.app = fields.text(value, "app", reader)
        case .extras:
            let known: [(name: String, value: TripPageExtras)] = [("title", .title), ("vehicle_id", .vehicleID)]
            parts.extras = TripPageExtras(fields.names(value, "extras", "extra", known: known, reader) ?? [])
        case .callback: parts.callback = object(value, "callback", reader).map { CallbackTargets($0, &fields, reader) }
        default: fields.unknownKey(key, in: "", known: Self.rootKeys, reader)
        }
    }

    private mutating func requestID(_ value: JSONValue, _ reader: borrowing JSONReader) -> String? {
        guard let id = fields.text(value, "id", reader) else { return nil }
        guard id.utf8.count <= limits.idBytes else {
            fields.refuse(.badRequestID, "id", "\(id.utf8.count) bytes; a request's id has at most \(limits.idBytes)")
            return nil
        }
        return id
    }

    private mutating func object(_ value: JSONValue, _ field: String, _ reader: borrowing JSONReader) -> JSONValue? {
        switch reader.kind(value) {
        case .object: return value
        case .null: return nil
        default:
            fields.refuse(.wrongType, field, "\(reader.shown(value)) is no object")
            return nil
        }
    }

    private mutating func region(_ value: JSONValue, _ reader: borrowing JSONReader) -> RegionChoice? {
        switch reader.kind(value) {
        case .null: return nil
        case .string:
            let text = reader.string(value)
            if reader.equals(value, "auto") { return .auto }
            if text.isBlank { return nil }
            fields.refuse(
                .wrongType, "region",
                "\(Printable.quoted(text)) is neither a region's number, without quotes, nor \"auto\"")
            return nil
        default:
            return fields.integer(value, "region", reader).map { .id(RegionID(rawValue: $0)) }
        }
    }

    // MARK: - What is shared

    private mutating func subject(_ parts: Parts, _ reader: borrowing JSONReader) -> (SharedStop?, SharedTrip?) {
        var stop = parts.stop.map { PartialStop($0, needsID: parts.arrival == nil, &fields, reader) }
        guard let isTrip = parts.isTrip else {
            // Without a kind each part is still looked through, so that its faults are listed too.
            _ = parts.trip.map { partialTrip($0, reader) }
            return (nil, nil)
        }
        guard isTrip else {
            refuseTripParts(parts)
            return (whole(&stop, needsID: true), nil)
        }
        if let arrival = parts.arrival { return subject(arrival, beside: &stop, trip: parts.trip, reader) }
        let shared = whole(&stop, needsID: true)
        guard let trip = parts.trip else {
            fields.refuseMissing("trip", "a trip request needs a trip, or an arrivalDeparture")
            return (shared, nil)
        }
        return (shared, partialTrip(trip, reader).whole(&fields, needs: true))
    }

    private mutating func refuseTripParts(_ parts: Parts) {
        for (part, field) in [(parts.trip, "trip"), (parts.arrival, "arrivalDeparture")] where part != nil {
            fields.refuse(.conflict, field, "a stop request has none; use \"kind\": \"trip\" or leave it out")
        }
    }

    private mutating func subject(
        _ arrival: JSONValue, beside stop: inout PartialStop?, trip: JSONValue?, _ reader: borrowing JSONReader
    ) -> (SharedStop?, SharedTrip?) {
        if trip != nil {
            fields.refuse(.conflict, "trip", "beside an arrivalDeparture there is no trip; leave one out")
        }
        let entry = ArrivalDeparture(arrival, &fields, reader)
        if let given = stop?.id, let stopID = entry.stopID, given != stopID {
            fields.refuse(
                .conflict, "stop.id",
                "\(Printable.quoted(given.text)) is another stop than arrivalDeparture.stopId \(Printable.quoted(stopID.text))"
            )
        }
        var described = stop ?? PartialStop()
        described.id = entry.stopID
        var whole: PartialStop? = described
        return (self.whole(&whole, needsID: false), entry.trip)
    }

    private mutating func whole(_ stop: inout PartialStop?, needsID: Bool) -> SharedStop? {
        guard let partial = stop else {
            fields.refuseMissing("stop", "it has to be given, at least {\"id\":\"1_75403\"}")
            return nil
        }
        return partial.whole(&fields, needsID: needsID)
    }

    private mutating func partialTrip(_ object: JSONValue, _ reader: borrowing JSONReader) -> PartialTrip {
        PartialTrip(object, &fields, timeZones, reader)
    }
}
