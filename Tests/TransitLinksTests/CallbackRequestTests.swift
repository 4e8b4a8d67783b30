// x-callback-urls as requests, and the callbacks of JSON requests, through the whole result line.

import Foundation
import Testing

@testable import TransitLinks

@Suite struct CallbackRequestTests {
    private static let kiedyBus = AppProfile(
        name: "kiedybus", scheme: "KiedyBus", bundleIdentifier: "org.kiedybus", androidPackage: nil)
    /// Shares onebusaway's scheme, and would come first by its name.
    private static let rival = AppProfile(name: "a-rival", scheme: "onebusaway", bundleIdentifier: "org.rival")

    private func answer(_ url: String, _ links: LinkSelection = [.web, .app]) throws -> String {
        try answer(bytes: Array(url.utf8), links).line
    }

    private func answer(bytes: [UInt8], _ links: LinkSelection = [.web, .app]) throws -> (answer: Answer, line: String) {
        let settings = try vectorSettings(apps: [Self.kiedyBus, Self.rival])
        let own = LinkSettings(
            directory: settings.directory, currentRegion: settings.currentRegion, app: settings.app,
            apps: [Self.kiedyBus, Self.rival], links: links)
        var answerer = RequestAnswerer(settings: own, limits: RequestLimits(), timeZones: systemTimeZones)
        let (answer, line) = answerer.answer(callbackURL: bytes.span)
        return (answer, String(decoding: line, as: UTF8.self))
    }

    private let region = #"{"status":"ok","region":{"id":1,"name":"Puget Sound"},"links":"#

