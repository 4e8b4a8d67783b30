// ArrivalDeparture: one entry of a OneBusAway arrivals response, taken as it came. Only the keys named here are read;
// whatever else is inside is ignored. Its `serviceDate` is in milliseconds, as the API has it.

internal import Escaping
internal import StrictJSON

struct ArrivalDeparture {
    private(set) var stopID: StopID?
    private(set) var trip: SharedTrip?

    init(_ object: JSONValue, _ fields: inout RequestFields, _ reader: borrowing JSONReader) {
        let path = "arrivalDeparture"
        stopID = reader.required("stopId", of: object, path, &fields).flatMap {
            fields.requiredID($0, "\(path).stopId", reader)
        }
        let tripID: TripID? = reader.required("tripId", of: object, path, &fields).flatMap {
            fields.requiredID($0, "\(path).tripId", reader)
        }
        let date = reader.required("serviceDate", of: object, path, &fields).flatMap {
            fields.milliseconds($0, "\(path).serviceDate", reader)
        }
        let sequence = reader.required("stopSequence", of: object, path, &fields).flatMap {
            fields.stopSequence($0, "\(path).stopSequence", reader)
        }
        func text(_ key: StaticString) -> String? {
            reader.member(key, of: object).flatMap { fields.caption($0, "\(path).\(key)", reader) }
        }
        let (shortName, longName, headsign) = (text("routeShortName"), text("routeLongName"), text("tripHeadsign"))
        let vehicle: VehicleID? = reader.member("vehicleId", of: object).flatMap {
            fields.optionalID($0, "\(path).vehicleId", reader)
        }
        guard let tripID, let date, let sequence else { return }
        trip = SharedTrip(
            id: tripID, serviceDate: date, stopSequence: sequence, route: shortName ?? longName, headsign: headsign,
            vehicleID: vehicle)
    }
}

extension JSONReader {
    fileprivate func required(
        _ key: StaticString, of object: JSONValue, _ path: String, _ fields: inout RequestFields
    ) -> JSONValue? {
        if let value = member(key, of: object) { return value }
        fields.refuse(.missing, "\(path).\(key)", "it has to be there, as OneBusAway's API has it")
        return nil
    }
}

extension RequestFields {
    fileprivate mutating func milliseconds(
        _ value: JSONValue, _ field: String, _ reader: borrowing JSONReader
    ) -> ServiceDate? {
        guard let number = reader.double(value) else {
            refuse(.wrongType, field, "\(reader.shown(value)) is no number of milliseconds")
            return nil
        }
        do throws(ServiceDateError) {
            return try ServiceDate(milliseconds: number)
        } catch {
            let inSeconds =
                number >= Double(ServiceDate.allowedSeconds.lowerBound)
                    && number <= Double(ServiceDate.allowedSeconds.upperBound)
                ? "; it is in seconds, and here milliseconds belong" : ""
            refuse(
                .badServiceDate, field, "\(reader.shown(value)) is outside 1990…2100 in milliseconds\(inSeconds)")
            return nil
        }
    }
}
