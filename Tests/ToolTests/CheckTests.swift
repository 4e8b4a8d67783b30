// `transitlink check` with URLs as operands: what opens, what is a fault and what is not, and the commands that open a link.

import Foundation
import TestSupport
import Testing

@Suite struct CheckTests {
    private func checked(_ arguments: [String], input: String = "") throws -> (code: Int32, links: [[String: Any]]) {
        let run = try Tool.run(["check", "--json"] + arguments, input: Data(input.utf8))
        return (
            run.code,
            try Tool.lines(run.output).map {
                try #require(JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
            }
        )
    }

    private func codes(_ link: [String: Any], _ member: String) -> [String] {
        (link[member] as? [[String: Any]] ?? []).compactMap { $0["code"] as? String }
    }

    @Test func `all 34 cases of the contract open what they must`() throws {
        let file = try #require(
            JSONSerialization.jsonObject(with: Data(contentsOf: Files.vector("receivers.json"))) as? [String: Any])
        let cases = try #require(file["cases"] as? [[String: Any]])
        let urls = cases.compactMap { $0["url"] as? String }
        let operands = try checked(urls)
        try #require(cases.count == 34 && operands.links.count == 34)
        for (wanted, got) in zip(cases, operands.links) {
            #expect(got["url"] as? String == wanted["url"] as? String)
            var opens = try #require(got["opens"] as? [String: Any])
            #expect(Set((got["reasons"] as? [String: String] ?? [:]).keys) == Set(opens.keys))
            // The newer server has no page for any of them.
            if let newer = opens.removeValue(forKey: "sidecar-go") { #expect(newer is NSNull) }
            #expect(opens as NSDictionary == wanted["opens"] as? NSDictionary, "\(wanted)")
        }
        #expect(operands.code == 1)
        let lines = try checked(["-"], input: urls.joined(separator: "\n"))
        #expect(lines.links.map { $0["line"] as? Int } == (1...34).map { $0 })
        #expect(lines.links.map { $0["opens"] as? NSDictionary } == operands.links.map { $0["opens"] as? NSDictionary })
    }

    static let trip =
        "https://onebusaway.co/regions/1/stops/1_75403/trips?trip_id=1_9&service_date=1774854000.0&stop_sequence=4"

    @Test(arguments: [
        "https://onebusaway.co/regions/1/stops/1_75403", trip, trip + "&title=a&vehicle_id=1_7&destination_stop_id=1_8",
        "onebusaway://view-stop?stopID=1_75403&regionID=1",
        "onebusaway://view-stop?stopID=1_Forge%20Park%20%2F%20495&regionID=1", trip.replacing("https:", with: "http:"),
        "https://www.onebusaway.co/regions/1/stops/1_%E9%8A%80", "kiedybus://view-stop?stopID=1&regionID=1",
        "https://elsewhere.example/regions/1/stops/1_75403",
        "onebusaway://add-region?name=X&region-id=99&oba-url=https:%2F%2Fh%2F%3Fa%3D1%26b%3D2",
        "intent://view-stop?stopID=1_1&regionID=1#Intent;scheme=onebusaway;package=com.joulespersecond.seattlebusbot;end",
    ])
    func `a link without a mistake ends in exit code 0`(_ url: String) throws {
        let (code, links) = try checked([url])
        #expect(codes(links[0], "faults") == [])
        #expect(code == 0)
    }

    @Test(arguments: [
        (
            "https://onebusaway.co/regions/1/stops/a%252Fb/trips?trip_id=1&service_date=1774854000.0&stop_sequence=1",
            ["double-encoding"]
        ),
        ("onebusaway://view-stop?stopID=1®ionID=1", ["registered-sign"]),
        ("onebusaway://view-stop?stop_id=1&region_id=1", ["snake-case-key", "snake-case-key"]),
        ("onebusaway://view-stop?stopID1&regionID=1", ["missing-equals"]),
        (trip.replacing("000.0", with: "000000"), ["milliseconds"]),
        (trip.replacing("/trips", with: "/arrivals"), ["arrivals"]),
        ("https://onebusaway.co/regions/1/stops/1_75403/", ["trailing-slash"]),
        ("https://onebusaway.co/regions/1/stops/a%2Fb", ["slash-in-id"]),
        ("https://onebusaway.co/regions/1/stops/a.b", ["dot-in-id"]),
        (trip.replacing("1774854000.0", with: "inf"), ["crashes-app"]), (trip.replacing("1774854000.0", with: "4e9"), []),
        (trip.replacing("1774854000.0", with: "1"), ["service-date-range"]), (trip.replacing("1_9", with: ""), ["blank-id"]),
        (trip + "&trip_id=1_10", ["read-differently"]), ("other://view-stop?stopID=1&regionID=1", ["other-scheme"]),
        ("onebusaway://view-stop?stopID=a b&regionID=1", ["raw-character"]),
        ("https://onebusaway.co/foo/regions/1/stops/2/trips/bar?" + trip.split(separator: "?")[1], ["rejected", "rejected"]),
        ("onebusaway://nothing", ["rejected"]),
        ("https://onebusaway.co/", ["rejected", "rejected", "rejected", "rejected"]),
        ("intent://view-stop?stopID=1&regionID=1", ["bad-intent"]), ("nothing at all", ["raw-character"]), ("", ["rejected"]),
    ])
    func `a mistake is a fault and ends in exit code 1`(_ url: String, _ faults: [String]) throws {
        let (code, links) = try checked(["--", url])
        #expect(codes(links[0], "faults") == faults)
        #expect(code == (faults.isEmpty ? 0 : 1))
    }

