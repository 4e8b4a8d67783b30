// OpenedBy: which receivers open the links of a result, read by their models from the finished bytes of each URL; nothing is
// taken from what the writer of the link knew, and nothing is copied or allocated for a URL without escapes.

/// The member `openedBy` of a result.
enum OpenedBy {
    /// `"web":["ios-current"]`: the receivers of a link, in their order.
    static func write(_ receivers: ReceiverSet, of name: String, to json: inout JSONWriter) {
        json.key(named: name)
        write(receivers, to: &json)
    }

    private static func write(_ receivers: ReceiverSet, to json: inout JSONWriter) {
        json.beginArray()
        if receivers.contains(.iosDocumented) { json.value(literal: "ios-documented") }
        if receivers.contains(.iosCurrent) { json.value(literal: "ios-current") }
        if receivers.contains(.android) { json.value(literal: "android") }
        if receivers.contains(.sidecarRails) { json.value(literal: "sidecar-rails") }
        json.endArray()
    }

    /// Those of `asked` that open a URL.
    /// - Parameter range: where it stands in `text`.
    static func receivers(
        _ asked: ReceiverSet, of range: Range<Int>, in text: borrowing ByteWriter, _ region: borrowing Region,
        _ app: borrowing AppProfile
    ) -> ReceiverSet {
        text.withBytes { bytes in
            let url = ReceivedURL(bytes, in: range)
            var found = iOS(url, in: bytes).intersection(asked)
            if asked.contains(.android),
                opens({ () throws(ReceiverRule) in
                    _ = try AndroidReceiver.find(AndroidURL(bytes, in: range), in: bytes, app: app)
                })
            {
                found.insert(.android)
            }
            guard asked.contains(.sidecarRails), let host = region.sidecar?.host else { return found }
            let isItsHost = url.isHost(host, in: bytes) || url.isHost(of: app.associatedDomains, in: bytes)
            if opens({ () throws(ReceiverRule) in _ = try SidecarRailsReceiver.find(url, in: bytes, isItsHost: isItsHost) }) {
                found.insert(.sidecarRails)
            }
            return found
        }
    }

    /// Those of `receivers` that open the stop or trip itself: an ID with a slash in it can be another's.
    /// - Parameter range: where the link stands in `text`.
    static func carrying(
        _ receivers: ReceiverSet, of range: Range<Int>, in text: borrowing ByteWriter, _ request: ShareRequest,
        _ links: CompiledLinks
    ) -> ReceiverSet {
        if receivers.isEmpty { return receivers }
        let url = text.withBytes { $0.text(range) }
        let models = Receivers(app: links.app, sidecarHosts: [links.region.sidecar?.host].compactMap { $0 })
        var carrying = receivers
        for (receiver, member) in ReceiverSet.members where receivers.contains(member) {
            let opening = models.outcome(of: url, at: receiver).opening
            if !CarriedIDs.arrive(in: opening, from: request, region: links.region.id) { carrying.remove(member) }
        }
        return carrying
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
    /// The apps, which open pages and custom schemes.
    static let apps: Self = [.iosDocumented, .iosCurrent, .android]
}
