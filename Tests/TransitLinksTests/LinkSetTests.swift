import Foundation
import Testing

@testable import TransitLinks

@Suite struct LinkSetTests {
    private let date = try! ServiceDate(epochSeconds: 1_774_854_000)

    private func region(
        _ id: Int64 = 1, sidecar: String? = "https://s.example", problem: String? = nil, isActive: Bool = true,
        fare: FareApp = FareApp()
    ) -> Region {
        Region(
            id: RegionID(rawValue: id), name: "R \"1\"", isActive: isActive,
            sidecar: sidecar.map { try! SidecarBase($0) },
            sidecarProblem: problem, fareApp: fare)
    }

    private func stop(_ latitude: Double? = 1, name: String? = nil, direction: CompassDirection? = nil) -> SharedStop {
        SharedStop(
            id: try! StopID("1_5"), name: name, direction: direction,
            coordinate: latitude.map { try! Coordinate(latitude: $0, longitude: 2 * $0) })
    }

    private func trip(route: String? = nil, vehicle: String? = nil, destination: String? = nil) -> SharedTrip {
        SharedTrip(
            id: try! TripID("1_9"), serviceDate: date, stopSequence: 0, route: route, headsign: nil,
            vehicleID: vehicle.map { try! VehicleID($0) }, destinationStopID: destination.map { try! StopID($0) })
    }

    private let app = AppProfile(name: "kiedybus", scheme: "kiedybus", bundleIdentifier: "app.kiedybus")

    @Test func `a full trip is one line, every key in its place`() throws {
        let fare = FareApp(
            iOSScheme: "fb3HART", appStoreID: "12", androidPackage: "a.b", warningTitle: "T", warningBody: "B\n/",
            warnings: [LinkWarning(.badFareApp, "no")])
        let request = ShareRequest(
            id: "r/1", stop: stop(0), trip: trip(route: "5 é", vehicle: "1_v+", destination: "1_d"),
            extras: [.title, .vehicleID], warnings: [LinkWarning(.noAgency, "first")])
        let set = LinkSet(
            request, in: region(isActive: false, fare: fare), app: VectorFiles.oneBusAway,
            walking: ["geo", "apple"].compactMap(WalkingVendor.named))
        let page = "https://s.example/regions/1/stops/1_5/trips?trip_id=1_9&service_date=1774854000.0&stop_sequence=0"
        let extras = "&title=5%20%C3%A9&vehicle_id=1_v%2B"
        let whole = page + "&destination_stop_id=1_d" + extras
        #expect(
            resultLine(set) == #"{"id":"r/1","status":"ok","region":{"id":1,"name":"R \"1\""},"links":{"web":""# + whole
                + #"","app":"onebusaway://view-stop?stopID=1_5&regionID=1","android":"intent"# + whole.dropFirst(5)
                + "#Intent;scheme=https;package=com.joulespersecond.seattlebusbot;S.browser_fallback_url="
                + PercentEncoding.encoded(whole)
                + #";end","walking":{"geo":"geo:0.0,0.0","apple":"https://maps.apple.com/directions?destination=0.0%2C0.0&mode=walking"},"#
                + #""fare":{"ios":"fb3HART://onebusaway","appStore":"https://apps.apple.com/app/id12","#
                + #""play":"https://play.google.com/store/apps/details?id=a.b","warning":{"title":"T","body":"B\n/"}},"#
                + #""store":{"ios":"https://apps.apple.com/app/id329380089","#
                + #""android":"https://play.google.com/store/apps/details?id=com.joulespersecond.seattlebusbot"}},"#
                + #""handoff":{"activityType":"org.onebusaway.iphone.user_activity.trip","title":"5 é","#
                + #""isEligibleForHandoff":true,"isEligibleForSearch":false,"isEligibleForPrediction":false,"#
                + #""persistentIdentifier":"region_1_trip_1_9","targetContentIdentifier":"region_1_trip_1_9","#
                + #""requiredUserInfoKeys":["regionID","serviceDate","stopID","stopSequence","tripID"],"#
                + #""userInfo":{"regionID":1,"serviceDate":"2026-03-30T07:00:00Z","stopID":"1_5","stopSequence":0,"#
                + #""tripID":"1_9","vehicleID":"1_v+"},"userInfoTypes":{"serviceDate":"Date"},"webpageURL":""# + page
                + extras
                + #""},"openedBy":{"web":["ios-documented","ios-current","sidecar-rails"],"#
                + #""app":["ios-documented","ios-current","android"]},"#
                + #""warnings":[{"code":"no-agency","message":"first"},"#
                + #"{"code":"inactive-region","message":"region 1 is in the directory but not active"},"#
                + #"{"code":"null-island","message":"the coordinate is 0,0, a placeholder in many feeds"},"#
                + #"{"code":"bad-fare-app","message":"no"}]}"# + "\n")
    }

