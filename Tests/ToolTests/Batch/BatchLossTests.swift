// What one run must not cost: the other formats, the last run's good files, the right city.

import Foundation
import TestSupport
import Testing

/// The program in a folder of its own, beside a transitlink-signs made for the test, or none.
private struct OwnProgram {
    let folder: TemporaryDirectory
    var path: String { folder.path + "/transitlink" }

    init(signs: String?) throws {
        folder = try TemporaryDirectory()
        try FileManager.default.copyItem(atPath: Tool.path, toPath: path)
        guard let signs else { return }
        try folder.write("#!/bin/sh\ncase \"$*\" in *--check*) exit 0;; esac\n\(signs)\n", to: "transitlink-signs")
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o755], ofItemAtPath: folder.path + "/transitlink-signs")
    }

    func batch(_ feed: MadeFeed, _ out: URL, _ options: String...) throws -> Finished {
        try Tool.run(
            program: path,
            ["batch", feed.path, "--out", out.path, "--regions", Files.regions, "--region", "1", "--no-flush"] + options)
    }
}

@Suite struct BatchFailedFormatTests {
    @Test func `a name that holds what no PDF can costs no format, and is on the sign`() throws {
        // Noncharacters, controls, overrides, private letters: whatever UTF-8 can write but U+0000, which no row may hold.
        let odd = [0xFFFE, 0xFFFF, 0x1FFFE, 0x10FFFF, 0xFDD0, 0x01, 0x0B, 0x1B, 0x7F, 0x85, 0x2028, 0x202E, 0x2066, 0xE000, 0x10FFFD, 0xFFFD]
        let names = try odd.map { "A\(Character(try #require(Unicode.Scalar(UInt32($0)))))B" }
        let stops = names.enumerated().map { "\($0 + 1),\($1),\($1),47.6,-122.3,\($1)\n" }.joined()
        let feed = try MadeFeed(["stops.txt": "stop_id,stop_name,stop_code,stop_lat,stop_lon,platform_code\n" + stops])
        let run = try BatchRun(
            feed, "--format", "csv,ndjson,json,geojson,qr,html,sitemap,signs", "--site-url", "https://h", "--json")
        #expect(run.code == 0 && run.told.contains(#""status":"ok""#))
        #expect(run.rows("stops.csv").count == odd.count)
        for name in ["stops.json", "stops.geojson"] {
            _ = try JSONSerialization.jsonObject(with: Data(contentsOf: run.out.appendingPathComponent(name)))
        }
        for number in 1...odd.count {
            let svg = try Data(contentsOf: run.out.appendingPathComponent("qr/1_\(number).svg"))
            let page = try #require(run.text("stop/1_\(number).html"))
            for text in [String(decoding: svg, as: UTF8.self), page] {
                #expect(text.unicodeScalars.allSatisfy { $0.value & 0xFFFE != 0xFFFE && !(0xFDD0...0xFDEF).contains($0.value) })
            }
        }
        let pdf = try Data(contentsOf: run.out.appendingPathComponent("signs.pdf"))
        #expect(pdf.starts(with: Data("%PDF-".utf8)) && pdf.suffix(6) == Data("%%EOF\n".utf8))
    }

    @Test(arguments: ["cat >/dev/null; printf %%PDF-cut; exit 70", "exit 74", "head -c 1 >/dev/null; kill -SEGV $$"])
    func `signs that fail cost no other format, and those of the last run stay`(_ script: String) throws {
        let feed = try MadeFeed()
        let run = try BatchRun(feed, "--format", "csv,signs")
        let old = try #require(run.text("signs.pdf"))
        try feed.folder.write(MadeFeed.stops + "400,,New,47.6,-122.3,0,\n", to: "stops.txt")
        let program = try OwnProgram(signs: script)
        let done = try program.batch(feed, run.out, "--format", "csv,signs")
        #expect(done.code == 1)
        #expect(done.errors.contains("\nfailed   signs.pdf: "))
        #expect(done.errors.contains("; it is as the last run left it\n"))
        #expect(run.stopIDs.last == "400" && run.text("signs.pdf") == old)
        // It stays ours: the next run removes it where no signs are wanted.
        #expect(run.text(".transitlink-batch")?.contains("\nsigns.pdf\n") == true)
        let told = try program.batch(feed, run.out, "--format", "csv,signs", "--json")
        #expect(told.output.contains(#""failed":[{"name":"signs.pdf","#) && told.output.contains(#""kept":true}]"#))
    }

