import Foundation
import TestSupport
import Testing

@testable import Feeds

/// A feed of one table or a few.
private struct Tables: FeedTables {
    var files: [String: String]
    var fileNames: [String] { files.keys.sorted() }
    func table(_ name: String) throws(FeedError) -> (any ByteSource)? { files[name].map { ArraySource($0) } }
}

@Suite("Stops, routes, agencies")
struct StopTests {
    static let oddStops = """
        stop_id,stop_code,stop_name,stop_desc, stop_lat,stop_lon,location_type,parent_station,stop_url
        1,100,First,"a, b",47.6,-122.3,0,S,http://x
        S,,Station,, 47.5 ,-122.25,1,,
        2,,,,91.2,-122.3,,nowhere,
        3,,Comma,,"47,6",-122.3,,,
        4,,None,,,,,,
        5,,Half,,47.6,,,,
        6,,Zero,,0.0,0,,,
        7,,Plus,,+4.7e1,-122.3,,,
         8 ,,Blanks ,,47.6,-122.3,9,,
        1,,Again,,47.6,-122.3,,,
        ,,Nobody,,47.6,-122.3,,,
        9\u{7F}x,,Control\tname,,nan,-122.3,4,S,
        Zürich: 駅/1,,"Two
        lines",,47.6,-1e400,2,S,

        """

