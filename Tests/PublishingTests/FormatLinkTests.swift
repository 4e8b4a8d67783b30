// The links of every format against the writer of results: over random IDs, every region of every directory and both apps.

import Feeds
import Foundation
import Publishing
import TestSupport
import Testing
import TransitLinks

@Suite struct FormatLinkTests {
    /// Every region of the directories in Tests/Vectors that can be read, of each number and sidecar one.
    private static let regions: [Region] = {
        let folder = "Tests/Vectors/regions"
        let all = ((try? Repository.names(in: folder)) ?? []).flatMap { name in
            (try? RegionDirectory(decoding: Repository.bytes("\(folder)/\(name)")).regions) ?? []
        }
        return Array(Set(all)).sorted { ($0.id, $0.name) < ($1.id, $1.name) }
    }()

    private static let apps = [
        Made.app,
        AppProfile(name: "kiedybus", scheme: "kiedybus", bundleIdentifier: "pl.example.kiedybus"),
    ]

    /// IDs and names of anything that UTF-8 has, a tenth of the stops without a coordinate.
    private static func stops(_ random: inout SeededRandom, _ count: Int) -> [MadeStop] {
        (0..<count).map { _ in
            let place: (Double, Double)? =
                Int.random(in: 0..<10, using: &random) == 0
                ? nil
                : (
                    (Double.random(in: -90...90, using: &random) * 1e6).rounded() / 1e6,
                    Double.random(in: -180...180, using: &random)
                )
            return MadeStop(
                id: text(&random, 1...125), code: text(&random, 0...4), name: text(&random, 0...20),
                description: text(&random, 0...20), platform: text(&random, 0...2), place: place)
        }
    }

    private static func text(_ random: inout SeededRandom, _ length: ClosedRange<Int>) -> String {
        let ceiling: UInt32 = [0x80, 0x80, 0x80, 0x800, 0x1_0000, 0x11_0000].randomElement(using: &random)!
        let scalars = (0..<Int.random(in: length, using: &random)).map { _ in
            Unicode.Scalar(UInt32.random(in: 1..<ceiling, using: &random)) ?? "x"
        }
        return String(String.UnicodeScalarView(scalars))
    }

    @Test func `there are regions with and without sidecar and fare app`() {
        let regions = Self.regions
        #expect(regions.count >= 15 && regions.contains { $0.sidecar == nil } && regions.contains { $0.sidecar != nil })
        #expect(regions.contains { $0.fareApp.iOSScheme != nil } && regions.contains { $0.fareApp.iOSScheme == nil })
    }

    @Test func `stops.csv has the links of a result, to the byte`() throws {
        var random = SeededRandom(seed: 41)
        for region in Self.regions {
            for app in Self.apps {
                let context = LinkContext(region: region, app: app, vendors: WalkingVendor.all, agency: "")
                let stops = Self.stops(&random, 8)
                let rows = csv(try output(StopsCSV(context), stops))
                #expect(rows.count == stops.count + 1)
                for (stop, row) in zip(stops, rows.dropFirst()) {
                    let cells = Dictionary(uniqueKeysWithValues: zip(rows[0], row))
                    #expect(rows[0].count == row.count)
                    try compare(cells, stop, context)
                }
            }
        }
    }

    private func compare(_ cells: [String: String], _ stop: MadeStop, _ context: LinkContext) throws {
        let place = try stop.place.map { try Coordinate(latitude: $0.latitude, longitude: $0.longitude) }
        let name = stop.name.isEmpty ? nil : stop.name
        let request = ShareRequest(stop: SharedStop(id: try StopID("1_" + stop.id), name: name, coordinate: place))
        let set = LinkSet(request, in: context.region, app: context.app, walking: context.vendors)
        var expected = [
            "stop_id": stop.id, "oba_id": "1_" + stop.id, "stop_code": stop.code, "platform_code": stop.platform,
            "web": set.web ?? "", "app": set.appLink ?? "", "android": set.android ?? "",
            "stop_lat": place.map { "\($0.latitude)" } ?? "",
        ]
        for vendor in context.vendors {
            let name = "walking_" + vendor.name.replacingOccurrences(of: "-", with: "_")
            expected[name] = set.text("walking.\(vendor.name)") ?? ""
        }
        expected["fare_ios"] = set.text("fare.ios") ?? ""
        expected["fare_app_store"] = set.text("fare.appStore") ?? ""
        expected["fare_play"] = set.text("fare.play") ?? ""
        // A Double's description has an exponent below 1e-4, which the column never has.
        if let latitude = place?.latitude, abs(latitude) < 1e-3 { expected["stop_lat"] = cells["stop_lat"] }
        let wrong = expected.filter { !$0.value.utf8.elementsEqual((cells[$0.key] ?? "-").utf8) }
        #expect(wrong.isEmpty, "\(stop.id) has \(wrong.keys.map { cells[$0] ?? "nothing" })")
        #expect(cells["stop_name"] == stop.name || cells["stop_name"] == "'" + stop.name)
    }

