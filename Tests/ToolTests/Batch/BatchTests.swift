import Feeds
import Foundation
import TestSupport
import Testing

@Suite struct BatchTests {
    @Test func `each stop that riders board at has its links in every format`() throws {
        let run = try BatchRun(MadeFeed(), "--format", "csv,ndjson,json,geojson")
        #expect(run.code == 0)
        for name in ["stops.csv", "stops.ndjson", "stops.json", "stops.geojson", "notices.csv"] {
            try expectGolden(run.text(name) ?? "", "batch-\(name)")
        }
        try expectGolden(run.told, "batch-summary.txt")
        for name in ["stops.json", "stops.geojson"] {
            _ = try JSONSerialization.jsonObject(with: Data(contentsOf: run.out.appendingPathComponent(name)))
        }
    }

    @Test func `the links are those of transitlink make`() throws {
        let run = try BatchRun(MadeFeed(), "--format", "ndjson")
        let request = """
            {"kind":"stop","id":"A/7 b","stop":{"id":"1_A/7 b","name":"Bay 2, \\"North\\"","lat":47.6110,"lon":-122.3380}}
            """
        let made = try Tool.run(["make", "--regions", Files.regions, "--region", "1"], input: Data(request.utf8))
        #expect(Tool.lines(run.text("stops.ndjson") ?? "")[1] + "\n" == made.output)
    }

    @Test(arguments: [1, 2, 3])
    func `any number of threads makes the same bytes`(_ threads: Int) throws {
        let options = ["--format", "csv,ndjson,json,geojson,sitemap,qr,html", "--site-url", "https://h/stops", "--limit", "60"]
        let feed = "island-transit.zip"
        let run = try BatchRun(feed, options + ["--threads", String(threads)])
        #expect(run.code == 0)
        let tree = try run.tree
        // Four files of stops, the notices, two of our own; the map; a page and two drawings a stop; list, search, assets.
        #expect(tree.count == 4 + 1 + 2 + 1 + 60 * 3 + 5)
        #expect(try BatchRun(feed, options).tree == tree)
    }

    @Test func `a rerun touches nothing`() throws {
        let options = ["--format", "csv,qr,html,sitemap", "--site-url", "https://h"]
        let feed = try MadeFeed()
        var run = try BatchRun(feed, options)
        let before = try run.inodes
        try run.again(options)
        #expect(try run.inodes == before)
        #expect(run.told.contains("\nchanges  no stop came, went, moved or was renamed\n"))
        #expect(run.told.contains("\n         0 files written, 17 unchanged, 0 removed\n"))
    }

    @Test func `a changed stop has its files written, the others stay`() throws {
        let options = ["--format", "csv,qr"]
        let feed = try MadeFeed()
        var run = try BatchRun(feed, options)
        let before = try run.inodes
        try feed.folder.write(
            MadeFeed.stops.replacingOccurrences(of: "Pine St", with: "Pike St") + "400,,New,47.6,-122.3,0,\n", to: "stops.txt")
        try run.again(options)
        let after = try run.inodes
        #expect(Set(after.keys).subtracting(before.keys) == ["qr/1_400.svg", "qr/1_400.png"])
        // The title of the drawing is the name; the image has none.
        let written = before.keys.filter { after[$0] != before[$0] }
        #expect(Set(written) == ["stops.csv", "qr/1_100.svg", ".transitlink-batch", ".transitlink-stops.tsv"])
        #expect(run.told.contains("changes  stops: 1 came (as 1_400 New), 1 renamed (as 1_100 Pike St & 3rd Ave)\n"))
    }

    @Test func `a dry run counts the same and writes nothing`() throws {
        let feed = try MadeFeed()
        let real = try BatchRun(feed, ["--format", "csv,qr", "--json"])
        let folder = try TemporaryDirectory()
        let out = folder.path + "/out"
        let dry = try Tool.run(
            ["batch", feed.path, "--out", out, "--regions", Files.regions, "--region", "1", "--format", "csv,qr", "--json", "--dry-run"])
        #expect(dry.code == 0)
        #expect(!FileManager.default.fileExists(atPath: out))
        var expected = real.finished.output.replacingOccurrences(of: #""out":"\#(real.out.path)","#, with: "")
        expected.replace(/,"changes":\{[^}]*\}/, with: "")
        #expect(dry.output == expected)
    }

