// RowMemory: what the rows before say of the next one. Rows of a trip stand together, and trips of a pattern serve the same
// stops in the same order: one comparison then takes the place of a search. Guesses alone: a wrong one costs a search.

/// The trip of the row before: rows of a trip stand together nearly always.
struct LastTrip {
    private var id: [UInt8] = []
    private var trip = TripSearch.unknown

    mutating func find(_ field: Range<Int>, of table: borrowing CSVTable, in trips: FeedTrips) -> TripSearch {
        let wanted = table.bytes.span.extracting(field)
        if KeyHash.equal(wanted, id.span) { return trip }
        trip = trips.find(wanted)
        id.removeAll(keepingCapacity: true)
        for at in wanted.indices { id.append(wanted[at]) }
        return trip
    }
}

/// The stops by ID.
struct StopFinder {
    private let bytes: [UInt8]
    private let ids: KeyTable
    /// By index of a stop: the one that came after it last.
    private var following: [UInt32]
    private var last = 0

    init(_ stops: FeedStops) {
        bytes = stops.bytes
        ids = KeyTable(stops.rows.lazy.map(\.id), in: stops.bytes)
        following = [UInt32](repeating: 0, count: stops.rows.count)
    }

    /// The index of the stop with this ID.
    mutating func find(_ id: Span<UInt8>) -> Int? {
        guard !following.isEmpty else { return nil }
        let guess = Int(following[last])
        // An empty ID equals that of a row without one, and is none.
        if !id.isEmpty, ids.isKey(guess, id, in: bytes) {
            last = guess
            return guess
        }
        guard !id.isEmpty, let found = ids.index(of: id, in: bytes) else { return nil }
        following[last] = UInt32(truncatingIfNeeded: found)
        last = found
        return found
    }
}