    @Test func `share-stop is answered with links, and a success URL that carries them`() throws {
        let line = try answer(
            "OneBusAway://x-callback-url/share-stop?stopID=1_a%20b&regionID=1&x-success=src%3A%2F%2Fok%3Fid%3D1%23f&x-error=src://err",
            [.web, .app, .android])
        let page = "https://sidecar.onebusaway.org/regions/1/stops/1_a%20b"
        let app = "onebusaway://view-stop?stopID=1_a%20b&regionID=1"
        let intent =
            "intent://view-stop?stopID=1_a%20b&regionID=1#Intent;scheme=onebusaway;package=com.joulespersecond.seattlebusbot;S.browser_fallback_url=https:%2F%2Fsidecar.onebusaway.org%2Fregions%2F1%2Fstops%2F1_a%2520b;end"
        let values = [("url", page), ("appURL", app), ("androidURL", intent)]
        let query = values.map { "&\($0.0)=" + PercentEncoding.encoded($0.1) }.joined()
        #expect(
            line == region + #"{"web":"\#(page)","app":"\#(app)","android":"\#(intent)"},"openedBy":{"web":["ios-current"],"app":["ios-documented","ios-current","android"]},"#
                + ##""callback":"src://ok?id=1\##(query)#f"}"##
                + "\n")
    }

    @Test func `view-stop tells the app's link first, and every action what was selected and exists`() throws {
        let page = "https:%2F%2Fsidecar.onebusaway.org%2Fregions%2F1%2Fstops%2F1_5"
        let app = "onebusaway:%2F%2Fview-stop%3FstopID%3D1_5%26regionID%3D1"
        let url = "onebusaway://x-callback-url/view-stop?stopID=1_5&x-success=s:"
        #expect(try answer(url).contains(#""callback":"s:?appURL=\#(app)&url=\#(page)"}"#))
        #expect(try answer(url, .web).contains(#""callback":"s:?url=\#(page)"}"#))
        #expect(try answer(url, .fare).hasSuffix(#""callback":"s:"}"# + "\n"))
        #expect(try answer(url.replacing("&x-success=s:", with: "&x-cancel=s:")).contains("callback") == false)
    }

    @Test func `share-trip is the trip request of the same values`() throws {
        let url =
            "onebusaway://x-callback-url/share-trip?stopID=1_660&tripID=1_694514730&serviceDate=2026-03-30&timeZone=America/Los_Angeles&stopSequence=19&destinationStopID=1_1040&route=545&headsign=Seattle%20%2B&vehicleID=1_7012&x-success=s://ok"
        let json =
            #"{"kind":"trip","app":"onebusaway","stop":{"id":"1_660"},"trip":{"id":"1_694514730","serviceDate":"2026-03-30","timeZone":"America/Los_Angeles","stopSequence":19,"destinationStopId":"1_1040","route":"545","headsign":"Seattle +","vehicleId":"1_7012"},"callback":{"success":"s://ok"}}"#
        var answering = Answering(try vectorSettings())
        let expected = answering.line(json).line
        #expect(try answer(url, .standard) == expected)
        #expect(expected.contains(#""handoff":{"#) && expected.contains(#""callback":"s://ok?url=https:%2F%2F"#))
    }

    @Test func `share-stop is the stop request of the same values`() throws {
        let url =
            "onebusaway://x-callback-url/share-stop?stopID=1_5&name=A%20%26%20B&direction=se&lat=47.5&lon=-122.25&regionID=auto&x-success=s://ok"
        let json =
            #"{"kind":"stop","app":"onebusaway","region":"auto","stop":{"id":"1_5","name":"A & B","direction":"SE","lat":47.5,"lon":-122.25},"callback":{"success":"s://ok"}}"#
        var answering = Answering(try vectorSettings())
        #expect(try answer(url, .standard) == answering.line(json).line)
    }

    @Test func `the scheme picks the app, in any letters; a shared one is the configured app's`() throws {
        let line = try answer("KIEDYBUS://x-callback-url/share-stop?stopID=1_5", .app)
        #expect(line == region + #"{"app":"KiedyBus://view-stop?stopID=1_5&regionID=1"},"openedBy":{"app":["ios-documented","ios-current"]}}"# + "\n")
        let handoff = try answer("onebusaway://x-callback-url/share-stop?stopID=1_5", .handoff)
        #expect(handoff.contains(#""activityType":"org.onebusaway.iphone.user_activity.stop""#))
    }

    @Test(arguments: ["\n", "\r\n", "\n\n", " \t\n", ""], ["", "\u{FEFF}", "\n "])
    func `a file is one line, with or without what surrounds it`(_ end: String, _ beginning: String) throws {
        let url = "onebusaway://x-callback-url/share-stop?stopID=1_5"
        #expect(try answer(beginning + url + end) == answer(url))
        #expect(try answer(url).hasPrefix(region))
    }

    @Test(arguments: ["", "\n", " \r\n", "\u{FEFF}"]) func `a blank file is unfinished`(_ text: String) throws {
        let (answer, line) = try answer(bytes: Array(text.utf8))
        #expect(answer == .unfinished && line == "")
    }

    /// What stands behind `onebusaway://x-callback-url/`, and the errors: code, field, message.
    static let refusals: [(String, [(String, String, String)])] = [
        ("share-stop", [("missing", "stopID", "it has to be given, as in stopID=1_75403")]),
        ("share-stop?stopID=%20", [("missing", "stopID", "it has to be given, as in stopID=1_75403")]),
        ("share-stop?stopID=..", [("bad-id", "stopID", "'..' alone is no ID: browsers remove it from a path, encoded or not")]),
        ("share-stop?stopID=1_%00", [("bad-id", "stopID", "U+0000 at byte 2; no receiver takes it in an ID")]),
        ("share-stop?stopID=1_1&stopId=2", [("unknown-key", "stopId", "unknown parameter 'stopId'; did you mean 'stopID'?")]),
        ("view-stop?stopID=1_1&name=n", [("unknown-key", "name", "unknown parameter 'name'; known are stopID, regionID")]),
        ("share-stop?stopID=1_1&regionID=1x", [("wrong-type", "regionID", "'1x' is neither a region's number nor auto")]),
        ("share-stop?stopID=1_1&regionID=+1", [("wrong-type", "regionID", "'+1' is neither a region's number nor auto")]),
        ("share-stop?stopID=1_1&lat=91&lon=1", [("bad-latitude", "lat", "'91' is not a latitude (-90…90)")]),
        ("share-stop?stopID=1_1&lat=1&lon=-180.5", [("bad-longitude", "lon", "'-180.5' is not a longitude (-180…180)")]),
        (
            "share-stop?stopID=1_1&lat=47,6&lon=nan",
            [
                ("bad-latitude", "lat", "'47,6' is no latitude; write a number with a decimal point"),
                ("bad-longitude", "lon", "'nan' is no longitude; write a number with a decimal point"),
            ]
        ),
        (
            "share-stop?stopID=1_1&lat=0x1p3&lon=1.",
            [
                ("bad-latitude", "lat", "'0x1p3' is no latitude; write a number with a decimal point"),
                ("bad-longitude", "lon", "'1.' is no longitude; write a number with a decimal point"),
            ]
        ),
        ("share-stop?stopID=1_1&lat=3.5", [("missing", "lon", "lat is given without it; give both or neither")]),
        (
            "share-trip?stopID=1_1",
            [
                ("missing", "tripID", "it has to be given, as in tripID=1_694514730"),
                ("missing", "serviceDate", "it has to be given, as in serviceDate=1774854000"),
                ("missing", "stopSequence", "it has to be given, as in stopSequence=19"),
            ]
        ),
        (
            "share-trip?stopID=1_1&tripID=1_1&serviceDate=1774854000000&stopSequence=-1",
            [
                (
                    "milliseconds", "serviceDate",
                    "'1774854000000' is in milliseconds; a service date is in seconds: divide by 1000"
                ),
                (
                    "bad-stop-sequence", "stopSequence",
                    "'-1' is no index of a stop in its trip; it is a whole number and counts from 0"
                ),
            ]
        ),
        (
            "share-trip?stopID=1_1&tripID=1_1&serviceDate=2026-03-30&stopSequence=4",
            [
                ("missing", "timeZone", "a date needs the agency's time zone, as in \"America/Los_Angeles\"")
            ]
        ),
        (
            "share-trip?stopID=1_1&tripID=1_1&serviceDate=2026-03-30&timeZone=Nowhere&stopSequence=4",
            [
                (
                    "unknown-time-zone", "timeZone",
                    "'Nowhere' is no time zone of this system; use a name as \"America/Los_Angeles\""
                )
            ]
        ),
        (
            "share-trip?stopID=1_1&tripID=1_1&serviceDate=soon&stopSequence=4",
            [
                ("bad-service-date", "serviceDate", "'soon' is neither epoch seconds, without quotes, nor a date as 2026-03-30")
            ]
        ),
        ("nope", [("unknown-action", "", "unknown action 'nope'; known are share-stop, share-trip, view-stop")]),
        (
            "share-stop?stopID=1_1&regionID=99",
            [
                (
                    "unknown-region", "region",
                    "'99' is not in the directory; it has 0 Tampa Bay, 1 Puget Sound, 2 MTA New York, 4 Washington, D.C., 11 San Diego, 15 Adelaide Metro, 16 Davis, CA"
                )
            ]
        ),
    ]

    @Test(arguments: refusals.indices)
    func `what is wrong is told to the caller's file and to his error URL`(_ index: Int) throws {
        let (asked, errors) = Self.refusals[index]
        let code = errors[0].0 == "unknown-action" ? 402 : 422
        let first = errors[0].1.isEmpty ? errors[0].2 : "\(errors[0].1): \(errors[0].2)"
        let list = errors.map { code, field, message in
            #"{"code":"\#(code)","field":"\#(field)","message":"\#(message.replacing("\"", with: "\\\""))"}"#
        }
        let refusal = #"{"status":"refused","errors":[\#(list.joined(separator: ","))]"#
        let url = "onebusaway://x-callback-url/\(asked)"
        #expect(try answer(url) == refusal + "}\n")
        let call = #","callback":"s://e?errorCode=\#(code)&errorMessage=\#(PercentEncoding.encoded(first))"}"#
        #expect(try answer(url + (asked.contains("?") ? "&" : "?") + "x-error=s://e&x-success=s:") == refusal + call + "\n")
    }

    @Test(arguments: [
        (
            "zzz://x-callback-url/share-stop?x-error=s:", "unknown-scheme",
            "no app has the scheme 'zzz'; known are kiedybus, onebusaway",
            #","callback":"s:?errorCode=401&errorMessage=no%20app%20has%20the%20scheme%20%27zzz%27%3B%20known%20are%20kiedybus%2C%20onebusaway""#
        ),
        (
            "onebusaway://view-stop?stopID=1_1&x-error=s:", "not-a-callback-url",
            "'onebusaway://view-stop?stopID=1_1&x-error=s:' is no x-callback-url: its host is not x-callback-url", ""
        ),
        ("onebusaway:", "missing", "the URL asks for nothing; onebusaway://x-callback-url/share-stop?stopID=1_75403 would", ""),
        (
            "onebusaway://", "missing", "the URL asks for nothing; onebusaway://x-callback-url/share-stop?stopID=1_75403 would",
            ""
        ),
        (
            "{}", "not-a-callback-url", "it begins with no scheme, as in onebusaway://x-callback-url/share-stop?stopID=1_75403",
            ""
        ),
        (
            "onebusaway://x-callback-url/share-stop?stopID=1_1\nonebusaway:", "not-a-callback-url",
            "it has several lines; write one URL a file", ""
        ),
        (
            "onebusaway://x-callback-url/share-stop?stopID=1 1", "not-a-callback-url",
            "a control character or blank at byte 47; write it as %XX", ""
        ),
    ])
    func `a file without an x-callback-url of ours is refused`(
        _ text: String, _ code: String, _ message: String, _ call: String
    ) throws {
        #expect(
            try answer(text)
                == #"{"status":"refused","errors":[{"code":"\#(code)","field":"","message":"\#(message)"}]\#(call)}"# + "\n")
    }

    @Test func `bytes that are no UTF-8 and a file over the limit are refused`() throws {
        let latin = try answer(bytes: Array("onebusaway://x-callback-url/share-stop?stopID=1_".utf8) + [0xE9]).line
        #expect(
            latin
                == #"{"status":"refused","errors":[{"code":"not-utf8","field":"","message":"it is not UTF-8; write other bytes in the URL as %XX"}]}"#
                + "\n")
        let long = try answer("onebusaway://x-callback-url/share-stop?stopID=1_1&name=" + String(repeating: "n", count: 65_482))
        #expect(
            long == #"{"status":"refused","errors":[{"code":"too-large","field":"","message":"65537 bytes; at most 65536"}]}"#
                + "\n")
    }

    @Test func `what was dropped is warned of, in the order of the URL and before all else`() throws {
        let line = try answer(
            "onebusaway://x-callback-url/share-stop?x-success=javascript:alert(1)&stopID=5&x-q=1&direction=up&x-error=/e")
        let warnings = [
            #"{"code":"callback-scheme-refused","message":"x-success 'javascript:alert(1)': javascript: URLs are never called"}"#,
            #"{"code":"reserved-parameter","message":"'x-q' is reserved for x-callback-url itself; it is dropped"}"#,
            #"{"code":"callback-not-absolute","message":"x-error '/e' is no absolute URL; it is not called"}"#,
            #"{"code":"no-agency","message":"stopID '5' names no agency (agency_id); it is passed on as it is"}"#,
            #"{"code":"unknown-direction","message":"direction 'up' is none of N NE E SE S SW W NW; it is left out"}"#,
        ]
        #expect(line.hasSuffix(#"},"warnings":["# + warnings.joined(separator: ",") + "]}\n"))
        let zone = try answer(
            "onebusaway://x-callback-url/share-trip?stopID=1_1&tripID=1_1&serviceDate=1774854000&stopSequence=0&timeZone=Europe/Berlin"
        )
        #expect(
            zone.contains(
                #"[{"code":"unused-time-zone","message":"timeZone 'Europe/Berlin' is not used: serviceDate is epoch seconds"}]"#
            ))
    }

    // MARK: - JSON

    @Test(arguments: [
        (
            #""stop":{"id":"1_5"},"callback":{"success":"s://ok"}"#,
            #""callback":"s://ok?url=https:%2F%2Fsidecar.onebusaway.org%2Fregions%2F1%2Fstops%2F1_5"}"#
        ),
        (#""stop":{"id":"1_5"},"callback":{"success":null,"error":"","cancel":"c:"}"#, #"/1_5"},"openedBy":{"web":["ios-current"]}}"#),
        (#""stop":{"id":"1_5"},"callback":null"#, #"/1_5"},"openedBy":{"web":["ios-current"]}}"#),
        (
            #""stop":{"id":"1_5"},"callback":{"success":"no"}"#,
            #","warnings":[{"code":"callback-not-absolute","message":"callback.success 'no' is no absolute URL; it is not called"}]}"#
        ),
        (
            #""stop":{"id":"1_5"},"callback":{"success":"s://a\tb"}"#,
            #","warnings":[{"code":"callback-scheme-refused","message":"callback.success 's://a\\tb' holds U+0009, which no URL has; it is not called"}]}"#
        ),
        (
            #""stop":{"id":"1_5","lat":91,"lon":1},"callback":{"error":"s:"}"#,
            #"(-90…90)"}],"callback":"s:?errorCode=422&errorMessage=stop.lat:%20%2791%27%20is%20not%20a%20latitude%20%28-90%E2%80%A690%29"}"#
        ),
        (#""stop":{"id":"1_5"},"region":99,"callback":{"error":"s:"}"#, #"Davis%2C%20CA"}"#),
        (
            #""stop":{"id":"1_5"},"callback":{"sucess":"s:"}"#,
            #"[{"code":"unknown-key","field":"callback.sucess","message":"unknown key 'sucess'; did you mean 'success'?"}]}"#
        ),
        (
            #""stop":{"id":"1_5"},"callback":"s:""#,
            #"[{"code":"wrong-type","field":"callback","message":"'s:' is no object"}]}"#
        ),
        (
            #""stop":{"id":"1_5"},"callback":{"error":"s:","source":1}"#,
            #"[{"code":"wrong-type","field":"callback.source","message":"'1' is no text; put it in quotes"}],"callback":"s:?errorCode=422&errorMessage=callback.source:%20%271%27%20is%20no%20text%3B%20put%20it%20in%20quotes"}"#
        ),
    ])
    func `the callback of a JSON request is filled in, or what is wrong with it told`(_ parts: String, _ end: String) throws {
        var answering = Answering(try vectorSettings())
        let line = answering.line(#"{"kind":"stop","links":["web"],\#(parts)}"#).line
        #expect(line.hasSuffix(end + "\n"), "\(line)")
    }

    @Test func `a refused line carries its callback before its number and input`() throws {
        var answering = Answering(try vectorSettings())
        let request = #"{"kind":"stop","callback":{"error":"s:"}}"#
        _ = answering.answerer.answer(line: Array(request.utf8).span, number: 7)
        let line = String(decoding: answering.answerer.takeOutput(), as: UTF8.self)
        #expect(
            line
                == #"{"status":"refused","errors":[{"code":"missing","field":"stop","message":"it has to be given, at least {\"id\":\"1_75403\"}"}],"#
                + #""callback":"s:?errorCode=422&errorMessage=stop:%20it%20has%20to%20be%20given%2C%20at%20least%20%7B%22id%22:%221_75403%22%7D","line":7,"#
                + #""input":"{\"kind\":\"stop\",\"callback\":{\"error\":\"s:\"}}"}"# + "\n")
    }
}
