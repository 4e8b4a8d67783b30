// StopChoice: the rows of stops.txt that links are made for: what riders board at, and of these what the options choose; and
// how many were left out for which reason, for nothing is dropped silently.

internal import Arguments
internal import FeedFiles
internal import Feeds

struct StopChoice: Sendable {
    /// Rows of `FeedStops.rows`, ascending.
    private(set) var rows: [UInt32] = []
    /// Rows that riders don't board at, by `location_type`.
    private(set) var notBoarded = [Int](repeating: 0, count: 5)
    /// Stops that the options leave out.
    private(set) var notChosen = 0

    /// - Parameters:
    ///   - list: the rows that the list of `--only` names; nil where there is none.
    ///   - served: the rows that the routes of `--route` serve; nil where none are named.
    init(from stops: FeedStops, _ chosen: ChosenStops, list: Set<UInt32>?, served: Set<UInt32>?) {
        let limit = chosen.limit ?? .max
        rows.reserveCapacity(min(limit, stops.rows.count))
        for index in stops.rows.indices {
            let stop = stops.rows[index]
            guard stop.isBoarded else {
                notBoarded[Int(stop.type.rawValue)] += 1
                continue
            }
            let row = UInt32(index)
            guard rows.count < limit, list?.contains(row) != false, served?.contains(row) != false,
                chosen.bounds.map({ Self.lies(stop, in: $0) }) != false
            else {
                notChosen += 1
                continue
            }
            rows.append(row)
        }
    }

    private static func lies(_ stop: FeedStop, in bounds: ChosenStops.Bounds) -> Bool {
        stop.hasCoordinate && bounds.contains(latitude: stop.latitude, longitude: stop.longitude)
    }

    /// What the options choose of the feed.
    /// - Throws: `Failure` for a list that can't be read, and for tables that `--route` needs.
    init(
        from feed: BatchFeed, _ chosen: ChosenStops, _ encoding: TextEncoding, _ notices: NoticeLog
    ) throws(Failure) {
        let list = try chosen.list.map { (path) throws(Failure) in try Self.listed(path, encoding, feed.stops, notices) }
        let served = chosen.routes.isEmpty ? nil : try feed.rowsServed(by: chosen.routes, notices)
        self.init(from: feed.stops, chosen, list: list, served: served)
    }

    /// The rows of the stops that the file at `path` names.
    private static func listed(
        _ path: String, _ encoding: TextEncoding, _ stops: FeedStops, _ notices: NoticeLog
    ) throws(Failure) -> Set<UInt32> {
        let table = KeyTable(stops.rows.map(\.id), in: stops.bytes)
        var rows: Set<UInt32> = []
        for id in try StopList(path, encoding).ids {
            if let row = table.index(of: id.span, in: stops.bytes) {
                rows.insert(UInt32(row))
            } else {
                notices.add(.notInFeed("stops.txt", "stop_id", id, "the list of --only has it, the feed hasn't"))
            }
        }
        return rows
    }

    /// `12 stations, 3 entrances`; empty where all rows are stops.
    var notBoardedText: String {
        let nouns = [
            ("", ""), ("station", "stations"), ("entrance", "entrances"), ("node", "nodes"),
            ("boarding area", "boarding areas"),
        ]
        let parts = zip(notBoarded, nouns).filter { $0.0 > 0 }
        return parts.map { "\($0.grouped) \($0 == 1 ? $1.0 : $1.1)" }.joined(separator: ", ")
    }
}

extension FeedNotice {
    /// Something that an option names and the feed hasn't got.
    static func notInFeed(_ file: String, _ field: String, _ id: [UInt8], _ message: String) -> FeedNotice {
        let value = String(decoding: id.prefix(FeedNotice.valueLimit), as: UTF8.self)
        return FeedNotice(.notInFeed, file: file, row: 0, field: field, value: value, message)
    }
}
