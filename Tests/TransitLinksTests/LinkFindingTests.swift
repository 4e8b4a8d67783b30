// The classic mistakes, each with the links that have it, and the links that must not be blamed.

import Testing

@testable import TransitLinks

@Suite struct LinkFindingTests {
    private static let page = "https://onebusaway.co/regions/1/stops/1_75403"
    private static let trip = page + "/trips?trip_id=1_9&service_date=1774854000.0&stop_sequence=4"

    private func faults(_ url: String) -> [String] {
        LinkFinding.all(in: url).filter { $0.severity == .fault }.map(\.code.rawValue)
    }

    private func notes(_ url: String) -> [String] {
        LinkFinding.all(in: url).filter { $0.severity == .note }.map(\.code.rawValue)
    }

    @Test(arguments: [
        (page, ["server-stop-page"]), (trip, ["server-date-format"]),
        (trip + "&title=545%20-%20Seattle&vehicle_id=1_7012&destination_stop_id=1_1040", ["server-date-format"]),
        ("onebusaway://view-stop?stopID=1_75403&regionID=1", []),
        ("kiedybus://view-stop?stopID=1_Forge%20Park%20%2F%20495&regionID=0", []),
        ("onebusaway://add-region?name=X&region-id=9&oba-url=https%3A%2F%2Fh%2Fa%3Fb%3D1%26c%3D%2520", []),
        ("https://onebusaway.co/api/v1/regions/1/stops/x", ["server-stop-page"]),
        (
            "http://onebusaway.co/regions/1/stops/x/trips?trip_id=a&service_date=1774854000.0&stop_sequence=0",
            ["not-https", "server-date-format"]
        ),
        ("onebusaway://add-region?name=X&oba-url=https%3A%2F%2Fh", ["no-region-id"]),
        (
            "onebusaway://add-region?name=X&region-id=9&oba-url=https%3A%2F%2Fh&otp-url=h&umami-id=7",
            ["ignored-value", "ignored-value"]
        ),
        ("intent://view-stop?stopID=1&regionID=1#Intent;scheme=onebusaway;end", ["intent-link"]),
        ("https://onebusaway.co/regions/1/stops/1_75403/schedule", []), ("https://example.com/about?stop_id=1", []),
        ("mailto:a@example.com", []), ("comgooglemaps://?daddr=1,2", []), ("", []), ("#top", []),
    ])
    func `a good link has no fault, and the notes of its receivers' limits`(_ url: String, _ expected: [String]) {
        #expect(faults(url) == [])
        #expect(notes(url) == expected)
    }

    @Test(arguments: [
        ("double-encoding", "https://h/regions/1/stops/1_Forge%2520Park"),
        ("double-encoding", trip + "&destination_stop_id=a%252Fb"),
        ("double-encoding", "onebusaway://view-stop?stopID=1_a%2520b&regionID=1"),
        ("bad-escape", "onebusaway://view-stop?stopID=1_100%&regionID=1"),
        ("html-entity", "onebusaway://view-stop?stopID=1&amp;regionID=1"),
        ("registered-sign", "onebusaway://view-stop?stopID=1®ionID=1"),
        ("registered-sign", "onebusaway://view-stop?stopID=1%C2%AEionID=1"),
        ("registered-sign", "onebusaway://view-stop?stopID=1&reg;ionID=1"),
        ("snake-case-key", "onebusaway://view-stop?stop_id=1&regionID=1"),
        ("snake-case-key", "onebusaway://view-stop?stopID=1&region_id=1"),
        ("camel-case-key", page + "/trips?tripID=1_9&service_date=1774854000.0&stop_sequence=4"),
        ("missing-equals", "onebusaway://view-stop?stopID&regionID=1"),
        ("missing-equals", page + "/trips?trip_id1_9&service_date=1774854000.0&stop_sequence=4"),
        ("missing-parameter", "onebusaway://view-stop?stopID=1"),
        ("missing-parameter", page + "/trips?trip_id=1_9&service_date=1774854000.0"),
        ("bad-number", page + "/trips?trip_id=1_9&service_date=1,5&stop_sequence=4"),
        ("bad-number", page + "/trips?trip_id=1_9&service_date=1774854000.0&stop_sequence=1.0"),
        ("bad-number", "https://h/regions/1.0/stops/x"), ("bad-number", "onebusaway://view-stop?stopID=1&regionID=x"),
        ("milliseconds", page + "/trips?trip_id=1_9&service_date=1478156400000&stop_sequence=4"),
        ("crashes-app", page + "/trips?trip_id=1_9&service_date=nan&stop_sequence=4"),
        ("crashes-app", page + "/trips?trip_id=1_9&service_date=-inf&stop_sequence=4"),
        ("crashes-app", page + "/trips?trip_id=1_9&service_date=9.3e15&stop_sequence=4"),
        ("arrivals", page + "/arrivals?trip_id=1_9&service_date=1774854000&stop_sequence=4"),
        ("slash-in-id", "https://onebusaway.co/regions/1/stops/1_a%2Fb"),
        ("dot-in-id", "https://onebusaway.co/regions/1/stops/1_a.b"),
        ("blank-id", "onebusaway://view-stop?stopID=%20&regionID=1"), ("trailing-slash", page + "/"),
        ("raw-slash", "https://h/regions/1/stops/1_Forge Park / 495"),
        ("raw-slash", "https://h/regions/1/stops/a/b/trips?trip_id=1_9&service_date=1774854000.0&stop_sequence=4"),
        ("raw-plus", page + "/trips?trip_id=1+9&service_date=1774854000.0&stop_sequence=4"),
        ("raw-plus", "onebusaway://view-stop?stopID=1+1&regionID=1"),
        ("letter-case", "https://h/REGIONS/1/stops/x"), ("letter-case", "onebusaway://VIEW-STOP?stopID=1&regionID=1"),
        ("region-name", "https://h/regions/1-puget-sound/stops/x"),
        ("no-slashes", "onebusaway:view-stop?stopID=1&regionID=1"),
        ("missing-parameter", "onebusaway://add-region?region-id=1&oba-url=https%3A%2F%2Fh"),
        ("bad-server", "onebusaway://add-region?name=X&region-id=1&oba-url=h.example"),
        ("unencoded-ampersand", "onebusaway://add-region?name=X&region-id=1&oba-url=https://h?a=1&b=2"),
    ])
    func `a mistake is the one fault that is found`(_ code: String, _ url: String) {
        #expect(Set(faults(url).filter { !(code == "html-entity" && $0 == "missing-parameter") }) == [code])
    }

    @Test func `an old link has all of its mistakes listed in the order of the table`() {
        let old = Self.page + "/arrivals?trip_id1_30938405&service_date=1478156400000&stop_sequence=10"
        #expect(
            LinkFinding.all(in: old) == [
                LinkFinding(.missingEquals, "'trip_id1_30938405' has no = behind trip_id"),
                LinkFinding(
                    .milliseconds, "service_date '1478156400000' is in milliseconds or no date at all; the app wants seconds"),
                LinkFinding(.arrivals, "pages of a trip end with /trips; links with /arrivals are of 2017 and open nothing"),
            ])
    }
}
