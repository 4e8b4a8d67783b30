// NameQueues: in which order names have their turn, and when those that were set aside are looked at again. A turn here may
// be out of date: the table of names knows whether it still counts.

internal import Posix

/// The queues of a table of names.
struct NameQueues {
    /// The queue in which a name waits.
    enum Queue: CaseIterable {
        /// In work/: they were first.
        case claimed
        case singles
        case streams
        /// Those that had many turns in vain: a few of them in each turn of the work loop, so that they hold up nobody.
        case late
    }

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

    private var claimed = BinaryHeap<Turn>()
    private var singles = BinaryHeap<Turn>()
    private var streams = BinaryHeap<Turn>()
    private var late = BinaryHeap<Turn>()
    private var looks = BinaryHeap<Look>()
    private var rests = BinaryHeap<Look>()

    /// When the next of those set aside is to be looked at.
    var nextLook: MonotonicInstant? { looks.first?.at }

    /// Puts `candidate` into its queue.
    mutating func add(_ candidate: Candidate) {
        let turn = Turn(changedNanoseconds: candidate.changedNanoseconds, name: candidate.name)
        switch candidate.queue {
        case .claimed: claimed.insert(turn)
        case .singles: singles.insert(turn)
        case .streams: streams.insert(turn)
        case .late: late.insert(turn)
        }
    }

    /// The oldest name in `queue`.
    mutating func removeFirst(of queue: Queue) -> FileName? {
        switch queue {
        case .claimed: claimed.removeFirst()?.name
        case .singles: singles.removeFirst()?.name
        case .streams: streams.removeFirst()?.name
        case .late: late.removeFirst()?.name
        }
    }

    /// Has `name` looked at again at `moment`.
    mutating func add(_ name: FileName, at moment: MonotonicInstant) { looks.insert(Look(at: moment, name: name)) }

    /// Notes that `name` has been set aside in incoming/ since `moment`.
    mutating func addRest(_ name: FileName, since moment: MonotonicInstant) { rests.insert(Look(at: moment, name: name)) }

    /// The one that was set aside first.
    mutating func removeOldestRest() -> (name: FileName, since: MonotonicInstant)? {
        rests.removeFirst().map { ($0.name, $0.at) }
    }

    /// The next whose time has come.
    mutating func removeDueLook(at now: MonotonicInstant) -> (name: FileName, at: MonotonicInstant)? {
        guard let look = looks.first, look.at <= now else { return nil }
        _ = looks.removeFirst()
        return (look.name, look.at)
    }
}

extension Candidate {
    /// Where it waits for its turn.
    var queue: NameQueues.Queue {
        if isStream { return .streams }
        if isLate { return .late }
        return place == .inHand ? .claimed : .singles
    }
}
