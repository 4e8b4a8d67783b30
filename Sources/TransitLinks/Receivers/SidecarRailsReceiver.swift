// SidecarRailsReceiver: the web server, as far as its sources are public: the routes of a stop's and of a trip's page as Rails'
// own router matches them, on the undecoded path, and the query as Rack reads it. What a server in front makes of a request,
// which may refuse more, is not modelled. That a stop's page is routed does not mean that it is shown: the public source then
// answers 500. A test asks the router itself (Tests/Receivers).

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
        let found = try route(url.path, bytes)
        if case .none = RubyInteger(decoded(bytes, found.region)) { throw .regionNotNumber }
        try check(found.region, bytes)
        try check(found.stop, bytes)
        if let query = url.query { try RackQuery.check(bytes, query) }
        return found
    }

    /// `/regions/:region_id/stops/:id(.:format)` and `/regions/:region_id/stops/:stop_id/trips(.:format)`, also below `/api/v1`.
    private static func route(_ path: Range<Int>, _ bytes: Span<UInt8>) throws(ReceiverRule) -> Finding {
        var segments = Segments(rest: path)
        var first = segments.next(bytes)
        if let api = first, bytes.equals("api", at: api) {
            guard let version = segments.next(bytes), bytes.equals("v1", at: version) else { throw .noRoute }
            first = segments.next(bytes)
        }
        guard let first, bytes.equals("regions", at: first), let region = segments.next(bytes),
            let stops = segments.next(bytes), bytes.equals("stops", at: stops), let stop = segments.next(bytes)
        else { throw .noRoute }
        guard let last = segments.next(bytes) else { return Finding(isTrip: false, region: region, stop: stop) }
        if segments.next(bytes) != nil { throw .noRoute }
        if bytes.equals("trips", at: last) { return Finding(isTrip: true, region: region, stop: stop) }
        throw isTripsWithFormat(last, bytes) ? .formatNotServed : .noRoute
    }

    /// `trips.json`: one dot, with something on both sides.
    private static func isTripsWithFormat(_ segment: Range<Int>, _ bytes: Span<UInt8>) -> Bool {
        let dot = bytes.firstIndex(in: segment) { $0 == UInt8(ascii: ".") }
        return bytes.equals("trips", at: segment.lowerBound..<dot) && dot + 1 < segment.upperBound
            && !hasDot(bytes, dot + 1..<segment.upperBound)
    }

    private static func check(_ segment: Range<Int>, _ bytes: Span<UInt8>) throws(ReceiverRule) {
        if hasDot(bytes, segment) { throw .dotInID }
        if PercentDecoding.hasEscape(bytes, at: segment), String(validating: decoded(bytes, segment), as: UTF8.self) == nil {
            throw .notUTF8
        }
    }

    private static func hasDot(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
        bytes.firstIndex(in: range) { $0 == UInt8(ascii: ".") } < range.upperBound
    }

    /// The parts between slashes: the router takes a run of them for one, and none at the end.
    private struct Segments {
        var rest: Range<Int>

        mutating func next(_ bytes: Span<UInt8>) -> Range<Int>? {
            let start = bytes.firstIndex(in: rest) { $0 != UInt8(ascii: "/") }
            if start == rest.upperBound { return nil }
            let end = bytes.firstIndex(in: start..<rest.upperBound) { $0 == UInt8(ascii: "/") }
            rest = end..<rest.upperBound
            return start..<end
        }
    }
}

// MARK: What is opened

extension SidecarRailsReceiver {
    static func outcome(of bytes: Span<UInt8>, hosts: [String]) -> ReceiverOutcome {
        let url = ReceivedURL(bytes)
        do throws(ReceiverRule) {
            let found = try find(url, in: bytes, isItsHost: url.isHost(of: hosts, in: bytes))
            let stop = String(decoding: decoded(bytes, found.stop), as: UTF8.self)
            var region: Int64?
            if case .number(let number) = RubyInteger(decoded(bytes, found.region)) { region = number }
            guard found.isTrip else { return .opens(.stop(OpenedStop(stopID: stop, regionID: region))) }
            return .opens(.trip(trip(at: stop, region, try RackQuery(bytes, url.query))))
        } catch {
            return .rejects(error)
        }
    }

    private static func trip(at stop: String, _ region: Int64?, _ query: RackQuery) -> OpenedTrip {
        var trip = OpenedTrip(stopID: stop, regionID: region, tripID: query.text("trip_id"))
        trip.serviceDate = query.text("service_date").flatMap { Double($0) }
        trip.stopSequence = query.text("stop_sequence").flatMap { Int64($0) }
        trip.destinationStopID = query.text("destination_stop_id")
        return trip
    }

    /// A segment as the router decodes it: an escape is `%` and any two letters or digits, of which what is no hexadecimal
    /// digit ends the number: `%4z` is U+0004 and `%zz` U+0000.
    private static func decoded(_ bytes: Span<UInt8>, _ range: Range<Int>) -> [UInt8] {
        var out: [UInt8] = []
        out.reserveCapacity(range.count)
        var at = range.lowerBound
        while at < range.upperBound {
            if bytes[at] == UInt8(ascii: "%"), at + 2 < range.upperBound, isAlphanumeric(bytes[at + 1]),
                isAlphanumeric(bytes[at + 2])
            {
                out.append(number(bytes[at + 1], bytes[at + 2]))
                at += 3
            } else {
                out.append(bytes[at])
                at += 1
            }
        }
        return out
    }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        ASCIISet.letters.contains(byte) || ASCIISet.digits.contains(byte)
    }

    private static func number(_ high: UInt8, _ low: UInt8) -> UInt8 {
        guard let high = PercentDecoding.digit(high) else { return 0 }
        guard let low = PercentDecoding.digit(low) else { return high }
        return high << 4 | low
    }
}

/// The number with which a text begins, as Rails asks its database for it: `1-puget-sound` is 1.
enum RubyInteger {
    case none
    case number(Int64)
    /// More than 64 bits, which no region has.
    case tooLarge

    /// Blanks, a sign, perhaps `0d`, and digits, between which single underscores may stand.
    init(_ text: [UInt8]) {
        var rest = text.drop { $0 == 0x20 || (0x09...0x0D).contains($0) }
        var digits: [UInt8] = []
        if let sign = rest.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
            if sign == UInt8(ascii: "-") { digits.append(sign) }
            rest = rest.dropFirst()
        }
        guard let first = rest.first, ASCIISet.digits.contains(first) else {
            self = .none
            return
        }
        if rest.starts(with: "0d".utf8) || rest.starts(with: "0D".utf8) {
            rest = rest.dropFirst(2)
            digits.append(UInt8(ascii: "0"))
        }
        while let byte = rest.first {
            if byte == UInt8(ascii: "_"), digits.last != nil, let next = rest.dropFirst().first, ASCIISet.digits.contains(next)
            {
                rest = rest.dropFirst()
                continue
            }
            guard ASCIISet.digits.contains(byte) else { break }
            digits.append(byte)
            rest = rest.dropFirst()
        }
        let span = digits.span
        self = StopPath.integer(in: span, 0..<span.count).map { .number($0) } ?? .tooLarge
    }
}