    @Test func `a dry run looks at the folder: what would change is told, and somebody else's is refused`() throws {
        var run = try BatchRun(MadeFeed())
        let before = try run.tree
        let changed = try MadeFeed(["stops.txt": MadeFeed.stops.replacingOccurrences(of: "300,", with: "400,")])
        try run.again(of: changed, ["--dry-run", "--format", "json"])
        #expect(run.code == 0)
        #expect(run.told.contains("changes  stops: 1 came (as 1_400 =SUM(A1)), 1 went (as 1_300 =SUM(A1))\nfolder   nothing was written\n"))
        try run.again(of: changed, ["--dry-run", "--json"])
        #expect(run.told.hasSuffix(#","changes":{"came":1,"went":1,"moved":0,"renamed":0}}"# + "\n"))
        #expect(try run.tree == before)
        let folder = try TemporaryDirectory()
        try folder.write("mine", to: "thesis.txt")
        let refused = try Tool.run(["batch", changed.path, "--out", folder.path, "--dry-run"])
        #expect(refused.code == 73)
        #expect(refused.errors.contains("is not empty and was not made by transitlink batch (thesis.txt is in it)"))
    }

    @Test func `of stops that moved the farthest is told`() throws {
        var run = try BatchRun(MadeFeed())
        let moved = MadeFeed.stops.replacingOccurrences(of: "47.6101,", with: "47.6102,")
            .replacingOccurrences(of: "47.6120,", with: "47.7120,")
        try run.again(of: MadeFeed(["stops.txt": moved]), [])
        #expect(run.told.contains("changes  stops: 2 moved (farthest 1_300 =SUM(A1), 11,120 m)\n"))
    }

    @Test func `a link that no QR code holds is told, and the rest is made`() throws {
        let long = String(repeating: "\u{E9}", count: 250)
        let stops = "stop_id,stop_name,stop_lat,stop_lon\n\(long),Long,47.6,-122.3\n2,Two,47.6,-122.3\n"
        let run = try BatchRun(MadeFeed(["stops.txt": stops]), "--format", "qr", "--qr-level", "h")
        #expect(run.code == 1)
        #expect(run.told.contains("stops    2 linked, 1 without a QR code\n"))
        #expect(run.text("qr/1_2.svg") != nil)
        #expect(run.rows("notices.csv").count == 1)
    }

    @Test(arguments: [String.Encoding.utf16LittleEndian, .utf16BigEndian])
    func `a table in UTF-16 is refused by that name`(_ encoding: String.Encoding) throws {
        let feed = try MadeFeed()
        let data = try #require(("\u{FEFF}" + MadeFeed.stops).data(using: encoding))
        try data.write(to: URL(fileURLWithPath: feed.path + "/stops.txt"))
        let run = try BatchRun(feed)
        #expect(run.code == 65)
        #expect(run.told == "transitlink: stops.txt is UTF-16: save the file as UTF-8, or give --encoding utf-16\n")
        let read = try BatchRun(feed, "--encoding", "utf-16")
        #expect(read.stopIDs == ["100", "\"A/7 b\"", "300"] || read.stopIDs == ["100", "A/7 b", "300"])
    }

    @Test func `a mistake in what signs look like is told before the feed is read`() throws {
        let run = try BatchRun(MadeFeed(["stops.txt": ""]), "--format", "signs", "--sign-size", "a66", "--dry-run")
        #expect(run.code == 64)
        #expect(run.finished.errors.hasPrefix("transitlink-signs: --size: 'a66' is no size"))
    }

