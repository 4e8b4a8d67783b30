// FeedTargets: a GTFS feed, which an agency publishes: one table against a naive reader of CSV, stops.txt, a whole feed out of
// memory against naive boardings, and a zip.

import FeedFiles
import Posix
import TransitLinks

@testable import Feeds

extension FuzzTarget {
    /// Two bytes of sizes, then a table: what a naive reader reads, whatever the buffer; and nothing traps where rows are too long.
    static let csv = FuzzTarget(name: "csv") { bytes in
        guard bytes.count >= 2 else { return }
        let (buffer, piece) = (1 + Int(bytes[0] & 0x7F), 1 + Int(bytes[1] & 0x1F))
        let content = Array(bytes[2...])
        if let rows = try? rows(of: content, piece: piece, buffer: buffer, field: 20, row: 1 << 20) {
            expect(NaiveCSV.rows(content, fieldLimit: 20) == rows, "a naive reader reads other rows")
        }
        _ = try? rows(of: content, piece: piece, buffer: buffer, field: 20, row: 40)
        let windows = try? rows(of: content, piece: piece, buffer: buffer, field: 1 << 16, row: 1 << 20, isWindows: true)
        let whole = try? rows(of: content, piece: .max, buffer: 1 << 10, field: 1 << 16, row: 1 << 20, isWindows: true)
        expect(windows == whole, "in pieces windows-1252 says something else")
    }

    static let stops = FuzzTarget(name: "stops") { bytes in
        let notices = Notices()
        guard let stops = try? FeedStops(reading: FuzzFeed(["stops.txt": bytes]), notices: notices.sink) else { return }
        var ids: Set<[UInt8]> = []
        for row in stops.rows {
            let id = Array(stops.bytes[row.id.indices])
            expect(!id.isEmpty && ids.insert(id).inserted, "a stop without an ID of its own")
            for range in [row.code, row.name, row.description, row.platformCode, row.url, row.zone, row.parentStation] {
                expect(String(validating: stops.bytes[range.indices], as: UTF8.self) != nil, "a field that is no text")
            }
            expect(row.latitude.isNaN == row.longitude.isNaN, "half a coordinate")
            guard row.hasCoordinate else { continue }
            expect(abs(row.latitude) <= 90 && abs(row.longitude) <= 180, "a coordinate that is none")
            check(row.latitude, stops.text(row.latitudeDigits))
            check(row.longitude, stops.text(row.longitudeDigits))
        }
        guard bytes.allSatisfy({ $0 > 0 && $0 < 0x80 }), let naive = try? FeedStops(naive: FuzzFeed(["stops.txt": bytes])) else {
            return
        }
        expect(naive.rows.map { naive.text($0.id) } == stops.rows.map { stops.text($0.id) }, "a naive reader finds other stops")
    }

    /// Tables, each behind a line `--- NAME`. Where no row is odd, the boardings are those of the naive rules; always they are the
    /// same in runs and pieces of any size.
    static let feed = FuzzTarget(name: "feed") { bytes in
        let feed = FuzzFeed(joined: bytes)
        let notices = Notices()
        let read = boardings(feed, runs: StopTimeSorter.rowsOfRun, notices)
        var pieces = feed
        pieces.piece = 7
        let again = boardings(pieces, runs: 2, Notices())
        expect(read == again, "in short runs other boardings")
        guard let read, notices.all.isEmpty, bytes.allSatisfy({ $0 > 0 && $0 < 0x80 }) else { return }
        expect((try? naiveBoardings(feed, on: day)) == read, "by the naive rules other boardings")
    }

    /// An archive: every table of it, read to its end.
    static let zip = FuzzTarget(name: "zip") { bytes in
        guard let file = try? FileDescriptor.unnamed(in: "/dev/shm"), (try? file.write(bytes)) != nil,
            let feed = try? FeedPackage(path: "/proc/self/fd/\(file.rawValue)")
        else { return }
        for name in feed.fileNames {
            expect(!name.isEmpty && !name.contains("/") && name != "..", "a table that is no name: \(name)")
            guard let source = try? feed.table(name) else { continue }
            var buffer = [UInt8](repeating: 0, count: 64 << 10)
            while let count = try? source.read(into: &buffer, at: 0), count > 0 {}
        }
    }
}

/// A day on which the services of the seeds run.
private let day = ServiceDay(gtfs: Array("20090803".utf8).span) ?? ServiceDay(daysSinceEpoch: 0)

private func rows(
    of content: [UInt8], piece: Int, buffer: Int, field: Int, row: Int, isWindows: Bool = false
) throws -> [ReadRow] {
    var limits = CSVLimits()
    (limits.buffer, limits.field, limits.row) = (buffer, field, row)
    let source = ArraySource(content, piece: piece)
    let decoded: (any ByteSource)? = isWindows ? DecodedSource(source, .windows1252) : nil
    var table = try CSVTable(reading: decoded ?? source, file: "stops.txt", limits: limits, notices: { _ in })
    var rows: [ReadRow] = []
    while try table.next() {
        let fields = table.columns.indices.map { table.text(table.wholeField($0)) }
        for column in table.columns.indices {
            expect(table.text(table.field(column)) == trimmedLikeJava(fields[column]), "a field isn't trimmed as by the server")
        }
        rows.append(ReadRow(number: table.row, fields: fields))
    }
    return rows
}

private func check(_ degrees: Double, _ digits: String) {
    var writer = ByteWriter(capacity: 64)
    writer.append(fixed: degrees)
    expect(digits.isEmpty || digits == writer.text, "\(digits) is copied where \(writer.text) would be written")
}

private func boardings(_ feed: FuzzFeed, runs: Int, _ notices: Notices) -> [FoundBoarding]? {
    do {
        _ = try FeedInfo(reading: feed, notices: { _ in })
        var ids = CombinedIDs(agencies: try FeedAgency.list(feed, notices: { _ in }), notices: { _ in })
        let stops = try FeedStops(reading: feed, notices: { _ in })
        let routes = try FeedRoutes(reading: feed, notices: notices.sink)
        let calendar = try ServiceCalendar(of: feed, days: day...day, notices: notices.sink)
        let trips = try FeedTrips(
            of: feed, routes: routes, selection: TripSelection(calendar: calendar), ids: &ids, notices: notices.sink)
        var times = try StopTimes(
            of: feed, trips: trips, stops: stops, spill: ArraySpill(), rowsOfRun: runs, notices: notices.sink)
        var (found, some): ([FoundBoarding], [Boarding]) = ([], [])
        while try times.next(3, into: &some) {
            found += some.map {
                FoundBoarding(
                    trip: trips.text(trips.rows[$0.trip].id), stop: stops.text(stops.rows[$0.stop].id),
                    gtfs: $0.gtfsStopSequence, index: $0.stopSequence)
            }
        }
        return found
    } catch { return nil }
}
