// Feeds of a few rows, made for one question each, and what a run of `transitlink batch` leaves of them.

import Foundation
import TestSupport

/// A feed in a folder of its own.
struct MadeFeed {
    let folder: TemporaryDirectory
    var path: String { folder.path }

    static let agency = """
        agency_id,agency_name,agency_url,agency_timezone,agency_lang
        1,Metro,https://metro.example,America/Los_Angeles,en

        """

    static let stops = #"""
        stop_id,stop_code,stop_name,stop_lat,stop_lon,location_type,parent_station
        100,1100,Pine St & 3rd Ave,47.6101,-122.3370,0,
        A/7 b,,"Bay 2, ""North""",47.6110,-122.3380,0,200
        200,,Central Station,47.6111,-122.3381,1,
        201,,Entrance,47.6112,-122.3382,2,200
        300,1300,=SUM(A1),47.6120,-122.3390,,

        """#

    /// - Parameter files: by name; agency.txt and stops.txt are there without.
    init(_ files: [String: String] = [:]) throws {
        folder = try TemporaryDirectory()
        for (name, text) in ["agency.txt": Self.agency, "stops.txt": Self.stops].merging(files, uniquingKeysWith: { $1 }) {
            try folder.write(text, to: name)
        }
    }

    /// Two trips: one on weekdays, one by exception on Sunday 2026-03-08 alone, when the clocks go forward.
    static let trips = [
        "routes.txt": "route_id,agency_id,route_short_name,route_long_name,route_type\nR1,1,545,Seattle,3\nR2,1,8,Capitol Hill,3\n",
        "calendar.txt":
            "service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date\nWD,1,1,1,1,1,0,0,20260101,20261231\n",
        "calendar_dates.txt": "service_id,date,exception_type\nSU,20260308,1\nWD,20260309,2\n",
        "trips.txt": "route_id,service_id,trip_id,trip_headsign\nR1,WD,T1,Seattle\nR2,SU,T2,Loop\n",
        "stop_times.txt": """
        trip_id,arrival_time,departure_time,stop_id,stop_sequence,pickup_type,drop_off_type
        T1,8:00:00,8:00:00,100,5,0,1
        T1,8:10:00,8:10:00,A/7 b,7,1,1
        T1,8:20:00,8:20:00,300,9,0,0
        T1,24:30:00,24:30:00,100,12,1,0
        T2,9:00:00,9:00:00,300,0,,
        T2,,,100,1,3,0
        T2,9:20:00,9:20:00,300,2,0,0

        """,
    ]
}

/// One run.
struct BatchRun {
    let folder: TemporaryDirectory
    /// Where the results are.
    let out: URL
    let feed: String
    /// Keeps its folder.
    private let made: MadeFeed?
    private(set) var finished = Finished(code: 0, output: "", errors: "")

    init(_ feed: MadeFeed, _ options: String...) throws { try self.init(feed, options) }

    init(_ feed: MadeFeed, _ options: [String]) throws { try self.init(feed.path, made: feed, options) }

    /// At noon of a day in UTC.
    init(_ feed: MadeFeed, on day: String, _ options: String...) throws {
        let noon = try Date("\(day)T12:00:00Z", strategy: .iso8601)
        try self.init(feed.path, made: feed, options, ["SOURCE_DATE_EPOCH": String(Int(noon.timeIntervalSince1970))])
    }

    /// Of a feed in Tests/Vectors/feeds.
    init(_ name: String, _ options: [String]) throws {
        try self.init(Files.vector("feeds/\(name)").path, made: nil, options)
    }

    private let environment: [String: String]

    private init(
        _ feed: String, made: MadeFeed?, _ options: [String], _ environment: [String: String] = [:]
    ) throws {
        self.environment = environment
        self.feed = feed
        self.made = made
        folder = try TemporaryDirectory()
        out = folder.url.appendingPathComponent("out")
        try again(options)
    }

    /// The same folder once more, of this feed or another one.
    mutating func again(of other: MadeFeed? = nil, _ options: [String]) throws {
        finished = try Tool.run(
            ["batch", other?.path ?? feed, "--out", out.path, "--regions", Files.regions, "--region", "1", "--no-flush"] + options,
            environment: environment)
    }

    var code: Int32 { finished.code }

    /// What was told, without the paths of this machine.
    var told: String {
        (finished.output + finished.errors).replacingOccurrences(of: out.path, with: "OUT").replacingOccurrences(
            of: feed, with: "FEED")
    }

    func text(_ name: String) -> String? {
        (try? Data(contentsOf: out.appendingPathComponent(name))).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The rows of a CSV without its header.
    func rows(_ name: String) -> [String] {
        Array((text(name) ?? "").replacingOccurrences(of: "\r\n", with: "\n").split(separator: "\n").map(String.init).dropFirst())
    }

    /// The first field of each row of stops.csv.
    var stopIDs: [String] { rows("stops.csv").map { String($0.prefix { $0 != "," }) } }

    /// Every file's bytes by its path, hidden ones too.
    var tree: [String: Data] { get throws { try files { try Data(contentsOf: $0) } } }

    /// Every file's number on the disk by its path.
    var inodes: [String: Int] {
        get throws {
            try files { try FileManager.default.attributesOfItem(atPath: $0.path)[.systemFileNumber] as? Int ?? 0 }
        }
    }

    private func files<Value>(_ value: (URL) throws -> Value) throws -> [String: Value] {
        var values: [String: Value] = [:]
        for path in try FileManager.default.subpathsOfDirectory(atPath: out.path) {
            let url = out.appendingPathComponent(path)
            if try url.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true { values[path] = try value(url) }
        }
        return values
    }
}
