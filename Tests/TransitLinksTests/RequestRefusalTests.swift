import Testing

@testable import TransitLinks

private let stop = #""stop":{"id":"1_660"}"#
private let trip = #""trip":{"id":"1_1","serviceDate":1774854000,"stopSequence":4}"#
private let arrival = #"{"stopId":"1_660","tripId":"1_1","serviceDate":1538809200000,"stopSequence":4}"#

@Suite("Refusals")
struct RequestRefusalTests {
    @Test(
        "each fault has its field, its sentence and how to mend it",
        arguments: [
            (#"{"kind":"route",\#(stop)}"#, "kind: 'route' is no kind of request; known are stop, trip"),
            (#"{\#(stop)}"#, #"kind: it has to be given: "stop" or "trip""#),
            (#"{"kind":"stop"}"#, #"stop: it has to be given, at least {"id":"1_75403"}"#),
            (#"{"kind":"stop","stop":{}}"#, #"stop.id: it has to be given, as in "1_75403""#),
            (#"{"kind":"stop","stop":{"id":""}}"#, "stop.id: an ID can't be empty"),
            (#"{"kind":"stop","stop":{"id":null}}"#, "stop.id: null; an ID has to be given"),
            (#"{"kind":"trip",\#(stop),"trip":{"id":"1_1","serviceDate":1774854000,"stopSequence":4,"headsign":"a\u0000b"}}"#, "trip.headsign: it holds U+0000, which no receiver takes"),
            (#"{"kind":"stop","stop":{"id":75403}}"#, "stop.id: '75403' is no text; put the ID in quotes"),
            (#"{"kind":"stop","stop":{"id":"."}}"#, "stop.id: '.' alone is no ID: browsers remove it from a path, encoded or not"),
            (#"{"kind":"stop","stop":{"id":"1_a\u0000b"}}"#, "stop.id: U+0000 at byte 3; no receiver takes it in an ID"),
            (#"{"kind":"stop","stop":{"id":"1_1","lat":91.2,"lon":0}}"#, "stop.lat: '91.2' is not a latitude (-90…90)"),
            (#"{"kind":"stop","stop":{"id":"1_1","lat":1,"lon":-180.5}}"#, "stop.lon: '-180.5' is not a longitude (-180…180)"),
            (#"{"kind":"stop","stop":{"id":"1_1","lat":"47,6","lon":1}}"#, "stop.lat: '47,6' is no latitude; write a number without quotes, with a decimal point"),
            (#"{"kind":"stop","stop":{"id":"1_1","lon":3.5}}"#, "stop.lat: stop.lon is given without it; give both or neither"),
            (#"{"kind":"stop","stop":{"id":"1_1","lat":3.5,"lon":null}}"#, "stop.lon: stop.lat is given without it; give both or neither"),
            (#"{"kind":"stop","stop":{"id":"1_1","long":3.5}}"#, "stop.long: unknown key 'long'; did you mean 'lon'?"),
            (#"{"kind":"stop","stop":{"id":"1_1","Name":"x"}}"#, "stop.Name: unknown key 'Name'; did you mean 'name'?"),
            (#"{"kind":"stop",\#(stop),"qqqqqq":1}"#, "qqqqqq: unknown key 'qqqqqq'; known are kind, id, region, stop, trip, arrivalDeparture, links, walking, app, extras, callback"),
            (#"{"kind":"stop",\#(stop),"region":"1"}"#, #"region: '1' is neither a region's number, without quotes, nor "auto""#),
            (#"{"kind":"stop",\#(stop),"region":1.0}"#, "region: '1.0' is no whole number; write it without quotes, point and exponent"),
            (#"{"kind":"stop",\#(stop),"region":1e0}"#, "region: '1e0' is no whole number; write it without quotes, point and exponent"),
            (#"{"kind":"stop",\#(stop),"region":99}"#, "region: '99' is not in the directory; it has 0 Tampa Bay, 1 Puget Sound, 2 MTA New York, 4 Washington, D.C., 11 San Diego, 15 Adelaide Metro, 16 Davis, CA"),
            (#"{"kind":"stop",\#(stop),"region":"auto"}"#, #"region: "auto" needs the stop's coordinate; give stop.lat and stop.lon"#),
            (#"{"kind":"stop","stop":{"id":"1_1","lat":0.5,"lon":0.5},"region":"auto"}"#, "region: no active region's bounds contain 0.5, 0.5; name the region by its number"),
            (#"{"kind":"stop",\#(stop),"app":"onebussaway"}"#, "app: 'onebussaway' is no app profile; did you mean 'onebusaway'?"),
            (#"{"kind":"stop",\#(stop),"links":["web","andriod"]}"#, "links[1]: 'andriod' is no kind of link; did you mean 'android'?"),
            (#"{"kind":"stop",\#(stop),"links":["andriod"]}"#, "links[0]: 'andriod' is no kind of link; did you mean 'android'?"),
            (#"{"kind":"stop",\#(stop),"links":[]}"#, "links: an empty list selects nothing; leave it out for all"),
            (#"{"kind":"stop",\#(stop),"links":"web"}"#, #"links: 'web' is no list; write ["web"]"#),
            (#"{"kind":"stop",\#(stop),"walking":["bing"]}"#, "walking[0]: 'bing' is no walking vendor; known are apple, apple-classic, google, google-ios, google-android, geo, geo-pin, osm, organic"),
            (#"{"kind":"stop",\#(stop),"extras":["vehicleId"]}"#, "extras[0]: 'vehicleId' is no extra; did you mean 'vehicle_id'?"),
            (#"{"kind":"stop",\#(stop),"id":17}"#, "id: '17' is no text; put it in quotes"),
            (#"{"kind":"stop",\#(stop),\#(trip)}"#, #"trip: a stop request has none; use "kind": "trip" or leave it out"#),
            (#"{"kind":"trip",\#(stop)}"#, "trip: a trip request needs a trip, or an arrivalDeparture"),
            (#"{"kind":"trip",\#(stop),"trip":[]}"#, "trip: a list is no object"),
            (#"{"kind":"trip",\#(stop),"trip":{"id":"1_1","serviceDate":1774854000,"stopSequence":-1}}"#, "trip.stopSequence: '-1' is no index of a stop in its trip; it counts from 0"),
            (#"{"kind":"trip",\#(stop),"trip":{"id":"1_1","serviceDate":1774854000,"stopSequence":4.0}}"#, "trip.stopSequence: '4.0' is no whole number; write it without quotes, point and exponent"),
            (#"{"kind":"trip",\#(stop),"trip":{"id":"1_1","serviceDate":1774854000000,"stopSequence":4}}"#, "trip.serviceDate: '1774854000000' is in milliseconds; a service date is in seconds: divide by 1000"),
            (#"{"kind":"trip",\#(stop),"trip":{"id":"1_1","serviceDate":631151999,"stopSequence":4}}"#, "trip.serviceDate: '631151999' is outside 1990…2100 (seconds 631152000…4102444799)"),
            (#"{"kind":"trip",\#(stop),"trip":{"id":"1_1","serviceDate":"2026-02-30","timeZone":"Europe/Berlin","stopSequence":4}}"#, "trip.serviceDate: '2026-02-30' is neither epoch seconds, without quotes, nor a date as 2026-03-30"),
            (#"{"kind":"trip",\#(stop),"trip":{"id":"1_1","serviceDate":"1774854000","stopSequence":4}}"#, "trip.serviceDate: '1774854000' is neither epoch seconds, without quotes, nor a date as 2026-03-30"),
            (#"{"kind":"trip",\#(stop),"trip":{"id":"1_1","serviceDate":"2026-03-30","stopSequence":4}}"#, #"trip.timeZone: a date needs the agency's time zone, as in "America/Los_Angeles""#),
            (#"{"kind":"trip",\#(stop),"trip":{"id":"1_1","serviceDate":"2026-03-30","timeZone":"../../etc/passwd","stopSequence":4}}"#, #"trip.timeZone: '../../etc/passwd' is no time zone of this system; use a name as "America/Los_Angeles""#),
            (#"{"kind":"trip","trip":{"id":"1_1","serviceDate":1774854000,"stopSequence":4}}"#, #"stop: it has to be given, at least {"id":"1_75403"}"#),
            (#"{"kind":"trip","stop":{"id":"1_661"},"arrivalDeparture":\#(arrival)}"#, "stop.id: '1_661' is another stop than arrivalDeparture.stopId '1_660'"),
            (#"{"kind":"trip",\#(trip),"arrivalDeparture":\#(arrival)}"#, "trip: beside an arrivalDeparture there is no trip; leave one out"),
            (#"{"kind":"stop",\#(stop),"arrivalDeparture":\#(arrival)}"#, #"arrivalDeparture: a stop request has none; use "kind": "trip" or leave it out"#),
            (#"{"kind":"trip","arrivalDeparture":{"stopId":"1_660","tripId":"1_1","serviceDate":1538809200,"stopSequence":4}}"#, "arrivalDeparture.serviceDate: '1538809200' is outside 1990…2100 in milliseconds; it is in seconds, and here milliseconds belong"),
            (#"{"kind":"trip","arrivalDeparture":{"tripId":"1_1","serviceDate":1538809200000,"stopSequence":4}}"#, "arrivalDeparture.stopId: it has to be there, as OneBusAway's API has it"),
            ("[]", #": a request is one JSON object, {"kind":…}"#),
            ("[1, 2", #": a request is one JSON object, {"kind":…}"#),
            ("{\"kind\":\"stop\",\n\"stop\" 1}", ": missing a colon after a name of object member (line 2, byte 8)"),
            (#"{"kind":"stop",\#(stop)} {}"#, ": more text behind the value (line 1, byte 39)"),
            (#"{"kind":"stop","kind":"stop"}"#, ": key 'kind' stands twice in one object (line 1, byte 29)"),
            (#"{"kind":"stop","stop":{"id":"1_\ud800"}}"#, ": half of a surrogate pair (\\uD800…\\uDFFF come in pairs) (line 1, byte 32)"),
        ])
    func refused(_ request: String, _ message: String) throws {
        var answering = Answering(try vectorSettings())
        #expect(answering.message(request) == message)
    }

    @Test("all faults of a request are listed, in the order of its keys")
    func allOfThem() throws {
        var answering = Answering(try vectorSettings())
        let request = #"{"kind":"trip","regoin":1,"stop":{"id":"","lat":200,"lon":1,"color":1},"trip":{"stopSequence":"4","serviceDate":1774854000000},"walking":["here"],"app":7}"#
        #expect(
            answering.errors(request) == [
                "regoin unknown-key", "walking[0] unknown-name", "app wrong-type", "stop.id bad-id", "stop.lat bad-latitude",
                "stop.color unknown-key", "trip.stopSequence wrong-type", "trip.serviceDate milliseconds", "trip.id missing",
            ])
    }

    @Test("a number beyond a Double is a number: it is refused where it is read, with the request's own id, and ignored elsewhere")
    func beyondDouble() throws {
        var answering = Answering(try vectorSettings())
        let large = "1" + String(repeating: "0", count: 400)
        for number in ["1e999", "-1E+9999", large] {
            // Once more with an escape, which another reader reads.
            for id in ["a", #"\u0061"#] {
                let line = answering.line(#"{"kind":"stop","id":"\#(id)","stop":{"id":"1_1","lat":\#(number),"lon":1},"x":\#(number)}"#).line
                #expect(line.hasPrefix(#"{"id":"a","status":"refused","errors":[{"code":"unknown-key","field":"x","#), "\(line)")
                #expect(line.contains(#"{"code":"bad-latitude","field":"stop.lat","#), "\(line)")
            }
            let arrival = #"{"stopId":"1_660","tripId":"1_1","serviceDate":1538809200000,"stopSequence":4,"distance":\#(number),"\n":0}"#
            #expect(answering.line(#"{"kind":"trip","arrivalDeparture":\#(arrival)}"#).answer == .links(RegionID(rawValue: 1)))
        }
    }

    @Test("a hostile value is shown escaped and cut")
    func hostile() throws {
        var answering = Answering(try vectorSettings())
        let key = #"\u001b]0;x\u0007\n\u202e"# + String(repeating: "k", count: 200)
        let message = answering.message(#"{"kind":"stop",\#(stop),"\#(key)":1}"#)
        #expect(message.hasSuffix("unknown key '\\x1B]0;x\\x07\\n\\u{202E}" + String(repeating: "k", count: 72) + "'…; known are kind, id, region, stop, trip, arrivalDeparture, links, walking, app, extras, callback"))
    }

    /// What a request of ASCII looks like in an encoding of four or two bytes a character.
    private static func wide(_ text: String, bytes: Int, littleEndian: Bool, mark: Bool) -> [UInt8] {
        let scalars = (mark ? [0xFEFF] : []) + text.unicodeScalars.map(\.value)
        return scalars.flatMap { scalar -> [UInt8] in
            let little = (0..<bytes).map { UInt8(scalar >> (8 * UInt32($0)) & 0xFF) }
            return littleEndian ? little : little.reversed()
        }
    }

    @Test("UTF-16 and UTF-32 are told as that, with and without a mark, whole and cut, as JSON and as a callback URL", arguments: [2, 4], [true, false])
    func wideText(bytes: Int, littleEndian: Bool) throws {
        let advice = "it is UTF-\(bytes * 8), not UTF-8; save it as UTF-8 (in PowerShell: Out-File -Encoding utf8)"
        var answering = Answering(try vectorSettings())
        for mark in [true, false] {
            for text in [#"{"kind":"stop",\#(stop)}"#, #"{"k"#, "{\r\n \"kind\"", "onebusaway://x-callback-url/share-stop?stopID=1_5"] {
                let file = Self.wide(text, bytes: bytes, littleEndian: littleEndian, mark: mark)
                let isURL = text.hasPrefix("one")
                let answer = isURL ? answering.answerer.answer(callbackURL: file.span).answer : answering.answerer.answer(file.span).answer
                #expect(answer == .refused([RequestError(.notUTF8, field: "", advice)]), "\(text) \(mark)")
            }
        }
    }

    @Test("a fault's place is the line of the file and the byte of the line, both from 1")
    func places() throws {
        var answering = Answering(try vectorSettings())
        #expect(answering.message("{\n\"kind\":\n\n   nul}") == ": invalid value (line 4, byte 7)")
        #expect(answering.message("x") == ": invalid value (line 1, byte 1)")
        let bytes = Array(#"{"kind" "stop"}"#.utf8)
        guard case .refused(let errors) = answering.answerer.answer(line: bytes.span, number: 57) else { return #expect(Bool(false)) }
        #expect(errors.map(\.message) == ["missing a colon after a name of object member (line 57, byte 9)"])
    }

    @Test("a request's own id may be any text, and comes back as it is")
    func ownID() throws {
        var answering = Answering(try vectorSettings())
        let line = answering.line(#"{"kind":"stop","id":"a\u0000\u001b","links":["app"],\#(stop)}"#)
        #expect(line.line.hasPrefix(#"{"id":"a\u0000\u001B","status":"ok","#))
    }

    @Test("limits: bytes, depth and the request's own id")
    func limits() throws {
        var limits = RequestLimits()
        limits.requestBytes = 100
        limits.depth = 4
        limits.idBytes = 3
        var answering = Answering(try vectorSettings(), limits: limits)
        let padded = #"{"kind":"stop",\#(stop)}"# + String(repeating: " ", count: 63)
        #expect(answering.line(padded).answer == .links(RegionID(rawValue: 1)))
        #expect(answering.message(padded + " ") == ": 101 bytes; at most 100")
        #expect(answering.message(#"{"kind":"stop","id":"éé",\#(stop)}"#) == "id: 4 bytes; a request's id has at most 3")
        #expect(answering.message(#"{"x":[[[[1]]]]}"#) == ": more than 4 containers inside one another (line 1, byte 9)")
    }

    @Test("an object that has not closed is unfinished, and nothing is written")
    func unfinished() throws {
        var answering = Answering(try vectorSettings())
        for text in ["", " \n", "\u{FEFF}", "{", #"{"kind":"st"#, #"{"kind":"stop","stop":{"id":"1_1"}"#] {
            let (answer, line) = answering.line(text)
            #expect(answer == .unfinished && line == "", "\(text)")
        }
    }

    @Test("a refusal of a line carries its number and its input")
    func line() throws {
        var answerer = RequestAnswerer(settings: try vectorSettings(), limits: RequestLimits(), timeZones: systemTimeZones)
        let input = Array(#"{"kind":"stop","id":"x","#.utf8) + [0xFF]
        let answer = answerer.answer(line: input.span, number: 7)
        guard case .refused(let errors) = answer else { return #expect(Bool(false), "\(answer)") }
        #expect(errors.map(\.code) == [.notJSON])
        let output = String(decoding: answerer.takeOutput(), as: UTF8.self)
        #expect(output.contains(#""line":7,"input":"{\"kind\":\"stop\",\"id\":\"x\",\#u{FFFD}"}"#), "\(output)")
        _ = answerer.answer(line: Array("{\"kind\":".utf8).span, number: 8)
        #expect(
            String(decoding: answerer.takeOutput(), as: UTF8.self) == #"""
                {"status":"refused","errors":[{"code":"unfinished","field":"","message":"the line ends inside its object; write one whole request a line"}],"line":8,"input":"{\"kind\":"}

                """#)
    }

    @Test("a request with thousands of errors has a short answer that says how many there are")
    func manyErrors() throws {
        var answering = Answering(try vectorSettings())
        let keys = (0..<4000).map { "\"key\($0)\":1" }.joined(separator: ",")
        let (_, line) = answering.line("{\(keys)}")
        #expect(line.utf8.count < 5000, "\(line.utf8.count) bytes")
        #expect(line.components(separatedBy: "\"code\":").count == 21)
        #expect(line.contains("; and 39"), "\(line)")
        #expect(line.contains(" more errors: mend these first\"}]}"), "\(line)")
    }

    @Test("a system that fails decides nothing")
    func fault() throws {
        let broken = TimeZoneDatabase { name throws(TimeZoneError) in throw .unreadable(name, reason: "open: Too many open files") }
        var answering = Answering(try vectorSettings(), timeZones: broken)
        let request = #"{"kind":"trip",\#(stop),"trip":{"id":"1_1","serviceDate":"2026-03-30","timeZone":"Europe/Berlin","stopSequence":4}}"#
        let (answer, line) = answering.line(request)
        #expect(answer == .fault("open: Too many open files") && line == "")
    }

    @Test(
        "what is odd is told and goes on",
        arguments: [
            (#"{"kind":"stop","stop":{"id":"75403","lat":1,"lon":1}}"#, ["no-agency"]),
            (#"{"kind":"trip","links":["web"],"stop":{"id":null,"name":"A\tB"},"arrivalDeparture":\#(arrival)}"#, ["control-character"]),
            (#"{"kind":"trip","links":["web"],"stop":{"id":""},"arrivalDeparture":\#(arrival)}"#, []),
            (#"{"kind":"stop","stop":{"id":"1_a\u0007","lat":1,"lon":1}}"#, ["control-character"]),
            (#"{"kind":"stop",\#(stop)}"#, ["no-coordinate"]),
            (#"{"kind":"stop",\#(stop),"links":["web"]}"#, []),
            (#"{"kind":"stop","stop":{"id":"1_1","lat":0,"lon":0.0}}"#, ["null-island"]),
            (#"{"kind":"stop","stop":{"id":"1_1","lat":1,"lon":1,"direction":"SSE"}}"#, ["unknown-direction"]),
            (#"{"kind":"trip",\#(stop),"links":["web"],"trip":{"id":"1_1","serviceDate":1774854000,"timeZone":"Europe/Berlin","stopSequence":4}}"#, ["unused-time-zone"]),
            (#"{"kind":"stop","stop":{"id":"1_1","name":" ","direction":"","lat":1,"lon":1},"region":null,"id":""}"#, []),
        ])
    func warned(_ request: String, _ codes: [String]) throws {
        var answering = Answering(try vectorSettings())
        #expect(try answering.warnings(request) == codes)
    }
}