    @Test func `signs are made by their own program, and its mistakes are told once`() throws {
        let run = try BatchRun(MadeFeed(), "--format", "signs", "--sign-size", "a6")
        #expect(run.code == 0)
        let made = try Data(contentsOf: run.out.appendingPathComponent("signs.pdf"))
        #expect(made.starts(with: Data("%PDF-".utf8)))
        let mistaken = try BatchRun(MadeFeed(), "--format", "signs", "--sign-size", "a66")
        #expect(mistaken.code == 64)
        #expect(mistaken.finished.errors.hasPrefix("transitlink-signs: --size: 'a66' is no size; did you mean 'a6'?"))
        #expect(Tool.lines(mistaken.finished.errors).count == 1)
        #expect(!FileManager.default.fileExists(atPath: mistaken.out.path))
    }

    @Test func `the summary as JSON is one line`() throws {
        let run = try BatchRun(MadeFeed(), "--json")
        try expectGolden(run.told, "batch-summary.json")
    }
}

@Suite struct BatchRefusalTests {
    @Test func `a folder that isn't ours is left alone`() throws {
        let folder = try TemporaryDirectory()
        try folder.write("mine", to: "thesis.txt")
        let run = try Tool.run(["batch", Files.vector("feeds/island-transit.zip").path, "--out", folder.path])
        #expect(run.code == 73)
        #expect(run.errors.contains("is not empty and was not made by transitlink batch (thesis.txt is in it)"))
        #expect(folder.names(in: ".") == ["thesis.txt"])
    }

    @Test(arguments: [
        (["stops.txt": ""], "stops.txt"), (["stops.txt": "stop_code,stop_name\n1,A\n"], "stops.txt: column stop_id is missing"),
        (["agency.txt": "agency_id,agency_name\n"], "agency.txt"),
    ])
    func `a feed that can't be used is refused, and the folder stays`(_ files: [String: String], _ words: String) throws {
        var run = try BatchRun(MadeFeed())
        let before = try run.inodes
        try run.again(of: try MadeFeed(files), [])
        #expect(run.code == 65)
        #expect(run.finished.errors.contains(words))
        #expect(try run.inodes == before)
    }

    @Test func `a stop whose ID can't be in a link is told, and the others have theirs`() throws {
        let long = String(repeating: "x", count: 511)
        let run = try BatchRun(
            MadeFeed(["stops.txt": "stop_id,stop_name,stop_lat,stop_lon\n\(long),Long,47.6,-122.3\n2,Two,47.6,-122.3\n"]))
        #expect(run.code == 1)
        #expect(run.stopIDs == ["2"])
        #expect(run.rows("notices.csv").count == 1)
        #expect(run.rows("notices.csv")[0].hasPrefix("1,bad_id,stops.txt,2,stop_id,\(long.prefix(80)),"))
        #expect(run.told.contains("stops    1 linked, 1 refused\n"))
    }

    @Test func `a stop without an ID is told, and the others have their links`() throws {
        let run = try BatchRun(MadeFeed(["stops.txt": "stop_id,stop_name,stop_lat,stop_lon\n,None,47.6,-122.3\n2,Two,47.6,-122.3\n"]))
        #expect(run.code == 1)
        #expect(run.stopIDs == ["2"])
        #expect(run.rows("notices.csv").map { String($0.prefix(40)) } == ["1,missing_required_field,stops.txt,2,sto"])
    }

    @Test func `several agencies need a choice`() throws {
        let two = "agency_id,agency_name,agency_url,agency_timezone\n1,Metro,u,America/Los_Angeles\n40,Sound,u,America/Los_Angeles\n"
        let feed = try MadeFeed(["agency.txt": two])
        #expect(try BatchRun(feed).code == 64)
        #expect(try BatchRun(feed).told.contains("give --agency, one of 1 (Metro), 40 (Sound), or"))
        #expect(try BatchRun(feed, "--agency", "40").rows("stops.csv")[0].hasPrefix("100,40_100,"))
        #expect(try BatchRun(feed, "--combined").rows("stops.csv")[0].hasPrefix("100,100,"))
    }
}

