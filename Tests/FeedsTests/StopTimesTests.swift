import Testing

@testable import Feeds

@Suite struct StopTimesTests {
    /// Two trips and the stops A to D; S is a station. Both have two stop times at their end where nobody gets on, so that
    /// they are trips whatever `rows` are.
    private func feed(_ rows: String, header: String = Self.header) -> MadeFeed {
        MadeFeed([
            "stops.txt": "stop_id,location_type\nA,\nB,0\nC,\nD,\nS,1\n", "routes.txt": "route_id,agency_id\nr1,1\n",
            "trips.txt": "route_id,service_id,trip_id\nr1,wd,t1\nr1,wd,t2\nr1,su,sunday\n",
            "calendar_dates.txt": "service_id,date,exception_type\nwd,20260330,1\nsu,20260329,1\n",
            "stop_times.txt": header + "\n" + rows + (header == Self.header ? Self.ends : ""),
        ])
    }

    private static let header = "trip_id,stop_sequence,stop_id,pickup_type,drop_off_type"
    private static let ends = [1, 2].map { "t\($0),999999998,D,1,0\nt\($0),999999999,D,1,0\n" }.joined()

    private func boardings(_ feed: MadeFeed, _ notices: Notices = Notices()) throws -> [String] {
        let monday = try #require(ServiceDay(option: "2026-03-30"))
        let read = try ReadTrips(feed, on: monday...monday, notices: notices)
        #expect(try read.boardings == naiveBoardings(feed, on: monday))
        return read.boardings.map(\.description)
    }

