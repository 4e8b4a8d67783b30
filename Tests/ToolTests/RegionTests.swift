import Foundation
import TestSupport
import Testing

@Suite struct RegionTests {
    @Test func `list marks the current region and what is inactive, and tells what is wrong in the file`() throws {
        let folder = try TemporaryDirectory()
        try folder.write(
            """
            [{"id": 3, "regionName": "Three", "active": true, "sidecarBaseUrl": "https://s.example"},
             {"id": 40, "regionName": "Forty\\u001b[1m", "active": false},
             {"id": 3, "regionName": "Again", "active": true}]
            """, to: "r.json")
        let run = try Tool.run(["regions", "list", "--regions", folder.path + "/r.json", "--region", "3"])
        #expect(run.code == 0)
        #expect(
            run.output == """
                *  3 Three
                  40 Forty\\x1B[1m  inactive, no web links
                2 regions; directory: \(folder.path)/r.json

                """)
        #expect(Tool.lines(run.errors).count == 1)
        #expect(run.errors.hasPrefix("transitlink: \(folder.path)/r.json: region 3 'Again' (entry 2): "))
    }

    @Test(arguments: [
        (["regions", "list"], "regions-list.txt"), (["regions", "list", "--json"], "regions-list.json"),
        (["regions", "show", "1"], "regions-show.txt"), (["regions", "show", "1", "--json"], "regions-show.json"),
    ])
    func `the directory in text and JSON`(_ arguments: [String], golden: String) throws {
        let run = try Tool.run(arguments + ["--regions", Files.regions])
        #expect(run.code == 0)
        try expectGolden(run.output.replacing(Files.root.path, with: ""), golden)
    }

    @Test(arguments: [["47.6", "-122.3"], ["47.6,-122.3"], ["--", "47.6", "-122.3"]])
    func `a place is located, negative numbers and all`(_ place: [String]) throws {
        #expect(
            try Tool.run(["regions", "locate", "--regions", Files.regions] + place)
                == Finished(code: 0, output: "1 Puget Sound\n", errors: ""))
    }

    @Test func `an unknown region is told with those that there are`() throws {
        let run = try Tool.run(["regions", "show", "99", "--regions", Files.regions])
        #expect(run.code == 64 && run.output == "")
        #expect(
            run.errors.hasPrefix(
                "transitlink: regions show: '99' is not in the directory; it has 0 Tampa Bay, 1 Puget Sound, "))
    }

    @Test func `a directory without the current region can be looked at, and says so`() throws {
        let folder = try TemporaryDirectory()
        try folder.write(#"[{"id": 3, "regionName": "Three", "active": true, "sidecarBaseUrl": "https://s.example"}]"#, to: "r.json")
        try folder.write(#"{"region": 1}"#, to: "c.json")
        let options = ["--config", folder.path + "/c.json", "--regions", folder.path + "/r.json"]
        let run = try Tool.run(["regions", "list"] + options)
        #expect(run.code == 0 && run.output == "  3 Three\n1 regions; directory: \(folder.path)/r.json\n")
        #expect(run.errors == "transitlink: the current region, 1, is not in this directory; --region ID or auto takes another\n")
        #expect(try Tool.run(["regions", "show", "3"] + options).code == 0)
        #expect(try Tool.run(["stop", "1_1"] + options).code == 78)
    }

    @Test func `the only region of a directory is the current one where nobody sets another, and so it is listed`() throws {
        let folder = try TemporaryDirectory()
        try folder.write(#"[{"id": 3, "regionName": "Three", "active": true, "sidecarBaseUrl": "https://s.example"}]"#, to: "r.json")
        let options = ["--regions", folder.path + "/r.json"]
        let run = try Tool.run(["regions", "list"] + options)
        #expect(run == Finished(code: 0, output: "* 3 Three\n1 regions; directory: \(folder.path)/r.json\n", errors: ""))
        let stop = try Tool.run(["stop", "1_1", "--only", "web"] + options)
        #expect(stop.code == 0 && stop.output == "https://s.example/regions/3/stops/1_1\n")
    }

    /// A password of the directory is quoted nowhere, whatever else is wrong with its URL.
    @Test(arguments: [
        "https://u:secret@h.example", "https://u:secret/w@h.example", "u:secret@h.example", "ftp://u:secret@h.example",
        "https:u:secret@h.example", "https://u:secret#@h.example", "https://secret@h.example:99999", "https://u:sec ret@h",
    ])
    func `no output holds a password of the directory`(_ url: String) throws {
        let folder = try TemporaryDirectory()
        let entry = """
            [{"id": 1, "regionName": "One", "active": true, "sidecarBaseUrl": "URL", "obaBaseUrl": "URL", "otpBaseUrl": "URL",
              "umamiAnalytics": {"url": "URL", "id": "x"}}]
            """
        try folder.write(entry.replacing("URL", with: url), to: "r.json")
        let options = ["--regions", folder.path + "/r.json"]
        for command in [["regions", "list"], ["regions", "list", "--json"], ["regions", "show", "1"], ["stop", "1_1"], ["regions", "link", "1"]] {
            let run = try Tool.run(command + options)
            #expect(!(run.output + run.errors).contains("secret"), "\(command): \(run)")
        }
        #expect(try Tool.run(["regions", "list"] + options).errors.contains("sidecarBaseUrl: "))
    }

    @Test func `an operator's region name obeys nothing on a terminal`() throws {
        let folder = try TemporaryDirectory()
        try folder.write(#"[{"id":3,"regionName":"A\u001b[2J\r\u202eB"}]"#, to: "r.json")
        let directory = ["--regions", folder.path + "/r.json"]
        let request = #"{"kind":"stop","region":99,"stop":{"id":"1_1"}}"#
        for arguments in [
            ["stop", "1_1", "--region", "99"], ["make", "--region", "99"], ["make", "--region", "3"], ["regions", "show", "99"],
            ["regions", "show", "3"], ["regions", "list"], ["__complete", "fish", "regions", "show", ""],
        ] {
            let run = try Tool.run(arguments + directory, input: Data(request.utf8))
            for odd in ["\u{1B}", "\r", "\u{202E}"] { #expect(!(run.output + run.errors).contains(odd), "\(arguments)") }
        }
        let run = try Tool.run(["stop", "1_1", "--region", "99"] + directory)
        #expect(run.errors == "transitlink: --region: '99' is not in the directory; it has 3 A\\x1B[2J\\r\\u{202E}B\n", "\(run)")
    }
}
