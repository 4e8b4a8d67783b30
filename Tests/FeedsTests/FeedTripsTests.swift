import Testing

@testable import Feeds

@Suite struct FeedTripsTests {
    private func feed(trips: String, routes: String = "r1,1\nr2,40\nr3,\n") -> MadeFeed {
        MadeFeed([
            "routes.txt": "route_id,agency_id\n" + routes, "trips.txt": "route_id,service_id,trip_id,trip_headsign\n" + trips,
            "calendar_dates.txt": "service_id,date,exception_type\nwd,20260330,1\nsu,20260329,1\n",
        ])
    }

    private func read(
        _ feed: MadeFeed, agencies: [String] = ["1"], agency: String? = nil, on date: String? = nil,
        routes: Set<Int>? = nil, _ notices: Notices = Notices()
    ) throws -> (trips: FeedTrips, shown: [String]) {
        var ids = CombinedIDs(agencies: agencies.map { FeedAgency(id: $0, name: $0) }, agency: agency)
        let day = date.flatMap { ServiceDay(option: $0) }
        let calendar = try day.map { try ServiceCalendar(of: feed, days: $0...$0) { _ in } }
        let trips = try FeedTrips(
            of: feed, routes: FeedRoutes(naive: feed), selection: TripSelection(calendar: calendar, routes: routes),
            ids: &ids, notices: notices.sink)
        let shown = trips.rows.map { row in
            var id: [UInt8] = []
            ids.append(row.prefix, trips.bytes.span.extracting(row.id.indices), to: &id)
            let route = row.route.map { "r\($0 + 1)" } ?? "-"
            return "\(row.row) \(String(decoding: id, as: UTF8.self)) \(route) '\(trips.text(row.headsign))'"
        }
        return (trips, shown)
    }

    private static let unknown = "no such agency in agency.txt; trips carry it all the same, and the server refuses the feed"

    private func find(_ trips: FeedTrips, _ id: String) -> TripSearch { trips.find(Array(id.utf8).span) }