    @Test func `a stop of a region without sidecar has no page, and still everything else`() {
        let set = LinkSet(
            ShareRequest(stop: stop(nil, name: "N", direction: .southEast)), in: region(sidecar: nil),
            app: VectorFiles.oneBusAway,
            selection: [.web, .app, .android, .handoff])
        #expect(
            resultLine(set) == #"{"status":"ok","region":{"id":1,"name":"R \"1\""},"links":{"#
                + #""app":"onebusaway://view-stop?stopID=1_5&regionID=1","android":"intent://view-stop?stopID=1_5&regionID=1"#
                + ##"#Intent;scheme=onebusaway;package=com.joulespersecond.seattlebusbot;end"},"handoff":{"##
                + #""activityType":"org.onebusaway.iphone.user_activity.stop","title":"N (SE)","isEligibleForHandoff":true,"#
                + #""isEligibleForSearch":true,"isEligibleForPrediction":true,"suggestedInvocationPhrase":"Show me my bus","#
                + #""persistentIdentifier":"region_1_stop_1_5","targetContentIdentifier":"region_1_stop_1_5","#
                + #""requiredUserInfoKeys":["regionID","stopID"],"userInfo":{"regionID":1,"stopID":"1_5"}},"#
                + #""openedBy":{"app":["ios-documented","ios-current","android"]},"#
                + #""warnings":[{"code":"no-sidecar","message":"region 1 has no sidecar, so there is no web link"}]}"#
                + "\n")
    }

    @Test func `what was not selected or does not exist is absent, down to the links themselves`() {
        let request = ShareRequest(stop: stop())
        let nothing = LinkSet(request, in: region(), app: app, selection: [.android, .fare, .store])
        #expect(resultLine(nothing) == #"{"status":"ok","region":{"id":1,"name":"R \"1\""}}"# + "\n")
        let web = LinkSet(request, in: region(), app: app, selection: .web)
        #expect(
            resultLine(web)
                == #"{"status":"ok","region":{"id":1,"name":"R \"1\""},"links":{"web":"https://s.example/regions/1/stops/1_5"},"#
                + #""openedBy":{"web":["ios-current"]}}"# + "\n")
    }

    @Test func `a base path is kept, its case and port too, and the intent of an http page says http`() throws {
        let region = region(-9_223_372_036_854_775_808, sidecar: "HTTP://Side.Example:8080/obaco/")
        let request = ShareRequest(stop: stop(), trip: trip())
        let page = "HTTP://Side.Example:8080/obaco/regions/-9223372036854775808/stops/1_5/trips"
        let set = LinkSet(request, in: region, app: VectorFiles.oneBusAway)
        #expect(set.web?.hasPrefix(page) == true)
        let intent = set.android
        #expect(intent?.contains("#Intent;scheme=HTTP;package=") == true)
        #expect(intent?.hasPrefix("intent://Side.Example:8080/obaco/regions/") == true)
    }

    @Test(arguments: [
        // Selection, trip, sidecar, problem, coordinate → codes.
        (LinkSelection.standard, false, true, nil as String?, 1.0 as Double?, [] as [LinkWarning.Code]),
        (.standard, true, false, nil, 1, [.noSidecar, .handoffOpensNothing]),
        (.standard, true, false, "why", nil, [.badSidecar, .noCoordinate, .handoffOpensNothing]),
        (.android, true, false, nil, nil, [.noSidecar]), (.android, false, false, nil, nil, []),
        (.web, true, false, nil, nil, [.noSidecar]), (.handoff, false, false, nil, nil, [.noSidecar]),
        (.walking, false, false, nil, nil, [.noCoordinate]), (.app, true, false, "why", 0, [.nullIsland]),
    ])
    func `a warning is given where a selected part misses something`(
        selection: LinkSelection, isTrip: Bool, hasSidecar: Bool, problem: String?, latitude: Double?,
        codes: [LinkWarning.Code]
    ) {
        let region = region(sidecar: hasSidecar ? "https://s.example" : nil, problem: problem)
        let request = ShareRequest(stop: stop(latitude), trip: isTrip ? trip() : nil)
        let set = LinkSet(request, in: region, app: app, selection: selection)
        #expect(set.warnings.map(\.code) == codes)
    }

    @Test func `extras without a value are told each`() {
        let request = ShareRequest(stop: stop(), trip: trip(), extras: [.title, .vehicleID])
        #expect(
            LinkSet(request, in: region(), app: app).warnings == [
                LinkWarning(.nothingToAppend, "extra 'title' needs a trip with a route or headsign"),
                LinkWarning(.nothingToAppend, "extra 'vehicle_id' needs a trip with a vehicleId"),
            ])
        let full = ShareRequest(stop: stop(), trip: trip(route: "5", vehicle: "1_v"), extras: [.title, .vehicleID])
        #expect(LinkSet(full, in: region(), app: app).warnings == [])
    }
}

