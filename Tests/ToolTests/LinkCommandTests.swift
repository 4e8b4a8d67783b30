// From a link to the whole set, and the deep link that adds a region.

import Foundation
import TestSupport
import Testing

@Suite struct LinkCommandTests {
    private static let trip =
        "/regions/1/stops/1_75403/trips?trip_id=1_9&service_date=1774854000.0&stop_sequence=4&destination_stop_id=1_8"

    @Test(arguments: [
        ("https://onebusaway.co/regions/1/stops/1_a%20b", ["stop", "1_a b"]),
        ("onebusaway://view-stop?stopID=1_75403&regionID=0", ["stop", "1_75403", "--region", "0"]),
        ("https://onebusaway.co/regions/1/stops/1_a%2Fb", ["stop", "1_a/b"]),
        ("intent://view-stop?stopID=1_75403&regionID=0#Intent;scheme=onebusaway;end", ["stop", "1_75403", "--region", "0"]),
        (
            "https://onebusaway.co" + trip + "&title=545%20-%20Seattle%20-%20East&vehicle_id=1_7",
            [
                "trip", "1_75403", "--trip", "1_9", "--service-date", "1774854000", "--stop-sequence", "4", "--destination",
                "1_8", "--route", "545", "--headsign", "Seattle - East", "--vehicle", "1_7",
            ]
        ),
        (
            "https://elsewhere.example" + trip,
            [
                "trip", "1_75403", "--trip", "1_9", "--service-date", "1774854000", "--stop-sequence", "4", "--destination",
                "1_8",
            ]
        ),
    ])
    func `a link that a receiver reads gives the whole set`(_ url: String, _ plain: [String]) throws {
        let wanted = try Tool.run(plain)
        #expect(wanted.code == 0)
        for command in ["stop", "trip"] { #expect(try Tool.run([command, "--from", url]) == wanted) }
    }

    @Test func `the links of a result lead back to the result`() throws {
        let result = try Tool.run([
            "trip", "1_75403", "--trip", "1_9", "--service-date", "1774854000", "--stop-sequence", "4", "--route", "545",
            "--headsign", "Seattle", "--extras", "title", "--region", "0",
        ])
        let links = try #require(
            (JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])?["links"] as? [String: Any])
        for name in ["web", "android"] {
            let again = try Tool.run(["trip", "--from", try #require(links[name] as? String), "--extras", "title"])
            #expect(again == result)
        }
    }

    @Test func `options say more than the link, and the link's region must be in the directory`() throws {
        let run = try Tool.run([
            "stop", "--from", "onebusaway://view-stop?stopID=1_1&regionID=1", "--lat", "47.5", "--lon", "-122", "--only",
            "walking.geo",
        ])
        #expect(run == Finished(code: 0, output: "geo:47.5,-122.0\n", errors: ""))
        let unknown = try Tool.run(["stop", "--from", "onebusaway://view-stop?stopID=1_1&regionID=77", "--only", "web"])
        #expect(unknown.code == 65 && unknown.errors.hasPrefix("transitlink: region: '77' is not in the directory"))
    }

    // MARK: - regions link

    @Test func `a region of the directory becomes its add-region link`() throws {
        let run = try Tool.run(["regions", "link", "1", "--regions", Files.regions, "--app", "kiedybus"])
        #expect(run.code == 0)
        #expect(
            run.output.hasPrefix(
                "kiedybus://add-region?name=Puget%20Sound&region-id=1&oba-url=https:%2F%2Fapi.pugetsound.onebusaway.org%2F&"))
        #expect(
            run.errors
                == "transitlink: region-id 1 is 'Puget Sound' in the directory; the app then selects that region silently\n")
    }

    @Test func `a server that is in no directory is told by options, and the app reads them back`() throws {
        let run = try Tool.run([
            "regions", "link", "99", "--name", "A & B", "--oba-url", "http://h/api?a=1&b=2", "--allow-http", "--otp-url",
            "https://o/", "--otp-graphql-url", "https://g/", "--otp-graphql-bikeshare", "--sidecar-url", "https://s",
            "--umami-url", "https://u", "--umami-id", "7",
        ])
        #expect(
            run.output
                == "onebusaway://add-region?name=A%20%26%20B&region-id=99&oba-url=http:%2F%2Fh%2Fapi%3Fa%3D1%26b%3D2&otp-url=https:%2F%2Fo%2F&otp-graphql-url=https:%2F%2Fg%2F&otp-graphql-bikeshare=true&sidecar-url=https:%2F%2Fs&umami-url=https:%2F%2Fu&umami-id=7\n"
        )
        let check = try Tool.run(["check", "--json", String(run.output.dropLast())])
        #expect(
            check.output.contains(
                #""decoded":{"name":"A & B","regionID":99,"obaBaseURL":"http://h/api?a=1&b=2","otpURL":"https://o/","otpGraphQLURL":"https://g/","supportsOTPGraphQLBikeshare":true,"sidecarURL":"https://s","umamiURL":"https://u","umamiID":"7"}"#
            ))
    }
}

