// IOSCurrentReceiver: the iOS app as its sources of August 2026 are (`AppLinksRouter.swift`, `URLSchemeRouter.swift`): all
// that the document describes, and stop pages; add-region takes more parameters.

enum IOSCurrentReceiver {
    enum Finding {
        case documented(IOSDocumentedReceiver.Finding)
        /// The stop in the path as the app sees it.
        case stop(Range<Int>, region: Int64)
    }

    /// - Throws: the rule by which the app drops the URL.
    static func find(_ url: AppleURL, in bytes: Span<UInt8>) throws(ReceiverRule) -> Finding {
        let rule: ReceiverRule
        do throws(ReceiverRule) {
            return .documented(try IOSDocumentedReceiver.find(url, in: bytes))
        } catch {
            rule = error
        }
        guard let found = try stop(url, in: bytes) else { throw rule == .noTripPath ? .noStopPath : rule }
        return found
    }

    /// A stop's page, nil where the path is none. The app tries it wherever a trip's page failed.
    static func stop(_ url: AppleURL, in bytes: Span<UInt8>) throws(ReceiverRule) -> Finding? {
        if IOSDocumentedReceiver.isCustom(url, in: bytes) { return nil }
        return try url.withPath(in: bytes) { path, range throws(ReceiverRule) in
            guard let parts = StopPath.stop(in: path, range) else { return nil }
            return .stop(parts.stop, region: try parts.readRegion(in: path, range))
        }
    }
}

extension IOSCurrentReceiver {
    static func outcome(of bytes: Span<UInt8>) -> ReceiverOutcome {
        do throws(ReceiverRule) {
            let url = try AppleURL(bytes)
            switch try find(url, in: bytes) {
            case .documented(let finding):
                return .opens(IOSDocumentedReceiver.opening(of: finding, url, in: bytes, readsMore: true))
            case .stop(let stop, let region):
                let id = url.withPath(in: bytes) { path, _ in path.text(stop) }
                return .opens(.stop(OpenedStop(stopID: id, regionID: region)))
            }
        } catch {
            return .rejects(error)
        }
    }
}