@Suite struct RefusalTests {
    private let errors = [
        RequestError(.badLatitude, field: "stop.lat", "'91.2' is not a latitude (-90…90)"),
        RequestError(.missing, field: "trip", "a trip request needs a \"trip\""),
    ]
    private let listed =
        #""errors":[{"code":"bad-latitude","field":"stop.lat","message":"'91.2' is not a latitude (-90…90)"},"#
        + #"{"code":"missing","field":"trip","message":"a trip request needs a \"trip\""}]"#

    @Test func `a refusal lists all errors, with the request's ID when it had one`() {
        var json = JSONWriter()
        ResultWriter.writeRefusal(id: "r", errors: errors, to: &json)
        ResultWriter.writeRefusal(id: nil, errors: errors, to: &json)
        #expect(
            json.bytes.text == #"{"id":"r","status":"refused",\#(listed)}"# + "\n" + #"{"status":"refused",\#(listed)}"#
                + "\n")
    }

    private static func a(_ count: Int, then tail: String = "") -> String {
        String(repeating: "a", count: count) + tail
    }

    private static let lines: [(raw: [UInt8], text: String)] = [
        (Array("{\"a\"\u{0}".utf8), #"{\"a\"\u0000"#), ([], ""), ([0x61, 0xFF, 0xC3, 0x62], "a\u{FFFD}\u{FFFD}b"),
        (Array(a(1024).utf8), a(1024)), (Array(a(1025).utf8), a(1024)), (Array(a(1023, then: "é!").utf8), a(1023)),
        (Array(a(1021, then: "🚌!").utf8), a(1021)), (Array(a(1020, then: "🚌!").utf8), a(1020, then: "🚌")),
        ([UInt8](repeating: 0x80, count: 2000), String(repeating: "\u{FFFD}", count: 1024)),
    ]

    @Test(arguments: lines)
    func `a refused line carries its number and its beginning, never half a character`(input: [UInt8], text: String) {
        var json = JSONWriter()
        ResultWriter.writeRefusal(id: nil, errors: errors, line: 7, input: input, to: &json)
        #expect(json.bytes.text == #"{"status":"refused",\#(listed),"line":7,"input":"\#(text)"}"# + "\n")
    }
}

@Suite struct PropertyListTests {
    private func activity(trip: Bool, name: String) -> HandoffActivity {
        let date = try! ServiceDate(epochSeconds: 1_774_854_000.9)
        let region = Region(id: RegionID(rawValue: 1), name: "R", sidecar: try! SidecarBase("https://s.example"))
        let shared = SharedTrip(id: try! TripID("1_9"), serviceDate: date, stopSequence: 3, route: name)
        return HandoffActivity(
            ShareRequest(stop: SharedStop(id: try! StopID("1_<&>"), name: name), trip: trip ? shared : nil), in: region,
            app: VectorFiles.oneBusAway)
    }

