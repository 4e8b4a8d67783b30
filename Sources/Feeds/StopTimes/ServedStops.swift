// ServedStops: which stops the wanted trips serve, for a selection of stops by route.

package enum ServedStops {
    /// By index of the stop: whether a wanted trip has a row for it where riders get on or off.
    /// - Throws: `missingFile`, `missingColumn`; of the table.
    package static func read(
        of tables: any FeedTables, trips: FeedTrips, stops: FeedStops, notices: @escaping NoticeSink
    ) throws(FeedError) -> [Bool] {
        var served = [Bool](repeating: false, count: stops.rows.count)
        var table = try StopTimeReader.open(tables, notices: notices)
        var reader = try StopTimeReader(of: &table, trips: trips, stops: stops)
        while try table.next() {
            if let row = try reader.row(of: table) { served[row.stop] = true }
        }
        return served
    }
}
