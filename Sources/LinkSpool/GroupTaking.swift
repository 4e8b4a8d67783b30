// How the spool commits what it has taken, and how it finds the request of which a fault came: after a fault each request of
// the group is tried alone, and one that fails again while the others succeed waits by itself and holds up nobody.

internal import Posix

/// A request that was part of a fault: it goes alone.
struct Trial: Hashable {
    /// It failed alone; whether the system or the request is to blame shows in the others.
    var hasFailed = false
    /// When it is tried next.
    var notBefore = MonotonicInstant(nanoseconds: 0)
}

extension Spool {
    // MARK: committing

    /// A group that goes alone, at once.
    mutating func commit(_ group: [Judged], _ folders: SpoolFolders) throws(SystemError) {
        if group.isEmpty { return }
        var commit = GroupCommit(group, in: folders)
        defer { settle(commit) }
        do { try commit.run() } catch {
            guard let request = group.first, group.count == 1 else {
                tryAlone(group, after: error)
                throw error
            }
            try blame(Candidate(inHand: request.name), error)
        }
    }

    /// A group joins those under way, which come a step further; also without one.
    mutating func advance(_ group: [Judged], _ folders: SpoolFolders) throws(SystemError) {
        do {
            let next = try written(group, folders)
            if let ended = try pipeline.advance(next, in: folders) { settle(ended) }
        } catch {
            abandon(after: error)
            throw error
        }
    }

    /// The group with its results in work/results, not flushed; nil for none.
    private mutating func written(_ group: [Judged], _ folders: SpoolFolders) throws(SystemError) -> GroupCommit? {
        if group.isEmpty { return nil }
        var commit = GroupCommit(group, in: folders)
        commit.avoid(pipeline.promisedNames)
        do { try commit.write() } catch {
            tryAlone(group, after: error)
            throw error
        }
        return commit
    }

    /// Brings the groups under way to their end.
    mutating func drain(_ folders: SpoolFolders) throws(SystemError) {
        while !pipeline.isEmpty { try advance([], folders) }
    }

    /// Those under way are given up: what has not ended is done again, from work/.
    private mutating func abandon(after fault: SystemError) {
        for commit in pipeline.abandon() {
            tryAlone(commit.requests, after: fault)
            settle(commit)
        }
    }

    /// The same, after something that is no request's doing.
    mutating func abandon() {
        for commit in pipeline.abandon() { settle(commit) }
    }

    private mutating func settle(_ commit: GroupCommit) {
        for outcome in commit.outcomes { finish(outcome) }
        for name in commit.again { noteInHand(name) }
    }

    // MARK: whose fault it was

    /// A process that is short of something is no request's doing.
    private mutating func tryAlone(_ group: [Judged], after fault: SystemError) {
        if fault.isOfTheProcess { return }
        for request in group where trials[request.name] == nil { trials[request.name] = Trial() }
    }

    /// A fault that one request met alone. At first it may be everybody's: the spool waits it out, and tries others before it comes
    /// back to this one. Where those succeeded and this one fails again, it is looked at again now and then.
    /// - Throws: the fault, where it may be everybody's.
    mutating func blame(_ candidate: Candidate, _ fault: SystemError) throws(SystemError) {
        if fault.isOfTheProcess { throw fault }
        let isItsOwn = trials[candidate.name]?.hasFailed == true && !isBackingOff
        let next = MonotonicInstant.now().advanced(by: settings.longestBackOff)
        if trials.count >= Self.trialLimit { trials.removeAll() }
        trials[candidate.name] = Trial(hasFailed: true, notBefore: next)
        postpone(inHand.contains(candidate.name) ? Candidate(inHand: candidate.name) : candidate, .system(fault))
        if !isItsOwn { throw fault }
    }

    /// More than a few groups: beyond that the file system is broken, and what is known of single requests is worth little.
    private static var trialLimit: Int { 4096 }

    func isSetAside(_ candidate: Candidate) -> Bool {
        trials[candidate.name].map { MonotonicInstant.now() < $0.notBefore } ?? false
    }

    /// Lets a candidate that has to go alone wait: whether for long, and others may have their turn.
    mutating func delay(_ candidate: Candidate) -> Bool {
        guard let trial = trials[candidate.name], isSetAside(candidate) else {
            waiting.note(candidate)
            return false
        }
        waiting.postpone(candidate, until: trial.notBefore)
        return true
    }
}

extension Candidate {
    /// One that is in hand already.
    init(inHand name: FileName, refusal: SpoolRefusal? = nil) {
        self.init(
            name: name, place: .inHand, changedNanoseconds: wallClockNanoseconds(), isClosed: true, refusal: refusal)
    }
}