@Suite struct BatchMistakeTests {
    @Test(arguments: [
        (["--links="], "--links: which of web,app,android,walking,transit,wayfinder,fare,handoff,store,own?"),
        (["--walking", ","], "--walking: which of apple,apple-classic,google,google-ios,google-android,geo,geo-pin,osm,organic?"),
        (["--agency="], "--agency: which? its agency_id"),
        (["--qr-level", "H"], "--qr-level goes with --format qr, html or signs"),
        (["--sign-marks"], "--sign-marks goes with --format signs"),
        (
            ["--bounds", "0x1,0,1,1"],
            "--bounds: '0x1,0,1,1' is no rectangle: south,west,north,east in degrees, as 47.5,-122.5,47.7,-122.2"
        ),
        (
            ["--trips", "--date", "today+367"],
            "--date: 'today+367' is no date, as 2026-03-30, today, tomorrow or today+7"
        ),
        (["--trips", "--date", "today+"], "--date: 'today+' is no date, as 2026-03-30, today, tomorrow or today+7"),
        (["--trips", "--from", "tomorrow", "--to", "today"], "--to: the last day is before the first"),
        (["--trips", "--from", "2026-01-01", "--to", "2027-01-02"], "--to: 367 days; at most 366 at once"),
        (["--trips", "--from", "today", "--to", "1999-01-01"], "--to: the last day is before the first"),
    ])
    func `a mistake on the command line is one sentence`(_ options: [String], _ sentence: String) throws {
        let run = try BatchRun(MadeFeed(MadeFeed.trips), options)
        #expect(run.finished == Finished(code: 64, output: "", errors: "transitlink: \(sentence)\n"))
    }
}

@Suite struct BatchSelectionTests {
    private func choose(_ options: String...) throws -> [String] { try BatchRun(MadeFeed(), options).stopIDs }

    @Test func `a list of IDs chooses, by lines or by a column`() throws {
        let folder = try TemporaryDirectory()
        try folder.write("\u{FEFF}300\r\n\r\n  A/7 b \n999\n", to: "ids.txt")
        try folder.write("name,stop_id\nx,\"A/7 b\"\n", to: "ids.csv")
        #expect(try choose("--only", folder.path + "/ids.txt") == ["A/7 b", "300"])
        #expect(try choose("--only", folder.path + "/ids.csv") == ["A/7 b"])
        let run = try BatchRun(MadeFeed(), "--only", folder.path + "/ids.txt")
        #expect(run.rows("notices.csv")[0] == "1,chosen_not_in_feed,stops.txt,,stop_id,999,\"the list of --only has it, the feed hasn't\"")
        #expect(run.told.contains("stops    2 linked; left out: 1 station, 1 entrance, 1 not chosen\n"))
    }

    @Test(arguments: ["", " \n\r\n", "stop_id,name\n"]) func `a list without an ID is refused`(_ list: String) throws {
        let folder = try TemporaryDirectory()
        try folder.write(list, to: "ids.txt")
        let run = try BatchRun(MadeFeed(), "--only", folder.path + "/ids.txt")
        #expect(run.code == 64 && run.told == "transitlink: --only: there is no stop ID in \(folder.path)/ids.txt\n")
    }

    @Test func `a list of IDs is in the feed's encoding`() throws {
        let feed = try MadeFeed()
        let stops = Data("stop_id,stop_name,stop_lat,stop_lon\nK\u{F6}ln,A,47.6,-122.3\nB,B,47.6,-122.3\n".unicodeScalars.map { UInt8($0.value) })
        try stops.write(to: URL(fileURLWithPath: feed.path + "/stops.txt"))
        for text in ["K\u{F6}ln\n", "stop_id\nK\u{F6}ln\n"] {
            let list = feed.path + "/list.csv"
            try Data(text.unicodeScalars.map { UInt8($0.value) }).write(to: URL(fileURLWithPath: list))
            #expect(try BatchRun(feed, "--encoding", "latin1", "--only", list).stopIDs == ["K\u{F6}ln"])
        }
        let device = try BatchRun(feed, "--encoding", "latin1", "--only", "/dev/null")
        #expect(device.code == 66)
        #expect(device.told == "transitlink: --only: /dev/null is no file: save the list and give its name\n")
    }

