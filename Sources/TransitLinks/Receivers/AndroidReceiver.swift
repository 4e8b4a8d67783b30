// AndroidReceiver: the Android app (`ExternalDeepLinks.kt` over `android.net.Uri`). Path segments are split before they are
// decoded, so `%2F` stays inside an ID; a query's name counts as it is written, its value is decoded with `+` as a space.
// The manifest's filters, which are wider than the parser, are not modelled.

enum AndroidReceiver {
    /// Answered by the app of every brand.
    private static let sharedScheme = "onebusaway"

    enum Finding {
        case viewStop(Range<Int>)
        case trip(stop: Range<Int>, trip: Range<Int>)
        case addRegion(name: Range<Int>, server: Range<Int>)
    }

    /// - Throws: the rule by which the app leaves the URL to others.
    static func find(_ url: ReceivedURL, in bytes: Span<UInt8>, app: AppProfile) throws(ReceiverRule) -> Finding {
        if app.androidPackage == nil { throw .noAndroidApp }
        if url.scheme.isEmpty { throw .notAURL }
        if url.isWebPage { return try trip(url, in: bytes, app: app) }
        guard url.hasScheme(app.scheme, in: bytes) || url.hasScheme(sharedScheme, in: bytes) else { throw .otherScheme }
        if url.authority == nil { throw .noSlashes }
        if isHost("view-stop", url, in: bytes) {
            guard let stop = nonBlank("stopID", url, in: bytes) else { throw .blankStopID }
            return .viewStop(stop)
        }
        guard isHost("add-region", url, in: bytes) else { throw .unknownHost }
        guard let name = nonBlank("name", url, in: bytes) else { throw .missingName }
        guard let server = nonBlank("oba-url", url, in: bytes) else { throw .missingServer }
        return .addRegion(name: name, server: server)
    }

    private static func isHost(_ name: String, _ url: ReceivedURL, in bytes: Span<UInt8>) -> Bool {
        if bytes.matches(name, at: url.host) { return true }
        guard PercentDecoding.hasEscape(bytes, at: url.host) else { return false }
        let host = PercentDecoding.bytes(bytes, at: url.host)
        return host.span.matches(name, at: 0..<host.count)
    }

    private static func trip(_ url: ReceivedURL, in bytes: Span<UInt8>, app: AppProfile) throws(ReceiverRule) -> Finding {
        if url.scheme.count != 5 { throw .notHTTPS }
        guard url.isHost(of: app.associatedDomains, in: bytes) else { throw .notAssociated }
        let stop = try stopSegment(of: url, in: bytes)
        if isBlank(bytes, stop, plusIsSpace: false) { throw .blankStopID }
        guard let trip = nonBlank("trip_id", url, in: bytes) else { throw .blankTripID }
        return .trip(stop: stop, trip: trip)
    }

    /// The fourth of exactly five segments; empty ones don't count.
    private static func stopSegment(of url: ReceivedURL, in bytes: Span<UInt8>) throws(ReceiverRule) -> Range<Int> {
        var stop = url.path
        var count = 0
        var at = url.path.lowerBound
        while at < url.path.upperBound {
            let end = bytes.firstIndex(in: at..<url.path.upperBound) { $0 == UInt8(ascii: "/") }
            if end > at {
                if let word = words[count], !isSegment(word, bytes, at..<end) {
                    throw isStopPage(url, in: bytes) ? .stopPage : .notFiveSegments
                }
                if count == 3 { stop = at..<end }
                count += 1
                if count > 5 { throw .notFiveSegments }
            }
            at = end + 1
        }
        if count == 5 { return stop }
        throw isStopPage(url, in: bytes) ? .stopPage : .notFiveSegments
    }

    /// What a segment must be; the last row is for a sixth, which is one too many.
    private static let words: [String?] = ["regions", nil, "stops", nil, "trips", nil]

    private static func isStopPage(_ url: ReceivedURL, in bytes: Span<UInt8>) -> Bool {
        StopPath.stop(in: bytes, url.path) != nil
    }

    private static func isSegment(_ word: String, _ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
        if bytes.equals(word, at: range) { return true }
        guard PercentDecoding.hasEscape(bytes, at: range) else { return false }
        return PercentDecoding.bytes(bytes, at: range).elementsEqual(word.utf8)
    }
}

// MARK: Query

extension AndroidReceiver {
    /// The value of the first item with this name, unless it is blank.
    private static func nonBlank(_ name: String, _ url: ReceivedURL, in bytes: Span<UInt8>) -> Range<Int>? {
        guard let value = url.firstItem(in: bytes, where: { bytes.equals(name, at: $0.name) })?.value else { return nil }
        return isBlank(bytes, value, plusIsSpace: true) ? nil : value
    }

    /// Kotlin's `isBlank` of the decoded text.
    private static func isBlank(_ bytes: Span<UInt8>, _ range: Range<Int>, plusIsSpace: Bool) -> Bool {
        // A letter or digit settles it.
        if let first = range.first, ASCIISet.letters.contains(bytes[first]) || ASCIISet.digits.contains(bytes[first]) {
            return false
        }
        return text(bytes, range, plusIsSpace: plusIsSpace).unicodeScalars.allSatisfy { scalar in
            scalar.properties.isWhitespace && scalar.value != 0x85 || (0x1C...0x1F).contains(scalar.value)
        }
    }

    static func text(_ bytes: Span<UInt8>, _ range: Range<Int>, plusIsSpace: Bool) -> String {
        let decoded = PercentDecoding.bytes(bytes, at: range, plusIsSpace: plusIsSpace, badEscape: .replaced)
        return String(decoding: decoded, as: UTF8.self)
    }

    /// The value of an optional parameter, nil when it is absent or blank.
    static func optional(_ name: String, _ url: ReceivedURL, in bytes: Span<UInt8>) -> String? {
        nonBlank(name, url, in: bytes).map { text(bytes, $0, plusIsSpace: true) }
    }
}

// MARK: What is opened

extension AndroidReceiver {
    static func outcome(of bytes: Span<UInt8>, app: AppProfile) -> ReceiverOutcome {
        let url = ReceivedURL(bytes)
        do throws(ReceiverRule) {
            switch try find(url, in: bytes, app: app) {
            case .viewStop(let stop):
                return .opens(.viewStop(OpenedStop(stopID: text(bytes, stop, plusIsSpace: true), regionID: nil)))
            case .trip(let stop, let trip):
                let stopID = text(bytes, stop, plusIsSpace: false)
                return .opens(
                    .trip(OpenedTrip(stopID: stopID, regionID: nil, tripID: text(bytes, trip, plusIsSpace: true))))
            case .addRegion(let name, let server):
                return .opens(
                    .addRegion(
                        AddedRegion(
                            android: url, name: text(bytes, name, plusIsSpace: true),
                            server: text(bytes, server, plusIsSpace: true), in: bytes)))
            }
        } catch {
            return .rejects(error)
        }
    }
}
