// StopHeadsigns: where the vehicles go that riders board at a stop: what tells two stops of one name apart. One pass over
// stop_times.txt that gives no notices: whoever links trips reads the table again and has them all.

package enum StopHeadsigns {
    /// By index of the stop: the headsign of most of its boardings, `stop_headsign` before the trip's; nothing for a stop whose
    /// boardings have none, or only the stop's own name.
    /// - Parameter wanted: by index of the stop, whether it is asked for.
    /// - Throws: `missingColumn`; of the table. A feed without stop_times.txt has no headsigns.
    package static func read(
        of tables: any FeedTables, trips: FeedTrips, stops: FeedStops, wanted: [Bool]
    ) throws(FeedError) -> [Int: String] {
        guard let source = try tables.table(StopTimeReader.file) else { return [:] }
        var table = try CSVTable(reading: source, file: StopTimeReader.file, notices: { _ in })
        let (tripColumn, stopColumn) = (try table.requiredColumn("trip_id"), try table.requiredColumn("stop_id"))
        let (pickup, own) = (table.column("pickup_type"), table.column("stop_headsign"))
        let keys = KeyTable(stops.rows.map(\.id), in: stops.bytes)
        var counts = HeadsignCounts(trips)
        while try table.next() {
            let bytes = table.bytes.span
            guard let stop = keys.index(of: bytes.extracting(table.field(stopColumn)), in: stops.bytes), wanted[stop],
                !isClosed(table, pickup), case .row(let trip) = trips.find(bytes.extracting(table.field(tripColumn)))
            else { continue }
            counts.add(own.map { table.bytes[table.field($0)] } ?? [], of: trip, at: stop, of: stops)
        }
        return counts.mostFrequent
    }

    /// Whether nobody gets on (pickup_type 1).
    private static func isClosed(_ table: borrowing CSVTable, _ pickup: Int?) -> Bool {
        guard let pickup else { return false }
        let field = table.field(pickup)
        return field.count == 1 && table.bytes[field.lowerBound] == UInt8(ascii: "1")
    }
}

/// Boardings by stop and headsign; each text is kept once.
private struct HeadsignCounts {
    private let trips: FeedTrips
    private var texts: [[UInt8]] = []
    private var places: [[UInt8]: Int] = [:]
    /// By index of the trip: the place of its headsign; -1 where it isn't known yet.
    private var placeOfTrip: [Int]
    private var counts: [Key: Int] = [:]

    private struct Key: Hashable {
        let stop: Int
        let text: Int
    }

    init(_ trips: FeedTrips) {
        self.trips = trips
        placeOfTrip = [Int](repeating: -1, count: trips.rows.count)
    }

    mutating func add(_ own: ArraySlice<UInt8>, of trip: Int, at stop: Int, of stops: FeedStops) {
        let place = own.isEmpty ? place(ofTrip: trip) : place(of: own)
        let text = texts[place]
        if text.isEmpty || Placeholder.isOne(text) || Placeholder.isSame(text, stops.bytes[stops.rows[stop].name.indices]) {
            return
        }
        counts[Key(stop: stop, text: place), default: 0] += 1
    }

    private mutating func place(ofTrip trip: Int) -> Int {
        if placeOfTrip[trip] < 0 { placeOfTrip[trip] = place(of: trips.bytes[trips.rows[trip].headsign.indices]) }
        return placeOfTrip[trip]
    }

    private mutating func place(of text: ArraySlice<UInt8>) -> Int {
        let text = Array(text)
        if let known = places[text] { return known }
        places[text] = texts.count
        texts.append(text)
        return texts.count - 1
    }

    /// Of equally frequent ones the first by its bytes, so that the same feed gives the same.
    var mostFrequent: [Int: String] {
        var best: [Int: (count: Int, text: [UInt8])] = [:]
        for (key, count) in counts {
            let text = texts[key.text]
            if let known = best[key.stop],
                known.count > count || known.count == count && known.text.lexicographicallyPrecedes(text)
            {
                continue
            }
            best[key.stop] = (count, text)
        }
        return best.mapValues { String(decoding: $0.text, as: UTF8.self) }
    }
}