    @Test func `routes, a rectangle and a number choose`() throws {
        #expect(try choose("--bounds", "47.6105,-122.34,47.6115,-122.33") == ["A/7 b"])
        #expect(try choose("--limit", "2") == ["100", "A/7 b"])
        let feed = try MadeFeed(MadeFeed.trips)
        #expect(try BatchRun(feed, "--route", "R2").stopIDs == ["100", "300"])
        #expect(try BatchRun(feed, "--route", "R2,R9", "--limit", "1").stopIDs == ["100"])
        #expect(try BatchRun(feed, "--route", "R9").code == 64)
    }

    @Test func `auto finds the region of most stops, and the wrong one is told`() throws {
        let feed = try MadeFeed()
        let auto = try BatchRun(feed, "--region", "auto")
        #expect(auto.told.contains("region   1 Puget Sound (auto: 3 of its stops are there)\n"))
        let forced = try BatchRun(feed, "--region", "0", "--force")
        #expect(forced.code == 0)
        #expect(forced.told.contains("3 of 3 stops lie outside of region 0 Tampa Bay; is it the right --region?"))
    }
}

@Suite struct BatchTripTests {
    /// trip_id, stop_id, gtfs_stop_sequence, stop_sequence, date and service_date, which is the link's.
    private func boardings(_ run: BatchRun) -> [String] {
        run.rows("trips.csv").map { row in
            let fields = row.split(separator: ",", omittingEmptySubsequences: false)
            let date = fields[5].components(separatedBy: "service_date=").last?.prefix { $0 != "&" } ?? ""
            #expect(fields[4] == date)
            return (fields[0..<4] + [fields[6], date]).joined(separator: ",")
        }
    }

