// PartialTrip: the `trip` object of a request while its keys are read.

internal import Escaping
internal import StrictJSON

struct PartialTrip {
    private var id: TripID?
    private var serviceDate: ServiceDate?
    private var stopSequence: Int64?
    private var route: String?
    private var headsign: String?
    private var vehicleID: VehicleID?
    private var destinationStopID: StopID?
    private var given: Given = []

    /// The keys that have to be there, and are, whatever they hold.
    private struct Given: OptionSet {
        let rawValue: UInt8
        static let id = Self(rawValue: 1), serviceDate = Self(rawValue: 2), stopSequence = Self(rawValue: 4)
        static let all: Self = [.id, .serviceDate, .stopSequence]
    }

    private static let keys = [
        "id", "serviceDate", "timeZone", "stopSequence", "route", "headsign", "vehicleId", "destinationStopId",
    ]

    init(
        _ object: JSONValue, _ fields: inout RequestFields, _ timeZones: TimeZoneDatabase,
        _ reader: borrowing JSONReader
    ) {
        var date: JSONValue?
        var zone: JSONValue?
        reader.forEachMember(of: object) { key, value in
            switch reader.requestKey(key) {
            case .id:
                given.insert(.id)
                id = fields.requiredID(value, "trip.id", reader)
            case .serviceDate:
                given.insert(.serviceDate)
                date = value
            case .timeZone: zone = value
            case .stopSequence:
                given.insert(.stopSequence)
                stopSequence = fields.stopSequence(value, "trip.stopSequence", reader)
            case .route: route = fields.caption(value, "trip.route", reader)
            case .headsign: headsign = fields.caption(value, "trip.headsign", reader)
            case .vehicleId: vehicleID = fields.optionalID(value, "trip.vehicleId", reader)
            case .destinationStopId: destinationStopID = fields.optionalID(value, "trip.destinationStopId", reader)
            default: fields.unknownKey(key, in: "trip", known: Self.keys, reader)
            }
        }
        let zoneName = zone.flatMap { fields.text($0, "trip.timeZone", reader) }
        serviceDate = date.flatMap { fields.serviceDate($0, zone: zoneName, timeZones, reader) }
    }

    private func refuseMissing(_ fields: inout RequestFields) {
        let rows: [(Given, key: String, example: String)] = [
            (.id, "id", "\"1_694514730\""), (.serviceDate, "serviceDate", "1774854000"), (.stopSequence, "stopSequence", "19"),
        ]
        for row in rows where !given.contains(row.0) {
            fields.refuse(.missing, "trip.\(row.key)", "it has to be given, as in \(row.example)")
        }
    }

    /// The trip with what was read, or nil with the reasons noted.
    consuming func whole(_ fields: inout RequestFields, needs: Bool) -> SharedTrip? {
        if given != .all { refuseMissing(&fields) }
        guard let id, let serviceDate, let stopSequence else { return nil }
        return SharedTrip(
            id: id, serviceDate: serviceDate, stopSequence: stopSequence, route: route, headsign: headsign,
            vehicleID: vehicleID, destinationStopID: destinationStopID)
    }
}

extension RequestFields {
    /// OneBusAway's 0-based index of the stop in its trip.
    mutating func stopSequence(_ value: JSONValue, _ field: String, _ reader: borrowing JSONReader) -> Int64? {
        guard let number = integer(value, field, reader) else { return nil }
        guard number >= 0 else {
            refuse(.badStopSequence, field, "'\(number)' is no index of a stop in its trip; it counts from 0")
            return nil
        }
        return number
    }

    /// Epoch seconds, or a date with the agency's time zone.
    mutating func serviceDate(
        _ value: JSONValue, zone: String?, _ timeZones: TimeZoneDatabase, _ reader: borrowing JSONReader
    ) -> ServiceDate? {
        let field = "trip.serviceDate"
        switch reader.kind(value) {
        case .integer, .decimal:
            if let zone { warnUnused(zone, "trip.timeZone") }
            return seconds(value, field, reader)
        case .string: return calendarDate(reader.string(value), field, zone: zone, in: "trip.timeZone", timeZones)
        case .null: refuse(.missing, field, "null; a service date has to be given, as in 1774854000")
        default: refuse(.wrongType, field, "\(reader.shown(value)) is neither epoch seconds nor a date")
        }
        return nil
    }

    /// A time zone beside epoch seconds.
    mutating func warnUnused(_ zone: String, _ field: String) {
        warn(.unusedTimeZone, "\(field) \(Printable.quoted(zone)) is not used: serviceDate is epoch seconds")
    }

    private mutating func seconds(
        _ value: JSONValue, _ field: String, _ reader: borrowing JSONReader
    ) -> ServiceDate? {
        serviceDate(reader.double(value) ?? .nan, shown: reader.shown(value), field)
    }

    /// Epoch seconds.
    /// - Parameter shown: the value as a message shows it.
    mutating func serviceDate(_ seconds: Double, shown: @autoclosure () -> String, _ field: String) -> ServiceDate? {
        do throws(ServiceDateError) {
            return try ServiceDate(epochSeconds: seconds)
        } catch {
            switch error {
            case .looksLikeMilliseconds:
                refuse(
                    .milliseconds, field, "\(shown()) is in milliseconds; a service date is in seconds: divide by 1000")
            default:
                refuse(.badServiceDate, field, "\(shown()) is outside 1990…2100 (seconds 631152000…4102444799)")
            }
            return nil
        }
    }

    /// A zone that is there but can't be read is a failure of the system: the request must not be refused for it.
    private mutating func refuse(_ zone: String, _ field: String, _ error: TimeZoneError) {
        switch error {
        case .unreadable(_, let reason): fault = reason
        case .malformed:
            refuse(
                .unknownTimeZone, field, "the system's data for \(Printable.quoted(zone)) is damaged; reinstall tzdata")
        case .badName, .unknown:
            refuse(
                .unknownTimeZone, field,
                "\(Printable.quoted(zone)) is no time zone of this system; use a name as \"America/Los_Angeles\"")
        }
    }

    /// A date with the agency's time zone.
    /// - Parameter zoneField: where the zone stands.
    mutating func calendarDate(
        _ text: String, _ field: String, zone: String?, in zoneField: String, _ timeZones: TimeZoneDatabase
    ) -> ServiceDate? {
        guard let day = CalendarDate(iso8601: text) ?? CalendarDate(gtfs: text) else {
            refuse(
                .badServiceDate, field,
                "\(Printable.quoted(text)) is neither epoch seconds, without quotes, nor a date as 2026-03-30")
            return nil
        }
        guard let zone else {
            refuse(.missing, zoneField, "a date needs the agency's time zone, as in \"America/Los_Angeles\"")
            return nil
        }
        let rules: TimeZoneRules
        do throws(TimeZoneError) {
            rules = try timeZones.rules(named: zone)
        } catch {
            refuse(zone, zoneField, error)
            return nil
        }
        do throws(ServiceDateError) {
            return try ServiceDate(day, in: rules)
        } catch {
            refuse(.badServiceDate, field, "\(Printable.quoted(text)) is outside 1990…2100")
            return nil
        }
    }
}
