// MadeFeed: a feed made by a test: the text of each table; and what the naive oracle makes of it: dictionaries and sorts,
// written from the rules of links.md and GTFS, not from the readers.

@testable import Feeds

/// File name and text.
struct MadeFeed: FeedTables {
    var files: [String: String]
    /// Bytes that a source hands out at once.
    var piece = Int.max

    init(_ files: [String: String]) { self.files = files }

    var fileNames: [String] { files.keys.sorted() }
    func table(_ name: String) throws(FeedError) -> (any ByteSource)? {
        files[name].map { ArraySource($0, piece: piece) }
    }
}

/// A spill in memory.
final class ArraySpill: RowSpill {
    private(set) var content: [UInt8] = []
    private(set) var appends = 0

    func append(_ bytes: RawSpan) throws(FeedError) {
        appends += 1
        for at in 0..<bytes.byteCount { content.append(bytes.unsafeLoad(fromByteOffset: at, as: UInt8.self)) }
    }

    func read(into bytes: inout MutableRawSpan, at offset: UInt64) throws(FeedError) {
        for at in 0..<bytes.byteCount {
            bytes.storeBytes(of: content[Int(offset) + at], toByteOffset: at, as: UInt8.self)
        }
    }
}

/// What the trips of a feed come to, in a form to compare.
struct FoundBoarding: Equatable, CustomStringConvertible {
    var trip: String
    var stop: String
    var gtfs: Int
    var index: Int
    var description: String { "\(trip) \(stop) \(gtfs)→\(index)" }
}

/// Everything between the tables and the boardings, as the tool does it.
struct ReadTrips {
    var boardings: [FoundBoarding] = []
    var trips: FeedTrips
    var stops: FeedStops
    var spill = ArraySpill()

    init(
        _ feed: any FeedTables, on days: ClosedRange<ServiceDay>? = nil, routes wanted: Set<Int>? = nil,
        agencies: [FeedAgency] = [FeedAgency(id: "1", name: "Metro")], runs: Int = StopTimeSorter.rowsOfRun,
        chunk: Int = 100, notices: Notices = Notices()
    ) throws {
        stops = try FeedStops(naive: feed)
        let routes = try FeedRoutes(naive: feed)
        var ids = CombinedIDs(agencies: agencies)
        let calendar = try days.map { try ServiceCalendar(of: feed, days: $0, notices: notices.sink) }
        trips = try FeedTrips(
            of: feed, routes: routes, selection: TripSelection(calendar: calendar, routes: wanted), ids: &ids,
            notices: notices.sink)
        var times = try StopTimes(
            of: feed, trips: trips, stops: stops, spill: spill, rowsOfRun: runs, notices: notices.sink)
        var some: [Boarding] = []
        while try times.next(chunk, into: &some) {
            boardings += some.map {
                FoundBoarding(
                    trip: trips.text(trips.rows[$0.trip].id), stop: stops.text(stops.rows[$0.stop].id),
                    gtfs: $0.gtfsStopSequence, index: $0.stopSequence)
            }
        }
    }
}

extension FeedStops {
    /// stops.txt by the naive reader: the columns that trips need.
    init(naive feed: any FeedTables) throws {
        var bytes: [UInt8] = []
        var rows: [FeedStop] = []
        var seen: Set<String> = []
        for row in try NaiveTable(feed, "stops.txt")?.rows ?? [] {
            guard let id = row["stop_id"], !id.isEmpty, seen.insert(id).inserted else { continue }
            let range = ByteRange(start: UInt32(bytes.count), count: UInt32(id.utf8.count))
            bytes += Array(id.utf8)
            rows.append(
                FeedStop(
                    id: range, code: .empty, name: .empty, description: .empty, platformCode: .empty, url: .empty,
                    zone: .empty, parentStation: .empty, latitude: .nan, longitude: .nan,
                    type: LocationType(rawValue: UInt8(row["location_type"] ?? "") ?? 0) ?? .stop, row: 0))
        }
        self.init(bytes: bytes, rows: rows)
    }
}

extension FeedRoutes {
    init(naive feed: any FeedTables) throws {
        var bytes: [UInt8] = []
        func range(_ text: String) -> ByteRange {
            bytes += Array(text.utf8)
            return ByteRange(start: UInt32(bytes.count - text.utf8.count), count: UInt32(text.utf8.count))
        }
        var rows: [FeedRoute] = []
        for (number, row) in (try NaiveTable(feed, "routes.txt")?.rows ?? []).enumerated() {
            rows.append(
                FeedRoute(id: range(row["route_id"] ?? ""), agency: range(row["agency_id"] ?? ""), row: UInt32(number + 2)))
        }
        self.init(bytes: bytes, rows: rows)
    }
}