    @Test func `boardings are numbered as OneBusAway does, on the days on which the trip runs`() throws {
        let feed = try MadeFeed(MadeFeed.trips)
        let monday = try BatchRun(feed, "--trips", "--date", "2026-03-30")
        // The second row is one where nobody gets on or off: it doesn't count. The last is for getting off.
        #expect(boardings(monday) == ["T1,100,5,0,2026-03-30,1774854000.0", "T1,300,9,1,2026-03-30,1774854000.0"])
        #expect(monday.told.contains("trips    2 boardings of 1 trip on 2026-03-30\n"))
        #expect(
            monday.rows("trips.csv")[0]
                == "T1,100,5,0,1774854000.0,https://sidecar.onebusaway.org/regions/1/stops/1_100/trips?trip_id=1_T1&service_date=1774854000.0&stop_sequence=0,2026-03-30"
        )
    }

    @Test func `a day when the clocks change begins at noon minus twelve hours`() throws {
        let feed = try MadeFeed(MadeFeed.trips)
        let run = try BatchRun(feed, "--trips", "--from", "2026-03-06", "--to", "2026-03-09")
        // Friday the 6th in winter time; Sunday the 8th, 23:00 of the 7th on the clocks; Monday the 9th is taken out.
        #expect(
            boardings(run) == [
                "T1,100,5,0,2026-03-06,1772784000.0", "T1,300,9,1,2026-03-06,1772784000.0",
                "T2,300,0,0,2026-03-08,1772953200.0", "T2,100,1,1,2026-03-08,1772953200.0",
                "T2,300,2,2,2026-03-08,1772953200.0",
            ])
    }

    /// Two places a day and an hour apart: whatever the machine's zone and the hour, one of them has another date.
    @Test(arguments: ["Pacific/Kiritimati", "Pacific/Pago_Pago"])
    func `today is the date where the agency is`(_ zone: String) throws {
        var files = MadeFeed.trips
        files["agency.txt"] = MadeFeed.agency.replacingOccurrences(of: "America/Los_Angeles", with: zone)
        files["calendar.txt"] =
            "service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date\nWD,1,1,1,1,1,1,1,20200101,20991231\n"
        let feed = try MadeFeed(files)
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(identifier: zone))
        func date(_ days: Int) throws -> String {
            let day = calendar.dateComponents(
                [.year, .month, .day], from: try #require(calendar.date(byAdding: .day, value: days, to: Date())))
            return String(format: "%04d-%02d-%02d", day.year ?? 0, day.month ?? 0, day.day ?? 0)
        }
        let run = try BatchRun(feed, "--trips", "--from", "today", "--to", "today+2", "--route", "R1")
        let dates = Set(boardings(run).map { $0.split(separator: ",")[4] }.map(String.init))
        #expect(dates == [try date(0), try date(1), try date(2)])
        let tomorrow = try BatchRun(feed, "--trips", "--date", "tomorrow", "--route", "R1")
        #expect(tomorrow.text(".transitlink-batch")?.contains("--trips \(try date(1))…\(try date(1))\n") == true)
    }

    @Test func `a trip's ID carries the agency's name where the feed has no agency_id`() throws {
        var files = MadeFeed.trips
        files["agency.txt"] = "agency_id,agency_name,agency_url,agency_timezone\n,Hillsborough Area,u,America/New_York\n"
        files["routes.txt"] = "route_id,agency_id,route_short_name,route_type\nR1,,545,3\nR2,,8,3\n"
        let named = try BatchRun(MadeFeed(files), "--trips", "--date", "2026-03-30", "--region", "0", "--force")
        #expect(named.rows("trips.csv")[0].contains("/stops/Hillsborough%20Area_100/trips?trip_id=Hillsborough%20Area_T1&"))
        let given = try BatchRun(MadeFeed(files), "--trips", "--date", "2026-03-30", "--region", "0", "--force", "--agency", "HART")
        #expect(given.rows("trips.csv")[0].contains("/stops/HART_100/trips?trip_id=HART_T1&"))
    }

    @Test func `routes and stops that were chosen choose the boardings`() throws {
        let feed = try MadeFeed(MadeFeed.trips)
        let run = try BatchRun(feed, "--trips", "--date", "2026-03-08", "--route", "R2", "--bounds", "47.611,-123,48,-122")
        #expect(boardings(run).map { String($0.prefix(6)) } == ["T2,300", "T2,300"])
    }

    @Test func `results of trips are those of transitlink make`() throws {
        let run = try BatchRun(MadeFeed(MadeFeed.trips), "--format", "ndjson", "--trips", "--date", "2026-03-30")
        let request = """
            {"kind":"trip","id":"2026-03-30/5/T1","stop":{"id":"1_100","name":"Pine St & 3rd Ave","lat":47.6101,"lon":-122.3370},
            "trip":{"id":"1_T1","serviceDate":"2026-03-30","timeZone":"America/Los_Angeles","stopSequence":0,"route":"545","headsign":"Seattle"}}
            """
        let made = try Tool.run(["make", "--regions", Files.regions, "--region", "1"], input: Data(request.utf8))
        #expect(Tool.lines(run.text("trips.ndjson") ?? "")[0] + "\n" == made.output)
    }

    @Test func `trips without a calendar are told by the file's name, and the stops land`() throws {
        let run = try BatchRun(MadeFeed(), "--trips", "--date", "2026-03-30")
        #expect(run.code == 1)
        #expect(run.told.contains("\nfailed   trips.csv: calendar.txt or calendar_dates.txt is missing"))
        #expect(run.stopIDs == ["100", "A/7 b", "300"] && run.text("trips.csv") == nil)
    }
}

@Suite struct BatchDocumentationTests {
    @Test func `every code of a notice is in the documentation`() throws {
        let text = String(decoding: try Repository.bytes("docs/batch.md"), as: UTF8.self)
        let table = text.components(separatedBy: "## Notices").last ?? ""
        let documented = Set(table.matches(of: #/\n\| `([a-z_]+)`( ‡)? \| /#).map { "\($0.1)\($0.2 ?? "")" })
        let ours = ["bad_id ‡", "chosen_not_in_feed ‡", "no_qr_code ‡", "stop_outside_region ‡", "value_runs_as_formula ‡"]
        #expect(documented == Set(FeedNotice.Code.all.map { $0.code.rawValue + ($0.isMobilityData ? "" : " ‡") } + ours))
    }
}