    @Test("more rows than the limit are refused, however short they are")
    func limit() throws {
        let text = "stop_id\n1\n2\n3\n"
        let tables = Tables(files: ["stops.txt": text])
        #expect(try FeedStops(reading: tables, limit: 3, notices: { _ in }).rows.count == 3)
        #expect(throws: FeedError.tooLarge("stops.txt has more than 2 stops: split the feed")) {
            try FeedStops(reading: tables, limit: 2, notices: { _ in })
        }
    }

    @Test("a text that says nothing counts as absent, with one notice a column")
    func placeholders() throws {
        let empty = ["blank", "BLANK", "n/a", "N/A", "-", "--", "—", ".", "...", "none", "None", "null", "(null)", "#N/A", "?", "_"]
        let rows = empty.enumerated().map { "\($0),Stop \($0),\($1),\($1),\($1)\n" }
        let kept = ["x,None,5,No access,#\n", "y,Bus - Stop,n1,Nonesuch Rd,+\n", "z,Pine St,pine st,PINE ST,1\n", "q,N/A,1,,\n"]
        let notices = Notices()
        let stops = try FeedStops(
            reading: Tables(files: ["stops.txt": "stop_id,stop_name,stop_code,stop_desc,platform_code\n" + (rows + kept).joined()]),
            notices: notices.sink)
        for row in stops.rows.prefix(empty.count) {
            #expect(!row.name.isEmpty && row.code.isEmpty && row.description.isEmpty && row.platformCode.isEmpty)
        }
        let rest = stops.rows.suffix(4).map { row in
            [row.name, row.code, row.description, row.platformCode].map(stops.text).joined(separator: "|")
        }
        #expect(rest == ["None|5|No access|#", "Bus - Stop|n1|Nonesuch Rd|+", "Pine St|pine st||1", "|1||"])
        #expect(
            notices.all.filter { $0.code == .placeholderValue || $0.code == .sameNameAndDescription }.map {
                "\($0.code.rawValue) \($0.row) \($0.field) \($0.value): \($0.message)"
            } == [
                "placeholder_value 21 stop_name N/A: says nothing; the ID is shown instead",
                "placeholder_value 2 stop_code blank: says nothing, here and in 15 more of 20 rows; it isn't printed",
                "placeholder_value 2 stop_desc blank: says nothing, here and in 15 more of 20 rows; it isn't printed",
                "placeholder_value 2 platform_code blank: says nothing, here and in 15 more of 20 rows; it isn't printed",
                "same_name_and_description_for_stop 20 stop_desc PINE ST: is the name once more; it isn't printed",
            ])
    }

    @Test("are read row by row; what is odd costs a stop its coordinate or name, never its place, and is always said")
    func oddities() throws {
        let notices = Notices()
        let stops = try FeedStops(reading: Tables(files: ["stops.txt": Self.oddStops]), notices: notices.sink)
        let shown = stops.rows.map { stop in
            "\(stop.row) \(stops.text(stop.id))|\(stops.text(stop.code))|\(stops.text(stop.name))|"
                + "\(stops.text(stop.description))|\(stop.latitude),\(stop.longitude)|\(stop.type)|"
                + "\(stops.text(stop.parentStation))|\(stops.text(stop.url))"
        }
        #expect(
            shown == [
                "2 1|100|First|a, b|47.6,-122.3|stop|S|http://x",
                "3 S||Station||47.5,-122.25|station||",
                "4 2||||nan,nan|stop|nowhere|",
                "5 3||Comma||nan,nan|stop||",
                "6 4||None||nan,nan|stop||",
                "7 5||Half||nan,nan|stop||",
                "8 6||Zero||0.0,0.0|stop||",
                "9 7||Plus||47.0,-122.3|stop||",
                "10 8||Blanks||47.6,-122.3|stop||",
                "13 9\u{7F}x||Control\tname||nan,nan|boardingArea|S|",
                "14 Zürich: 駅/1||Two\nlines||nan,nan|entrance|S|",
            ])
        #expect(
            notices.lines == [
                "leading_or_trailing_whitespaces stops.txt 3 stop_lat ' 47.5 ': read without the blanks at its ends, as by the server",
                "number_out_of_range stops.txt 4 stop_lat '91.2': not a latitude (-90…90); the stop gets no map links",
                "missing_stop_name stops.txt 4 stop_name '': the stop has no name; its ID is shown",
                "invalid_float stops.txt 5 stop_lat '47,6': not a latitude (-90…90); the stop gets no map links",
                "stop_without_location stops.txt 6 stop_lat '': the stop has no coordinate; it gets no map links",
                "stop_without_location stops.txt 7 stop_lon '': the stop has no coordinate; it gets no map links",
                "point_near_origin stops.txt 8 stop_lat '0.0': the stop is at 0,0, a placeholder in many feeds",
                "unusual_number stops.txt 9 stop_lat '+4.7e1': read as 47.0",
                "leading_or_trailing_whitespaces stops.txt 10 stop_id ' 8 ': read without the blanks at its ends, as by the server",
                "unexpected_enum_value stops.txt 10 location_type '9': GTFS knows 0 to 4; taken for a stop",
                "leading_or_trailing_whitespaces stops.txt 10 stop_name 'Blanks ': read without the blanks at its ends, as by the server",
                "missing_required_field stops.txt 12 stop_id '': left out: a stop without ID has no links",
                "non_ascii_or_non_printable_char stops.txt 13 stop_id '9\u{7F}x': the ID holds a character that isn't seen; links encode it",
                "invalid_float stops.txt 13 stop_lat 'nan': not a latitude (-90…90)",
                "new_line_in_value stops.txt 14 stop_name 'Two\nlines': a line end inside the value",
                "invalid_float stops.txt 14 stop_lon '-1e400': not a longitude (-180…180)",
                "duplicate_key stops.txt 11 stop_id '1': left out: the first stop with this ID stays",
                "foreign_key_violation stops.txt 4 parent_station 'nowhere': no such stop in stops.txt",
            ])
    }

    @Test("what is never linked and may lack a coordinate has no notice; a missing one is one notice")
    func withoutLocation() throws {
        let notices = Notices()
        let text = "stop_id,stop_name,stop_lat,stop_lon,location_type\nP,a,,,0\nS,b,,,1\nE,c,47.6,,2\nN,,,,3\nB,,,,4\nM,d,,-122,\nW,,91,,3\n"
        let stops = try FeedStops(reading: Tables(files: ["stops.txt": text]), notices: notices.sink)
        #expect(stops.rows.allSatisfy { !$0.hasCoordinate })
        #expect(
            notices.lines == [
                "stop_without_location stops.txt 2 stop_lat '': the stop has no coordinate; it gets no map links",
                "stop_without_location stops.txt 3 stop_lat '': the station has no coordinate; no link leads to it, GTFS asks for one",
                "stop_without_location stops.txt 4 stop_lon '': the entrance has no coordinate; no link leads to it, GTFS asks for one",
                "stop_without_location stops.txt 7 stop_lat '': the stop has no coordinate; it gets no map links",
                "number_out_of_range stops.txt 8 stop_lat '91': not a latitude (-90…90)",
            ])
    }

    @Test(
        "a character in an ID that nobody sees is said",
        arguments: [
            ("\u{FEFF}1", true), ("1\u{200B}", true), ("a\u{AD}b", true), ("a\u{A0}b", true), ("a\u{85}", true), ("\u{202E}1", true),
            ("a\u{2028}b", true), ("a\u{3164}", true), ("a b", false), ("Zürich: 駅/1", false), ("é\u{301}", false), ("🚌", false),
        ])
    func unseen(_ id: String, _ isReported: Bool) throws {
        let notices = Notices()
        _ = try FeedStops(reading: Tables(files: ["stops.txt": "stop_id,stop_name,stop_lat,stop_lon\nx,x,47,-122\n\(id),x,47,-122\n"]), notices: notices.sink)
        #expect(notices.all.map(\.code) == (isReported ? [.nonPrintableCharacter] : []))
    }

    @Test("need stop_id alone; without names and coordinates there are links all the same")
    func columns() throws {
        let notices = Notices()
        let stops = try FeedStops(reading: Tables(files: ["stops.txt": "stop_id\na\nb\n"]), notices: notices.sink)
        #expect(stops.rows.map { stops.text($0.id) } == ["a", "b"])
        #expect(stops.rows.allSatisfy { !$0.hasCoordinate && $0.isBoarded })
        #expect(
            notices.lines == [
                "missing_required_column stops.txt 0 stop_name '': stops are shown by their IDs",
                "missing_required_column stops.txt 0 stop_lat '': no stop gets map links",
                "missing_required_column stops.txt 0 stop_lon '': no stop gets map links",
            ])
        #expect(throws: FeedError.missingFile("stops.txt", found: ["Stops.txt"])) {
            try FeedStops(reading: Tables(files: ["Stops.txt": "stop_id\n"]), notices: { _ in })
        }
        #expect(throws: FeedError.missingColumn("stop_id", file: "stops.txt", found: ["stop", "name"])) {
            try FeedStops(reading: Tables(files: ["stops.txt": "stop,name\n"]), notices: { _ in })
        }
    }

    @Test("of equal IDs the first stays, in whatever order they come; IDs that differ in case alone are two")
    func doubles() throws {
        var random = SeededRandom(seed: 62)
        for round in 0..<200 {
            var ids = (0..<Int.random(in: 1...60, using: &random)).map { _ in
                String(Int.random(in: 1...40, using: &random)) + ["", "a", "A"].randomElement(using: &random)!
            }
            if round % 3 == 0 { ids.sort() }
            if round % 3 == 1 { ids.sort { ($0.utf8.count, $0) < ($1.utf8.count, $1) } }
            let notices = Notices()
            let text = "stop_id\n" + ids.joined(separator: "\n")
            let stops = try FeedStops(reading: Tables(files: ["stops.txt": text]), notices: notices.sink)
            var seen: Set<String> = []
            #expect(stops.rows.map { stops.text($0.id) } == ids.filter { seen.insert($0).inserted })
            #expect(notices.all.filter { $0.code == .duplicateKey }.count == ids.count - seen.count)
        }
    }

    @Test("a number is the Double that the standard library reads")
    func numbers() {
        var generator = SeededRandom(seed: 63)
        let fixed = [
            "0", "-0", "47.6", ".5", "5.", "-122.41115802604", "1e22", "1e-22", "1E5", "0.1e-3", "9007199254740993",
            "179.99999999999997", "123456789012345678901234567890", "0.00000000000000000000001234", "4.9e-324",
            "18446744073709551616", "00000000000000000000047.6", "2.2250738585072011e-308",
        ]
        let random = (0..<20000).map { round -> String in
            let whole = String(Int.random(in: 0...180, using: &generator))
            let digits = (0..<(round % 24)).map { _ in String(Int.random(in: 0...9, using: &generator)) }.joined()
            return (Bool.random(using: &generator) ? "-" : "") + whole + (digits.isEmpty ? "" : "." + digits)
        }
        for text in fixed + random {
            let bytes = Array(("x" + text + "y").utf8)
            #expect(DecimalNumber(bytes, 1..<bytes.count - 1)?.value.bitPattern == Double(text)?.bitPattern, "\(text)")
        }
        let none = ["", "-", ".", "+", "1e", "1e+", "e5", "1.2.3", "47,6", "nan", "inf", "0x10", "1e400", "1 2", "1d", "--1", "١"]
        for text in none {
            let bytes = Array(text.utf8)
            #expect(DecimalNumber(bytes, 0..<bytes.count) == nil, "\(text)")
        }
        #expect(DecimalNumber(Array("+1".utf8), 0..<2)?.isUnusual == true)
        #expect(DecimalNumber(Array("-1.5".utf8), 0..<4)?.isUnusual == false)
    }

    @Test("agencies: what a feed can't do without, and what it can")
    func agencies() throws {
        let notices = Notices()
        let text = """
            agency_id,agency_name,agency_url,agency_timezone,agency_lang,agency_fare_url
            1,Metro,http://m,America/Los_Angeles ,en,http://f
            ,Trolley,,America/Denver,,
            1,Metro again,,America/Los_Angeles,,
            2,,,,,

            """
        let list = try FeedAgency.list(Tables(files: ["agency.txt": text]), notices: notices.sink)
        #expect(
            list == [
                FeedAgency(
                    id: "1", name: "Metro", url: "http://m", timeZone: "America/Los_Angeles", language: "en",
                    fareURL: "http://f", row: 2),
                FeedAgency(id: "", name: "Trolley", timeZone: "America/Denver", row: 3),
                FeedAgency(id: "2", name: "", row: 5),
            ])
        #expect(
            notices.lines == [
                "leading_or_trailing_whitespaces agency.txt 2 agency_timezone 'America/Los_Angeles ': read without the blanks at its ends, as by the server",
                "inconsistent_agency_timezone agency.txt 3 agency_timezone 'America/Denver': GTFS wants one for all; a trip's is that of its agency",
                "duplicate_key agency.txt 4 agency_id '1': left out: the first agency with this ID stays",
                "missing_required_field agency.txt 5 agency_name '': the agency is shown by its ID",
                "missing_required_field agency.txt 5 agency_timezone '': the agency's trips have no service date",
            ])
        let refusals: [(String?, FeedError)] = [
            (nil, .missingFile("agency.txt", found: ["stops.txt"])),
            ("agency_url\nx\n", .missingColumn("agency_name", file: "agency.txt", found: ["agency_url"])),
            (
                "agency_id,agency_name\n",
                .badTable("agency.txt has no row: a feed names the agency whose stops it holds")
            ),
        ]
        for (text, error) in refusals {
            let tables = Tables(files: text.map { ["agency.txt": $0] } ?? ["stops.txt": ""])
            #expect(throws: error) { try FeedAgency.list(tables, notices: { _ in }) }
        }
    }

    @Test("routes and feed_info")
    func routesAndInfo() throws {
        let notices = Notices()
        let tables = Tables(files: [
            "routes.txt": "route_id,agency_id,route_short_name,route_long_name\nr1,1, 545 ,Seattle\n,1,x,y\nr1,,,\nr2,,,\"Long, name\"\n",
            "feed_info.txt": "feed_publisher_name,feed_lang,feed_start_date,feed_end_date,feed_version\nMetro,en,20260101,2026,v7\nx,,,,\n",
        ])
        let routes = try FeedRoutes(reading: tables, notices: notices.sink)
        #expect(
            routes.rows.map { [$0.id, $0.agency, $0.shortName, $0.longName, $0.riderName].map(routes.text) } == [
                ["r1", "1", "545", "Seattle", "545"], ["r2", "", "", "Long, name", "Long, name"],
            ])
        var info = FeedInfo()
        (info.publisherName, info.language, info.version) = ("Metro", "en", "v7")
        info.startDate = ServiceDay(option: "2026-01-01")
        #expect(try FeedInfo(reading: tables, notices: notices.sink) == info)
        #expect(try FeedInfo(reading: Tables(files: [:]), notices: notices.sink) == nil)
        #expect(
            notices.lines == [
                "leading_or_trailing_whitespaces routes.txt 2 route_short_name ' 545 ': read without the blanks at its ends, as by the server",
                "missing_required_field routes.txt 3 route_id '': left out: a route without ID has no trips",
                "duplicate_key routes.txt 4 route_id 'r1': left out: the first route with this ID stays",
                "invalid_date feed_info.txt 2 feed_end_date '2026': not a date (YYYYMMDD); it isn't used",
                "more_than_one_entity feed_info.txt 3  '': only the first row is read",
            ])
    }

    @Test("every code has one sentence, in the order of names; a long value is cut between characters")
    func codes() {
        let names = FeedNotice.Code.all.map(\.code.rawValue)
        #expect(names == Set(names).sorted())
        let notice = FeedNotice(
            .emptyRow, file: "", row: 0, field: "", value: String(repeating: "ü駅", count: 100), "")
        #expect(notice.value == String(repeating: "ü駅", count: 51))
    }
}
