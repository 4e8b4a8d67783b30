// NameTable: the one table of what is being done with each name, in the words of the state table (Spool.swift). Of one name there
// can be two files: the one in hand and its successor, which has come to incoming/ meanwhile and has its turn as soon as the first
// is done. It knows no files; what it is told may be out of date.

internal import Posix

/// How far a name is.
enum NameState: Hashable {
    /// Its turn comes; in incoming/, or in work/ after a crash or a fault.
    case waiting
    /// Not whole yet, or in trouble: its turn comes at this moment.
    case setAside(until: MonotonicInstant)
    /// It has its turn: the work loop looks at it.
    case considered
    /// In work/ and judged, or with the thread of the streams: on its way to its durable end.
    case committing
}

/// A fault in which a request had a part: it goes alone, so that others don't suffer and the one to blame is found.
struct Trial: Hashable {
    /// How often it failed alone; whether the system or the request is to blame shows in the others.
    var failures = 0
}

/// Names in the order of their turn. Fresh ones, streams, late ones and those set aside have each a limit of their own, so that no
/// kind takes the places of another.
struct NameTable {
    private struct Entry {
        var candidate: Candidate
        var state: NameState
        var successor: Successor?
        var trial: Trial?
        /// Since when it is set aside in incoming/, turns in between left out.
        var restingSince: MonotonicInstant?
    }

    /// The file in incoming/ whose predecessor is in hand.
    private struct Successor {
        var isClosed: Bool
        var isOpened = false
    }

    /// What counts against a limit.
    private enum Share: Int, CaseIterable { case singles, streams, late, setAside, inHand }

    private let settings: SpoolSettings
    private var entries: [FileName: Entry] = [:]
    private var queues = NameQueues()
    private var shares = [Int](repeating: 0, count: Share.allCases.count)
    private var readyCount = (singles: 0, streams: 0)
    private var successors = 0
    /// Names that aren't whole and found no place, by their hash, with the ctime at which they were not: no look is wasted on them
    /// before that changes.
    private var passedOver: [Int: Int64] = [:]
    /// Single ones or streams were left out for want of room: only another listing finds them.
    private(set) var leftOut = (singles: false, streams: false)
    /// Some that aren't whole were passed over: a listing looks at them now and then.
    private(set) var hasPassedOver = false
    private var lateTurnsLeft = 0

    init(_ settings: SpoolSettings) { self.settings = settings }

    // MARK: questions

    /// Names known to be in incoming/.
    var waitingCount: Int { entries.count - inHandCount + successors }
    /// Names in work/.
    var inHandCount: Int { shares[Share.inHand.rawValue] }
    var isComplete: Bool { !leftOut.singles && !leftOut.streams && !hasPassedOver }
    var hasSingles: Bool { readyCount.singles > 0 }
    var hasStreams: Bool { readyCount.streams > 0 }
    var nextLook: MonotonicInstant? { queues.nextLook }

    /// Room for more single requests and streams.
    var room: (singles: Int, streams: Int) { (room(.singles), room(.streams)) }
    /// Whether those left out find room again.
    var hasRoomForLeftOut: Bool {
        leftOut.singles && room(.singles) > limit(.singles) / 16 * 15
            || leftOut.streams && room(.streams) > limit(.streams) / 16 * 15
    }

    /// Whether a listing has nothing to say of `name`: it waits in incoming/ already.
    func isWaiting(_ name: FileName) -> Bool { entries[name].map { $0.candidate.place == .incoming } ?? false }
    func isInHand(_ name: FileName) -> Bool { entries[name].map { $0.candidate.place == .inHand } ?? false }
    /// Whether it was passed over as it is.
    func isPassedOver(_ name: FileName, changedNanoseconds: Int64) -> Bool {
        !passedOver.isEmpty && passedOver[name.hashValue] == changedNanoseconds
    }
    func trial(of name: FileName) -> Trial? { entries[name]?.trial }

