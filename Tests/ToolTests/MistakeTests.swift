import Foundation
import TestSupport
import Testing

@Suite struct MistakeTests {
    struct Case: CustomTestStringConvertible {
        let arguments: [String]
        let code: Int32
        let errors: String
        var testDescription: String { arguments.joined(separator: " ") }
        init(_ arguments: [String], _ code: Int32, _ errors: String) {
            (self.arguments, self.code, self.errors) = (arguments, code, errors)
        }
    }

    static let cases = [
        Case([], 64, "which command? known are stop, trip, make, submit, batch, check, links, regions, app, callback, spool"),
        Case(["stpo"], 64, "unknown command 'stpo'; did you mean 'stop'?"),
        Case(["bach"], 64, "unknown command 'bach'; did you mean 'batch'?"),
        Case(["callback", "build", "share-stop", "stopID=1", "X-success=javascript:x"], 64, "'X-success' is reserved; use --source, --success, --error and --cancel"),
        Case(["--nonsense"], 64, "unknown option '--nonsense'; known are --help, --version"),
        Case(["stop"], 64, "stop: which? give one ID or more, as in 1_75403"),
        Case(["stop", "1_1", "--nmae", "x"], 64, "unknown option '--nmae'; did you mean '--name'?"),
        Case(["stop", "1_1", "-n"], 64, "unknown option '-n'; options are long, as in --name"),
        Case(["stop", "1_1", "--name"], 64, "option '--name' needs a value: TEXT"),
        Case(["stop", "1_1", "--json=yes"], 64, "option '--json' takes no value"),
        Case(["stop", "1_1", "--json", "--only", "web"], 64, "--json and --only exclude each other"),
        Case(["stop", "1_1", "--only", "wbe"], 64, "unknown link 'wbe'; did you mean 'web'?"),
        Case(["trip", "1_1", "1_2"], 64, "trip: 2 stops; a trip is boarded at one"),
        Case(["regions"], 64, "regions: which of list, show, locate, link, update, init?"),
        Case(["regions", "lsit"], 64, "unknown command of regions 'lsit'; did you mean 'list'?"),
        Case(["regions", "show"], 64, "regions show takes one region, by its number or name; in quotes where that has blanks"),
        Case(["regions", "show", "one"], 64, "regions show: 'one' is no region; the directory has 0 Tampa Bay, 1 Puget Sound, 2 MTA New York, 4 Washington, D.C., 11 San Diego, 15 Adelaide Metro, 16 Davis, CA"),
        Case(["regions", "link", "pugte"], 64, "regions link: 'pugte' is no region; did you mean 1 Puget Sound?"),
        Case(["regions", "locate", "91", "0"], 64, "'91' is not a latitude (-90…90)"),
        Case(["regions", "locate", "47.6"], 64, "regions locate takes a latitude and a longitude, as in 47.65 -122.3"),
        Case(["regions", "locate", "0", "-0.5"], 1, "no active region's bounds contain 0.0, -0.5"),
        Case(["regions", "link"], 64, "regions link takes one region, by its number or name; in quotes where that has blanks"),
        Case(["regions", "show", "1", "--oba-url", "x"], 64, "regions show takes no --oba-url"),
        Case(["regions", "link", "99"], 64, "region '99' is not in the directory; give --name and --oba-url"),
        Case(
            ["regions", "link", "99", "--name", "X", "--oba-url", "oba.example"], 65,
            "regions link: 'oba.example' is no server: write https://, a host and a path"),
        Case(
            ["regions", "link", "99", "--name", "X", "--oba-url", "http://h/"], 65,
            "regions link: 'http://h/' is asked over plain http, which anybody on the way can read and change; use https, or ask for http"),
        Case(
            ["regions", "link", "99", "--name", "X", "--oba-url", "https://h/", "--umami-id", "7"], 65,
            "regions link: analytics need both umami-url and umami-id"),
        Case(["check"], 64, "check: which? give one URL or more, or - for standard input"),
        Case(["check", "-", "https://h/"], 64, "check: - stands alone"),
        Case(["check", "https://h/", "--json", "--try"], 64, "--json and --try exclude each other"),
        Case(["check", "--activity", "/nowhere", "--try"], 64, "check: --activity takes no URL beside it, and no --try"),
        Case(["check", "--activity", "/nowhere"], 66, "open /nowhere: No such file or directory"),
        Case(["stop", "1_1", "--from", "x"], 64, "--from says which stop; '1_1' does, too"),
        Case(
            ["stop", "--from", "onebusaway://view-stop?stop_id=1_1&regionID=1"], 65,
            "--from: no receiver decodes 'onebusaway://view-stop?stop_id=1_1&regionID=1'; 'stop_id' is not read; write stopID"),
        Case(
            ["stop", "--from", "onebusaway://add-region?name=X&oba-url=https://h"], 65,
            "--from: the link adds a region; transitlink regions link writes such links"),
        Case(["submit"], 64, "submit: which? give one FILE or more"),
        Case(["submit", "a", "--keep"], 64, "submit: --keep goes with --wait"),
        Case(["submit", "a", "--wait=x"], 64, "--wait: 'x' is no number of seconds (0…86400)"),
        Case(["submit", "/nowhere.json"], 66, "open /nowhere.json: No such file or directory"),
        Case(["batch"], 64, "batch: which feed? give a GTFS zip or folder"),
        Case(["batch", "a.zip", "b.zip"], 64, "batch: 2 feeds; give one, as the links of a folder are of one feed"),
        Case(["batch", "a.zip"], 64, "batch: where to? give --out DIR, or --dry-run"),
        Case(["batch", "a.zip", "--out", "d", "--format", "csv,htlm"], 64, "--format: unknown format 'htlm'; did you mean 'html'?"),
        Case(["batch", "a.zip", "--out", "d", "--format", ","], 64, "--format: which of csv,ndjson,json,geojson,sitemap,qr,html,signs?"),
        Case(
            ["batch", "a.zip", "--out", "d", "--format", "html"], 64,
            "--format html needs --site-url: where the pages will be, as https://example.org/stops"),
        Case(
            ["batch", "a.zip", "--out", "d", "--format", "sitemap", "--site-url", "https://h/?x"], 64,
            "--site-url: 'https://h/?x': it has a query, to which no path can be appended"),
        Case(["batch", "a.zip", "--out", "d", "--agency", "1", "--combined"], 64, "--agency and --combined exclude each other: combined IDs have their agency"),
        Case(["batch", "a.zip", "--out", "d", "--encoding", "latin1x"], 64, "--encoding: 'latin1x' isn't an encoding that is read: did you mean 'latin1'?; `iconv -l` lists them all"),
        Case(["batch", "a.zip", "--out", "d", "--date", "2026-03-30"], 64, "--date goes with --trips"),
        Case(["batch", "a.zip", "--out", "d", "--trips"], 64, "--trips: of which days? give --date D, or --from D and --to D"),
        Case(["batch", "a.zip", "--out", "d", "--trips", "--date", "2026-02-30"], 64, "--date: '2026-02-30' is no date, as 2026-03-30, today, tomorrow or today+7"),
        Case(["batch", "a.zip", "--out", "d", "--trips", "--from", "2026-03-30"], 64, "--trips: of which days? give --date D, or --from D and --to D"),
        Case(["batch", "a.zip", "--out", "d", "--trips", "--from", "2026-03-30", "--to", "2026-03-29"], 64, "--to: the last day is before the first"),
        Case(["batch", "a.zip", "--out", "d", "--trips", "--from", "2026-01-01", "--to", "2027-01-02"], 64, "--to: 367 days; at most 366 at once"),
        Case(["batch", "a.zip", "--out", "d", "--trips", "--date", "2026-03-30", "--format", "json"], 64, "--trips: trips are written as csv and ndjson; add one to --format"),
        Case(["batch", "a.zip", "--out", "d", "--bounds", "48,1,47,2"], 64, "--bounds: '48,1,47,2' is no rectangle: south,west,north,east in degrees, as 47.5,-122.5,47.7,-122.2"),
        Case(["batch", "a.zip", "--out", "d", "--limit", "0"], 64, "--limit: '0' is no number of stops (1…4294967295)"),
        Case(["batch", "a.zip", "--out", "d", "--threads", "65"], 64, "--threads: '65' is no number of threads (1…64)"),
        Case(["batch", "a.zip", "--out", "d", "--route", ","], 64, "--route: which? give route_ids between commas"),
        Case(["batch", "a.zip", "--out", "d", "--qr-level", "M"], 64, "--qr-level goes with --format qr, html or signs"),
        Case(["batch", "a.zip", "--out", "d", "--format", "qr", "--qr-level", "X"], 64, "--qr-level: 'X' is none of L, M, Q, H (7, 15, 25, 30 % may be lost)"),
        Case(["batch", "a.zip", "--out", "d", "--format", "qr", "--qr-module", "33"], 64, "--qr-module: '33' is no number of pixels a module (1…32)"),
        Case(["batch", "a.zip", "--out", "d", "--format", "qr", "--qr-images", "svg,gif"], 64, "--qr-images: 'gif' is none of svg, png"),
        Case(["batch", "a.zip", "--out", "d", "--format", "qr", "--sign-size", "a5"], 64, "--sign-size goes with --format signs"),
        Case(["batch", "/nowhere.zip", "--dry-run"], 66, "/nowhere.zip: no such file or folder"),
        Case(["spool"], 64, "spool: which of status, retry, purge?"),
        Case(["spool", "stat"], 64, "unknown command of spool 'stat'; did you mean 'status'?"),
        Case(["spool", "retry"], 64, "spool retry takes the names of failed requests, or --all"),
        Case(["spool", "retry", "a", "--all"], 64, "spool retry takes the names of failed requests, or --all"),
        Case(["spool", "purge"], 64, "spool purge needs --older-than DAYS"),
        Case(["spool", "purge", "--older-than", "-1"], 64, "--older-than: '-1' is no number of days (0…36500)"),
        Case(["spool", "status", "--spool", "/nowhere"], 69, "open /nowhere: No such file or directory"),
        Case(["make", "/nowhere.json"], 66, "open /nowhere.json: No such file or directory"),
        Case(["make", "/"], 66, "read /: Is a directory"),
        Case(
            ["stop", "1_1", "--config", "/nowhere.json"], 78,
            "/nowhere.json: open /nowhere.json: No such file or directory"),
        Case(["stop", "1_1", "--region", "x"], 64, "--region: 'x' is no region; the directory has 0 Tampa Bay, 1 Puget Sound, 2 MTA New York, 4 Washington, D.C., 11 San Diego, 15 Adelaide Metro, 16 Davis, CA"),
        Case(
            ["stop", "1_1", "--only", "walking.osm"], 1,
            "no 'walking.osm' for stop 1_1 in region 1; the stop has no coordinate, so there are no walking directions"),
        Case(
            ["stop", "1_1", "--only", "web", "--lat", "91.2"], 65,
            "stop.lat: '91.2' is not a latitude (-90…90)"),
        Case(
            ["trip", "--only", "web", "--trip", "1_2", "--service-date", "1774854000000", "--stop-sequence", "1"], 65,
            "stop: it has to be given, at least {\"id\":\"1_75403\"}\ntransitlink: trip.serviceDate: '1774854000000' is in milliseconds; a service date is in seconds: divide by 1000"
        ),
    ]

