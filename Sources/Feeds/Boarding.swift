// Boarding: a rider gets on a trip at a stop on a service day: what a trip link is made of.

/// One boarding of one trip, the same on every service day on which the trip runs.
package struct Boarding: Sendable, Equatable {
    /// Index into `FeedTrips.rows`.
    package let trip: Int
    /// Index into `FeedStops.rows`.
    package let stop: Int
    /// As in the feed.
    package let gtfsStopSequence: Int
    /// 0-based index of the stop in the trip as OneBusAway counts (links.md, section 3).
    package let stopSequence: Int

    package init(trip: Int, stop: Int, gtfsStopSequence: Int, stopSequence: Int) {
        self.trip = trip
        self.stop = stop
        self.gtfsStopSequence = gtfsStopSequence
        self.stopSequence = stopSequence
    }
}
