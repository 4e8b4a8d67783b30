// links-bench: trip links and whole results a second on one thread, next to Foundation's way, in one run. Rounds of both
// alternate, so that a machine that slows down slows both; medians are printed. `links-bench --results N`,
// `--links N` and so on only do the work N times: run under valgrind with two Ns, the difference of "total heap usage" divided by
// the difference of the Ns is the number of allocations of one.

import BenchmarkSupport
import Foundation
import TransitLinks

let region = try PugetSound.region()
let app = PugetSound.app

func request(_ number: Int) throws -> ShareRequest {
    let place = try Coordinate(
        latitude: Double(47_654_300 + number) / 1e6, longitude: Double(-122_305_400 - number) / 1e6)
    let date = try ServiceDate(epochSeconds: 1_774_854_000 + Double(number * 86_400))
    let trip = SharedTrip(
        id: try TripID("1_\(694_514_730 + number)"), serviceDate: date, stopSequence: Int64(number % 60), route: "545",
        headsign: "Seattle")
    let stop = SharedStop(
        id: try StopID("1_\(75_403 + number)"), name: "Stevens Way & Benton Ln", direction: .southEast,
        coordinate: place)
    return ShareRequest(id: "req-\(number)", stop: stop, trip: trip)
}

/// Trips with agency and numbers like Puget Sound's; every stop has a coordinate with six decimals.
let requests: [ShareRequest] = try (0..<1024).map(request)
let stops = requests.map { request in
    ShareRequest(id: request.id, stop: request.stop)
}

struct Boarding {
    let stop: StopID
    let trip: SharedTrip
    /// As a batch makes it, once a service day.
    let serviceDate: [UInt8]
}

let rows = CompiledLinks(region: region, app: app).trip
guard let page = rows.link("web") else { fatalError("the region has no pages") }

let boardings = requests.compactMap { request in request.trip.map { Boarding(stop: request.stop.id, trip: $0, serviceDate: Array($0.serviceDate.text.utf8)) } }

/// Each trip sixteen times, so that the writing is measured and not the copy of a trip out of an array.
func writeLinks(_ count: Int, into out: inout ByteWriter) {
    for number in 0..<count / 16 {
        if number & 63 == 0 { out.removeAll() }
        writeLinks(of: boardings[number & 1023], into: &out)
    }
}

@inline(never)
func writeLinks(of boarding: Boarding, into out: inout ByteWriter) {
    var values = LinkValues()
    for _ in 0..<16 {
        values.begin()
        values.setStop(id: boarding.stop.text.utf8.span, for: rows)
        values.setTrip(
            id: boarding.trip.id.text.utf8.span, serviceDate: boarding.serviceDate.span,
            stopSequence: Int(boarding.trip.stopSequence), for: rows)
        values.end()
        rows.write(page, values, to: &out)
    }
}

/// As the daemon and `transitlink make` do it.
@MainActor func writeResults(_ requests: [ShareRequest], _ count: Int, into json: inout JSONWriter) {
    for number in 0..<count {
        if number & 255 == 0 { json.bytes.removeAll() }
        _ = builder.write(requests[number & 1023], to: &json)
    }
}

/// As the app builds it.
func foundationLink(_ boarding: Boarding) -> String {
    guard var url = URLComponents(string: "https://sidecar.onebusaway.org") else { return "" }
    url.path = "/regions/\(region.id.rawValue)/stops/\(boarding.stop.text)/trips"
    url.queryItems = [
        URLQueryItem(name: "trip_id", value: boarding.trip.id.text),
        URLQueryItem(name: "service_date", value: "\(boarding.trip.serviceDate.epochSeconds)"),
        URLQueryItem(name: "stop_sequence", value: "\(boarding.trip.stopSequence)"),
    ]
    return url.string ?? ""
}

func foundationLinks(_ count: Int) -> Int {
    var bytes = 0
    for number in 0..<count / 16 {
        let boarding = boardings[number & 1023]
        for _ in 0..<16 { bytes += foundationLink(boarding).utf8.count }
    }
    return bytes
}

var out = ByteWriter(capacity: 1 << 18)
var json = JSONWriter(capacity: 1 << 20)
var builder = ResultBuilder(
    LinkSettings(directory: RegionDirectory(regions: [region]), currentRegion: .id(region.id), app: app))

let arguments = CommandLine.arguments
if arguments.count == 3, let count = Int(arguments[2]) {
    switch arguments[1] {
    case "--links": writeLinks(count, into: &out)
    case "--results": writeResults(requests, count, into: &json)
    case "--stop-results": writeResults(stops, count, into: &json)
    default: print("links-bench [--links|--results|--stop-results N]")
    }
    exit(0)
}

/// Millions a second.
var ours: [Double] = []
var theirs: [Double] = []
var tripResults: [Double] = []
var stopResults: [Double] = []
for round in 0..<9 {
    let links = 1_048_576
    ours.append(Double(links) / seconds { writeLinks(links, into: &out) } / 1e6)
    var bytes = 0
    theirs.append(0.065536 / seconds { bytes = foundationLinks(65_536) })
    if round == 0 {
        // 65,536 links are 64 fillings of the buffer, each of the next 64 trips.
        var written = 0
        for first in 0..<64 {
            out.removeAll()
            for trip in 0..<64 { writeLinks(of: boardings[(first * 64 + trip) & 1023], into: &out) }
            written += out.count
        }
        precondition(written == bytes, "both write the same bytes")
    }
    tripResults.append(0.262144 / seconds { writeResults(requests, 262_144, into: &json) })
    stopResults.append(0.262144 / seconds { writeResults(stops, 262_144, into: &json) })
}

json.bytes.removeAll()
writeResults(requests, 1, into: &json)
let ratio = median(ours) / median(theirs)
Row("trip links, one thread", "\(shown(median(ours))) M/s")
    .against("URLComponents \(shown(median(theirs))) M/s", ratio: ratio)
    .goal("at least 25 x", met: ratio >= 25).print()
for (what, rates) in [("trip, \(json.bytes.count) bytes", tripResults), ("stop", stopResults)] {
    Row("whole results of a \(what), one thread", "\(shown(median(rates))) M/s")
        .goal("at least 0.8 M/s", met: median(rates) >= 0.8).print()
}
