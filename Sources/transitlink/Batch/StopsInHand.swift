// StopsInHand: some stops on their way through the threads: which rows of the feed they are, and what was made of them. The
// memory of one serves many chunks, for a million stops are hundreds of them.

internal import Arguments
internal import Feeds
internal import Publishing
internal import Staging
internal import Synchronization
internal import TransitLinks

final class StopsInHand: Sendable {
    /// 4,096 stops: a few MB of results, small enough that two a thread cost nothing, large enough that handing them over
    /// doesn't either.
    static let size = 4096

    struct Content: ~Copyable {
        /// In `StopChoice.rows`.
        var range = 0..<0
        var linked: StopChunk
        /// What the formats made.
        var parts = RenderedParts()
        /// What the lists of the site know of the stops.
        var entries = SiteEntries()
        var stems = FileStems()
        /// What the next run compares with.
        var memory = StopMemory()
        /// A line of JSON a sign.
        var signs: [UInt8] = []
        var notices: [FeedNotice] = []
        /// Stops without links, for their ID is refused.
        var refused = 0
        /// Stops whose link no QR code can hold.
        var withoutCode = 0
        /// Files of their own that were made for the stops, and their bytes.
        var pages = PageCounts()
        var failure: Failure?

        init(of feed: FeedStops) { linked = StopChunk(of: feed) }

        mutating func begin(_ range: Range<Int>) {
            self.range = range
            linked.removeAll()
            parts.removeAll()
            entries = SiteEntries()
            stems.removeAll()
            memory.bytes.removeAll(keepingCapacity: true)
            signs.removeAll(keepingCapacity: true)
            notices.removeAll()
            (refused, withoutCode, failure, pages) = (0, 0, nil, PageCounts())
        }
    }

    let content: Mutex<Content>

    init(of feed: FeedStops) { content = Mutex(Content(of: feed)) }

    /// Shows what was made to `body`.
    func read(_ body: (borrowing Content) throws(Failure) -> Void) throws(Failure) {
        try content.withLock { (content) throws(Failure) in try body(content) }
    }
}

/// Files made for single stops.
struct PageCounts: Sendable, Equatable {
    var files: [BatchFormat: Int] = [:]
    var bytes: [BatchFormat: Int] = [:]

    mutating func add(_ format: BatchFormat, bytes count: Int) {
        files[format, default: 0] += 1
        bytes[format, default: 0] += count
    }

    static func += (sum: inout PageCounts, more: PageCounts) {
        sum.files.merge(more.files, uniquingKeysWith: +)
        sum.bytes.merge(more.bytes, uniquingKeysWith: +)
    }
}