    /// A slow reader of RFC 4180, of scalars, because Swift takes CRLF for one character.
    private func csv(_ text: String) -> [[String]] {
        var rows: [[String]] = []
        var row: [String] = []
        var field = String.UnicodeScalarView()
        var inQuotes = false
        var afterQuote = false
        for scalar in text.unicodeScalars {
            if inQuotes {
                if scalar != "\"" { field.append(scalar) } else { (inQuotes, afterQuote) = (false, true) }
            } else if scalar == "\"" {
                if afterQuote { field.append(scalar) }
                inQuotes = true
            } else if scalar == "," || scalar == "\n" {
                row.append(String(field))
                field = String.UnicodeScalarView()
                afterQuote = false
                if scalar == "\n" { (rows, row) = (rows + [row], []) }
            } else if scalar != "\r" {
                field.append(scalar)
            }
        }
        return rows
    }

    @Test func `a line of stops.ndjson is what make answers`() throws {
        var random = SeededRandom(seed: 42)
        for region in Self.regions {
            let settings = LinkSettings(
                directory: RegionDirectory(regions: [region]), currentRegion: .id(region.id), app: Made.app)
            var make = RequestAnswerer(settings: settings, limits: RequestLimits(), timeZones: TimeZoneDatabase { _ in [] })
            let stops = Self.stops(&random, 10) + [MadeStop(id: "blank", name: " \t"), MadeStop(id: "\t", name: "a\u{85}b")]
            let lines = try output(
                StopsNDJSON(LinkContext(region: region, app: Made.app, agency: "")), stops,
                agency: region.id.rawValue == 1 ? nil : "a")
            let made = lines.split(separator: "\n", omittingEmptySubsequences: false)
            #expect(made.count == stops.count + 1)
            for (stop, line) in zip(stops, made) {
                let request = try request(stop, agency: region.id.rawValue == 1 ? nil : "a")
                let answer = String(decoding: make.answer(request.span).line, as: UTF8.self)
                #expect(line + "\n" == answer, "\(String(line.commonPrefix(with: answer).suffix(80)))")
            }
        }
    }

    private func request(_ stop: MadeStop, agency: String?) throws -> [UInt8] {
        var object: [String: Any] = ["id": agency.map { $0 + "_" + stop.id } ?? stop.id, "name": stop.name]
        if let place = stop.place { (object["lat"], object["lon"]) = (place.latitude, place.longitude) }
        var request: [String: Any] = ["kind": "stop", "stop": object]
        if stop.id.utf8.count <= 128 { request["id"] = stop.id }
        return Array(try JSONSerialization.data(withJSONObject: request, options: .sortedKeys))
    }

    @Test func `stops.json and stops.geojson have the links of a result`() throws {
        var random = SeededRandom(seed: 43)
        for region in Self.regions {
            let context = LinkContext(region: region, app: Made.app, agency: "")
            let stops = Self.stops(&random, 4)
            let lines = try output(StopsNDJSON(context), stops).split(separator: "\n")
            let document = try object(output(StopsJSON(context), stops))
            let collection = try object(output(StopsGeoJSON(context), stops))
            let elements = document["stops"] as! [[String: Any]]
            let features = collection["features"] as! [[String: Any]]
            #expect(lines.count == stops.count && elements.count == stops.count && features.count == stops.count)
            for (index, line) in lines.enumerated() {
                let result = try object(String(line))
                for key in ["links", "handoff", "openedBy", "warnings", "status", "region"] {
                    #expect((elements[index][key] as? NSObject) == (result[key] as? NSObject), "\(key) of \(stops[index])")
                }
                try compare(features[index], result["links"] as! [String: Any], elements[index])
            }
        }
    }

    private func compare(_ feature: [String: Any], _ links: [String: Any], _ stop: [String: Any]) throws {
        let properties = feature["properties"] as! [String: Any]
        var expected = links.filter { ["web", "app", "android"].contains($0.key) }
        for (name, link) in links["walking"] as? [String: String] ?? [:] {
            expected["walking_" + name.replacingOccurrences(of: "-", with: "_")] = link
        }
        for (name, column) in [("ios", "fare_ios"), ("appStore", "fare_app_store"), ("play", "fare_play")] {
            expected[column] = (links["fare"] as? [String: Any])?[name]
        }
        for key in ["stop_id", "oba_id", "stop_code", "stop_name", "stop_desc", "platform_code", "stop_lat", "stop_lon"] {
            expected[key] = stop[key]
        }
        #expect(properties as NSObject == expected as NSObject)
        let point = (feature["geometry"] as? [String: Any])?["coordinates"] as? [Double]
        #expect(point == (stop["stop_lon"] as? Double).map { [$0, stop["stop_lat"] as! Double] })
    }

    private func object(_ text: String) throws -> [String: Any] {
        try JSONSerialization.jsonObject(with: Data(text.utf8)) as! [String: Any]
    }
}
