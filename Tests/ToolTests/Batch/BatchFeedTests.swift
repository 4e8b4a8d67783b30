import Foundation
import TestSupport
import Testing

/// What is odd about a feed as a whole, as its user is told it.
@Suite struct BatchFeedTests {
    private static let week = "service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date\n"

    @Test(
        arguments: [
            ("2026-12-16", nil), ("2026-12-17", "feed_expires_soon"), ("2026-12-31", "feed_expires_soon"),
            ("2027-01-02", "feed_expired"), ("2036-01-01", "feed_expired"),
        ] as [(String, String?)])
    func `a feed whose service has ended, or ends in two weeks, is told`(_ day: String, _ code: String?) throws {
        let run = try BatchRun(MadeFeed(MadeFeed.trips), on: day)
        #expect(run.code == 0)
        #expect(run.rows("notices.csv").map { String($0.split(separator: ",")[1]) } == (code.map { [$0] } ?? []))
    }

    @Test func `its end is the last day of a calendar, or that of feed_info where that is sooner`() throws {
        func notice(_ files: [String: String]) throws -> String? {
            try BatchRun(MadeFeed(files), on: "2026-06-01").rows("notices.csv").first.map {
                $0.split(separator: ",", omittingEmptySubsequences: false)[1...5].joined(separator: ",")
            }
        }
        let ended = Self.week + "a,1,1,1,1,1,1,1,20240101,20240131\n"
        let runs = Self.week + "a,1,1,1,1,1,1,1,20240101,20271231\n"
        let info = "feed_publisher_name,feed_lang,feed_end_date\nx,en,"
        #expect(try notice(["calendar.txt": ended]) == "feed_expired,calendar.txt,,end_date,2024-01-31")
        #expect(
            try notice(["calendar.txt": ended, "calendar_dates.txt": "service_id,date,exception_type\nb,20260610,1\n"])
                == "feed_expires_soon,calendar_dates.txt,,date,2026-06-10")
        #expect(
            try notice(["calendar.txt": runs, "feed_info.txt": info + "20260101\n"])
                == "feed_expired,feed_info.txt,,feed_end_date,2026-01-01")
        #expect(try notice(["calendar.txt": ended, "feed_info.txt": info + "20301231\n"]) == "feed_expired,calendar.txt,,end_date,2024-01-31")
        #expect(try notice(["calendar.txt": runs, "feed_info.txt": info + "20301231\n"]) == nil)
        #expect(try notice(["feed_info.txt": info + "20301231\n"]) == nil)
        #expect(try notice([:]) == nil)
    }

    @Test func `stops alone need no agency where the options say whose they are`() throws {
        let feed = try MadeFeed(["calendar.txt": Self.week + "a,1,1,1,1,1,1,1,20240101,20991231\n"])
        try FileManager.default.removeItem(atPath: feed.path + "/agency.txt")
        let run = try BatchRun(feed, "--agency", "9")
        #expect(run.code == 0)
        #expect(run.rows("stops.csv").first?.hasPrefix("100,9_100,") == true)
        #expect(run.rows("notices.csv").map { String($0.prefix(34)) } == ["1,missing_required_file,agency.txt"])
        let none = try BatchRun(feed)
        #expect(none.code == 65)
        #expect(
            none.told == "transitlink: agency.txt is missing, which GTFS requires; there are calendar.txt, stops.txt; for stops "
                + "without trips --agency ID stands in for it\n")
        let trips = try BatchRun(feed, "--agency", "9", "--trips", "--date", "2026-03-30")
        #expect(trips.code == 65)
        #expect(trips.told.contains("agency.txt is missing"))
        try feed.folder.write("agency_id,agency_name,agency_url,agency_timezone\n", to: "agency.txt")
        #expect(try BatchRun(feed, "--agency", "9").code == 0)
        #expect(try BatchRun(feed).told.contains("agency.txt has no row"))
    }

    @Test func `a feed of several agencies is called by the one that was chosen`() throws {
        let feed = try MadeFeed(["agency.txt": MadeFeed.agency + "d'A,Côte d'Azur,u,America/Los_Angeles,fr\n"])
        let run = try BatchRun(feed, "--agency", " d'A ", "--format", "json,html", "--site-url", "https://h")
        #expect(run.told.contains("feed     FEED, Côte d'Azur\n"))
        #expect(run.text("stops.json")?.contains("\"Côte d'Azur\"") == true)
        #expect(run.text("index.html")?.contains("<title>Côte d&#39;Azur") == true)
        #expect(run.text("index.html")?.contains("· \"") == false)
        #expect(try BatchRun(feed).told.contains("give --agency, one of 1 (Metro), 'd'\\''A' (Côte d'Azur), or --combined"))
    }

    @Test func `IDs without an agency are told where they are said to be combined`() throws {
        let run = try BatchRun(MadeFeed(), "--combined")
        #expect(
            run.rows("notices.csv").map { $0.split(separator: ",")[1...5].joined(separator: ",") }
                == ["100", "A/7 b", "300"].enumerated().map { "no_agency_in_id,stops.txt,\([2, 3, 6][$0]),stop_id,\($1)" })
    }

    @Test func `a day without boardings has its true reason`() throws {
        func told(_ files: [String: String], _ options: String...) throws -> String? {
            let run = try BatchRun(MadeFeed(MadeFeed.trips.merging(files) { $1 }), ["--trips"] + options)
            return Tool.lines(run.told).first { $0.hasPrefix("trips") }
        }
        let info = ["feed_info.txt": "feed_publisher_name,feed_lang,feed_start_date,feed_end_date\nx,en,20260301,20260331\n"]
        #expect(
            try told(info, "--date", "2027-01-04")
                == "trips    no service runs on 2027-01-04; the feed has service from 2026-01-01 to 2026-12-31")
        #expect(try told([:], "--date", "2026-03-30", "--route", "R2") == "trips    no trip of these routes runs on 2026-03-30")
        let zones = "trip_id,location_id,stop_id,stop_sequence\nT1,z1,,1\nT1,z2,,2\n"
        #expect(
            try told(["stop_times.txt": zones], "--date", "2026-03-30")
                == "trips    1 trip on 2026-03-30, on demand and without stops: no boardings")
        #expect(
            try told(["stop_times.txt": "trip_id,stop_id,stop_sequence\nT1,100,1\n"], "--date", "2026-03-30")
                == "trips    1 trip on 2026-03-30, none with two stop times: no boardings")
        #expect(
            try told([:], "--date", "2026-03-30", "--bounds", "47.6105,-122.34,47.6115,-122.33")
                == "trips    1 trip on 2026-03-30, no boardings at the stops that were chosen")
    }

    @Test func `too many open files may be over at the next try`() throws {
        let feed = try MadeFeed()
        var codes: Set<Int32> = []
        // Beside the three that a program has: the feed, what is in it, the threads' own. Whichever lacks, it is the same reason.
        for limit in 4...12 {
            let run = try Tool.run(
                program: "/bin/sh",
                ["-c", "ulimit -n \(limit); exec \"$0\" \"$@\"", Tool.path, "batch", feed.path, "--dry-run", "--region", "1", "--threads", "1"])
            codes.insert(run.code)
            if run.code != 0 { #expect(run.errors.hasSuffix(": Too many open files\n"), "\(limit): \(run.errors)") }
        }
        #expect(codes == [0, 75])
    }

    @Test func `a feed that is none says what it is`() throws {
        let flex = try MadeFeed(["locations.geojson": "{}"])
        try FileManager.default.removeItem(atPath: flex.path + "/stops.txt")
        let run = try BatchRun(flex)
        #expect(run.code == 65)
        #expect(
            run.told == "transitlink: the feed has zones of on-demand service alone (locations.geojson) and no stops.txt: "
                + "there is no stop to link\n")
        let nested = try MadeFeed(["gtfs.zip": ""])
        try FileManager.default.removeItem(atPath: nested.path + "/stops.txt")
        #expect(
            try BatchRun(nested).told
                == "transitlink: stops.txt is missing; there are agency.txt, gtfs.zip: is the feed a zip in the zip? unpack it and give that\n")
    }

    @Test func `another encoding than Latin-1 isn't called Latin-1`() throws {
        func told(_ bytes: [UInt8], _ options: String...) throws -> BatchRun {
            let feed = try MadeFeed()
            try Data(Array("stop_id,stop_name,stop_lat,stop_lon\n1,".utf8) + bytes + Array(",47.6,-122.3\n".utf8)).write(
                to: URL(fileURLWithPath: feed.path + "/stops.txt"))
            return try BatchRun(feed, options)
        }
        let sakura: [UInt8] = [0x8D, 0xE2, 0x89, 0x77]
        #expect(
            try told(sakura).told == "transitlink: stops.txt: byte 0x8D at offset 38 is not UTF-8 [stops.txt row 2]; save the file as "
                + "UTF-8, or give --encoding with the name of its own, as cp1250, shift_jis or gbk\n")
        #expect(try told([0x43, 0x61, 0x66, 0xE9]).told.hasSuffix("or give --encoding latin1, which it looks like\n"))
        #expect(try told(sakura, "--encoding", "Shift_JIS").rows("stops.csv").first?.contains(",坂駅,") == true)
        let bad = try told([0x61, 0x81], "--encoding", "latin1")
        #expect(bad.code == 0)
        #expect(bad.rows("notices.csv").first?.hasPrefix("1,invalid_character,stops.txt,2,stop_name,a\u{FFFD},") == true)
    }

    @Test func `what is odd in a table is told once, however often it is read`() throws {
        var files = MadeFeed.trips
        files["routes.txt"] = "route_id,agency_id,route_short_name,route_type\nR1,7,545 ,3\n"
        let run = try BatchRun(MadeFeed(files), on: "2026-03-30", "--trips", "--date", "2026-03-30", "--route", "R1")
        let told = run.rows("notices.csv").map { $0.split(separator: ",", omittingEmptySubsequences: false)[1...4].joined(separator: ",") }
        #expect(
            told.sorted() == [
                "foreign_key_violation,routes.txt,2,agency_id", "foreign_key_violation,trips.txt,3,route_id",
                "leading_or_trailing_whitespaces,routes.txt,2,route_short_name",
            ])
    }

    @Test func `a negative number in a notice is a number`() throws {
        let stops = "stop_id,stop_name,stop_lat,stop_lon\n1,a,47.6,-200\n2,b,=1+1,-122\n3,c,-1-1,-122\n"
        let run = try BatchRun(MadeFeed(["stops.txt": stops]))
        #expect(run.rows("notices.csv").map { String($0.split(separator: ",")[5]) } == ["-200", "'=1+1", "'-1-1"])
    }
}
