// Boardings as rows and as results.

import Feeds
import Foundation
import Publishing
import TestSupport
import Testing
import TransitLinks

@Suite struct TripFormatTests {
    private static let feed = FeedStops([
        MadeStop(id: "10", name: "Stevens Way", place: (47.6543, -122.3054)), MadeStop(id: "a,b"),
    ])

    private static func day(_ date: String, _ seconds: Double) throws -> PublishedDay {
        try PublishedDay(#require(CalendarDate(iso8601: date)), ServiceDate(epochSeconds: seconds))
    }

    private static func chunk() throws -> BoardingChunk {
        var chunk = BoardingChunk(
            of: feed, on: [try day("2026-03-30", 1_774_854_000), try day("2026-03-31", 1_774_940_400)])
        try chunk.begin(
            trip: "T 1".utf8.span, route: "545".utf8.span, headsign: "Seattle".utf8.span, day: 0, row: 2,
            id: { $0 += Array("1_T 1".utf8) })
        for (stop, sequence) in [(0, 5), (1, 7), (0, 9)] {
            let boarding = Boarding(trip: 0, stop: stop, gtfsStopSequence: sequence, stopSequence: (sequence - 5) / 2)
            try chunk.append(boarding) { $0 += Array("1_".utf8) + feed.bytes[feed.rows[stop].id.indices] }
        }
        try chunk.begin(
            trip: "=2".utf8.span, route: " ".utf8.span, headsign: "".utf8.span, day: 1, row: 3,
            id: { $0 += Array("1_=2".utf8) })
        try chunk.append(Boarding(trip: 1, stop: 0, gtfsStopSequence: 0, stopSequence: 0)) { $0 += Array("1_10".utf8) }
        return chunk
    }

    @Test func `trips.csv`() throws {
        var notices: [FeedNotice] = []
        let text = joined(TripsCSV(Made.context()), [try Self.chunk()]) { notices.append($0) }
        let page = "https://side.example/regions/1/stops/"
        #expect(
            text == """
                trip_id,stop_id,gtfs_stop_sequence,stop_sequence,service_date,web,date\r
                T 1,10,5,0,1774854000.0,\(page)1_10/trips?trip_id=1_T%201&service_date=1774854000.0&stop_sequence=0,2026-03-30\r
                T 1,"a,b",7,1,1774854000.0,\(page)1_a%2Cb/trips?trip_id=1_T%201&service_date=1774854000.0&stop_sequence=1,2026-03-30\r
                T 1,10,9,2,1774854000.0,\(page)1_10/trips?trip_id=1_T%201&service_date=1774854000.0&stop_sequence=2,2026-03-30\r
                =2,10,0,0,1774940400.0,\(page)1_10/trips?trip_id=1_%3D2&service_date=1774940400.0&stop_sequence=0,2026-03-31\r

                """)
        #expect(notices.map { "\($0.file) \($0.row) \($0.field) \($0.value)" } == ["trips.txt 3 trip_id =2"])
    }

    @Test func `without a sidecar a boarding has no page`() throws {
        let bare = Region(id: RegionID(rawValue: 0), name: "Bare")
        let text = joined(TripsCSV(Made.context(region: bare)), [try Self.chunk()])
        #expect(text.hasSuffix("=2,10,0,0,1774940400.0,,2026-03-31\r\n"))
    }

    @Test func `a line of trips.ndjson is what make answers`() throws {
        let settings = LinkSettings(
            directory: RegionDirectory(regions: [Made.region]), currentRegion: .id(Made.region.id), app: Made.app,
            walking: ["geo", "google"].compactMap(WalkingVendor.named))
        var make = RequestAnswerer(settings: settings, limits: RequestLimits(), timeZones: TimeZoneDatabase { _ in [] })
        let stop = #"{"id":"1_10","name":"Stevens Way","lat":47.6543,"lon":-122.3054}"#
        let trip = #"{"id":"1_T 1","serviceDate":1774854000,"route":"545","headsign":"Seattle","stopSequence":"#
        let requests = [
            #"{"kind":"trip","id":"2026-03-30/5/T 1","stop":\#(stop),"trip":\#(trip)0}}"#,
            #"{"kind":"trip","id":"2026-03-30/7/T 1","stop":{"id":"1_a,b"},"trip":\#(trip)1}}"#,
            #"{"kind":"trip","id":"2026-03-30/9/T 1","stop":\#(stop),"trip":\#(trip)2}}"#,
            #"{"kind":"trip","id":"2026-03-31/0/=2","stop":\#(stop),"trip":{"id":"1_=2","serviceDate":1774940400,"stopSequence":0}}"#,
        ]
        let expected = requests.map { String(decoding: make.answer(Array($0.utf8).span).line, as: UTF8.self) }.joined()
        #expect(expected.split(separator: "\n").count == 4 && !expected.contains("refused"))
        #expect(joined(TripsNDJSON(Made.context()), [try Self.chunk()]) == expected)
    }

    @Test func `an ID that is none begins no trip and is no boarding`() throws {
        var chunk = BoardingChunk(of: Self.feed, on: [try Self.day("2026-03-30", 1_774_854_000)])
        let none = "".utf8.span
        #expect(throws: IdentifierError.empty) {
            try chunk.begin(trip: none, route: none, headsign: none, day: 0, row: 2, id: { _ in })
        }
        try chunk.begin(trip: none, route: none, headsign: none, day: 0, row: 2, id: { $0 += [0x61] })
        #expect(throws: IdentifierError.nul(offset: 0)) {
            try chunk.append(Boarding(trip: 0, stop: 0, gtfsStopSequence: 0, stopSequence: 0)) { $0 += [0] }
        }
        #expect(chunk.trips.count == 1 && chunk.boardings.isEmpty && chunk.bytes == [0x61])
    }
}
