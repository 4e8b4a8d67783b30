// OpenedBy: which receivers open the links of a result, read by their models from the finished bytes of each URL in the
// result's own buffer; nothing is taken from what the writer of the link knew, and nothing is copied or allocated for a URL
// without escapes.

/// The member `openedBy` of a result.
enum OpenedBy {
    /// `{"web":[…],"app":[…]}`: for each link that some receiver opens, the receivers in their order. Nothing when none does.
    /// - Parameters:
    ///   - page: where the web page's URL stands in `json`.
    ///   - link: where the app link's does.
    static func writeField(page: Range<Int>?, link: Range<Int>?, of set: borrowing LinkSet, to json: inout JSONWriter) {
        var ofPage = receivers(of: page, isTripPage: set.isTrip, in: json, set)
        var ofLink = receivers(of: link, isTripPage: false, in: json, set)
        if !CarriedIDs.arePlain(in: set.request, isTrip: set.isTrip) {
            ofPage = carried(ofPage, by: page, in: json, set)
            ofLink = carried(ofLink, by: link, in: json, set)
        }
        if ofPage.isEmpty, ofLink.isEmpty { return }
        json.key("openedBy")
        json.beginObject()
        if !ofPage.isEmpty {
            json.key("web")
            write(ofPage, to: &json)
        }
        if !ofLink.isEmpty {
            json.key("app")
            write(ofLink, to: &json)
        }
        json.endObject()
    }

    private static func write(_ receivers: ReceiverSet, to json: inout JSONWriter) {
        json.beginArray()
        if receivers.contains(.iosDocumented) { json.value(literal: "ios-documented") }
        if receivers.contains(.iosCurrent) { json.value(literal: "ios-current") }
        if receivers.contains(.android) { json.value(literal: "android") }
        if receivers.contains(.sidecarRails) { json.value(literal: "sidecar-rails") }
        json.endArray()
    }

    private static func receivers(
        of range: Range<Int>?, isTripPage: Bool, in json: borrowing JSONWriter, _ set: borrowing LinkSet
    ) -> ReceiverSet {
        guard let range else { return [] }
        return json.bytes.withBytes { bytes in
            let url = ReceivedURL(bytes, in: range)
            var found = iOS(url, in: bytes)
            if opens({ () throws(ReceiverRule) in
                _ = try AndroidReceiver.find(AndroidURL(bytes, in: range), in: bytes, app: set.app)
            }) {
                found.insert(.android)
            }
            // A stop's page is routed, but not shown.
            guard isTripPage, let host = set.region.sidecar?.host else { return found }
            let isItsHost = url.isHost(host, in: bytes) || url.isHost(of: set.app.associatedDomains, in: bytes)
            if opens({ () throws(ReceiverRule) in _ = try SidecarRailsReceiver.find(url, in: bytes, isItsHost: isItsHost) }) {
                found.insert(.sidecarRails)
            }
            return found
        }
    }

    /// Those of `receivers` that open the stop or trip itself: an ID with a slash in it can be another's.
    private static func carried(
        _ receivers: ReceiverSet, by range: Range<Int>?, in json: borrowing JSONWriter, _ set: borrowing LinkSet
    ) -> ReceiverSet {
        guard let range, !receivers.isEmpty else { return receivers }
        let url = json.bytes.withBytes { $0.text(range) }
        let models = Receivers(app: set.app, sidecarHosts: [set.region.sidecar?.host].compactMap { $0 })
        var carried = receivers
        for (receiver, member) in ReceiverSet.members where receivers.contains(member) {
            let opening = models.outcome(of: url, at: receiver).opening
            if !CarriedIDs.arrive(in: opening, from: set.request, region: set.region.id) { carried.remove(member) }
        }
        return carried
    }

    private static func iOS(_ url: ReceivedURL, in bytes: Span<UInt8>) -> ReceiverSet {
        do throws(ReceiverRule) {
            switch try IOSCurrentReceiver.find(try AppleURL(url, in: bytes), in: bytes) {
            case .documented: return [.iosDocumented, .iosCurrent]
            case .stop: return .iosCurrent
            }
        } catch {
            return []
        }
    }

    @inline(__always)
    private static func opens(_ find: () throws(ReceiverRule) -> Void) -> Bool {
        do throws(ReceiverRule) {
            try find()
            return true
        } catch {
            return false
        }
    }
}

/// A set of receivers.
struct ReceiverSet: OptionSet {
    let rawValue: UInt8
    static let iosDocumented = Self(rawValue: 1), iosCurrent = Self(rawValue: 2)
    static let android = Self(rawValue: 4), sidecarRails = Self(rawValue: 8)
    static let members: [(Receiver, Self)] = [
        (.iosDocumented, .iosDocumented), (.iosCurrent, .iosCurrent), (.android, .android), (.sidecarRails, .sidecarRails),
    ]
}
