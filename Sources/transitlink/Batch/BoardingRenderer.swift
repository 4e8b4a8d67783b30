// BoardingRenderer: what a thread makes of a chunk of boardings: each of a trip's, once for each day on which the trip runs.

internal import Feeds
internal import Publishing
internal import Synchronization
internal import TransitLinks

struct BoardingRenderer: Sendable {
    let feed: FeedStops
    let trips: FeedTrips
    let routes: FeedRoutes
    let calendar: ServiceCalendar
    let days: TripDays
    let ids: CombinedIDs
    let stopPrefix: CombinedIDs.Prefix
    /// By row of stops.txt: whether links are wanted there; nil for everywhere.
    let wanted: [Bool]?
    let formats: [any OutputFormat<BoardingChunk>]

    func render(_ chunk: BoardingsInHand) {
        chunk.content.withLock { content in
            var start = 0
            while start < content.boardings.count {
                let trip = content.boardings[start].trip
                var end = start + 1
                while end < content.boardings.count, content.boardings[end].trip == trip { end += 1 }
                add(start..<end, of: trips.rows[trip], to: &content)
                start = end
            }
            for format in formats { content.parts.append(format, content.linked, &content.notices) }
        }
    }

    /// One trip's boardings, on each of its days.
    private func add(_ boardings: Range<Int>, of trip: FeedTrip, to content: inout BoardingsInHand.Content) {
        guard let service = trip.service else { return }
        for (number, day) in calendar.days(of: service).enumerated() {
            content.trips += 1
            do throws(IdentifierError) {
                try begin(trip, on: day, &content)
            } catch {
                if number == 0 {
                    content.notices.append(refusal("trips.txt", Int(trip.row), "trip_id", trips.text(trip.id), error))
                }
                content.refused += boardings.count
                continue
            }
            for place in boardings { add(content.boardings[place], &content) }
        }
    }

    private func begin(
        _ trip: FeedTrip, on day: ServiceDay, _ content: inout BoardingsInHand.Content
    ) throws(IdentifierError) {
        let bytes = trips.bytes.span
        let id = bytes.extracting(trip.id.indices)
        try content.linked.begin(
            trip: id, route: routes.bytes.span.extracting(trip.route.map { routes.rows[$0].riderName.indices } ?? 0..<0),
            headsign: bytes.extracting(trip.headsign.indices), day: days.index(of: day, route: trip.route),
            row: Int(trip.row)
        ) { ids.append(trip.prefix, trips.bytes.span.extracting(trip.id.indices), to: &$0) }
    }

    /// A stop whose ID is refused has its notice already, where its own links were to be made.
    private func add(_ boarding: Boarding, _ content: inout BoardingsInHand.Content) {
        if let wanted, !wanted[boarding.stop] { return }
        let id = feed.rows[boarding.stop].id
        do throws(IdentifierError) {
            try content.linked.append(boarding) { ids.append(stopPrefix, feed.bytes.span.extracting(id.indices), to: &$0) }
        } catch { content.refused += 1 }
    }

    private func refusal(
        _ file: String, _ row: Int, _ field: String, _ value: String, _ error: IdentifierError
    ) -> FeedNotice {
        FeedNotice(
            .refusedID, file: file, row: row, field: field, value: String(value.prefix(80)),
            "no links: " + error.message(limit: TripID.maximumBytes))
    }
}
