// ServedStops: which stops the wanted trips serve, for a selection of stops by route.

package enum ServedStops {
    /// By index of the stop: whether a wanted trip has a row for it where riders get on or off.
    /// - Throws: `missingFile`, `missingColumn`; of the table.
    package static func read(
        of tables: any FeedTables, trips: FeedTrips, stops: FeedStops, notices: @escaping NoticeSink
    ) throws(FeedError) -> [Bool] {
        var served = [Bool](repeating: false, count: stops.rows.count)
        var reader = try StopTimeReader(of: tables, trips: trips, stops: stops, notices: notices)
        while let row = try reader.next() { served[row.stop] = true }
        return served
    }
}