    @Test(arguments: cases)
    func `a mistake is one line and its exit code`(_ mistake: Case) throws {
        let run = try Tool.run(mistake.arguments)
        #expect(run == Finished(code: mistake.code, output: "", errors: "transitlink: \(mistake.errors)\n"))
    }

    @Test func `of several stops the refused one is named, the others are printed`() throws {
        let run = try Tool.run(["stop", "1_1", "..", "1_2", "--only", "app"])
        #expect(run.code == 1)
        #expect(
            run.output == "onebusaway://view-stop?stopID=1_1&regionID=1\nonebusaway://view-stop?stopID=1_2&regionID=1\n"
        )
        #expect(
            run.errors
                == "transitlink: '..': stop.id: '..' alone is no ID: browsers remove it from a path, encoded or not\n")
    }

    @Test func `an argument that is not UTF-8 is refused instead of repaired`() throws {
        let run = try Tool.run(program: "/bin/sh", ["-c", "exec \"$0\" stop \"$(printf '1_\\377')\"", Tool.path])
        #expect(run == Finished(code: 64, output: "", errors: "transitlink: argument '1_\u{FFFD}' is not UTF-8\n"))
    }

    @Test func `a configuration's faults are a line each`() throws {
        let folder = try TemporaryDirectory()
        try folder.write("{\n \"reigon\": 1,\n \"walking\": [\"aple\"]\n}", to: "c.json")
        let path = folder.path + "/c.json"
        let run = try Tool.run(["stop", "1_1", "--config", path])
        #expect(run.code == 78 && run.output == "")
        #expect(
            Tool.lines(run.errors).map { $0.hasPrefix("transitlink: \(path):") } == [true, true])
    }
}
