// ReadLink: a link as a receiver reads it, turned back into the values of a request. What the values mean is the request
// decoder's to say: a link with milliseconds in it is refused in the words in which a request is.

internal import Arguments
internal import Escaping
internal import TransitLinks

struct ReadLink {
    let isTrip: Bool
    let stop: String
    /// nil where no receiver that opens it reads one.
    let region: Int64?
    /// By the names of options.
    let values: [String: String]

    /// - Throws: `Failure` where no receiver decodes it, or where it adds a region.
    init(_ url: String, _ checker: LinkChecker) throws(Failure) {
        switch checker.reading(of: url) {
        case .stop(let read)?, .viewStop(let read)?:
            (isTrip, stop, region, values) = (false, read.stopID, read.regionID, [:])
        case .trip(let trip)?: (isTrip, stop, region, values) = (true, trip.stopID, trip.regionID, Self.values(of: trip))
        case .addRegion?:
            throw Failure(.badData, "--from: the link adds a region; transitlink regions link writes such links")
        case .alert?, nil:
            let reasons = checker.check(url).faults.prefix(3).map { "; \($0.message)" }.joined()
            throw Failure(.badData, "--from: no receiver decodes \(Printable.quoted(url, limit: 300))\(reasons)")
        }
    }

    private static func values(of trip: OpenedTrip) -> [String: String] {
        var values: [String: String] = [:]
        values["trip"] = trip.tripID
        values["service-date"] = trip.serviceDate.map { "\($0)" }
        values["stop-sequence"] = trip.stopSequence.map(String.init)
        values["vehicle"] = trip.vehicleID
        values["destination"] = trip.destinationStopID
        // What the app shows where a link has no title.
        if let title = trip.title, title != "???" { (values["route"], values["headsign"]) = parts(of: title) }
        return values
    }

    /// `545 - Seattle`: a title is written as `route - headsign`, blank parts left out.
    private static func parts(of title: String) -> (route: String?, headsign: String) {
        let separator = Array(" - ".utf8)
        let bytes = Array(title.utf8)
        let places = bytes.count < separator.count ? 0..<0 : 0..<(bytes.count - separator.count + 1)
        guard let at = places.first(where: { bytes[$0...].starts(with: separator) }) else { return (nil, title) }
        return (
            String(decoding: bytes[..<at], as: UTF8.self),
            String(decoding: bytes[(at + separator.count)...], as: UTF8.self)
        )
    }
}
