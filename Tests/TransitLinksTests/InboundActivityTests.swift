// Activities as they come back: what each version of the iOS app opens of them.

import Foundation
import TestSupport
import Testing

@testable import PropertyLists
@testable import TransitLinks

@Suite struct InboundActivityTests {
    private static let stopType = "org.onebusaway.iphone.user_activity.stop"
    private static let tripType = "org.onebusaway.iphone.user_activity.trip"
    private static let page = "https://onebusaway.co/regions/1/stops/1_75403"
    private static let tripPage = page + "/trips?trip_id=1_9&service_date=1774854000.0&stop_sequence=4"

    private static let noList = "no XML property list: a tag is missing, unknown or in the wrong place"

    private func decoded(_ bytes: [UInt8]) throws -> InboundActivity { try InboundActivity(file: bytes) }

    /// `documented / current`, each the kind and the part, or nothing.
    private func routes(_ activity: InboundActivity, current: Int64? = nil) -> String {
        activity.routes(in: VectorFiles.oneBusAway, current: current.map(RegionID.init(rawValue:))).map { route in
            route.opening.map { "\($0.kind.rawValue) by \(route.part?.rawValue ?? "")" } ?? "nothing"
        }.joined(separator: " / ")
    }

    @Test(
        arguments: [
            (InboundActivity.browsingWeb, nil, nil, page, "nothing / stop by webpageURL"),
            (InboundActivity.browsingWeb, nil, nil, tripPage, "trip by webpageURL / trip by webpageURL"),
            (InboundActivity.browsingWeb, "1_1", .integer(1), nil, "nothing / nothing"),
            (InboundActivity.browsingWeb, nil, nil, "onebusaway://view-stop?stopID=1&regionID=1", "nothing / nothing"),
            (stopType, "1_1", .integer(1), nil, "stop by userInfo / stop by userInfo"),
            (stopType, "1_1", .number(1), nil, "stop by userInfo / stop by userInfo"),
            (stopType, "1_1", .number(1.5), nil, "nothing / stop by userInfo"),
            (stopType, "1_1", .text("1"), nil, "nothing / stop by userInfo"),
            (stopType, "1_1", .text("one"), page, "nothing / stop by webpageURL"),
            (stopType, nil, .integer(1), page, "nothing / stop by webpageURL"),
            (stopType, nil, nil, tripPage, "nothing / nothing"), (stopType, nil, nil, nil, "nothing / nothing"),
            (tripType, "1_1", .integer(1), nil, "nothing / nothing"),
            (tripType, "1_1", .integer(1), tripPage, "trip by webpageURL / trip by webpageURL"),
            ("com.example.other", "1_1", .integer(1), page, "nothing / nothing"),
        ] as [(String, String?, InboundActivity.RegionValue?, String?, String)])
    func `each version routes by type, userInfo and page`(
        _ type: String, _ stop: String?, _ region: InboundActivity.RegionValue?, _ page: String?, _ expected: String
    ) {
        #expect(routes(InboundActivity(activityType: type, stopID: stop, regionID: region, webpageURL: page)) == expected)
    }

    @Test func `an activity for another region is dropped`() {
        let stop = InboundActivity(activityType: Self.stopType, stopID: "1_1", regionID: .integer(1))
        #expect(routes(stop, current: 1) == "stop by userInfo / stop by userInfo")
        #expect(routes(stop, current: 2) == "nothing / nothing")
        let trip = InboundActivity(activityType: Self.tripType, webpageURL: Self.tripPage)
        #expect(routes(trip, current: 2) == "nothing / nothing")
        #expect(
            trip.routes(in: VectorFiles.oneBusAway, current: RegionID(rawValue: 2))[1].reason
                == "it is for region 1, and the app, in region 2, drops it silently")
    }

    @Test(arguments: [false, true])
    func `our own activities come back from JSON, from a result line and from a property list`(_ isTrip: Bool) throws {
        let stop = SharedStop(id: try StopID("1_a & <é>"), name: "N")
        var request = ShareRequest(stop: stop)
        if isTrip {
            request.trip = SharedTrip(
                id: try TripID("1_9"), serviceDate: try ServiceDate(epochSeconds: 1_774_854_000), stopSequence: 4)
        }
        let region = Region(id: RegionID(rawValue: 1), name: "R", sidecar: try SidecarBase("https://onebusaway.co"))
        let handoff = HandoffActivity(request, in: region, app: VectorFiles.oneBusAway)
        let expected = InboundActivity(
            activityType: handoff.activityType, stopID: "1_a & <é>", regionID: .integer(1), webpageURL: handoff.webpageURL)
        #expect(try decoded(Array(handoff.json.utf8)) == expected)
        let line = resultLine(LinkSet(request, in: region, app: VectorFiles.oneBusAway))
        #expect(try decoded(Array(line.utf8)) == expected)
        #expect(try decoded(try handoff.propertyList()) == expected)
    }

    @Test func `a property list of Foundation's is read too`() throws {
        let values: [String: Any] = [
            "activityType": Self.stopType, "isEligibleForSearch": true, "when": Date(timeIntervalSince1970: 0), "d": Data([1]),
            "list": ["a", 1, 1.5, [:] as [String: Any]] as [Any],
            "userInfo": ["stopID": "1_\u{1F68C}&'\"<>", "regionID": 1.5] as [String: Any],
        ]
        let data = try PropertyListSerialization.data(fromPropertyList: values, format: .xml, options: 0)
        #expect(
            try decoded(Array(data))
                == InboundActivity(activityType: Self.stopType, stopID: "1_\u{1F68C}&'\"<>", regionID: .number(1.5)))
    }

    @Test(arguments: [
        ("{}", 1, "it has no activityType"), (#"{"activityType": 1}"#, 1, "it has no activityType"),
        ("{\n\"a\": 1,\n\"a\": 2}", 3, "key 'a' stands twice in one object"), ("", 1, "it is empty"),
        ("<plist><dict/></plist>", 1, "it has no activityType"), ("<x/>", 1, noList), ("<plist><dict>", 1, noList),
        ("<plist>\n<dict>\n<key>a</key>&b;</dict></plist>", 1, noList), ("<plist><dict/></plist><x/>", 1, noList),
        ("<plist><dict><key>a</key><string>&b;</string></dict></plist>", 1, noList),
        ("<plist>" + String(repeating: "<array>", count: 33), 1, noList),
    ])
    func `what is no activity says where and why`(_ text: String, _ line: Int, _ message: String) {
        #expect(throws: InboundActivityError(line: line, message)) { try decoded(Array(text.utf8)) }
    }
}