    @Test func aTripCarriesTheAgencyOfItsRoute() throws {
        let made = feed(trips: "r1,wd,t1,Downtown\nr2,wd,t2,\"Up, \"\"town\"\"\"\nr3,wd,t3,\n")
        let notices = Notices()
        let (_, shown) = try read(made, agencies: ["1", "40"], agency: "1", notices)
        #expect(shown == ["2 1_t1 r1 'Downtown'", "3 40_t2 r2 'Up, \"town\"'", "4 1_t3 r3 ''"])
        #expect(
            notices.lines == [
                "missing_required_field routes.txt 4 agency_id '': which of the feed's agencies it is isn't said, and the server "
                    + "refuses the feed; trips are linked as options say"
            ])
    }

    @Test func anAgencyOfARouteThatTheFeedHasNotIsReported() throws {
        let notices = Notices()
        let (_, shown) = try read(feed(trips: "r2,wd,t2,\n"), agencies: ["1", "7"], agency: "1", notices)
        #expect(shown == ["2 40_t2 r2 ''"])
        #expect(
            notices.lines.first
                == "foreign_key_violation routes.txt 3 agency_id '40': \(Self.unknown)")
    }

    @Test func unseenCharactersAndBlanksOfATripAreReported() throws {
        let notices = Notices()
        let (_, shown) = try read(
            feed(trips: "r1 ,wd,a\u{7}b, up\nr1,\twd,\u{200B}c,\n", routes: "r1,1\n"), on: "2026-03-30", notices)
        #expect(shown == ["2 1_a\u{7}b r1 'up'", "3 1_\u{200B}c r1 ''"])
        let blanks = "read without the blanks at its ends, as by the server"
        let unseen = "the ID holds a character that isn't seen; links encode it"
        #expect(
            notices.lines == [
                "leading_or_trailing_whitespaces trips.txt 2 route_id 'r1 ': \(blanks)",
                "leading_or_trailing_whitespaces trips.txt 2 trip_headsign ' up': \(blanks)",
                "non_ascii_or_non_printable_char trips.txt 2 trip_id 'a\u{7}b': \(unseen)",
                "leading_or_trailing_whitespaces trips.txt 3 service_id '\twd': \(blanks)",
                "non_ascii_or_non_printable_char trips.txt 3 trip_id '\u{200B}c': \(unseen)",
            ])
    }

    @Test func aRouteWhoseAgencyNobodyKnowsLeavesItsTripsOut() throws {
        let notices = Notices()
        let (trips, shown) = try read(feed(trips: "r1,wd,t1,\nr3,wd,t3,\n"), agencies: ["1", "40"], notices)
        #expect(shown == ["2 1_t1 r1 ''"])
        #expect(trips.withoutAgency == 1)
        #expect(find(trips, "t3") == .notWanted)
        #expect(
            notices.lines == [
                "missing_required_field routes.txt 4 agency_id '': which of the feed's agencies its trips belong to isn't "
                    + "known; they are left out unless --agency says it"
            ])
    }

    @Test func onlyTripsOfTheDayAndTheRoutesAreKept() throws {
        let made = feed(trips: "r1,wd,t1,\nr1,su,t2,\nr2,wd,t3,\nr1,no,t4,\n")
        let notices = Notices()
        let (trips, shown) = try read(made, on: "2026-03-30", routes: [0], notices)
        #expect(shown == ["2 1_t1 r1 ''"])
        #expect(trips.count == 4)
        #expect(["t1", "t2", "t3", "t4", "t5"].map { find(trips, $0) } == [.row(0), .notWanted, .notWanted, .notWanted, .unknown])
        #expect(
            notices.lines == [
                "foreign_key_violation routes.txt 3 agency_id '40': \(Self.unknown)",
                "foreign_key_violation trips.txt 5 service_id 'no': no such service in the calendar; the trip never runs",
            ])
    }

    @Test func oddRowsAreReported() throws {
        let notices = Notices()
        let (trips, shown) = try read(feed(trips: "r1,wd,t1,a\nr1,wd,t1,b\nr9,wd,t2,c\nr1,wd,,d\n,wd, t3 ,e\n"), notices)
        #expect(shown == ["2 1_t1 r1 'a'", "4 1_t2 - 'c'", "6 1_t3 - 'e'"])
        #expect(find(trips, "") == .unknown)
        #expect(
            notices.lines == [
                "foreign_key_violation routes.txt 3 agency_id '40': \(Self.unknown)",
                "duplicate_key trips.txt 3 trip_id 't1': the trip has a row already; this one is left out",
                "foreign_key_violation trips.txt 4 route_id 'r9': no such route in routes.txt",
                "missing_required_field trips.txt 5 trip_id '': the trip is left out",
                "leading_or_trailing_whitespaces trips.txt 6 trip_id ' t3 ': read without the blanks at its ends, as by the server",
                "foreign_key_violation trips.txt 6 route_id '': no such route in routes.txt",
            ])
    }

    @Test func tripsOfAnUnknownRouteAreNotThoseOfAWantedOne() throws {
        let (_, shown) = try read(feed(trips: "r9,wd,t1,\nr2,wd,t2,\n"), routes: [1])
        #expect(shown == ["3 40_t2 r2 ''"])
    }

    @Test func aFeedWithoutTripsIsRefused() throws {
        var ids = CombinedIDs(agencies: [])
        let routes = FeedRoutes(bytes: [], rows: [])
        #expect(throws: FeedError.missingFile("trips.txt", found: ["routes.txt"])) {
            try FeedTrips(of: MadeFeed(["routes.txt": ""]), routes: routes, ids: &ids) { _ in }
        }
        #expect(throws: FeedError.missingColumn("service_id", file: "trips.txt", found: ["trip_id", "route_id"])) {
            try FeedTrips(of: MadeFeed(["trips.txt": "trip_id,route_id\n"]), routes: routes, ids: &ids) { _ in }
        }
    }
}