    @Test func `signs that fail alone leave the folder as it was, with their own exit code`() throws {
        let run = try BatchRun(MadeFeed(), "--format", "signs")
        let before = try run.tree
        let done = try OwnProgram(signs: "cat >/dev/null; exit 70").batch(MadeFeed(), run.out, "--format", "signs")
        #expect(done.code == 70)
        #expect(try run.tree == before)
    }

    @Test func `without the program that sets signs all else is made, and nothing where all else is nothing`() throws {
        let folder = try TemporaryDirectory()
        let out = folder.url.appendingPathComponent("out")
        let program = try OwnProgram(signs: nil)
        #expect(try program.batch(MadeFeed(), out, "--format", "signs").code == 69)
        #expect(!FileManager.default.fileExists(atPath: out.path))
        let done = try program.batch(MadeFeed(), out, "--format", "csv,signs")
        #expect(done.code == 1)
        #expect(done.errors.contains("failed   signs.pdf: --format signs needs the program transitlink-signs"))
        #expect(done.errors.contains("; there is none\n"))
        #expect(folder.names(in: "out").contains("stops.csv"))
    }

    @Test func `trips that fail cost no stops, and those of the last run stay`() throws {
        let options = ["--format", "csv,ndjson", "--trips", "--date", "2026-03-30"]
        var run = try BatchRun(MadeFeed(MadeFeed.trips), options)
        let old = run.text("trips.csv")
        var files = MadeFeed.trips
        files["stop_times.txt"] = "trip_id,arrival_time\nT1,8:00:00\n"
        files["stops.txt"] = MadeFeed.stops + "400,,New,47.6,-122.3,0,\n"
        try run.again(of: MadeFeed(files), options)
        #expect(run.code == 1)
        #expect(run.told.contains("failed   trips.csv: stop_times.txt: column stop_sequence is missing"))
        #expect(run.told.contains("\n         trips.ndjson: stop_times.txt: column stop_sequence is missing"))
        #expect(run.stopIDs.last == "400" && run.text("trips.csv") == old)
    }
}

@Suite struct BatchEmptyResultTests {
    private static let header = "stop_id,stop_code,stop_name,stop_lat,stop_lon,location_type,parent_station\n"

    @Test(arguments: [
        (header, "it has a header alone"),
        (header + ",,A,47.6,-122.3,,\n", "it has 1 row without a stop_id"),
        (header + "1,,A,47.6,-122.3,1,\n2,,B,47.6,-122.3,2,1\n", "it has 1 station, 1 entrance"),
    ])
    func `a feed without a stop is refused, and the folder stays`(_ stops: String, _ words: String) throws {
        for options in [[], ["--force"], ["--dry-run"]] {
            var run = try BatchRun(MadeFeed(), "--format", "csv,html", "--site-url", "https://h")
            let before = try run.inodes
            try run.again(of: MadeFeed(["stops.txt": stops]), ["--format", "csv,html", "--site-url", "https://h"] + options)
            #expect(run.code == 65)
            #expect(run.told == "transitlink: stops.txt has no stop that riders board at: \(words); nothing was written\n")
            #expect(try run.inodes == before)
        }
    }

    @Test func `stops that can't be linked, all of them, are refused`() throws {
        let long = String(repeating: "x", count: 511)
        var run = try BatchRun(MadeFeed())
        let before = try run.inodes
        try run.again(of: MadeFeed(["stops.txt": "stop_id,stop_name,stop_lat,stop_lon\n\(long),Long,47.6,-122.3\n"]), [])
        #expect(run.code == 65 && run.told.hasPrefix("transitlink: none of the feed's 1 stop can be linked, as stop_id '"))
        #expect(try run.inodes == before)
    }