/// What the tool writes, checked by the tool.
@Suite struct OwnLinkTests {
    /// Letters that some encoder, parser or pattern stumbles over.
    private static let letters = Array("aZ09-._~:@/+#&=%? ();,'\"<>|\\{}é銀🚌\u{301}")

    private static func randomID(_ generator: inout some RandomNumberGenerator) -> String {
        "1_"
            + String(
                (0..<Int.random(in: 1...8, using: &generator)).compactMap { _ in letters.randomElement(using: &generator) })
    }

    @Test func `what is a fault in a link of our own is a warning of its result, for any ID`() throws {
        var generator = SeededRandom(seed: 67)
        let requests = try (0..<600).map { number -> Data in
            var request: [String: Any] = ["kind": "stop", "stop": ["id": Self.randomID(&generator)]]
            if number % 2 == 1 {
                request["kind"] = "trip"
                request["trip"] = [
                    "id": Self.randomID(&generator), "serviceDate": 1_774_854_000, "stopSequence": 3,
                    "destinationStopId": Self.randomID(&generator),
                ]
            }
            return try JSONSerialization.data(withJSONObject: request) + Data("\n".utf8)
        }
        let results = try Tool.lines(Tool.run(["make"], input: Data(requests.joined())).output)
        var urls: [(url: String, isWarned: Bool)] = []
        for result in results {
            let object = try #require(JSONSerialization.jsonObject(with: Data(result.utf8)) as? [String: Any])
            let links = try #require(object["links"] as? [String: Any])
            let isWarned = result.contains("\"id-not-carried\"")
            for name in ["web", "app", "android"] { urls.append((try #require(links[name] as? String), isWarned)) }
        }
        let checked = try Tool.run(["check", "--json", "-"], input: Data(urls.map(\.url).joined(separator: "\n").utf8))
        let answers = Tool.lines(checked.output)
        try #require(results.count == 600 && answers.count == 1800)
        for (link, answer) in zip(urls, answers) where !link.isWarned {
            let object = try #require(JSONSerialization.jsonObject(with: Data(answer.utf8)) as? [String: Any])
            let codes = (object["faults"] as? [[String: Any]] ?? []).compactMap { $0["code"] as? String }
            // An ID with `%41` in it looks as if it had been encoded twice.
            #expect(codes.filter { $0 != "double-encoding" } == [], "\(link.url)")
        }
    }

    @Test func `what is odd about an ID is told on standard error`() throws {
        for options in [[], ["--json"], ["--only", "web"]] {
            let run = try Tool.run(["stop", "75403"] + options)
            #expect(run.code == 0 && run.errors.contains("no agency"), "\(run)")
        }
        #expect(try Tool.run(["stop", "1_75403"]).errors == "")
    }

    @Test func `a service date may be written as GTFS has it`() throws {
        let trip = ["trip", "1_1", "--trip", "1_2", "--stop-sequence", "3", "--time-zone", "America/Los_Angeles", "--only", "web"]
        let run = try Tool.run(trip + ["--service-date", "20260330"])
        #expect(run.code == 0 && run.output.contains("service_date=1774854000.0&"))
        #expect(run == (try Tool.run(trip + ["--service-date", "2026-03-30"])))
    }

    @Test func `a typed U+FFFD is a character of a name`() throws {
        let run = try Tool.run(["stop", "1_1", "--name", "a\u{FFFD}", "--only", "handoff"])
        #expect(run.code == 0 && run.output.contains("\"title\":\"a\u{FFFD}\""))
    }
}
