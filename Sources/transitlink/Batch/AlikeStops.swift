// AlikeStops: stops that share name, number and platform with another, which is a quarter of all: the two sides of a street. A
// title or a list that shows no more can't be told from its neighbour; where the vehicles go tells it, else the stop's ID.

internal import Feeds
internal import Publishing

struct AlikeStops: Sendable {
    /// By row of stops.txt.
    private(set) var notes: [UInt32: String] = [:]

    /// None.
    init() {}

    /// - Parameter rows: of `feed.stops`: those that are published.
    init(_ rows: [UInt32], of feed: BatchFeed, _ texts: SiteTexts) {
        let groups = Self.groups(rows, of: feed.stops)
        if groups.isEmpty { return }
        let headsigns = feed.headsigns(at: groups.joined())
        for group in groups {
            let towards = group.map { headsigns[$0] }
            for (index, stop) in zip(group, towards) {
                let isTold = stop != nil && towards.count { $0 == stop } == 1
                let id = isTold ? nil : feed.stops.text(feed.stops.rows[index].id)
                notes[feed.stops.rows[index].row] = texts.note(towards: stop, id: id)
            }
        }
    }

    /// The indices of stops that are alike, in the order of the file. A stop without a name is shown by its ID.
    private static func groups(_ rows: [UInt32], of stops: FeedStops) -> [[Int]] {
        var places: [UInt64: Int] = [:]
        var first: [Int] = []
        var groups: [Int: [Int]] = [:]
        for row in rows where !stops.rows[Int(row)].name.isEmpty {
            let key = key(of: stops.rows[Int(row)], in: stops.bytes)
            if let place = places[key] {
                groups[place, default: [first[place]]].append(Int(row))
            } else {
                places[key] = first.count
                first.append(Int(row))
            }
        }
        return groups.keys.sorted().compactMap { groups[$0] }
    }

    /// FNV-1a, 64 bits: of two that differ and have one key, both would be told apart for nothing.
    private static func key(of stop: FeedStop, in bytes: [UInt8]) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for range in [stop.name, stop.code, stop.platformCode] {
            for byte in bytes[range.indices] { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
            hash = (hash ^ 0xFF) &* 0x100_0000_01B3
        }
        return hash
    }
}

extension BatchFeed {
    /// By index: where most boardings of these stops lead. A feed whose tables can't be read has none: trips, where they are asked
    /// for, say why.
    fileprivate func headsigns(at stops: some Sequence<Int>) -> [Int: String] {
        guard tables.fileNames.contains("stop_times.txt"), tables.fileNames.contains("trips.txt") else { return [:] }
        var wanted = [Bool](repeating: false, count: self.stops.rows.count)
        for index in stops { wanted[index] = true }
        var ids = ids
        do throws(FeedError) {
            let routes = try FeedRoutes(reading: tables, notices: { _ in })
            let trips = try FeedTrips(of: tables, routes: routes, ids: &ids, notices: { _ in })
            return try StopHeadsigns.read(of: tables, trips: trips, stops: self.stops, wanted: wanted)
        } catch { return [:] }
    }
}