    @Test(arguments: [
        ("https://elsewhere.example/regions/1/stops/1", "other-host"), (trip + "#x", "fragment"),
        ("onebusaway://view-stop?stopID=1&regionID=77", "unknown-region"), (trip, "server-date-format"),
        ("kiedybus://view-stop?stopID=1&regionID=1", "other-app"),
        ("onebusaway://add-region?name=X&region-id=1&oba-url=https:%2F%2Fh", "region-id-taken"),
    ])
    func `a receiver's limit, and what is worth knowing, is a note`(_ url: String, _ note: String) throws {
        let (code, links) = try checked([url])
        #expect(codes(links[0], "notes").contains(note))
        #expect(code == 0)
    }

    @Test func `what is decoded is told with its types, and what is no number as a text`() throws {
        let (_, links) = try checked([Self.trip, Self.trip.replacing("1774854000.0", with: "nan")])
        #expect(
            links[0]["decoded"] as? NSDictionary == [
                "regionID": 1, "stopID": "1_75403", "tripID": "1_9", "serviceDate": 1_774_854_000.0, "stopSequence": 4,
                "title": "???",
            ])
        #expect((links[1]["decoded"] as? [String: Any])?["serviceDate"] as? String == "nan")
    }

    @Test func `in text a link is told receiver by receiver, harmless on a terminal`() throws {
        let urls = [
            Self.trip, "https://onebusaway.co/regions/1/stops/1_75403/",
            "onebusaway://view-stop?stopID=\u{1B}[31m\n\u{202E}&x\u{7}",
        ]
        let run = try Tool.run(["check"] + urls)
        #expect(run.code == 1 && run.errors == "")
        #expect(!run.output.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" || $0.value == 0x202E })
        try expectGolden(run.output, "check.txt")
    }

    // MARK: - --try

    @Test(arguments: [
        trip, "onebusaway://view-stop?stopID=1_O'Hare&regionID=1", "onebusaway://view-stop?stopID=$(id)`id`\"!\\&regionID=1;id",
        "https://h/é?a=''&b= c",
    ])
    func `the commands of --try open the very link, through one shell and through two`(_ url: String) throws {
        let folder = try TemporaryDirectory()
        // adb joins its words and has a shell on the phone read them.
        let programs = [
            "xcrun": "printf '%s|' \"$@\"; echo", "adb": "shift; exec sh -c \"$*\"", "am": "printf '%s|' \"$@\"; echo",
        ]
        for (name, script) in programs { try folder.write("#!/bin/sh\n\(script)\n", to: name) }
        for name in programs.keys {
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path + "/" + name)
        }
        let commands = try Tool.run(["check", "--try", url])
        #expect(commands.code == 0 && Tool.lines(commands.output).count == 2)
        let opened = try Tool.run(
            program: "/bin/sh", ["-c", commands.output], environment: ["PATH": "\(folder.path):/usr/bin:/bin"])
        #expect(
            opened.output == """
                simctl|openurl|booted|\(url)|
                start|-a|android.intent.action.VIEW|-d|\(url)|com.joulespersecond.seattlebusbot|

                """)
    }

    @Test func `no command is printed for a link that can't be seen as it is`() throws {
        let run = try Tool.run(["check", "--try", "onebusaway://view-stop?stopID=\u{1B}[2J&regionID=1"])
        #expect(run.code == 65 && run.output == "")
        #expect(
            run.errors
                == "transitlink: 'onebusaway://view-stop?stopID=\\x1B[2J&regionID=1' holds characters that can't be seen; no command opens it\n"
        )
    }

    // MARK: - --activity

    @Test(arguments: ["--json", "--plist"])
    func `our own activity is routed by its userInfo`(_ form: String) throws {
        let folder = try TemporaryDirectory()
        let made = try Tool.run(["stop", "1_75403", form == "--plist" ? form : "--only=handoff"])
        try folder.write(made.output, to: "activity")
        let (code, answers) = try checked(["--activity", folder.path + "/activity"])
        #expect(code == 0)
        #expect(answers[0]["opens"] as? NSDictionary == ["ios-documented": "stop", "ios-current": "stop"])
        let elsewhere = try checked(["--activity", folder.path + "/activity", "--region", "0"])
        #expect(elsewhere.links[0]["opens"] as? NSDictionary == ["ios-documented": NSNull(), "ios-current": NSNull()])
        #expect(elsewhere.code == 0)
    }

    @Test func `an activity of another type is a fault, and a file that holds none is bad data`() throws {
        let (code, answers) = try checked(["--activity", "-"], input: #"{"activityType":"x"}"#)
        #expect(code == 1 && codes(answers[0], "faults") == ["opens-nothing"])
        let run = try Tool.run(["check", "--activity", "-"], input: Data("{\"a\":1}".utf8))
        #expect(run == Finished(code: 65, output: "", errors: "transitlink: standard input:1: it has no activityType\n"))
    }
}
