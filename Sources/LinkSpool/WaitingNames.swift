// WaitingNames: the names that are known to wait, oldest first, and those to be looked at again later. It knows no files;
// what it is told may be out of date, and a name that has gone is found out when its turn comes.

internal import Posix

/// A name that waits, with what is known of it.
struct Candidate: Hashable {
    let name: FileName
    var place = Place.incoming
    /// ctime when it was found, by which it queues.
    var changedNanoseconds: Int64
    var isClosed = false
    /// Someone opened it here before it was closed: only the end of that, or long quiet, makes it whole.
    var isOpened = false
    var observation: Observation?
    /// A verdict reached elsewhere: it only has to be carried out.
    var refusal: SpoolRefusal?
}

/// Names in the order of their turn, at most `limit` of them.
struct WaitingNames {
    private struct Turn: Comparable {
        let changedNanoseconds: Int64
        let name: FileName

        static func < (left: Turn, right: Turn) -> Bool {
            left.changedNanoseconds != right.changedNanoseconds
                ? left.changedNanoseconds < right.changedNanoseconds : left.name < right.name
        }
    }

    private struct Look: Comparable {
        let at: MonotonicInstant
        let name: FileName
        static func < (left: Look, right: Look) -> Bool { left.at < right.at }
    }

    private struct Entry {
        var candidate: Candidate
        /// Nil where its turn can come at once.
        var lookAt: MonotonicInstant?
    }

    let limit: Int
    private var entries: [FileName: Entry] = [:]
    private var inHand = BinaryHeap<Turn>()
    private var singles = BinaryHeap<Turn>()
    private var streams = BinaryHeap<Turn>()
    private var looks = BinaryHeap<Look>()
    private var readyCount = (singles: 0, streams: 0)
    /// Names were left out for want of room: only another listing finds them.
    private(set) var isIncomplete = false

    init(limit: Int) { self.limit = limit }

    var count: Int { entries.count }
    var room: Int { max(0, limit - entries.count) }
    var hasSingles: Bool { readyCount.singles > 0 }
    var hasStreams: Bool { readyCount.streams > 0 }
    var nextLook: MonotonicInstant? { looks.first?.at }

    func knows(_ name: FileName) -> Bool { entries[name] != nil }

    /// Whether a file was closed is remembered; one that was to be looked at later has its turn now.
    mutating func note(_ candidate: Candidate) {
        guard var entry = entries[candidate.name] else {
            if entries.count >= limit { isIncomplete = true } else { add(candidate) }
            return
        }
        entry.candidate.isClosed = entry.candidate.isClosed || candidate.isClosed
        entry.candidate.refusal = candidate.refusal ?? entry.candidate.refusal
        let wasLater = entry.lookAt != nil
        entry.lookAt = nil
        entries[candidate.name] = entry
        if wasLater { queue(entry.candidate) }
    }

    /// Somebody opened the file: a writer perhaps. Our own reading and that of others, once it is closed, mean nothing.
    mutating func noteOpening(of name: FileName) {
        if entries[name]?.candidate.isClosed == false { entries[name]?.candidate.isOpened = true }
    }

    private mutating func add(_ candidate: Candidate) {
        entries[candidate.name] = Entry(candidate: candidate, lookAt: nil)
        queue(candidate)
    }

    private mutating func queue(_ candidate: Candidate) {
        let turn = Turn(changedNanoseconds: candidate.changedNanoseconds, name: candidate.name)
        if candidate.isStream { readyCount.streams += 1 } else { readyCount.singles += 1 }
        switch (candidate.isStream, candidate.place) {
        case (true, _): streams.insert(turn)
        case (false, .inHand): inHand.insert(turn)
        case (false, .incoming): singles.insert(turn)
        }
    }

    /// Lets `candidate` wait until `moment`.
    mutating func postpone(_ candidate: Candidate, until moment: MonotonicInstant) {
        entries[candidate.name] = Entry(candidate: candidate, lookAt: moment)
        looks.insert(Look(at: moment, name: candidate.name))
    }

    /// Gives their turn to those whose time has come.
    mutating func wake(at now: MonotonicInstant) {
        while let look = looks.first, look.at <= now {
            _ = looks.removeFirst()
            guard var entry = entries[look.name], entry.lookAt == look.at else { continue }
            entry.lookAt = nil
            entries[look.name] = entry
            queue(entry.candidate)
        }
    }

    /// The next single request, those in hand first; it is forgotten here.
    mutating func nextSingle() -> Candidate? {
        while let turn = inHand.removeFirst() ?? singles.removeFirst() {
            if let candidate = remove(turn.name) { return candidate }
        }
        return nil
    }

    /// The next stream; it is forgotten here.
    mutating func nextStream() -> Candidate? {
        while let turn = streams.removeFirst() {
            if let candidate = remove(turn.name) { return candidate }
        }
        return nil
    }

    /// Takes `name` out, wherever it waits.
    mutating func remove(_ name: FileName) -> Candidate? {
        guard let entry = entries.removeValue(forKey: name) else { return nil }
        if entry.lookAt == nil {
            if entry.candidate.isStream { readyCount.streams -= 1 } else { readyCount.singles -= 1 }
        }
        return entry.candidate
    }

    mutating func removeAll() { self = WaitingNames(limit: limit) }

    /// A listing has begun: from now on, what is left out counts.
    mutating func startListing() { isIncomplete = false }

    /// Names were left out.
    mutating func leaveOut() { isIncomplete = true }
}

extension Candidate {
    /// Whether it goes to the thread for streams; a verdict is carried out with the single ones.
    var isStream: Bool { refusal == nil && name.nameClass == .request(.stream) }
}