    private func limit(_ share: Share) -> Int {
        switch share {
        case .singles: settings.nameLimit
        case .streams, .late, .setAside: max(1, settings.nameLimit / 4)
        // The groups under way and what a crash left of them.
        case .inHand: .max
        }
    }

    private func room(_ share: Share) -> Int { max(0, limit(share) - shares[share.rawValue]) }

    private func share(of entry: Entry) -> Share {
        if entry.candidate.place == .inHand { return .inHand }
        if case .setAside = entry.state { return .setAside }
        switch entry.candidate.queue {
        case .streams: return .streams
        case .late: return .late
        case .singles, .claimed: return .singles
        }
    }

    private mutating func tally(_ entry: Entry, _ step: Int) {
        shares[share(of: entry).rawValue] += step
        if entry.successor != nil { successors += step }
        guard entry.state == .waiting else { return }
        if entry.candidate.isStream { readyCount.streams += step } else { readyCount.singles += step }
    }

    private mutating func store(_ entry: Entry, insteadOf old: Entry? = nil) {
        if let old { tally(old, -1) }
        tally(entry, 1)
        entries[entry.candidate.name] = entry
    }

    private mutating func change(_ name: FileName, _ body: (inout Entry) -> Void) {
        guard let old = entries[name] else { return }
        var entry = old
        body(&entry)
        store(entry, insteadOf: old)
    }

    // MARK: coming in

    /// A file of this name is in incoming/: it waits, behind its predecessor where that is in hand.
    /// - Returns: whether that was news.
    mutating func arrive(_ name: FileName, changedNanoseconds: Int64, isClosed: Bool = false) -> Bool {
        guard let old = entries[name] else {
            return admit(Candidate(name, changedNanoseconds: changedNanoseconds, isClosed: isClosed))
        }
        var entry = old
        if entry.candidate.place == .inHand {
            entry.successor = Successor(isClosed: isClosed || entry.successor?.isClosed == true)
        } else {
            entry.candidate.isClosed = entry.candidate.isClosed || isClosed
            wake(&entry)
        }
        store(entry, insteadOf: old)
        return entry.state != old.state || (old.successor == nil) != (entry.successor == nil)
    }

    private mutating func admit(_ candidate: Candidate) -> Bool {
        var candidate = candidate
        if !passedOver.isEmpty, passedOver[candidate.name.hashValue] != nil {
            candidate.vainTurns = Candidate.lateTurns
        }
        let entry = Entry(candidate: candidate, state: .waiting)
        let share = share(of: entry)
        guard room(share) > 0 else {
            leaveOut(share)
            return false
        }
        store(entry)
        queues.add(candidate)
        return true
    }

    private mutating func leaveOut(_ share: Share) {
        switch share {
        case .singles: leftOut.singles = true
        case .streams: leftOut.streams = true
        case .late, .setAside, .inHand: hasPassedOver = true
        }
    }

    /// An event may give it its turn before its time, but not more often than its pause allows.
    private mutating func wake(_ entry: inout Entry) {
        guard case .setAside(let until) = entry.state else { return }
        let now = MonotonicInstant.now()
        let earliest = max(now, entry.candidate.notBefore)
        if earliest >= until { return }
        entry.candidate.isWoken = true
        if earliest > now {
            entry.state = .setAside(until: earliest)
            queues.add(entry.candidate.name, at: earliest)
        } else {
            entry.state = .waiting
            queues.add(entry.candidate)
        }
    }

    /// Somebody opened the file: a writer perhaps. Our own reading and that of others, once it is closed, mean nothing.
    mutating func noteOpening(of name: FileName) {
        guard let entry = entries[name] else { return }
        if entry.candidate.place == .incoming, !entry.candidate.isClosed {
            entries[name]?.candidate.isOpened = true
        } else if entry.successor?.isClosed == false {
            entries[name]?.successor?.isOpened = true
        }
    }

    /// A listing has begun: from now on, what is left out counts.
    mutating func startListing() {
        leftOut = (false, false)
        hasPassedOver = false
        if room(.setAside) > limit(.setAside) / 2 { passedOver.removeAll() }
    }

