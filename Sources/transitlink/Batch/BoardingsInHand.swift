// BoardingsInHand: some boardings on their way through the threads, as StopsInHand is of stops.

internal import Arguments
internal import Feeds
internal import Publishing
internal import Synchronization
internal import TransitLinks

final class BoardingsInHand: Sendable {
    /// 8,192 rows of output: whole trips, each on all of its days, until there are as many.
    static let rows = 8192

    struct Content: ~Copyable {
        /// As the feed has them, trip by trip.
        var boardings: [Boarding] = []
        var linked: BoardingChunk
        var parts = RenderedParts()
        var notices: [FeedNotice] = []
        /// Trips, once for each of their days.
        var trips = 0
        /// Boardings without links, once for each day.
        var refused = 0

        init(of feed: FeedStops, on days: [PublishedDay]) { linked = BoardingChunk(of: feed, on: days) }

        /// The memory of the last chunk's boardings.
        mutating func takeBoardings() -> [Boarding] {
            defer { boardings = [] }
            return boardings
        }

        mutating func begin(_ boardings: [Boarding]) {
            self.boardings = boardings
            linked.removeAll()
            parts.removeAll()
            notices.removeAll()
            (trips, refused) = (0, 0)
        }
    }

    let content: Mutex<Content>

    init(of feed: FeedStops, on days: [PublishedDay]) { content = Mutex(Content(of: feed, on: days)) }

    /// Shows what was made to `body`.
    func read(_ body: (borrowing Content) throws(Failure) -> Void) throws(Failure) {
        try content.withLock { (content) throws(Failure) in try body(content) }
    }
}
