// DoubledStops: what can be said of stops only once all of them are known: IDs that two rows have, and stations that no row
// has. Most feeds are sorted by ID, and in a sorted one equal IDs are neighbours: no table of a million IDs is needed.

/// Whether keys come in ascending order, by their bytes or by length and then bytes (`999` before `1000`): then all differ.
struct KeyOrder {
    private var last = ByteRange.empty
    private var isByBytes = true
    private var isByLength = true

    var isAscending: Bool { isByBytes || isByLength }

    /// - Parameter key: not empty.
    mutating func take(_ key: ByteRange, in bytes: borrowing [UInt8]) {
        guard isAscending else { return }
        var at = 0
        let common = Int(min(last.count, key.count))
        while at < common, bytes[Int(last.start) &+ at] == bytes[Int(key.start) &+ at] { at &+= 1 }
        let isLess = at < common && bytes[Int(last.start) &+ at] < bytes[Int(key.start) &+ at]
        let isPrefix = at == common && last.count < key.count
        isByBytes = isByBytes && (isLess || isPrefix)
        isByLength = isByLength && (last.count < key.count || (last.count == key.count && isLess))
        last = key
    }
}

extension [FeedStop] {
    /// Of stops with one ID the first alone; each other is reported.
    func withoutDoubles(in bytes: [UInt8], _ notices: NoticeSink) -> [FeedStop] {
        var ids = KeyTable(expected: count)
        return filter { stop in
            if ids.insert(stop.id, in: bytes).isNew { return true }
            let id = String(decoding: bytes[stop.id.indices], as: UTF8.self)
            notices(.ofStop(.duplicateKey, stop, "stop_id", id, "left out: the first stop with this ID stays"))
            return false
        }
    }
}

extension FeedStops {
    func reportUnknownParents(_ notices: NoticeSink) {
        guard rows.contains(where: { !$0.parentStation.isEmpty }) else { return }
        let ids = KeyTable(rows.lazy.map(\.id), in: bytes)
        for stop in rows where !stop.parentStation.isEmpty {
            if ids.index(of: bytes.span.extracting(stop.parentStation.indices), in: bytes) != nil { continue }
            let parent = text(stop.parentStation)
            notices(.ofStop(.foreignKeyViolation, stop, "parent_station", parent, "no such stop in stops.txt"))
        }
    }
}

extension FeedNotice {
    fileprivate static func ofStop(
        _ code: Code, _ stop: FeedStop, _ field: String, _ value: String, _ message: String
    ) -> FeedNotice {
        FeedNotice(code, file: FeedStops.file, row: Int(stop.row), field: field, value: value, message)
    }
}
