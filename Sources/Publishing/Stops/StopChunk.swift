// StopChunk: some stops of a feed with their OneBusAway IDs, the unit in which formats render: a chunk knows nothing of the
// others, so that several threads can render and the bytes be joined in order.

package import Feeds
package import TransitLinks

/// A stop of a feed and its OneBusAway ID.
package struct LinkedStop: Sendable {
    package let stop: FeedStop
    /// In `StopChunk.ids`.
    package let id: ByteRange
}

package struct StopChunk: Sendable {
    package let feed: FeedStops
    package private(set) var stops: [LinkedStop] = []
    /// The UTF-8 of the OneBusAway IDs, one behind the other.
    package private(set) var ids: [UInt8] = []

    /// An empty chunk of this feed.
    package init(of feed: FeedStops) { self.feed = feed }

    /// Empties it for the next stops; the memory stays.
    package mutating func removeAll() {
        stops.removeAll(keepingCapacity: true)
        ids.removeAll(keepingCapacity: true)
    }

    /// Adds a stop.
    /// - Parameter write: appends its OneBusAway ID to `ids`.
    /// - Throws: why that is none; the stop isn't added then.
    package mutating func append(_ stop: FeedStop, id write: (inout [UInt8]) -> Void) throws(IdentifierError) {
        let id = try ids.appendID(StopKind.self, write)
        stops.append(LinkedStop(stop: stop, id: id))
    }

    /// A stop's OneBusAway ID as text.
    package func idText(_ stop: LinkedStop) -> String { String(decoding: ids[stop.id.indices], as: UTF8.self) }
}

extension [UInt8] {
    /// Appends the ID that `write` appends.
    /// - Returns: where it stands.
    /// - Throws: why it is none; nothing is appended then.
    mutating func appendID<Kind: Sendable>(
        _ kind: Kind.Type, _ write: (inout [UInt8]) -> Void
    ) throws(IdentifierError) -> ByteRange {
        let start = count
        write(&self)
        do throws(IdentifierError) {
            try CombinedID<Kind>.check(span.extracting(start..<count))
        } catch {
            removeSubrange(start...)
            throw error
        }
        return ByteRange(start: UInt32(start), count: UInt32(count - start))
    }
}
