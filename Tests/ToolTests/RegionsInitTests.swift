// `transitlink regions init`: a directory of one region, by options and by questions, and that links are made with it.

import Foundation
import TestSupport
import Testing

@Suite struct RegionsInitTests {
    private static let options = [
        "regions", "init", "--name", "Bay \"City\"", "--sidecar-url", "https://stops.bay.example/", "--oba-url", "https://api.bay.example/api/",
    ]

    @Test func `options make a directory that every command takes`() throws {
        let folder = try TemporaryDirectory()
        let file = folder.path + "/bay.json"
        let made = try Tool.run(Self.options + ["--bounds", "47.5,-122.5,47.7,-122.2", "--output", file])
        #expect(
            made
                == Finished(
                    code: 0,
                    output: "\(file): region 1000 Bay \"City\"; use it with --regions \(file) --region 1000, or as regions and region of the configuration\n",
                    errors: ""))
        let expected = """
            {
              "data": {
                "list": [
                  {
                    "id": 1000,
                    "regionName": "Bay \\"City\\"",
                    "active": true,
                    "experimental": false,
                    "sidecarBaseUrl": "https://stops.bay.example",
                    "obaBaseUrl": "https://api.bay.example/api",
                    "bounds": [
                      {
                        "lat": 47.6,
                        "lon": -122.35,
                        "latSpan": 0.2,
                        "lonSpan": 0.3
                      }
                    ]
                  }
                ]
              }
            }

            """
        #expect(try String(contentsOfFile: file, encoding: .utf8) == expected)
        let feed = try MadeFeed()
        let batch = try Tool.run(["batch", feed.path, "--out", folder.path + "/out", "--regions", file, "--no-flush"])
        #expect(batch.code == 0 && batch.errors.contains("region   1000 Bay \"City\" (auto: 3 of its stops are there)\n"))
        let stop = try Tool.run(["stop", "1_1", "--only", "web", "--regions", file, "--region", "bay"])
        #expect(stop.output == "https://stops.bay.example/regions/1000/stops/1_1\n")
    }

    @Test func `a file that is there stays unless forced`() throws {
        let folder = try TemporaryDirectory()
        try folder.write("mine", to: "r.json")
        let words = Self.options + ["--bounds", "1,1,2,2", "--id", "7", "--output", folder.path + "/r.json"]
        let refused = try Tool.run(words)
        #expect(refused.code == 73 && refused.errors.contains("r.json is there already: give another --output, or --force\n"))
        #expect(try String(contentsOfFile: folder.path + "/r.json", encoding: .utf8) == "mine")
        #expect(try Tool.run(words + ["--force"]).code == 0)
        #expect(try Tool.run(["regions", "show", "7", "--regions", folder.path + "/r.json", "--region", "7"]).code == 0)
    }

    @Test(arguments: [
        ([(47.6, -122.3), (47.7, -122.5), (0.0, 0.0)], "47.65,-122.4,0.12,0.22"),
        ([(-17.0, 179.5), (-18.0, -179.5)], "-17.5,180.0,1.02,1.02"),
        ([(47.6, -122.3)], "47.6,-122.3,0.02,0.02"),
    ])
    func `a feed's stops say where the region lies`(_ places: [(Double, Double)], _ bound: String) throws {
        let stops = places.enumerated().map { "\($0),Stop,\($1.0),\($1.1)\n" }.joined()
        let feed = try MadeFeed(["stops.txt": "stop_id,stop_name,stop_lat,stop_lon\nx,No place,,\n" + stops])
        let made = try Tool.run(Self.options + ["--feed", feed.path])
        #expect(made.code == 0 && made.errors == "")
        let numbers = made.output.matches(of: #/"(lat|lon|latSpan|lonSpan)": (.*?),?\n/#).map { String($0.2) }
        #expect(numbers.joined(separator: ",") == bound)
    }

    @Test(arguments: [
        ([], "regions init: which region? give --name, and --sidecar-url, --oba-url, --bounds or --feed"),
        (["--name", " "], "--name: which? the region's name as riders know it"),
        (["--name", "A", "--id", "x"], "--id: 'x' is no number of a region (0 or more)"),
        (["--name", "A", "--bounds", "1,2,3"], "--bounds: '1,2,3' is no rectangle: south,west,north,east in degrees, as 47.5,-122.5,47.7,-122.2"),
        (["--name", "A", "--bounds", "1,1,2,2", "--feed", "f.zip"], "--bounds and --feed exclude each other: both say where the region lies"),
        (["--name", "A", "--sidecar-url", "https://u:p@h"], "--sidecar-url: it has a user name or password, which is never published"),
        (["--name", "A", "--oba-url", "h.example"], "--oba-url: 'h.example': a base URL begins with https:// or http://"),
        (["--name", "A", "--otp-url", "https://h"], "regions init takes no --otp-url"),
        (["--name", "A", "--json"], "regions init takes no --json"),
    ])
    func `a mistake is one sentence`(_ options: [String], _ sentence: String) throws {
        let run = try Tool.run(["regions", "init"] + options)
        #expect(run == Finished(code: 64, output: "", errors: "transitlink: \(sentence)\n"))
    }

    @Test func `what is left out is told, and the directory is written all the same`() throws {
        let run = try Tool.run(["regions", "init", "--name", "A"])
        #expect(run.code == 0 && run.output.contains(#""regionName": "A""#))
        #expect(
            Tool.lines(run.errors).map { $0.prefix(35) } == [
                "transitlink: without a web server (", "transitlink: without a OneBusAway s", "transitlink: without bounds (--boun",
            ])
        #expect(try Tool.run(["regions", "list", "--bounds", "1,1,2,2"]).code == 64)
    }

    @Test func `on a terminal it asks`() throws {
        let folder = try TemporaryDirectory()
        let file = folder.path + "/r.json"
        let run = try Tool.onTerminal(
            ["regions", "init"], typed: "Bay  City\nhttps://s.example\n\n12\n\(try MadeFeed().path)/none\n\n")
        #expect(run.code == 64 && run.output.contains("where it lies: south,west,north,east in degrees, or a GTFS feed: "))
        let feed = try MadeFeed()
        let made = try Tool.onTerminal(
            ["regions", "init"], typed: "Bay  City\nhttps://s.example\n\n12\n\(feed.path)\n\(file)\n")
        #expect(made.code == 0)
        #expect(try Tool.run(["regions", "show", "bay city", "--regions", file, "--region", "12"]).output.hasPrefix("id               12\n"))
    }
}
