// WayfinderReceiver: OneBusAway's web app (OneBusAway/wayfinder, SvelteKit): the pages of a stop, its schedule and its place on
// the map. The path is split as `decodeURI` leaves it, in which `%2F` is no slash, and an ID is decoded once. Without a host
// from the configuration any is taken: no directory says where one runs.

enum WayfinderReceiver {
    /// - Parameter hosts: of the wayfinders that are known.
    static func outcome(of bytes: Span<UInt8>, hosts: [String]) -> ReceiverOutcome {
        let url = ReceivedURL(bytes)
        guard url.isWebPage, url.authority != nil else { return .rejects(.notHTTP) }
        guard hosts.isEmpty || url.isHost(of: hosts, in: bytes) else { return .rejects(.noWayfinder) }
        if PercentDecoding.hasBadEscape(bytes, at: url.path) { return .rejects(.notUTF8) }
        guard let id = stop(in: url.path, bytes) else { return .rejects(.noWayfinderPage) }
        guard let text = String(validating: PercentDecoding.bytes(bytes, at: id), as: UTF8.self) else {
            return .rejects(.notUTF8)
        }
        return .opens(.stop(OpenedStop(stopID: text, regionID: nil)))
    }

    /// `/stops/ID`, `/stops/ID/schedule` or `/map/stops/ID`; a slash at the end is taken away by a redirect.
    private static func stop(in path: Range<Int>, _ bytes: Span<UInt8>) -> Range<Int>? {
        var segments: [Range<Int>] = []
        var at = path.lowerBound + 1
        while at <= path.upperBound, segments.count < 5 {
            let end = bytes.firstIndex(in: at..<path.upperBound) { $0 == UInt8(ascii: "/") }
            segments.append(at..<end)
            at = end + 1
        }
        if segments.count > 1, segments.last?.isEmpty == true { segments.removeLast() }
        let isMap = segments.first.map { isWord("map", $0, bytes) } ?? false
        if isMap { segments.removeFirst() }
        guard segments.count == 2 || segments.count == 3 && !isMap, isWord("stops", segments[0], bytes), !segments[1].isEmpty
        else { return nil }
        if segments.count == 3, !isWord("schedule", segments[2], bytes) { return nil }
        return segments[1]
    }

    private static func isWord(_ word: String, _ segment: Range<Int>, _ bytes: Span<UInt8>) -> Bool {
        PercentDecoding.bytes(bytes, at: segment).elementsEqual(word.utf8)
    }
}
