// ChunkSupply: hands out the stops of a feed in chunks, the memory of a finished one for the next.

internal import Feeds
internal import Synchronization

struct ChunkSupply {
    private let rows: Int
    private let feed: FeedStops
    private var next = 0
    private var free: [StopsInHand] = []

    /// - Parameter rows: how many stops there are.
    init(rows: Int, of feed: FeedStops) {
        self.rows = rows
        self.feed = feed
    }

    /// The next stops, nil after the last.
    mutating func take() -> StopsInHand? {
        guard next < rows else { return nil }
        let range = next..<min(next + StopsInHand.size, rows)
        next = range.upperBound
        let chunk = free.popLast() ?? StopsInHand(of: feed)
        chunk.content.withLock { $0.begin(range) }
        return chunk
    }

    /// A chunk whose results were taken.
    mutating func giveBack(_ chunk: StopsInHand) { free.append(chunk) }
}
