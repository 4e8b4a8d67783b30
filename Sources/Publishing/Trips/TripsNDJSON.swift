// TripsNDJSON: one whole result a boarding, byte for byte what `transitlink make` gives for the same trip. A result's `id` is
// date, GTFS sequence and the feed's trip ID, `2026-03-30/7/T1`: two lines of a file have the same only where the feed has a
// sequence of a trip twice, which is a notice. There is no document of all boardings beside it: a day of a large feed has millions, more than one JSON value should hold.

package import Feeds
package import TransitLinks

package struct TripsNDJSON: OutputFormat {
    package var fileName: String { "trips.ndjson" }

    private let context: LinkContext

    package init(_ context: LinkContext) { self.context = context }

    package func append(_ chunk: BoardingChunk, to out: inout ByteWriter, notices: NoticeSink) {
        var results = context.results()
        out.appendingJSON { json in
            for boarding in chunk.boardings {
                let id = chunk.requestID(of: boarding)
                results.write(to: &json, refusingAs: id) { () throws(RequestErrors) in
                    try chunk.request(for: boarding, id: id, context.links)
                }
            }
        }
    }
}

extension BoardingChunk {
    fileprivate func requestID(of boarding: LinkedBoarding) -> String {
        let trip = trips[boarding.trip]
        let date = String(decoding: days[trip.day].date, as: UTF8.self)
        return "\(date)/\(boarding.gtfsStopSequence)/\(text(trip.feedID))"
    }

    /// - Throws: what `make` would refuse it for; IDs that were checked never are.
    fileprivate func request(
        for boarding: LinkedBoarding, id: String, _ links: CompiledLinks
    ) throws(RequestErrors) -> ShareRequest {
        let trip = trips[boarding.trip]
        let stop = feed.rows[boarding.stop]
        let code = links.trip.names(.stopCode) ? feed.text(stop.code) : ""
        return try ShareRequest(
            id: id,
            stop: StopValues(id: text(boarding.stopID), name: feed.text(stop.name), code: code, coordinate: stop.coordinate),
            trip: TripValues(
                id: text(trip.id), serviceDate: days[trip.day].serviceDate, stopSequence: boarding.stopSequence,
                route: text(trip.route), headsign: text(trip.headsign)))
    }
}
