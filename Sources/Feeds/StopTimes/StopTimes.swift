// StopTimes: the boardings of the wanted trips, trip by trip in the order of trips.txt, numbered as OneBusAway numbers them:
// rows in the order of stop_sequence, equal ones in the order of the file (StopTimeEntriesFactory.createInitialStopTimeEntries
// of OneBusAway/onebusaway-application-modules), counted from 0. A trip with fewer than two rows that count isn't on the server
// (TripEntriesFactory.processTrip there), so it has no boardings here. The file is read once, from its beginning to its end, in
// whatever order its rows are.

/// Boardings, once stop_times.txt has been read.
package struct StopTimes {
    private var rows: StopTimeMerge
    /// The first row of the trip that comes next.
    private var upcoming: StopTimeRow?
    private let notices: NoticeSink
    /// By index of the trip.
    private let found: [StopTimeReader.FoundTimes]
    /// Wanted trips that are on demand alone: no stop, but zones or groups of stops.
    package let onDemand: Int
    /// Wanted trips with fewer than two stop times, which the server leaves out.
    package let unusable: Int

    /// Reads the whole table. Memory is about 80 MiB at most, whatever the number of rows.
    /// - Parameter spill: takes what memory has no room for: 16 bytes a row of a wanted trip, from two million on.
    /// - Throws: `missingFile`, `missingColumn`; of the table and of the spill.
    package init(
        of tables: any FeedTables, trips: FeedTrips, stops: FeedStops, spill: any RowSpill, notices: @escaping NoticeSink
    ) throws(FeedError) {
        try self.init(
            of: tables, trips: trips, stops: stops, spill: spill, rowsOfRun: StopTimeSorter.rowsOfRun, notices: notices)
    }

    /// As above with another size of the runs, for tests of their merging.
    package init(
        of tables: any FeedTables, trips: FeedTrips, stops: FeedStops, spill: any RowSpill, rowsOfRun: Int,
        notices: @escaping NoticeSink
    ) throws(FeedError) {
        var table = try StopTimeReader.open(tables, notices: notices)
        var reader = try StopTimeReader(of: &table, trips: trips, stops: stops)
        var sorter = StopTimeSorter(rowsOfRun: rowsOfRun, spill: spill)
        while try table.next() {
            if let row = try reader.row(of: table) { try sorter.append(row) }
        }
        rows = try sorter.sorted()
        upcoming = try rows.next()
        self.notices = notices
        found = reader.found
        (onDemand, unusable) = Self.countUnusable(found, trips, notices)
    }

    /// Reports the trips with fewer than two stop times, but for those on demand.
    private static func countUnusable(
        _ found: [StopTimeReader.FoundTimes], _ trips: FeedTrips, _ notices: NoticeSink
    ) -> (onDemand: Int, unusable: Int) {
        var (onDemand, unusable) = (0, 0)
        for (trip, found) in zip(trips.rows, found) where !found.contains(.two) {
            if found == .zone {
                onDemand += 1
            } else {
                unusable += 1
                notices(.unusable(trip, trips.text(trip.id), hasOne: found.contains(.one)))
            }
        }
        return (onDemand, unusable)
    }

    /// Replaces `boardings` by those of the next trips, whole ones, until there are at least `count`; false once there are
    /// none left. The memory of the array is used again. A trip where nobody gets on has none, nor has one with a single row.
    /// - Throws: of the spill.
    package mutating func next(_ count: Int, into boardings: inout [Boarding]) throws(FeedError) -> Bool {
        boardings.removeAll(keepingCapacity: true)
        while boardings.count < count, upcoming != nil { try appendTrip(to: &boardings) }
        return !boardings.isEmpty
    }

    private mutating func appendTrip(to boardings: inout [Boarding]) throws(FeedError) {
        guard var row = upcoming else { return }
        let isUsable = found[Int(row.trip)].contains(.two)
        var stopSequence = 0
        while true {
            if row.isBoarded, isUsable {
                boardings.append(
                    Boarding(
                        trip: Int(row.trip), stop: row.stop, gtfsStopSequence: Int(row.sequence), stopSequence: stopSequence))
            }
            stopSequence &+= 1
            upcoming = try rows.next()
            guard let following = upcoming, following.trip == row.trip else { return }
            if following.sequence == row.sequence { notices(.doubledSequence(following)) }
            row = following
        }
    }
}

extension FeedNotice {
    fileprivate static func unusable(_ trip: FeedTrip, _ id: String, hasOne: Bool) -> FeedNotice {
        FeedNotice(
            .unusableTrip, file: FeedTrips.file, row: Int(trip.row), field: "trip_id", value: id,
            "\(hasOne ? "one stop time" : "no stop time") that counts, and a trip has two; left out, as by the server")
    }

    fileprivate static func doubledSequence(_ row: StopTimeRow) -> FeedNotice {
        FeedNotice(
            .duplicateKey, file: StopTimeReader.file, row: Int(row.row), field: "stop_sequence", value: String(row.sequence),
            "the trip has this number already; the rows stay in the order of the file")
    }
}
