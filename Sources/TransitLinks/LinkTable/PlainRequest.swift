// PlainRequest: a request whose IDs every receiver reads as they were written. What the receivers' models say of its links
// holds for all requests with plain IDs, and where they reject another request's link and not this one's, its IDs are to blame.

extension ShareRequest {
    /// A request with plain IDs. Nil never: the IDs are valid.
    static func plain(isTrip: Bool) -> ShareRequest? {
        do {
            var request = ShareRequest(stop: SharedStop(id: try StopID("1_1")))
            guard isTrip else { return request }
            request.trip = SharedTrip(
                id: try TripID("1_1"), serviceDate: try ServiceDate(epochSeconds: 1_774_854_000), stopSequence: 0)
            return request
        } catch { return nil }
    }

    /// The same request with plain IDs.
    var withPlainIDs: ShareRequest? {
        guard let plain = Self.plain(isTrip: isTrip) else { return nil }
        var twin = self
        twin.stop.id = plain.stop.id
        if let trip = plain.trip { twin.trip?.id = trip.id }
        if twin.trip?.destinationStopID != nil { twin.trip?.destinationStopID = plain.stop.id }
        return twin
    }

    /// Whether every ID is made of what all receivers carry.
    var hasPlainIDs: Bool {
        guard isPlain(stop.id.text) else { return false }
        guard let trip else { return true }
        return isPlain(trip.id.text) && (trip.destinationStopID.map { isPlain($0.text) } ?? true)
    }

    /// Asked for often; `!= nil` copies the optional first, with every string in it.
    @inline(__always)
    var isTrip: Bool { if case .some = trip { true } else { false } }
}

private func isPlain(_ id: String) -> Bool {
    let bytes = id.utf8.span
    return bytes.firstIndex(in: 0..<bytes.count) { !ASCIISet.plainID.contains($0) } == bytes.count
}
