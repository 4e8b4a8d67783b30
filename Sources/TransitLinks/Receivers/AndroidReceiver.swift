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
    static func find(_ url: AndroidURL, in bytes: Span<UInt8>, app: AppProfile) throws(ReceiverRule) -> Finding {
        if app.androidPackage == nil { throw .noAndroidApp }
        guard let scheme = url.scheme, !scheme.isEmpty else { throw .notAURL }
        guard url.hasScheme(app.scheme, in: bytes) || url.hasScheme(sharedScheme, in: bytes) else {
            return try trip(url, in: bytes, app: app)
        }
        if url.host == nil { throw .noSlashes }
        if url.isHost("view-stop", in: bytes) {
            guard let stop = nonBlank("stopID", url, in: bytes) else { throw .blankStopID }
            return .viewStop(stop)
        }
        guard url.isHost("add-region", in: bytes) else { throw .unknownHost }
        guard let name = nonBlank("name", url, in: bytes) else { throw .missingName }
        guard let server = nonBlank("oba-url", url, in: bytes) else { throw .missingServer }
        return .addRegion(name: name, server: server)
    }

    private static func trip(_ url: AndroidURL, in bytes: Span<UInt8>, app: AppProfile) throws(ReceiverRule) -> Finding {
        if !url.hasScheme("https", in: bytes) { throw url.hasScheme("http", in: bytes) ? .notHTTPS : .otherScheme }
        guard app.associatedDomains.contains(where: { url.isHost($0, in: bytes) }) else { throw .notAssociated }
        let segments = url.segments(in: bytes, limit: words.count + 1)
        let fits = zip(segments, words).allSatisfy { segment, word in word.map { isSegment($0, bytes, segment) } ?? true }
        guard segments.count == words.count, fits else {
            throw StopPath.stop(in: bytes, url.path) != nil ? .stopPage : .notFiveSegments
        }
        if isBlank(bytes, segments[3], plusIsSpace: false) { throw .blankStopID }
        guard let trip = nonBlank("trip_id", url, in: bytes) else { throw .blankTripID }
        return .trip(stop: segments[3], trip: trip)
    }

    /// What a segment must be.
    private static let words: [String?] = ["regions", nil, "stops", nil, "trips"]

    private static func isSegment(_ word: String, _ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
        if bytes.equals(word, at: range) { return true }
        guard PercentDecoding.hasEscape(bytes, at: range) else { return false }
        return AndroidURL.text(bytes, range, plusIsSpace: false).utf8.elementsEqual(word.utf8)
    }
}

// MARK: Query

extension AndroidReceiver {
    /// The value of the first item with this name, unless it is blank.
    private static func nonBlank(_ name: String, _ url: AndroidURL, in bytes: Span<UInt8>) -> Range<Int>? {
        guard let value = url.value(of: name, in: bytes) else { return nil }
        return isBlank(bytes, value, plusIsSpace: true) ? nil : value
    }

    /// Kotlin's `isBlank` of the decoded text.
    private static func isBlank(_ bytes: Span<UInt8>, _ range: Range<Int>, plusIsSpace: Bool) -> Bool {
        // A letter or digit settles it.
        if let first = range.first, ASCIISet.letters.contains(bytes[first]) || ASCIISet.digits.contains(bytes[first]) {
            return false
        }
        return AndroidURL.text(bytes, range, plusIsSpace: plusIsSpace).unicodeScalars.allSatisfy { scalar in
            scalar.properties.isWhitespace && scalar.value != 0x85 || (0x1C...0x1F).contains(scalar.value)
        }
    }

    /// The value of an optional parameter, nil when it is absent or blank.
    static func optional(_ name: String, _ url: AndroidURL, in bytes: Span<UInt8>) -> String? {
        nonBlank(name, url, in: bytes).map { AndroidURL.text(bytes, $0, plusIsSpace: true) }
    }
}

// MARK: What is opened

extension AndroidReceiver {
    static func outcome(of bytes: Span<UInt8>, app: AppProfile) -> ReceiverOutcome {
        let url = AndroidURL(bytes, in: 0..<bytes.count)
        do throws(ReceiverRule) {
            switch try find(url, in: bytes, app: app) {
            case .viewStop(let stop):
                return .opens(.viewStop(OpenedStop(stopID: AndroidURL.text(bytes, stop, plusIsSpace: true), regionID: nil)))
            case .trip(let stop, let trip):
                let stopID = AndroidURL.text(bytes, stop, plusIsSpace: false)
                return .opens(
                    .trip(OpenedTrip(stopID: stopID, regionID: nil, tripID: AndroidURL.text(bytes, trip, plusIsSpace: true))))
            case .addRegion(let name, let server):
                return .opens(
                    .addRegion(
                        AddedRegion(
                            android: url, name: AndroidURL.text(bytes, name, plusIsSpace: true),
                            server: AndroidURL.text(bytes, server, plusIsSpace: true), in: bytes)))
            }
        } catch {
            return .rejects(error)
        }
    }
}

// MARK: Intents

extension AndroidReceiver {
    /// What the app does with an intent: its filters take a VIEW without a type in the categories DEFAULT and BROWSABLE.
    static func outcome(of intent: IntentLink, app: AppProfile) -> ReceiverOutcome {
        guard let package = app.androidPackage else { return .rejects(.noAndroidApp) }
        if let asked = intent.package, !asked.utf8.elementsEqual(package.utf8) { return .rejects(.otherPackage) }
        let categories = ["android.intent.category.DEFAULT", "android.intent.category.BROWSABLE"]
        guard intent.action == "android.intent.action.VIEW", intent.type == nil,
            intent.categories.allSatisfy(categories.contains)
        else { return .rejects(.otherIntent) }
        return outcome(of: intent.target.utf8.span, app: app)
    }
}
