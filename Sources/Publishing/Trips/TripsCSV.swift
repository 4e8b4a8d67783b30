// TripsCSV: a row a boarding (RFC 4180): IDs and the GTFS sequence as in the feed, sequence and service date as in the link, the
// trip's page, and the service day as people write it.

package import Feeds
package import TransitLinks

package struct TripsCSV: OutputFormat {
    package var fileName: String { "trips.csv" }

    private let columns: LinkColumns
    /// The operator's own links.
    private let own: LinkColumns

    package init(_ context: LinkContext) {
        let rows = context.links.trip
        columns = LinkColumns(["web"], of: rows)
        own = LinkColumns(rows.selected.filter { $0.hasPrefix("own.") }, of: rows)
    }

    package func appendHeader(to out: inout ByteWriter) {
        out.append(literal: "trip_id,stop_id,gtfs_stop_sequence,stop_sequence,service_date,web,date")
        for column in own.columns { out.append(",\(column.name)") }
        out.appendCSVLineEnd()
    }

    package func append(_ chunk: BoardingChunk, to out: inout ByteWriter, notices: NoticeSink) {
        let bytes = chunk.bytes.span
        var values = LinkValues()
        var start = 0
        while start < chunk.boardings.count {
            // A day once for each of its trips: its texts are every thread's, who would count them up and down with every row.
            let trip = chunk.boardings[start].trip
            let day = chunk.days[chunk.trips[trip].day]
            while start < chunk.boardings.count, chunk.boardings[start].trip == trip {
                append(chunk.boardings[start], on: day, of: chunk, &values, to: &out)
                start += 1
            }
        }
        for trip in chunk.trips where FormulaGuard.runs(bytes.extracting(trip.feedID.indices)) {
            notices(
                .runsAsFormula("trip_id", bytes.extracting(trip.feedID.indices), file: "trips.txt", row: trip.row))
        }
    }

    @inline(__always)
    private func append(
        _ boarding: LinkedBoarding, on day: borrowing PublishedDay, of chunk: BoardingChunk, _ values: inout LinkValues,
        to out: inout ByteWriter
    ) {
        let bytes = chunk.bytes.span
        let trip = chunk.trips[boarding.trip]
        out.appendCSV(bytes.extracting(trip.feedID.indices))
        out.append(UInt8(ascii: ","))
        out.appendCSV(chunk.feed.bytes.span.extracting(chunk.feed.rows[boarding.stop].id.indices))
        out.append(UInt8(ascii: ","))
        out.append(decimal: Int64(boarding.gtfsStopSequence))
        out.append(UInt8(ascii: ","))
        out.append(decimal: Int64(boarding.stopSequence))
        out.append(UInt8(ascii: ","))
        out.append(day.parameter.span)
        values.begin()
        values.setStop(id: bytes.extracting(boarding.stopID.indices), for: columns.rows)
        values.setTrip(
            id: bytes.extracting(trip.id.indices), serviceDate: day.parameter.span, stopSequence: boarding.stopSequence,
            for: columns.rows)
        if !own.columns.isEmpty { take(boarding, trip, on: day, of: chunk, &values) }
        values.end()
        columns.append(values, to: &out)
        out.append(UInt8(ascii: ","))
        out.append(day.date.span)
        own.append(values, to: &out)
        out.appendCSVLineEnd()
    }

    /// What only links of the operator's own may name.
    private func take(
        _ boarding: LinkedBoarding, _ trip: LinkedTrip, on day: borrowing PublishedDay, of chunk: borrowing BoardingChunk,
        _ values: inout LinkValues
    ) {
        let bytes = chunk.bytes.span
        values.setPlace(of: chunk.feed.rows[boarding.stop], chunk.feed.bytes.span, for: own.rows)
        values.set(.serviceDay) { $0.append(day.date.span) }
        if !trip.route.isEmpty { values.set(.route, encoding: bytes.extracting(trip.route.indices)) }
        if !trip.headsign.isEmpty { values.set(.headsign, encoding: bytes.extracting(trip.headsign.indices)) }
    }
}