    /// A listing had no room for some of these.
    mutating func leaveOut(streams: Bool) { leaveOut(streams ? .streams : .singles) }
    /// A listing met one that was passed over.
    mutating func passOver() { hasPassedOver = true }

    // MARK: turns

    /// A turn of the work loop begins: how many late ones may have theirs.
    mutating func startTurn(late: Int) { lateTurnsLeft = late }

    /// The next single request that has its turn: those in hand first, then some of the late ones.
    mutating func nextSingle() -> Candidate? {
        if let candidate = next(of: .claimed) { return candidate }
        if lateTurnsLeft > 0, let candidate = next(of: .late) {
            lateTurnsLeft -= 1
            return candidate
        }
        return next(of: .singles)
    }

    /// The next stream that has its turn.
    mutating func nextStream() -> Candidate? { next(of: .streams) }

    private mutating func next(of queue: NameQueues.Queue) -> Candidate? {
        while let name = queues.removeFirst(of: queue) {
            guard let entry = entries[name], entry.state == .waiting, entry.candidate.queue == queue else { continue }
            return consider(name)
        }
        return nil
    }

    /// `name` has its turn now, wherever it waits; nil where it is not known.
    mutating func consider(_ name: FileName) -> Candidate? {
        change(name) { $0.state = .considered }
        return entries[name]?.candidate
    }

    /// Gives their turn to those whose time has come.
    mutating func wake(at now: MonotonicInstant) {
        while let look = queues.removeDueLook(at: now) {
            guard let entry = entries[look.name], entry.state == .setAside(until: look.at) else { continue }
            change(look.name) { $0.state = .waiting }
            queues.add(entry.candidate)
        }
    }

    // MARK: what a turn came to

    /// It has its turn again, behind those that are before it.
    mutating func requeue(_ candidate: Candidate) {
        change(candidate.name) {
            $0.candidate = candidate
            $0.state = .waiting
        }
        queues.add(candidate)
    }

    /// Its next turn comes at `moment`, or later where it has changed again and again.
    mutating func setAside(_ candidate: Candidate, until moment: MonotonicInstant, changed: Bool) {
        var candidate = candidate
        if changed || candidate.isWoken { candidate.addVainTurn() }
        candidate.isWoken = false
        candidate.notBefore = MonotonicInstant.now().advanced(by: settings.pause(after: candidate.vainTurns))
        if candidate.place == .incoming && room(.setAside) == 0 { passOverOldest() }
        let until = max(moment, candidate.notBefore)
        change(candidate.name) {
            $0.candidate = candidate
            $0.state = .setAside(until: until)
        }
        queues.add(candidate.name, at: until)
        if candidate.place == .incoming, entries[candidate.name]?.restingSince == nil { rest(candidate.name) }
    }

    private mutating func rest(_ name: FileName) {
        let now = MonotonicInstant.now()
        entries[name]?.restingSince = now
        queues.addRest(name, since: now)
    }

    /// Whoever is being written now has just come: the one that was set aside first makes room.
    private mutating func passOverOldest() {
        while let oldest = queues.removeOldestRest() {
            guard let entry = entries[oldest.name], entry.restingSince == oldest.since else { continue }
            if case .setAside = entry.state, entry.candidate.place == .incoming { return passOver(entry.candidate) }
            entries[oldest.name]?.restingSince = nil
        }
    }

    private mutating func passOver(_ candidate: Candidate) {
        release(candidate.name)
        hasPassedOver = true
        guard passedOver.count < 4 * settings.nameLimit, let seen = candidate.observation else { return }
        passedOver[candidate.name.hashValue] = seen.changedNanoseconds
    }

    /// It was renamed into work/ and is on its way to its end.
    mutating func claim(_ name: FileName) {
        change(name) {
            $0.restingSince = nil
            $0.candidate.place = .inHand
            $0.state = .committing
        }
    }

