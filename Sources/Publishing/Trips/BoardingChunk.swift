// BoardingChunk: some boardings of a feed with their OneBusAway IDs, the unit in which formats render. A trip's texts stand in
// it once, however many boardings it has.

package import Feeds
package import TransitLinks

/// A trip's texts, each in `BoardingChunk.bytes`.
package struct LinkedTrip: Sendable {
    /// As in the feed.
    package let feedID: ByteRange
    /// The OneBusAway ID.
    package let id: ByteRange
    /// The route's name for riders, and where the trip goes; empty where the feed has none.
    package let route: ByteRange
    package let headsign: ByteRange
    /// In `BoardingChunk.days`.
    package let day: Int
    /// In trips.txt; 1 is the header.
    package let row: Int
}

/// One boarding of a trip on its day.
package struct LinkedBoarding: Sendable {
    /// In `BoardingChunk.trips`.
    package let trip: Int
    /// In `BoardingChunk.feed.rows`.
    package let stop: Int
    /// The stop's OneBusAway ID in `BoardingChunk.bytes`.
    package let stopID: ByteRange
    package let gtfsStopSequence: Int
    package let stopSequence: Int
}

package struct BoardingChunk: Sendable {
    package let feed: FeedStops
    package let days: [PublishedDay]
    package private(set) var trips: [LinkedTrip] = []
    package private(set) var boardings: [LinkedBoarding] = []
    /// UTF-8, one text behind the other.
    package private(set) var bytes: [UInt8] = []

    /// An empty chunk of the feed with these stops, for these service days.
    package init(of feed: FeedStops, on days: [PublishedDay]) {
        self.feed = feed
        self.days = days
    }

    /// Empties it for the next boardings; the memory stays.
    package mutating func removeAll() {
        trips.removeAll(keepingCapacity: true)
        boardings.removeAll(keepingCapacity: true)
        bytes.removeAll(keepingCapacity: true)
    }

    /// Begins a trip on one of its days, whose boardings follow.
    /// - Parameters:
    ///   - feedID: as in the feed.
    ///   - day: index into `days`.
    ///   - row: in trips.txt; 1 is the header.
    ///   - write: appends its OneBusAway ID to `bytes`.
    /// - Throws: why that is none; the trip isn't begun then.
    package mutating func begin(
        trip feedID: Span<UInt8>, route: Span<UInt8>, headsign: Span<UInt8>, day: Int, row: Int,
        id write: (inout [UInt8]) -> Void
    ) throws(IdentifierError) {
        let id = try bytes.appendID(TripKind.self, write)
        trips.append(
            LinkedTrip(
                feedID: append(feedID), id: id, route: append(route), headsign: append(headsign), day: day,
                row: row))
    }

    /// Adds a boarding of the trip that was begun last.
    /// - Parameter write: appends the stop's OneBusAway ID to `bytes`.
    /// - Throws: why that is none; the boarding isn't added then.
    package mutating func append(
        _ boarding: Boarding, stopID write: (inout [UInt8]) -> Void
    ) throws(IdentifierError) {
        precondition(!trips.isEmpty, "a boarding belongs to a trip")
        let stopID = try bytes.appendID(StopKind.self, write)
        boardings.append(
            LinkedBoarding(
                trip: trips.count - 1, stop: boarding.stop, stopID: stopID, gtfsStopSequence: boarding.gtfsStopSequence,
                stopSequence: boarding.stopSequence))
    }

    private mutating func append(_ text: Span<UInt8>) -> ByteRange {
        let start = bytes.count
        for i in text.indices { bytes.append(text[i]) }
        return ByteRange(start: UInt32(start), count: UInt32(text.count))
    }

    func text(_ range: ByteRange) -> String { String(decoding: bytes[range.indices], as: UTF8.self) }
}