    @Test(arguments: [["--bounds", "1,1,2,2"], ["--only", "LIST"], ["--only", "LIST", "--bounds", "47,-123,48,-122"], ["--route", "R3"]])
    func `a choice that chooses nothing is refused by its name, and the folder stays`(_ choice: [String]) throws {
        let feed = try MadeFeed(MadeFeed.trips.merging(["routes.txt": (MadeFeed.trips["routes.txt"] ?? "") + "R3,1,9,X,3\n"]) { $1 })
        var run = try BatchRun(feed)
        let before = try run.inodes
        try feed.folder.write("999\n", to: "list.txt")
        try run.again(choice.map { $0 == "LIST" ? feed.path + "/list.txt" : $0 })
        #expect(run.code == 64)
        let names = choice.filter { $0.hasPrefix("--") }
        let verb = names.count > 1 ? "choose" : "chooses"
        #expect(run.told == "transitlink: \(names.joined(separator: " and ")) \(verb) none of the feed's 3 stops; nothing was written\n")
        #expect(try run.inodes == before)
    }
}

@Suite struct BatchLostStopsTests {
    private func stops(_ numbers: ClosedRange<Int>) -> String {
        "stop_id,stop_name,stop_lat,stop_lon\n" + numbers.map { "\($0),Stop \($0),47.6,-122.3\n" }.joined()
    }

    @Test func `a run that loses more than half of the last one's stops is refused unless forced`() throws {
        var run = try BatchRun(MadeFeed(["stops.txt": stops(1...10)]))
        let before = try run.inodes
        let half = try MadeFeed(["stops.txt": stops(1...4)])
        for options in [[], ["--dry-run"], ["--format", "json"]] {
            try run.again(of: half, options)
            #expect(run.code == 65)
            #expect(run.told.hasPrefix("transitlink: OUT: 6 of the 10 stops that the last run published are not in this one (as 1_5 Stop 5), "))
            #expect(run.told.hasSuffix("--force publishes it all the same\n"))
            #expect(try run.inodes == before)
        }
        try run.again(of: half, ["--force"])
        #expect(run.code == 0 && run.stopIDs.count == 4)
    }

    @Test func `half may go, and as many others may come`() throws {
        var run = try BatchRun(MadeFeed(["stops.txt": stops(1...10)]))
        try run.again(of: MadeFeed(["stops.txt": stops(6...30)]), [])
        #expect(run.code == 0 && run.stopIDs.count == 25)
    }

    @Test func `stops that all have another ID are lost, however many there are`() throws {
        var run = try BatchRun(MadeFeed(["stops.txt": stops(1...10)]))
        try run.again(of: MadeFeed(["stops.txt": stops(101...190)]), [])
        #expect(run.code == 65)
        try run.again(of: MadeFeed(["stops.txt": stops(1...10), "agency.txt": MadeFeed.agency.replacingOccurrences(of: "\n1,", with: "\n2,")]), [])
        #expect(run.code == 65 && run.told.contains("10 of the 10 stops"))
    }
}

@Suite struct BatchRegionTests {
    private func run(_ feed: MadeFeed, _ options: String...) throws -> (Finished, files: [String]) {
        let folder = try TemporaryDirectory()
        let done = try Tool.run(
            ["batch", feed.path, "--out", folder.path + "/out", "--regions", Files.regions, "--no-flush"] + options)
        withExtendedLifetime(feed) {}
        return (done, FileManager.default.fileExists(atPath: folder.path + "/out") ? folder.names(in: "out") : [])
    }

    private func feed(at places: [(Double, Double)]) throws -> MadeFeed {
        let stops = places.enumerated().map { "\($0),Stop,\($1.0),\($1.1)\n" }.joined()
        return try MadeFeed(["stops.txt": "stop_id,stop_name,stop_lat,stop_lon\n" + stops])
    }

    private let seattle = (47.6, -122.3), diego = (32.72, -117.16), nowhere = (10.0, 10.0)

