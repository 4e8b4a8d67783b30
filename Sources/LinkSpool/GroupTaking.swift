// How the spool commits what it has taken, and how it finds the request of which a fault came: after a fault each request of
// the group is tried alone, and one that fails again while the others succeed waits by itself and holds up nobody.

internal import Posix

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
            commit.discard()
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
        for name in commit.again { names.turnAgain(name) }
    }

    // MARK: whose fault it was

    /// A process that is short of something, or a folder that nobody may search, is no request's doing.
    private mutating func tryAlone(_ group: [Judged], after fault: SystemError) {
        if fault.isEverybodys { return }
        for request in group { names.tryAlone(request.name) }
    }

    /// A fault that one request met alone. At first it may be everybody's: the spool waits it out, and tries others before it comes
    /// back to this one. Where those succeeded and this one fails again, it is set aside.
    /// - Throws: the fault, where it may be everybody's.
    mutating func blame(_ candidate: Candidate, _ fault: SystemError) throws(SystemError) {
        if fault.isEverybodys { throw fault }
        let hasFailed = names.trial(of: candidate.name).map { $0.failures > 0 } ?? false
        let isItsOwn = hasFailed && !isBackingOff
        let failures = names.noteFailure(candidate.name)
        let isInHand = names.isInHand(candidate.name)
        setAside(isInHand ? Candidate(inHand: candidate.name) : candidate, .system(fault), failures: failures)
        if !isItsOwn { throw fault }
    }

    /// Lets a request that alone is in trouble wait, each time twice as long.
    mutating func setAside(_ candidate: Candidate, _ fault: SpoolFault, failures: Int) {
        if troubled.count < 100 { troubled[candidate.name] = fault }
        let pause = min(settings.longestPause, settings.longestBackOff / 4 * (1 << min(failures, 10)))
        names.setAside(candidate, until: MonotonicInstant.now().advanced(by: pause), changed: false)
    }
}
