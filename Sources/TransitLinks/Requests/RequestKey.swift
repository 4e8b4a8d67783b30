// RequestKey: every key of a request, of all its objects. The reader finds a key's number while it reads; which keys an object
// has is its decoder's to say.

internal import StrictJSON

enum RequestKey: Int, CodingKey, CaseIterable {
    case kind, id, region, stop, trip, arrivalDeparture, links, walking, app, extras, callback
    // A stop's.
    case name, code, direction, lat, lon
    // A trip's.
    case serviceDate, timeZone, stopSequence, route, headsign, vehicleId, destinationStopId
}

extension JSONReader {
    /// A reader for requests.
    static func ofRequests() -> JSONReader { JSONReader(names: RequestKey.allCases.map(\.stringValue)) }

    /// The key, nil where it is none of a request's.
    func requestKey(_ key: JSONValue) -> RequestKey? { name(key).flatMap(RequestKey.init(rawValue:)) }
}