    @Test func `without a setting the stops find the region`() throws {
        let (done, files) = try run(feed(at: [diego, diego, seattle]))
        #expect(done.code == 0 && !files.isEmpty)
        #expect(done.errors.contains("region   11 San Diego (auto: 2 of its stops are there)\n"))
    }

    @Test func `a feed of another city is refused with the region that would fit`() throws {
        for region in ["1", "puget", "Puget Sound"] {
            let (done, files) = try run(feed(at: [diego, diego, seattle]), "--region", region)
            #expect(done.code == 65 && files == [])
            #expect(
                done.errors
                    == "transitlink: 2 of 3 stops lie outside of region 1 'Puget Sound', whose links they would get; nothing was "
                    + "written. Region 11 'San Diego' has 2 of them: give --region 11, or --force\n")
        }
        let (done, files) = try run(feed(at: [diego, diego, seattle]), "--region", "1", "--force")
        #expect(done.code == 0 && files.contains("stops.csv"))
        #expect(done.errors.contains("1 stop_outside_region, as 2 of 3 stops lie outside of region 1 Puget Sound"))
    }

    @Test func `half of the stops may lie outside, those without a place don't count`() throws {
        let (done, _) = try run(feed(at: [diego, seattle]), "--region", "1")
        #expect(done.code == 0)
        let placeless = try MadeFeed(["stops.txt": "stop_id,stop_name,stop_lat,stop_lon\n1,A,,\n2,B,,\n3,C,32.72,-117.16\n"])
        #expect(try run(placeless, "--region", "1").0.code == 65)
        #expect(try run(placeless, "--region", "11").0.code == 0)
    }

    @Test func `a feed that is nowhere is refused, whoever chose the region`() throws {
        let (auto, none) = try run(feed(at: [nowhere]))
        #expect(auto.code == 65 && none == [])
        #expect(auto.errors.hasPrefix("transitlink: the region can't be found by the stops: no active region's bounds contain any of its stops; "))
        let (few, files) = try run(feed(at: [nowhere, nowhere, seattle]), "--region", "auto")
        #expect(few.code == 65 && files == [])
        #expect(few.errors.contains("No active region of the directory has more of them: give another --regions FILE (transitlink regions init makes one), or --force"))
    }

    @Test func `the configuration's region is no guess, and null leaves it to the stops`() throws {
        let folder = try TemporaryDirectory()
        try folder.write(#"{"region": 1}"#, to: "one.json")
        try folder.write(#"{"region": null}"#, to: "none.json")
        let far = try feed(at: [diego])
        #expect(try run(far, "--config", folder.path + "/one.json").0.code == 65)
        #expect(try run(far, "--config", folder.path + "/none.json").0.code == 0)
    }

    @Test(arguments: ["batch FEED --dry-run", "stop 1_1", "make FEED", "regions list", "check https://h", "submit FEED"])
    func `a wrong region on the command line is exit 64`(_ words: String) throws {
        let feed = try MadeFeed()
        let arguments = words.split(separator: " ").map { $0 == "FEED" ? feed.path : String($0) }
        for (region, words) in [("pugte", "did you mean 1 Puget Sound?"), ("99", "'99' is not in the directory; it has "), ("a", "could be ")] {
            let done = try Tool.run(arguments + ["--region", region, "--regions", Files.regions])
            #expect(done.code == 64 && done.output == "")
            #expect(done.errors.hasPrefix("transitlink: --region: '\(region)' ") && done.errors.contains(words))
        }
    }
}

@Suite struct BatchAlikeStopsTests {
    private static let stops = """
        stop_id,stop_code,stop_name,stop_lat,stop_lon,platform_code
        a,,Main St,47.6,-122.3,
        b,,Main St,47.6001,-122.3,
        c,,Main St,47.6002,-122.3,
        d,,Main St,47.6003,-122.3,
        e,7,Main St,47.6004,-122.3,
        f,,Elm St,47.6005,-122.3,1
        g,,Elm St,47.6006,-122.3,2

        """
    private static let tables = [
        "routes.txt": "route_id,agency_id,route_short_name,route_type\nR,1,8,3\n",
        "trips.txt": "route_id,service_id,trip_id,trip_headsign\nR,S,T1,Downtown\nR,S,T2,Ballard\nR,S,T3,n/a\nR,S,T4,Main St\n",
        "stop_times.txt": """
        trip_id,arrival_time,departure_time,stop_id,stop_sequence,pickup_type,stop_headsign
        T1,8:00:00,8:00:00,a,1,0,
        T2,8:00:00,8:00:00,a,1,1,
        T1,8:00:00,8:00:00,b,2,0,Airport <T>
        T2,8:00:00,8:00:00,b,2,0,
        T1,9:00:00,9:00:00,b,3,0,Airport <T>
        T2,8:00:00,8:00:00,c,3,,
        T2,8:00:00,8:00:00,d,4,2,
        T3,8:00:00,8:00:00,d,5,0,
        T4,8:00:00,8:00:00,d,6,0,

        """,
    ]

    private func titles(_ feed: MadeFeed, _ options: String...) throws -> [String] {
        let run = try BatchRun(feed, ["--format", "html,qr", "--site-url", "https://h"] + options)
        #expect(run.code == 0)
        return try "abcdefg".map { stop in
            let page = try #require(run.text("stop/1_\(stop).html"))
            let title = try #require(page.firstMatch(of: #/<title>(.*?) – Metro</title>/#)).1
            let list = try #require(run.text("index.html")?.firstMatch(of: Regex("stop/1_\(stop).html\">(.*)</li>"))).0
            // What the title says of it the list and the page say, too.
            if let note = title.split(separator: " · ").dropFirst().last, !note.hasPrefix("Stop ") {
                #expect(list.contains(note) && page.contains("<span class=\"towards\" dir=\"auto\">"))
                #expect(run.text("search/1.js")?.contains(note.replacing("&lt;", with: "<").replacing("&gt;", with: ">")) == true)
                #expect(run.text("qr/1_\(stop).svg")?.contains("Main St · ") == true)
            }
            return String(title)
        }
    }

    @Test func `stops of one name, number and platform are told apart by where their vehicles go, else by their IDs`() throws {
        let feed = try MadeFeed(Self.tables.merging(["stops.txt": Self.stops]) { $1 })
        #expect(
            try titles(feed) == [
                "Main St · towards Downtown", "Main St · towards Airport &lt;T&gt;", "Main St · towards Ballard · ID c",
                "Main St · towards Ballard · ID d", "Main St · Stop 7", "Elm St", "Elm St",
            ])
    }

    @Test(arguments: ["none", "stop_times.txt", "trips.txt"])
    func `without stop times they are told apart by their IDs`(_ broken: String) throws {
        var files = broken == "none" ? [:] : Self.tables
        files["stops.txt"] = Self.stops
        if broken != "none" { files[broken] = "nothing\n" }
        let expected = ["Main St · ID a", "Main St · ID b", "Main St · ID c", "Main St · ID d", "Main St · Stop 7", "Elm St", "Elm St"]
        #expect(try titles(MadeFeed(files)) == expected)
    }

    @Test func `those that aren't published need no note, and bookmarks of signs have it`() throws {
        let feed = try MadeFeed(["stops.txt": Self.stops])
        let run = try BatchRun(feed, ["--format", "html,signs", "--site-url", "https://h", "--limit", "1"])
        #expect(run.text("stop/1_a.html")?.contains("<title>Main St – Metro</title>") == true)
        let all = try BatchRun(feed, ["--format", "signs"])
        let pdf = try Data(contentsOf: all.out.appendingPathComponent("signs.pdf"))
        // Cairo writes what isn't Latin-1 in bookmarks as UTF-16 in hexadecimal digits; the middle dot is.
        let bookmark = "Main St \u{B7} ID b".utf16.map { String(format: "%04X", $0) }.joined()
        let plain = "(Main St \u{B7} ID b)".unicodeScalars.map { UInt8($0.value) }
        #expect(pdf.range(of: Data(bookmark.utf8)) != nil || pdf.range(of: Data(plain)) != nil)
    }
}