    /// It was renamed back into incoming/.
    mutating func putBack(_ name: FileName) { change(name) { $0.candidate.place = .incoming } }

    /// It is still in work/, and what was judged is not what is there: it has its turn once it has stood still for a while, longer
    /// each time; with a verdict, at once.
    /// - Parameter pause: at least this long.
    mutating func turnAgain(_ name: FileName, refusal: SpoolRefusal? = nil, pause: Duration = .zero) {
        var candidate = entries[name]?.candidate ?? Candidate(inHand: name)
        candidate.place = .inHand
        candidate.refusal = refusal
        candidate.observation = nil
        candidate.isClosed = true
        if entries[name] == nil { store(Entry(candidate: candidate, state: .considered)) }
        if refusal != nil { return requeue(candidate) }
        setAside(candidate, until: MonotonicInstant.now().advanced(by: pause), changed: true)
    }

    /// The turn is over: unless it was claimed, queued or set aside, nothing is left to do for it.
    mutating func endTurn(_ name: FileName) { if entries[name]?.state == .considered { release(name) } }

    /// A fault ended the turn, and it is no request's doing.
    mutating func interruptTurn(_ candidate: Candidate) {
        if entries[candidate.name]?.state == .considered { requeue(candidate) }
    }

    /// `name` is done, or gone: its successor has its turn.
    mutating func release(_ name: FileName) {
        if !passedOver.isEmpty { passedOver[name.hashValue] = nil }
        guard let entry = entries.removeValue(forKey: name) else { return }
        tally(entry, -1)
        guard let successor = entry.successor else { return }
        var candidate = Candidate(
            name, changedNanoseconds: wallClockNanoseconds(), isClosed: successor.isClosed)
        candidate.isOpened = successor.isOpened
        store(Entry(candidate: candidate, state: .waiting))
        queues.add(candidate)
    }

    /// It had a part in a fault, and goes alone from now on.
    mutating func tryAlone(_ name: FileName) { change(name) { $0.trial = $0.trial ?? Trial() } }

    /// It failed alone.
    /// - Returns: how often by now.
    mutating func noteFailure(_ name: FileName) -> Int {
        change(name) { $0.trial = Trial(failures: ($0.trial?.failures ?? 0) + 1) }
        return entries[name]?.trial?.failures ?? 1
    }

    // MARK: recovery

    /// What work/ holds after a crash or a fault is the truth: `found` there, each with its ctime, and the stream that is `running`.
    mutating func recover(_ found: [FileName: Int64], running: FileName?) {
        let gone = entries.values.map(\.candidate).filter {
            $0.place == .inHand && $0.name != running && found[$0.name] == nil
        }
        for candidate in gone { release(candidate.name) }
        for (name, changed) in found where name != running { recover(name, changed) }
        if let running { recover(running, running: true) }
    }

    private mutating func recover(_ name: FileName, _ changed: Int64 = wallClockNanoseconds(), running: Bool = false) {
        let old = entries[name]
        let new = Entry(candidate: Candidate(inHand: name, changedNanoseconds: changed), state: .waiting)
        var entry = old ?? new
        if entry.candidate.place == .incoming {
            entry.successor = Successor(isClosed: entry.candidate.isClosed, isOpened: entry.candidate.isOpened)
            entry.candidate = Candidate(inHand: name, changedNanoseconds: changed)
            entry.state = .waiting
        }
        if running {
            entry.state = .committing
        } else if entry.state == .committing || entry.state == .considered {
            entry.state = .waiting
        }
        store(entry, insteadOf: old)
        if entry.state == .waiting { queues.add(entry.candidate) }
    }
}

extension SpoolSettings {
    /// How long a name waits after so many turns in vain: twice as long each time.
    func pause(after vainTurns: UInt8) -> Duration {
        if vainTurns == 0 { return .zero }
        return min(longestBackOff, lookInterval / 100 * (1 << Int(min(vainTurns - 1, 20))))
    }
}