/// A table as dictionaries of trimmed values.
struct NaiveTable {
    var rows: [[String: String]] = []

    init?(_ feed: any FeedTables, _ name: String) throws {
        guard let source = try feed.table(name) else { return nil }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while case let count = try source.read(into: &buffer, at: 0), count > 0 { bytes += buffer[..<count] }
        var reader = NaiveCSV(bytes)
        guard let header = reader.next()?.1.map(trimmed) else { return }
        while let (_, fields) = reader.next() {
            rows.append(Dictionary(zip(header, fields.map(trimmed)), uniquingKeysWith: { first, _ in first }))
        }
    }

    private func trimmed(_ bytes: [UInt8]) -> String { trimmedLikeJava(String(decoding: bytes, as: UTF8.self)) }
}

/// The boardings of the trips that run on `day` (all of them without one), by the rules.
func naiveBoardings(_ feed: any FeedTables, on day: ServiceDay? = nil) throws -> [FoundBoarding] {
    let stops = Set(try NaiveTable(feed, "stops.txt")?.rows.compactMap { $0["stop_id"] } ?? []).subtracting([""])
    let services = try day.map { try naiveServices(feed, on: $0) }
    var times: [String: [(sequence: Int, row: [String: String])]] = [:]
    for row in try NaiveTable(feed, "stop_times.txt")?.rows ?? [] {
        guard let trip = row["trip_id"], let sequence = row["stop_sequence"].flatMap({ Int32($0) }),
            stops.contains(row["stop_id"] ?? ""), row["pickup_type"] != "1" || row["drop_off_type"] != "1"
        else { continue }
        times[trip, default: []].append((Int(sequence), row))
    }
    var found: [FoundBoarding] = []
    var seen: Set<String> = []
    for trip in try NaiveTable(feed, "trips.txt")?.rows ?? [] {
        guard let id = trip["trip_id"], !id.isEmpty, seen.insert(id).inserted else { continue }
        if let services, !services.contains(trip["service_id"] ?? "") { continue }
        // On the server a trip has two stop times at least.
        guard times[id, default: []].count >= 2 else { continue }
        // The sort of the standard library is stable, as of Swift 5; `offset` says so all the same.
        let ordered = (times[id] ?? []).enumerated().sorted {
            ($0.element.sequence, $0.offset) < ($1.element.sequence, $1.offset)
        }
        for (index, (_, time)) in ordered.enumerated() where time.row["pickup_type"] != "1" {
            found.append(FoundBoarding(trip: id, stop: time.row["stop_id"] ?? "", gtfs: time.sequence, index: index))
        }
    }
    return found
}

/// The services that run on `day`.
func naiveServices(_ feed: any FeedTables, on day: ServiceDay) throws -> Set<String> {
    let date = day.description.filter { $0 != "-" }
    let names = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
    var active: Set<String> = []
    for row in try NaiveTable(feed, "calendar.txt")?.rows ?? [] {
        // Dates of eight digits are in order as texts.
        guard let first = row["start_date"], let last = row["end_date"], first <= date, date <= last else { continue }
        if row[names[day.weekday]] == "1" { active.insert(row["service_id"] ?? "") }
    }
    for row in try NaiveTable(feed, "calendar_dates.txt")?.rows ?? [] where row["date"] == date {
        if row["exception_type"] == "1" { active.insert(row["service_id"] ?? "") }
        if row["exception_type"] == "2" { active.remove(row["service_id"] ?? "") }
    }
    return active
}

// A span can't stand inside #expect: the same questions by arrays and texts.
extension KeyTable {
    func find(_ key: [UInt8], in bytes: [UInt8]) -> Int? { index(of: key.span, in: bytes) }
}

extension KeyHash {
    func of(_ key: [UInt8]) -> UInt64 { hash(key.span) }
    static func same(_ one: [UInt8], _ other: [UInt8]) -> Bool { equal(one.span, other.span) }
}

extension ServiceCalendar {
    func find(_ id: String) -> Int? { service(Array(id.utf8).span) }
}

extension ServiceDay {
    static func inFeed(_ text: String) -> ServiceDay? { ServiceDay(gtfs: Array(text.utf8).span) }
}