    @Test func `a trip activity is a property list with a date`() throws {
        let text = String(decoding: try activity(trip: true, name: "5").propertyList(), as: UTF8.self)
        let page =
            "https://s.example/regions/1/stops/1_%3C%26%3E/trips?trip_id=1_9&amp;service_date=1774854000.9&amp;stop_sequence=3"
        #expect(
            text == """
                <?xml version="1.0" encoding="UTF-8"?>
                <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
                <plist version="1.0">
                <dict>
                \t<key>activityType</key>
                \t<string>org.onebusaway.iphone.user_activity.trip</string>
                \t<key>title</key>
                \t<string>5</string>
                \t<key>isEligibleForHandoff</key>
                \t<true/>
                \t<key>isEligibleForSearch</key>
                \t<false/>
                \t<key>isEligibleForPrediction</key>
                \t<false/>
                \t<key>persistentIdentifier</key>
                \t<string>region_1_trip_1_9</string>
                \t<key>targetContentIdentifier</key>
                \t<string>region_1_trip_1_9</string>
                \t<key>requiredUserInfoKeys</key>
                \t<array>
                \t\t<string>regionID</string>
                \t\t<string>serviceDate</string>
                \t\t<string>stopID</string>
                \t\t<string>stopSequence</string>
                \t\t<string>tripID</string>
                \t</array>
                \t<key>userInfo</key>
                \t<dict>
                \t\t<key>regionID</key>
                \t\t<integer>1</integer>
                \t\t<key>serviceDate</key>
                \t\t<date>2026-03-30T07:00:00Z</date>
                \t\t<key>stopID</key>
                \t\t<string>1_&lt;&amp;&gt;</string>
                \t\t<key>stopSequence</key>
                \t\t<integer>3</integer>
                \t\t<key>tripID</key>
                \t\t<string>1_9</string>
                \t</dict>
                \t<key>webpageURL</key>
                \t<string>\(page)</string>
                </dict>
                </plist>

                """)
    }

    @Test(arguments: [false, true])
    func `Foundation reads from the list what it reads from the JSON`(trip: Bool) throws {
        let activity = activity(trip: trip, name: " ]]> \r\n\t\u{85}\u{2028}\u{7F}é🚌 ")
        let list = try PropertyListSerialization.propertyList(from: Data(try activity.propertyList()), format: nil)
        var json = try #require(
            try JSONSerialization.jsonObject(with: Data(activity.json.utf8)) as? [String: Any])
        if trip {
            var info = try #require(json["userInfo"] as? [String: Any])
            info["serviceDate"] = Date(timeIntervalSince1970: 1_774_854_000)
            json["userInfo"] = info
            #expect((json.removeValue(forKey: "userInfoTypes") as? [String: String]) == ["serviceDate": "Date"])
        }
        #expect(try #require(list as? [String: Any]) as NSDictionary == json as NSDictionary)
        #expect((json["title"] as? String)?.unicodeScalars.count == activity.title?.unicodeScalars.count)
    }

    @Test(arguments: ["\u{0}", "\u{8}", "\u{B}", "\u{C}", "\u{1F}", "\u{FFFE}", "\u{FFFF}"])
    func `what XML can't hold is refused`(text: String) {
        #expect(throws: PropertyListError(scalar: text.unicodeScalars.first!)) {
            try activity(trip: false, name: "a" + text + "b").propertyList()
        }
    }

    @Test func `what a reader would change is a character reference`() throws {
        var list = PropertyListWriter()
        list.value("a\r\n\t\u{7F}\u{85}\u{2028}]]>&<é🚌")
        let text = String(decoding: try list.finish(), as: UTF8.self)
        let string = "<string>a&#13;\n\t&#127;&#133;&#8232;]]&gt;&amp;&lt;é🚌</string>"
        #expect(text.split(separator: "<plist version=\"1.0\">\n").last == "\(string)\n</plist>\n")
    }

    @Test func `the refusal says which character`() {
        #expect(
            PropertyListError(scalar: "\u{B}").sentence
                == "'\\x0B' (U+000B) can't be written in an XML property list; use JSON")
    }
}
