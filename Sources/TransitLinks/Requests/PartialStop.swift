// PartialStop: the `stop` object of a request while its keys are read.

internal import Escaping
internal import StrictJSON

struct PartialStop {
    var id: StopID?
    private var idGiven = false
    private var name: String?
    private var code: String?
    private var direction: CompassDirection?
    private var latitude: Double?
    private var longitude: Double?
    /// Set once a coordinate's fault is noted, so that its partner is not called missing.
    private var coordinateRefused = false

    private static let keys = ["id", "name", "code", "direction", "lat", "lon"]

    init() {}

    /// - Parameter needsID: whether the ID has to be here; beside an `arrivalDeparture` null and blank are as good as absent.
    init(_ object: JSONValue, needsID: Bool, _ fields: inout RequestFields, _ reader: borrowing JSONReader) {
        reader.forEachMember(of: object) { key, value in
            switch reader.requestKey(key) {
            case .id:
                idGiven = true
                id =
                    needsID
                    ? fields.requiredID(value, "stop.id", reader) : fields.optionalID(value, "stop.id", reader)
            case .name: name = fields.caption(value, "stop.name", reader)
            case .code: code = fields.caption(value, "stop.code", reader)
            case .direction:
                direction = fields.text(value, "stop.direction", reader).flatMap { fields.direction($0, "stop.direction") }
            case .lat: latitude = degrees(value, "stop.lat", .badLatitude, "latitude", 90, &fields, reader)
            case .lon: longitude = degrees(value, "stop.lon", .badLongitude, "longitude", 180, &fields, reader)
            default: fields.unknownKey(key, in: "stop", known: Self.keys, reader)
            }
        }
    }

    /// The stop with what was read, or nil with the reasons noted.
    func whole(_ fields: inout RequestFields, needsID: Bool) -> SharedStop? {
        if needsID, !idGiven { fields.refuse(.missing, "stop.id", "it has to be given, as in \"1_75403\"") }
        let coordinate =
            coordinateRefused ? nil : fields.coordinate(latitude, "stop.lat", longitude, "stop.lon")
        guard let id else { return nil }
        return SharedStop(id: id, name: name, direction: direction, coordinate: coordinate, code: code)
    }

    private mutating func degrees(
        _ value: JSONValue, _ field: String, _ code: RequestError.Code, _ noun: String, _ limit: Double,
        _ fields: inout RequestFields, _ reader: borrowing JSONReader
    ) -> Double? {
        let before = fields.errors.count
        guard let number = fields.number(value, field, code, noun, reader) else {
            coordinateRefused = coordinateRefused || fields.errors.count > before
            return nil
        }
        guard number.magnitude <= limit else {
            coordinateRefused = true
            fields.refuse(code, field, "\(reader.shown(value)) is not a \(noun) (-\(Int(limit))…\(Int(limit)))")
            return nil
        }
        return number
    }
}

extension RequestFields {
    /// What is no direction is left out with a warning.
    mutating func direction(_ text: String, _ field: String) -> CompassDirection? {
        if let direction = CompassDirection(caseInsensitive: text) { return direction }
        warn(.unknownDirection, "\(field) \(Printable.quoted(text)) is none of N NE E SE S SW W NW; it is left out")
        return nil
    }

    /// Both halves of a coordinate, each in range, or neither.
    mutating func coordinate(
        _ latitude: Double?, _ latitudeField: String, _ longitude: Double?, _ longitudeField: String
    ) -> Coordinate? {
        switch (latitude, longitude) {
        case (nil, nil): return nil
        case (nil, _):
            refuse(.missing, latitudeField, "\(longitudeField) is given without it; give both or neither")
        case (_, nil):
            refuse(.missing, longitudeField, "\(latitudeField) is given without it; give both or neither")
        case (let latitude?, let longitude?):
            do throws(CoordinateError) {
                return try Coordinate(latitude: latitude, longitude: longitude)
            } catch {
                refuse(.badLatitude, latitudeField, "\(error)")
            }
        }
        return nil
    }
}
