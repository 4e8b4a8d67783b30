// Whole outputs of a few stops, as a reader of each format gets them.

import Feeds
import Publishing
import TestSupport
import Testing
import TransitLinks

@Suite struct StopFormatTests {
    private static let stops = [
        MadeStop(
            id: "10", code: "A1", name: "Stevens Way, east", description: "=near \"the\" gate", platform: "2",
            place: (47.6543, -122.3054)),
        MadeStop(id: "Forge Park / 495"),
        MadeStop(id: "=11", code: "-5", name: "-Ende", place: (0.5, -0.0)),
    ]

    private static let android = "#Intent;scheme=onebusaway;package=com.example.oba;S.browser_fallback_url="

    @Test func `stops.csv`() throws {
        var notices: [FeedNotice] = []
        let text = try output(StopsCSV(Made.context()), Self.stops) { notices.append($0) }
        let fare = "fare.app://onebusaway,https://apps.apple.com/app/id42,https://play.google.com/store/apps/details?id=org.fare"
        let page = "https://side.example/regions/1/stops/"
        let fallback = "https:%2F%2Fside.example%2Fregions%2F1%2Fstops%2F"
        let forge = "1_Forge%20Park%20%2F%20495"
        let maps = "https://www.google.com/maps/dir/?api=1&destination="
        #expect(
            text == """
                stop_id,oba_id,stop_code,stop_name,stop_lat,stop_lon,web,app,android,walking_geo,walking_google,\
                fare_ios,fare_app_store,fare_play,platform_code,stop_desc\r
                10,1_10,A1,"Stevens Way, east",47.6543,-122.3054,\(page)1_10,\
                onebusaway://view-stop?stopID=1_10&regionID=1,\
                intent://view-stop?stopID=1_10&regionID=1\(Self.android)\(fallback)1_10;end,\
                "geo:47.6543,-122.3054",\(maps)47.6543%2C-122.3054&travelmode=walking,\
                \(fare),2,"'=near ""the"" gate"\r
                Forge Park / 495,1_Forge Park / 495,,,,,\(page)\(forge),\
                onebusaway://view-stop?stopID=\(forge)&regionID=1,\
                intent://view-stop?stopID=\(forge)&regionID=1\(Self.android)\(fallback)1_Forge%2520Park%2520%252F%2520495;end,\
                ,,\(fare),,\r
                =11,1_=11,-5,'-Ende,0.5,0.0,\(page)1_%3D11,\
                onebusaway://view-stop?stopID=1_%3D11&regionID=1,\
                intent://view-stop?stopID=1_%3D11&regionID=1\(Self.android)\(fallback)1_%253D11;end,\
                "geo:0.5,0.0",\(maps)0.5%2C0.0&travelmode=walking,\(fare),,\r

                """)
        #expect(
            notices.map { "\($0.code.rawValue) \($0.file) \($0.row) \($0.field) \($0.value)" } == [
                "value_runs_as_formula stops.txt 4 stop_id =11", "value_runs_as_formula stops.txt 4 stop_code -5",
            ])
    }

    @Test func `what wasn't selected or isn't there leaves its column empty, or has none`() throws {
        let bare = Region(id: RegionID(rawValue: 0), name: "Bare")
        let text = try output(StopsCSV(Made.context(region: bare, [.web, .app])), [MadeStop(id: "1", place: (1, 2))])
        #expect(
            text == """
                stop_id,oba_id,stop_code,stop_name,stop_lat,stop_lon,web,app,android,platform_code,stop_desc\r
                1,1_1,,,1.0,2.0,,onebusaway://view-stop?stopID=1_1&regionID=0,,,\r

                """)
    }

    @Test func `a base with a comma puts every page in quotes`() throws {
        let region = Region(id: RegionID(rawValue: 1), name: "R", sidecar: try SidecarBase("https://side.example/a,b"))
        let text = try output(StopsCSV(Made.context(region: region, [.web])), [MadeStop(id: "1")])
        #expect(text.hasSuffix(",,,,,\"https://side.example/a,b/regions/1/stops/1_1\",,,,\r\n"))
    }

    @Test func `an agency whose IDs run is told of once a stop`() throws {
        var notices: [FeedNotice] = []
        _ = try output(StopsCSV(Made.context()), [MadeStop(id: "1"), MadeStop(id: "+2")], agency: "@x") { notices.append($0) }
        #expect(notices.map { "\($0.row) \($0.field) \($0.value)" } == ["2 oba_id @x_1", "3 stop_id +2"])
    }

    @Test func `a notice repeats 256 bytes of a value and cuts no character`() throws {
        var notices: [FeedNotice] = []
        let id = "=" + String(repeating: "ä", count: 200)
        _ = try output(StopsCSV(Made.context()), [MadeStop(id: id)]) { notices.append($0) }
        #expect(notices.map(\.value) == ["=" + String(repeating: "ä", count: 127)])
    }

    @Test func `stops.geojson`() throws {
        let text = try output(StopsGeoJSON(Made.context([.web, .walking, .fare], vendors: ["geo"])), Self.stops)
        let fare = """
            "fare_ios":"fare.app://onebusaway","fare_app_store":"https://apps.apple.com/app/id42",\
            "fare_play":"https://play.google.com/store/apps/details?id=org.fare"}}
            """
        #expect(
            text == """
                {"type":"FeatureCollection","features":[
                {"type":"Feature","id":"1_10","geometry":{"type":"Point","coordinates":[-122.3054,47.6543]},"properties":\
                {"stop_id":"10","oba_id":"1_10","stop_code":"A1","stop_name":"Stevens Way, east",\
                "stop_desc":"=near \\"the\\" gate","platform_code":"2","stop_lat":47.6543,"stop_lon":-122.3054,\
                "web":"https://side.example/regions/1/stops/1_10","walking_geo":"geo:47.6543,-122.3054",\(fare),
                {"type":"Feature","id":"1_Forge Park / 495","geometry":null,"properties":\
                {"stop_id":"Forge Park / 495","oba_id":"1_Forge Park / 495",\
                "web":"https://side.example/regions/1/stops/1_Forge%20Park%20%2F%20495",\(fare),
                {"type":"Feature","id":"1_=11","geometry":{"type":"Point","coordinates":[0.0,0.5]},"properties":\
                {"stop_id":"=11","oba_id":"1_=11","stop_code":"-5","stop_name":"-Ende","stop_lat":0.5,"stop_lon":0.0,\
                "web":"https://side.example/regions/1/stops/1_%3D11","walking_geo":"geo:0.5,0.0",\(fare)
                ]}

                """)
    }

    @Test func `stops.json`() throws {
        let text = try output(StopsJSON(Made.context([.web], agency: "Metro")), Array(Self.stops.prefix(2)))
        #expect(
            text == """
                {"region":{"id":1,"name":"Puget Sound"},"agency":"Metro","app":"onebusaway","stops":[
                {"stop_id":"10","oba_id":"1_10","stop_code":"A1","stop_name":"Stevens Way, east",\
                "stop_desc":"=near \\"the\\" gate","platform_code":"2","stop_lat":47.6543,"stop_lon":-122.3054,"status":"ok",\
                "region":{"id":1,"name":"Puget Sound"},"links":{"web":"https://side.example/regions/1/stops/1_10"},\
                "openedBy":{"web":["ios-current"]}},
                {"stop_id":"Forge Park / 495","oba_id":"1_Forge Park / 495","status":"ok",\
                "region":{"id":1,"name":"Puget Sound"},\
                "links":{"web":"https://side.example/regions/1/stops/1_Forge%20Park%20%2F%20495"},\
                "warnings":[{"code":"id-not-carried","message":"the web page does not carry its IDs to \
                ios-current: the path does not end with /regions/NUMBER/stops/ID, the ID without a slash (%2F is one, too)"}]}
                ]}

                """)
    }

    @Test(arguments: [1, 2, 3, 7])
    func `chunks of any size join to the same bytes`(_ size: Int) throws {
        let context = Made.context()
        let stops = Self.stops + Self.stops
        let formats: [any OutputFormat<StopChunk>] = [
            StopsCSV(context), StopsNDJSON(context), StopsJSON(context), StopsGeoJSON(context),
        ]
        for format in formats { #expect(try output(format, stops, size: size) == output(format, stops)) }
    }

    @Test func `a feed without stops is a valid file of each format`() throws {
        let context = Made.context(agency: "")
        #expect(try output(StopsNDJSON(context), []) == "")
        #expect(
            try output(StopsJSON(context), [])
                == "{\"region\":{\"id\":1,\"name\":\"Puget Sound\"},\"app\":\"onebusaway\",\"stops\":[\n\n]}\n")
        #expect(try output(StopsGeoJSON(context), []) == "{\"type\":\"FeatureCollection\",\"features\":[\n\n]}\n")
    }

    @Test func `an ID that is none is not added`() throws {
        var chunk = StopChunk(of: FeedStops([MadeStop(id: "a")]))
        #expect(throws: IdentifierError.dotSegment("..")) { try chunk.append(chunk.feed.rows[0]) { $0 += [0x2E, 0x2E] } }
        #expect(throws: IdentifierError.empty) { try chunk.append(chunk.feed.rows[0]) { _ in } }
        #expect(chunk.stops.isEmpty && chunk.ids.isEmpty)
    }
}
