// The outputs as other programs read them: Python's csv, json and XML, and the JSON Schemas (Tests/Formats/read).

import Foundation
import Publishing
import TestSupport
import Testing
import TransitLinks

@Suite struct OtherReadersTests {
    private static let reader = Repository.root.appendingPathComponent("Tests/Formats/read").path

    /// Names of the world, and what a CSV, a spreadsheet and JSON stumble over.
    private static let stops =
        [
            "Main St, east", "say \"hi\"", "two\r\nlines", "=1+1", "-5", "＝1", "tab\tinside", "شارع النخيل", "Łódź Fabryczna",
            "</script><img>", "\u{2028}", "\\ / \u{1F68F}", "", "'quoted'", "a\u{7F}b",
        ].enumerated().map { number, name in
            MadeStop(
                id: "\(number)/ä#", code: number % 2 == 0 ? "" : "\(number)", name: name, description: name,
                platform: number % 3 == 0 ? "" : "A,\(number)",
                place: number % 4 == 3 ? nil : (Double(number) / 7, -0.00001 * Double(number)))
        }

    private func write(_ context: LinkContext, to folder: TemporaryDirectory) throws {
        let formats: [any OutputFormat<StopChunk>] = [
            StopsCSV(context), StopsNDJSON(context), StopsJSON(context), StopsGeoJSON(context),
        ]
        for format in formats { try folder.write(output(format, Self.stops, size: 4), to: format.fileName) }
    }

    private func writeSitemap(to folder: TemporaryDirectory) throws {
        let sitemap = try Sitemap(site: SidecarBase("https://stops.example/a&b"), pages: 60_000)
        for (file, name) in sitemap.fileNames.enumerated() {
            let text = ByteWriter.text { sitemap.append(file: file, to: &$0) { $1.append("stop/\($0).html") } }
            try folder.write(text, to: name)
        }
    }

    private func read(_ folder: TemporaryDirectory) throws -> (code: Int32, output: String) {
        let process = try ChildProcess([Self.reader, folder.path])
        let code = process.wait()
        return (code, process.output)
    }

    @Test(arguments: [true, false])
    func `Python reads every format, and finds the same in each`(_ hasSidecar: Bool) throws {
        let folder = try TemporaryDirectory()
        let bare = Region(id: RegionID(rawValue: 0), name: "Bare")
        try write(Made.context(region: hasSidecar ? Made.region : bare, vendors: WalkingVendor.all.map(\.name)), to: folder)
        try writeSitemap(to: folder)
        let (code, output) = try read(folder)
        #expect(
            output == """
                formats: stops.csv 15, stops.json 15, stops.ndjson 15, stops.geojson 15, sitemap.xml 60000; 0 problems

                """)
        #expect(code == 0)
    }

    /// The reader sees what it is there to see.
    @Test(arguments: [
        ("stops.csv", "walking_geo", "walking"), ("stops.csv", "1_1/ä#", "1_2/ä#"), ("stops.csv", "\"\"hi\"\"", "\"hi\""),
        ("stops.json", "\"status\":\"ok\"", "\"status\":\"no\""), ("stops.json", "\"app\":\"oneb", "\"agent\":\"oneb"),
        ("stops.ndjson", "\"handoff\":", "\"hand\":"), ("stops.geojson", "\"Point\"", "\"Pint\""),
        ("stops.geojson", "\"geometry\":null", "\"geometry\":{\"type\":\"Point\",\"coordinates\":[0,0]}"),
        ("sitemap.xml", "sitemap-2.xml", "sitemap-1.xml"), ("sitemap-1.xml", "</loc></url>", "</url></loc>"),
    ])
    func `a damaged output is found out`(_ name: String, _ text: String, _ damage: String) throws {
        let folder = try TemporaryDirectory()
        try name.hasPrefix("sitemap") ? writeSitemap(to: folder) : write(Made.context(), to: folder)
        let whole = try #require(folder.text(of: name))
        let damaged = whole.replacingOccurrences(of: text, with: damage)
        #expect(damaged != whole)
        try folder.write(damaged, to: name)
        let (code, output) = try read(folder)
        #expect(code == 1 && output.hasPrefix("not ok - "), "\(output)")
    }
}
