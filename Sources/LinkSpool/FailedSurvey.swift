// FailedSurvey: what stands in failed/, by age, in memory for a bounded number of names: a folder that nobody ever emptied is
// gone through once to count it, and once more for each 65,536 requests that somebody wants to see in order.

package import Posix

/// A request in failed/.
package struct FailedRequest: Sendable, Hashable, Comparable {
    package let name: FileName
    /// When it was put there: ctime, in nanoseconds since 1970.
    package let sinceNanoseconds: Int64
    private let identity: FileStatus.Identity

    init(_ name: FileName, _ status: FileStatus) {
        self.name = name
        sinceNanoseconds = status.changedNanoseconds
        identity = status.identity
    }

    /// Whether `status` is that of the very file that was seen, put there at that very time.
    func isStill(_ status: FileStatus) -> Bool {
        status.identity == identity && status.changedNanoseconds == sinceNanoseconds
    }

    /// The older first.
    package static func < (left: FailedRequest, right: FailedRequest) -> Bool {
        (left.sinceNanoseconds, left.name) < (right.sinceNanoseconds, right.name)
    }
}

/// How many requests are in failed/, and which are the oldest.
package struct FailedSurvey: Sendable {
    package private(set) var files = 0
    /// The oldest, in order, as many as were asked for.
    package let oldest: [FailedRequest]
    /// When the newest came; nil where there is none.
    package private(set) var newestNanoseconds: Int64?

    /// Counts those behind `start`, until `end`.
    init(
        of failed: borrowing Directory, limit: Int, behind start: FailedRequest?, until end: Int64
    ) throws(SystemError) {
        var found = OldestRequests(limit: limit)
        var listing = try DirectoryListing(failed)
        while let name = try listing.next() {
            guard !name.isReason, let status = try failed.statusIfPresent(of: name) else { continue }
            let request = FailedRequest(name, status)
            if request.sinceNanoseconds > end { continue }
            if let start, request <= start { continue }
            files += 1
            newestNanoseconds = max(newestNanoseconds ?? .min, request.sinceNanoseconds)
            found.add(request)
        }
        oldest = found.inOrder()
    }
}

/// Goes through failed/ from the oldest request to the newest, as it stands at the first step: what comes later is left out, so
/// that a request that fails again while it is run again is not met twice.
package struct FailedRequests: ~Copyable {
    /// In memory at once: about 10 MB of them.
    package static let portion = 65_536

    private let keeper: SpoolKeeper
    private let portion: Int
    private var last: FailedRequest?
    private var end: Int64

    /// - Parameters:
    ///   - end: the youngest that is wanted, as ctime in nanoseconds since 1970.
    ///   - portion: how many each step hands out at most.
    package init(_ keeper: SpoolKeeper, until end: Int64 = .max, portion: Int = Self.portion) {
        self.keeper = keeper
        self.end = end
        self.portion = portion
    }

    /// The next of them, in order; empty at the end.
    /// - Throws: `open`, `getdents64`, `stat`.
    package mutating func next() throws(SystemError) -> [FailedRequest] {
        let survey = try keeper.survey(oldest: portion, behind: last, until: end)
        if last == nil, let newest = survey.newestNanoseconds { end = newest }
        last = survey.oldest.last ?? last
        return survey.oldest
    }
}

/// The oldest of any number of requests.
private struct OldestRequests {
    /// The newest first.
    private struct Entry: Comparable {
        let request: FailedRequest
        static func < (left: Entry, right: Entry) -> Bool { left.request > right.request }
    }

    private let limit: Int
    private var count = 0
    private var heap = BinaryHeap<Entry>()

    init(limit: Int) { self.limit = limit }

    mutating func add(_ request: FailedRequest) {
        if count < limit {
            count += 1
        } else {
            guard let newest = heap.first, request < newest.request else { return }
            _ = heap.removeFirst()
        }
        heap.insert(Entry(request: request))
    }

    consuming func inOrder() -> [FailedRequest] {
        var requests: [FailedRequest] = []
        requests.reserveCapacity(count)
        while let newest = heap.removeFirst() { requests.append(newest.request) }
        requests.reverse()
        return requests
    }
}
