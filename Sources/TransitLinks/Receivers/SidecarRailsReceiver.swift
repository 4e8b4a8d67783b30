// SidecarRailsReceiver: the web server, as far as its sources are public: the routes of a stop's and of a trip's page,
// matched as Rails matches them, on the undecoded path. That it routes a stop's page does not mean that it shows one:
// the public source then answers 500.

enum SidecarRailsReceiver {
    struct Finding {
        let isTrip: Bool
        let region: Range<Int>
        let stop: Range<Int>
    }

    /// Said of every stop page that is routed.
    static let stopPageRemark = "the public source of the server then answers 500, a misplaced bracket"
    /// Said of every trip page that is routed.
    static let tripPageRemark =
        "the page behind it wants service_date in whole milliseconds and the apps want seconds, so it shows an error"

    /// - Parameter isItsHost: whether the URL's host is a sidecar or an associated domain.
    /// - Throws: the rule by which the server finds no page.
    static func find(_ url: ReceivedURL, in bytes: Span<UInt8>, isItsHost: Bool) throws(ReceiverRule) -> Finding {
        guard url.isWebPage, url.authority != nil else { throw .notHTTP }
        if !isItsHost { throw .otherServer }
        var at = url.path.lowerBound
        _ = eat("/api/v1", bytes, &at, url.path.upperBound)
        guard eat("/regions/", bytes, &at, url.path.upperBound) else { throw .noRoute }
        let region = segment(bytes, &at, url.path.upperBound)
        guard !region.isEmpty, eat("/stops/", bytes, &at, url.path.upperBound) else { throw .noRoute }
        let stop = segment(bytes, &at, url.path.upperBound)
        let isTrip = eat("/trips", bytes, &at, url.path.upperBound)
        _ = eat("/", bytes, &at, url.path.upperBound)
        guard !stop.isEmpty, at == url.path.upperBound else { throw .noRoute }
        try check(region, stop, bytes)
        return Finding(isTrip: isTrip, region: region, stop: stop)
    }

    private static func check(_ region: Range<Int>, _ stop: Range<Int>, _ bytes: Span<UInt8>) throws(ReceiverRule) {
        guard leadingInteger(bytes, region) != nil else { throw .regionNotNumber }
        if hasDot(bytes, region) || hasDot(bytes, stop) { throw .dotInID }
        if PercentDecoding.hasEscape(bytes, at: stop), !isUTF8(PercentDecoding.bytes(bytes, at: stop)) { throw .notUTF8 }
    }

    /// Moves `at` behind `word` when that stands there.
    private static func eat(_ word: String, _ bytes: Span<UInt8>, _ at: inout Int, _ end: Int) -> Bool {
        let stop = at + word.utf8.count
        guard stop <= end, bytes.equals(word, at: at..<stop) else { return false }
        at = stop
        return true
    }

    private static func segment(_ bytes: Span<UInt8>, _ at: inout Int, _ end: Int) -> Range<Int> {
        let start = at
        at = bytes.firstIndex(in: start..<end) { $0 == UInt8(ascii: "/") }
        return start..<at
    }

    private static func hasDot(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
        bytes.firstIndex(in: range) { $0 == UInt8(ascii: ".") } < range.upperBound
    }

    private static func isUTF8(_ bytes: [UInt8]) -> Bool { String(validating: bytes, as: UTF8.self) != nil }

    /// The number that Ruby's `to_i` reads at the start: `+1`, `1-puget-sound`.
    private static func leadingInteger(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Int64? {
        guard let first = range.first else { return nil }
        let isSigned = bytes[first] == UInt8(ascii: "+") || bytes[first] == UInt8(ascii: "-")
        let end = bytes.firstIndex(in: (isSigned ? first + 1 : first)..<range.upperBound) { !ASCIISet.digits.contains($0) }
        return StopPath.integer(in: bytes, first..<end)
    }
}

// MARK: What is opened

extension SidecarRailsReceiver {
    static func outcome(of bytes: Span<UInt8>, hosts: [String]) -> ReceiverOutcome {
        let url = ReceivedURL(bytes)
        do throws(ReceiverRule) {
            let found = try find(url, in: bytes, isItsHost: url.isHost(of: hosts, in: bytes))
            let stop = String(decoding: PercentDecoding.bytes(bytes, at: found.stop), as: UTF8.self)
            let region = leadingInteger(bytes, found.region)
            guard found.isTrip else { return .opens(.stop(OpenedStop(stopID: stop, regionID: region))) }
            return .opens(.trip(trip(at: stop, region, url, in: bytes)))
        } catch {
            return .rejects(error)
        }
    }

    private static func trip(
        at stop: String, _ region: Int64?, _ url: ReceivedURL, in bytes: Span<UInt8>
    ) -> OpenedTrip {
        var trip = OpenedTrip(stopID: stop, regionID: region, tripID: parameter("trip_id", url, in: bytes))
        trip.serviceDate = parameter("service_date", url, in: bytes).flatMap { Double($0) }
        trip.stopSequence = parameter("stop_sequence", url, in: bytes).flatMap { Int64($0) }
        trip.destinationStopID = parameter("destination_stop_id", url, in: bytes)
        return trip
    }

    /// As Rack reads it: the last of several, `+` as a space.
    private static func parameter(_ name: String, _ url: ReceivedURL, in bytes: Span<UInt8>) -> String? {
        let item = url.items(in: bytes).last { bytes.equals(name, at: $0.name) }
        guard let value = item?.value else { return nil }
        return String(decoding: PercentDecoding.bytes(bytes, at: value, plusIsSpace: true), as: UTF8.self)
    }
}