    @Test func rowsAreNumberedInTheOrderOfTheirSequence() throws {
        #expect(
            try boardings(feed("t1,30,C\nt2,7,D\nt1,0,A\nt1,5,B\nt2,1268,A\n"))
                == ["t1 A 0→0", "t1 B 5→1", "t1 C 30→2", "t2 D 7→0", "t2 A 1268→1"])
    }

    @Test func aLoopServesItsStopTwice() throws {
        #expect(try boardings(feed("t1,1,A\nt1,2,B\nt1,3,A\n")) == ["t1 A 1→0", "t1 B 2→1", "t1 A 3→2"])
    }

    @Test func whereNobodyGetsOnOrOffIsNoPlaceOfTheTrip() throws {
        #expect(try boardings(feed("t1,1,A,,\nt1,2,B,1,1\nt1,3,C,0,1\n")) == ["t1 A 1→0", "t1 C 3→1"])
    }

    @Test func whereRidersOnlyGetOffIsAPlaceButNoBoarding() throws {
        #expect(try boardings(feed("t1,1,A,0,1\nt1,2,B,1,0\nt1,3,C,1,\nt1,4,D,2,3\n")) == ["t1 A 1→0", "t1 D 4→3"])
    }

    @Test func anUnknownStopIsNoPlaceOfTheTrip() throws {
        let notices = Notices()
        #expect(try boardings(feed("t1,1,A\nt1,2,X\nt1,3,B\nt1,4,\nt1,5,C\n"), notices) == ["t1 A 1→0", "t1 B 3→1", "t1 C 5→2"])
        #expect(
            notices.lines.filter { !$0.hasPrefix("invalid_row_length") } == [
                "foreign_key_violation stop_times.txt 3 stop_id 'X': no such stop in stops.txt; the row is left out",
                "missing_required_field stop_times.txt 5 stop_id '': the row is left out",
            ])
    }

    @Test func oneSequenceTwiceStaysInTheOrderOfTheFile() throws {
        let notices = Notices()
        #expect(
            try boardings(feed("t1,2,C,0,0\nt1,1,B,0,0\nt1,2,A,0,0\nt1,1,D,0,0\nt1,1,B,0,0\n"), notices)
                == ["t1 B 1→0", "t1 D 1→1", "t1 B 1→2", "t1 C 2→3", "t1 A 2→4"])
        let said = "the trip has this number already; the rows stay in the order of the file"
        #expect(
            notices.lines == [
                "duplicate_key stop_times.txt 5 stop_sequence '1': \(said)",
                "duplicate_key stop_times.txt 6 stop_sequence '1': \(said)",
                "duplicate_key stop_times.txt 4 stop_sequence '2': \(said)",
            ])
    }

    @Test func rowsOfTripsThatDoNotRunAreNotLookedAt() throws {
        let notices = Notices()
        #expect(try boardings(feed("sunday,x,X,9,9\nt1,1,A,0,0\n"), notices) == ["t1 A 1→0"])
        #expect(notices.lines == [])
    }

    @Test func aStationIsLinkedAndReported() throws {
        let notices = Notices()
        #expect(try boardings(feed("t1,1,S,0,0\nt1,2,A,0,0\n"), notices) == ["t1 S 1→0", "t1 A 2→1"])
        #expect(
            notices.lines == [
                "location_with_unexpected_stop_time stop_times.txt 2 stop_id 'S': "
                    + "not a stop by its location_type; linked as one"
            ])
    }

    @Test func oddRowsAreReportedAndCostNoOther() throws {
        let notices = Notices()
        let blanks = "read without the blanks at its ends, as by the server"
        let rows = """
            t9,1,A,0,0
            ,1,A,0,0
            t1,-1,A,0,0
            t1,,A,0,0
            t1,1.0,A,0,0
            t1,2147483648,A,0,0
            t1, 7 , A ,9,-1
            t1,2147483647,B,01,x
            t1,8,C,1,0

            """
        #expect(try boardings(feed(rows), notices) == ["t1 A -1→0", "t1 A 7→1", "t1 B 2147483647→5"])
        #expect(
            notices.lines == [
                "foreign_key_violation stop_times.txt 2 trip_id 't9': no such trip in trips.txt; the row is left out",
                "missing_required_field stop_times.txt 3 trip_id '': the row is left out",
                "number_out_of_range stop_times.txt 4 stop_sequence '-1': negative; the row comes before 0",
                "missing_required_field stop_times.txt 5 stop_sequence '': the row is left out",
                "invalid_integer stop_times.txt 6 stop_sequence '1.0': not a number of the order; the row is left out",
                "invalid_integer stop_times.txt 7 stop_sequence '2147483648': not a number of the order; the row is left out",
                "leading_or_trailing_whitespaces stop_times.txt 8 stop_sequence ' 7 ': \(blanks)",
                "leading_or_trailing_whitespaces stop_times.txt 8 stop_id ' A ': \(blanks)",
                "unexpected_enum_value stop_times.txt 8 pickup_type '9': not 0, 1, 2 or 3; taken as 0",
                "unexpected_enum_value stop_times.txt 8 drop_off_type '-1': not 0, 1, 2 or 3; taken as 0",
                "unexpected_enum_value stop_times.txt 9 pickup_type '01': not 0, 1, 2 or 3; taken as 0",
                "unexpected_enum_value stop_times.txt 9 drop_off_type 'x': not 0, 1, 2 or 3; taken as 0",
            ])
    }

    @Test func aZoneOfOnDemandServiceIsReportedAsOne() throws {
        let notices = Notices()
        let header = "trip_id,stop_sequence,stop_id,location_id,location_group_id"
        #expect(try boardings(feed("t1,1,,zone7,\nt1,2,,,group\nt1,3,A,,\nt1,4,B,,\nt2,1,,z,\n", header: header), notices) == ["t1 A 3→0", "t1 B 4→1"])
        #expect(
            notices.lines == [
                "stop_time_of_zone stop_times.txt 2 location_id 'zone7': on demand: riders are picked up in a zone; the row is left out",
                "stop_time_of_zone stop_times.txt 3 location_group_id 'group': "
                    + "on demand: riders are picked up at any of a group of stops; the row is left out",
                "stop_time_of_zone stop_times.txt 6 location_id 'z': on demand: riders are picked up in a zone; the row is left out",
            ])
    }

    @Test(arguments: [
        "", "0:00:00", "6:05:00", "23:59:59", "24:00:00", "48:00:01", "86:52:00", "100:00:00",
    ])
    func aTimeOfAServiceDayMayBeLate(time: String) throws {
        let notices = Notices()
        let header = "trip_id,arrival_time,departure_time,stop_sequence,stop_id"
        #expect(try boardings(feed("t1,\(time),\(time),1,A\nt1,,,2,B\n", header: header), notices) == ["t1 A 1→0", "t1 B 2→1"])
        #expect(notices.lines.filter { !$0.hasPrefix("unusable_trip trips.txt 3") } == [])
    }

    @Test(arguments: [
        "24:00", "6:5:00", "06:60:00", "06:00:60", "-6:00:00", "noon", "6.05.00", ":00:00", "1000:00:00", "06:00:0", "a:00:00",
        "06:00:00 AM", "06:00;00",
    ])
    func whatIsNoTimeIsReportedAndLinked(time: String) throws {
        let notices = Notices()
        let header = "trip_id,arrival_time,departure_time,stop_sequence,stop_id"
        #expect(try boardings(feed("t1,08:00:00,\(time),1,A\nt1,,,2,B\n", header: header), notices) == ["t1 A 1→0", "t1 B 2→1"])
        #expect(
            notices.lines.filter { !$0.hasPrefix("unusable_trip trips.txt 3") } == [
                "invalid_time stop_times.txt 2 departure_time '\(time)': not a time (H:MM:SS); links don't carry it"
            ])
    }

    /// TripEntriesFactory leaves a trip out with fewer than two stop times; those of no known stop, and where nobody gets on or
    /// off, don't count.
    @Test(arguments: ["t1,1,A,0\n", "t1,1,A,0\nt1,2,X,0\n", "t1,1,A,0\nt1,2,B,1\n", "t1,2,A,3\nt1,y,B,0\n"])
    func aTripWithOneStopTimeIsLeftOutAsByTheServer(rows: String) throws {
        let notices = Notices()
        let header = "trip_id,stop_sequence,stop_id,pickup_type,drop_off_type\n"
        var made = feed("")
        made.files["stop_times.txt"] = header + rows.split(separator: "\n").map { "\($0),1\n" }.joined() + "t2,1,C,0,0\nt2,2,D,0,0\n"
        #expect(try boardings(made, notices) == ["t2 C 1→0", "t2 D 2→1"])
        #expect(
            notices.lines.filter { $0.hasPrefix("unusable") } == [
                "unusable_trip trips.txt 2 trip_id 't1': one stop time that counts, and a trip has two; left out, as by the server"
            ])
    }

    @Test func aTripWithoutAnyStopTimeIsReported() throws {
        let notices = Notices()
        var made = feed("")
        made.files["stop_times.txt"] = "trip_id,stop_sequence,stop_id\nt2,1,C\nt2,2,D\n"
        #expect(try boardings(made, notices) == ["t2 C 1→0", "t2 D 2→1"])
        #expect(
            notices.lines == [
                "unusable_trip trips.txt 2 trip_id 't1': no stop time that counts, and a trip has two; left out, as by the server"
            ])
    }

    @Test func aMissingFileOrColumnIsRefused() throws {
        var made = feed("")
        made.files["stop_times.txt"] = "trip_id,stop_id\n"
        #expect(throws: FeedError.missingColumn("stop_sequence", file: "stop_times.txt", found: ["trip_id", "stop_id"])) {
            try ReadTrips(made)
        }
        made.files["stop_times.txt"] = nil
        #expect(
            throws: FeedError.missingFile(
                "stop_times.txt", found: ["calendar_dates.txt", "routes.txt", "stops.txt", "trips.txt"])
        ) { try ReadTrips(made) }
    }

    @Test func aFeedWithoutStopsHasNoBoardings() throws {
        var made = feed("t1,1,A,0,0\n")
        made.files["stops.txt"] = "stop_id\n"
        #expect(try boardings(made) == [])
    }

    @Test func stopsServedByARouteAreThoseWhereItsTripsStop() throws {
        let made = feed("t1,1,A,0,0\nt2,1,C,1,1\nt2,2,D,1,0\nt9,1,B,0,0\n")
        let stops = try FeedStops(naive: made)
        var ids = CombinedIDs(agencies: [FeedAgency(id: "1", name: "")])
        let trips = try FeedTrips(of: made, routes: FeedRoutes(naive: made), ids: &ids) { _ in }
        let served = try ServedStops.read(of: made, trips: trips, stops: stops) { _ in }
        #expect(served == [true, false, false, true, false])
    }
}
