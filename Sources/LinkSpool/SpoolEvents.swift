// What the spool hears: from inotify, from the thread of the streams, and from its own listings. All of it ends as names
// that wait; what the files are is found out when their turn comes.

internal import Posix

extension Spool {
    // MARK: hints

    /// - Returns: how many of them were news.
    mutating func take(_ hints: [FolderWatch.Hint]) -> Int {
        // Hints come in the order of what happened: the clock and their place stand for the ctime until it is read.
        let clock = wallClockNanoseconds()
        var news = 0
        for (index, hint) in hints.enumerated() {
            switch hint {
            case .name(let name, .open): names.noteOpening(of: name)
            case .name(let name, let writing):
                if isLeftAlone(name) { continue }
                let changed = clock + Int64(index)
                if names.arrive(name, changedNanoseconds: changed, isClosed: writing == .closed) { news += 1 }
            case .directory(let name):
                if !isLeftAlone(name) { reportDirectory(name) }
            case .overflow:
                report.overflows += 1
                nextListing = .now()
            case .foldersChanged:
                folders = nil
                news += 1
            }
        }
        return news
    }

    func isLeftAlone(_ name: FileName) -> Bool { name.isLeftAlone(settings.ignoredSuffixes) }

    /// `name` is no longer in hand: the next of that name has its turn.
    mutating func release(_ name: FileName) {
        troubled[name] = nil
        names.release(name)
    }

    // MARK: streams

    mutating func takeStreamEnds() {
        for end in worker.takeEnds() {
            switch end.result {
            case .done(let lines, let refused):
                finish(Outcome(name: end.name, verdict: .streamed(lines: lines, refused: refused)))
            case .gone: release(end.name)
            case .refused(let refusal): names.turnAgain(end.name, refusal: refusal)
            // What was written in vain is paid for by a pause several times as long.
            case .again: names.turnAgain(end.name, pause: min(end.took * 4, settings.longestPause))
            case .fault(let error): noteStreamFault(end.name, error)
            case .ownFault(let error): noteOwnFault(end.name, error)
            case .undecided(let reason):
                postpone(Candidate(inHand: end.name), .undecided(request: "\(end.name)", reason: reason))
            }
        }
    }

    /// The stream is still in hand. A fault that is its own holds up nobody.
    private mutating func noteStreamFault(_ name: FileName, _ error: SystemError) {
        let hasFailed = names.trial(of: name).map { $0.failures > 0 } ?? false
        if error.isWantOfRoom, hasFailed, !isBackingOff { return noteOwnFault(name, error) }
        do { try blame(Candidate(inHand: name), error) } catch { note(.system(error)) }
    }

    /// A stream for whose answer there is no room is refused in the end, after most of a minute: others must not wait for ever
    /// beside one that fills the disk again and again.
    private mutating func noteOwnFault(_ name: FileName, _ error: SystemError) {
        let failures = names.noteFailure(name)
        if error.isWantOfRoom, failures >= settings.roomAttempts {
            return names.turnAgain(name, refusal: .answerTooLarge(error))
        }
        setAside(Candidate(inHand: name), .system(error), failures: failures)
    }

    /// Says what became of a request that is durable and gone from work/.
    mutating func finish(_ outcome: Outcome) {
        if case .refused = outcome.verdict { counts.refused += 1 } else { counts.answered += 1 }
        report.outcomes.append(outcome)
        release(outcome.name)
    }

    // MARK: recovery

    /// Takes up what stands in work/ after a crash or a fault: unfinished results are removed, requests are done again.
    mutating func recover(_ folders: SpoolFolders) throws(SpoolFault) {
        let running = worker.takeBack()
        abandon()
        do {
            try removeUnfinished(folders, but: running)
            names.recover(try requestsInHand(folders), running: running)
        } catch { throw .system(error) }
        needsRecovery = false
    }

    private mutating func requestsInHand(_ folders: SpoolFolders) throws(SystemError) -> [FileName: Int64] {
        var found: [FileName: Int64] = [:]
        var listing = try DirectoryListing(folders.requests)
        while let name = try listing.next() {
            guard let status = try folders.requests.statusIfPresent(of: name) else { continue }
            if name.isFolderLaidAside {
                returnFolderLaidAside(name, folders)
            } else {
                found[name] = status.changedNanoseconds
            }
        }
        return found
    }

    private func removeUnfinished(_ folders: SpoolFolders, but running: FileName?) throws(SystemError) {
        var listing = try DirectoryListing(folders.unfinished)
        while let name = try listing.next() {
            if name != running { try folders.unfinished.removeIfPresent(name) }
        }
    }

    // MARK: listing

    func isListingDue(at now: MonotonicInstant) -> Bool { listingMoment.map { now >= $0 } ?? false }

    /// When incoming/ is listed next. With names left out, as soon as there is room for more; where files that aren't whole have taken
    /// that room, not more often than leaves time for others, and those themselves are looked at now and then.
    var listingMoment: MonotonicInstant? {
        var moments = [nextListing]
        if names.hasPassedOver { moments.append(lastListing.advanced(by: passedOverPause)) }
        if names.hasRoomForLeftOut {
            moments.append(lastListing.advanced(by: names.hasPassedOver ? listingTime * 4 : .zero))
        }
        return moments.min()
    }

    /// Lists incoming/, which is the truth: what is there and not known yet waits from now on, the oldest first.
    mutating func list(_ folders: SpoolFolders) throws(SpoolFault) {
        try root.check()
        // Watched before it is listed, as at the start.
        if watch == nil { startWatching(folders) }
        let start = MonotonicInstant.now()
        let arePassedOver = names.hasPassedOver
        passedOverPause = arePassedOver ? min(passedOverPause * 2, settings.patience) : .seconds(1)
        names.startListing()
        var found = Listed(settings, isByLot: arePassedOver)
        do {
            var listing = try DirectoryListing(folders.incoming)
            while let name = try listing.next() {
                if isLeftAlone(name) || names.isWaiting(name) { continue }
                if listing.isDirectory == true { reportDirectory(name) } else { try look(at: name, &found, folders) }
            }
        } catch { throw .system(error) }
        take(&found, sparingly: arePassedOver)
        lastListing = .now()
        listingTime = start.duration(to: lastListing)
        nextListing = lastListing.advanced(
            by: folders.isNetwork || watch == nil ? settings.networkListingInterval : settings.listingInterval)
    }

    private mutating func look(
        at name: FileName, _ found: inout Listed, _ folders: SpoolFolders
    ) throws(SystemError) {
        guard let status = try folders.incoming.statusIfPresent(of: name) else { return }
        if status.kind == .directory { return reportDirectory(name) }
        if names.isPassedOver(name, changedNanoseconds: status.changedNanoseconds) { return names.passOver() }
        found.add(name, status.changedNanoseconds)
    }

    /// The oldest, as far as there is room, or half of it where files that aren't whole may be among them. One whose predecessor is in
    /// hand needs none.
    private mutating func take(_ found: inout Listed, sparingly: Bool) {
        let room = names.room
        found.trim(to: sparingly ? (room.singles / 2, room.streams / 2) : room)
        if found.leftOut.singles { names.leaveOut(streams: false) }
        if found.leftOut.streams { names.leaveOut(streams: true) }
        for one in found.singles + found.streams {
            _ = names.arrive(one.name, changedNanoseconds: one.changedNanoseconds)
        }
    }

    /// A thousand is more than anyone reads; beyond that they are passed over in silence.
    mutating func reportDirectory(_ name: FileName) {
        guard reportedDirectories.count < 1000, reportedDirectories.insert(name).inserted else { return }
        report.directories.append(name)
    }
}
