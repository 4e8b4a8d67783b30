// IOSDocumentedReceiver: the iOS app as its public document describes it (links.md, section 5): trip pages and the custom
// scheme, no stop pages. The regular expressions of the app's `AppLinksRouter.swift` are searched by hand, as ICU
// searches them. It never looks at the scheme or host of a page: the system has done that before.

enum IOSDocumentedReceiver {
    /// What the app needs, found: where it stands, and what must be a number.
    enum Finding {
        case trip(TripParts)
        case viewStop(stop: Range<Int>, region: Int64)
        case addRegion
    }

    struct TripParts {
        /// In the path as the app sees it.
        let stop: Range<Int>
        let region: Int64
        /// In the URL, undecoded.
        let trip: Range<Int>
        let serviceDate: Range<Int>
        let stopSequence: Int64
    }

    /// - Throws: the rule by which the app drops the URL.
    static func find(_ url: AppleURL, in bytes: Span<UInt8>) throws(ReceiverRule) -> Finding {
        if !url.url.isWebPage {
            if url.url.authority == nil { throw .noSlashes }
            if url.hasHost("view-stop", in: bytes) { return try viewStop(url, in: bytes) }
            if url.hasHost("add-region", in: bytes) { return .addRegion }
        }
        return .trip(try trip(url, in: bytes))
    }

    /// Whether the URL is one of the custom scheme's, or has no host that could say.
    static func isCustom(_ url: AppleURL, in bytes: Span<UInt8>) -> Bool {
        if url.url.isWebPage { return false }
        return url.url.authority == nil || url.hasHost("view-stop", in: bytes) || url.hasHost("add-region", in: bytes)
    }

    private static func viewStop(_ url: AppleURL, in bytes: Span<UInt8>) throws(ReceiverRule) -> Finding {
        guard let stop = url.value(of: "stopID", in: bytes) else { throw .missingStopID }
        guard let text = url.value(of: "regionID", in: bytes) else { throw .missingRegionID }
        guard let region = integer(url, text, in: bytes) else { throw .regionNotInteger }
        return .viewStop(stop: stop, region: region)
    }

    private static func trip(_ url: AppleURL, in bytes: Span<UInt8>) throws(ReceiverRule) -> TripParts {
        let (region, stop) = try url.withPath(in: bytes) { path, range throws(ReceiverRule) in
            guard let parts = StopPath.trip(in: path, range) else { throw noTripPath(url, in: bytes) }
            return (try parts.readRegion(in: path, range), parts.stop)
        }
        guard let trip = url.value(of: "trip_id", in: bytes) else { throw .missingTripID }
        guard let date = url.value(of: "service_date", in: bytes) else { throw .missingServiceDate }
        guard isNumber(url, date, in: bytes) else { throw .serviceDateNotNumber }
        guard let sequence = url.value(of: "stop_sequence", in: bytes) else { throw .missingStopSequence }
        guard let number = integer(url, sequence, in: bytes) else { throw .stopSequenceNotInteger }
        return TripParts(stop: stop, region: region, trip: trip, serviceDate: date, stopSequence: number)
    }

    private static func noTripPath(_ url: AppleURL, in bytes: Span<UInt8>) -> ReceiverRule {
        if !url.url.isWebPage { return .unknownHost }
        let isStop = url.withPath(in: bytes) { StopPath.stop(in: $0, $1) != nil }
        return isStop ? .stopPage : .noTripPath
    }
}

// MARK: Numbers

extension IOSDocumentedReceiver {
    /// As Swift's `Int(_: String)` reads it.
    static func integer(_ url: AppleURL, _ range: Range<Int>, in bytes: Span<UInt8>) -> Int64? {
        StopPath.integer(in: bytes, range) ?? Int64(url.text(range, in: bytes))
    }

    /// Whether Swift's `Double(_: String)` reads it: also an exponent, hexadecimal digits, `nan` and `inf`.
    private static func isNumber(_ url: AppleURL, _ range: Range<Int>, in bytes: Span<UInt8>) -> Bool {
        let fraction = bytes.firstIndex(in: range) { !ASCIISet.digits.contains($0) }
        if fraction > range.lowerBound, fraction < range.upperBound, bytes[fraction] == UInt8(ascii: ".") {
            let rest = fraction + 1..<range.upperBound
            if !rest.isEmpty, bytes.firstIndex(in: rest, where: { !ASCIISet.digits.contains($0) }) == rest.upperBound {
                return true
            }
        }
        return Double(url.text(range, in: bytes)) != nil
    }
}

// MARK: What is opened

extension IOSDocumentedReceiver {
    static func outcome(of bytes: Span<UInt8>) -> ReceiverOutcome {
        do throws(ReceiverRule) {
            let url = try AppleURL(bytes)
            return .opens(opening(of: try find(url, in: bytes), url, in: bytes, readsMore: false))
        } catch {
            return .rejects(error)
        }
    }

    /// - Parameter readsMore: whether add-region takes the parameters of the current version.
    static func opening(
        of finding: Finding, _ url: AppleURL, in bytes: Span<UInt8>, readsMore: Bool
    ) -> Opening {
        switch finding {
        case .viewStop(let stop, let region):
            return .viewStop(OpenedStop(stopID: url.text(stop, in: bytes), regionID: region))
        case .addRegion:
            do throws(ReceiverRule) {
                return .addRegion(try AddedRegion(apple: url, in: bytes, readsMore: readsMore))
            } catch {
                return .alert(error)
            }
        case .trip(let parts): return .trip(trip(parts, url, in: bytes))
        }
    }

    private static func trip(_ parts: TripParts, _ url: AppleURL, in bytes: Span<UInt8>) -> OpenedTrip {
        let stop = url.withPath(in: bytes) { path, _ in path.text(parts.stop) }
        var trip = OpenedTrip(stopID: stop, regionID: parts.region, tripID: url.text(parts.trip, in: bytes))
        trip.serviceDate = Double(url.text(parts.serviceDate, in: bytes))
        trip.stopSequence = parts.stopSequence
        trip.title = url.text(of: "title", in: bytes) ?? "???"
        trip.vehicleID = url.text(of: "vehicle_id", in: bytes)
        trip.destinationStopID = url.text(of: "destination_stop_id", in: bytes)
        return trip
    }
}
