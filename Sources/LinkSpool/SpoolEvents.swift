// What the spool hears: from inotify, from the thread of the streams, and from its own listings. All of it ends as names
// that wait; what the files are is found out when their turn comes.

internal import Posix

extension Spool {
    // MARK: hints

    mutating func take(_ hints: [FolderWatch.Hint]) {
        // Hints come in the order of what happened: the clock and their place stand for the ctime until it is read.
        let clock = wallClockNanoseconds()
        for (index, hint) in hints.enumerated() {
            switch hint {
            case .name(let name, .open):
                waiting.noteOpening(of: name)
            case .name(let name, let writing):
                let isClosed = writing == .closed
                note(Candidate(name: name, changedNanoseconds: clock + Int64(index), isClosed: isClosed))
            case .overflow:
                report.overflows += 1
                nextListing = .now()
            case .foldersChanged:
                folders = nil
            }
        }
    }

    /// A name in incoming/ waits; while its predecessor is in hand, it waits for that.
    mutating func note(_ candidate: Candidate) {
        if candidate.name.isLeftAlone { return }
        if inHand.contains(candidate.name) {
            blocked[candidate.name, default: false] = blocked[candidate.name] ?? false || candidate.isClosed
        } else {
            waiting.note(candidate)
        }
    }

    /// `name` is no longer in hand: the next of that name has its turn.
    mutating func release(_ name: FileName) {
        inHand.remove(name)
        troubled[name] = nil
        trials[name] = nil
        guard let isClosed = blocked.removeValue(forKey: name) else { return }
        note(Candidate(name: name, changedNanoseconds: wallClockNanoseconds(), isClosed: isClosed))
    }

    // MARK: streams

    mutating func takeStreamEnds() {
        for end in worker.takeEnds() {
            switch end.result {
            case .done(let lines, let refused):
                finish(Outcome(name: end.name, verdict: .streamed(lines: lines, refused: refused)))
            case .gone: release(end.name)
            case .refused(let refusal): noteInHand(end.name, refusal: refusal)
            case .again: noteInHand(end.name)
            case .fault(let error): noteStreamFault(end.name, error)
            case .undecided(let reason):
                inHand.insert(end.name)
                postpone(Candidate(inHand: end.name), .undecided(request: "\(end.name)", reason: reason))
            }
        }
    }

    /// The stream is still in hand. A fault that is its own holds up nobody.
    private mutating func noteStreamFault(_ name: FileName, _ error: SystemError) {
        inHand.insert(name)
        do { try blame(Candidate(inHand: name), error) } catch { note(.system(error)) }
    }

    mutating func noteInHand(_ name: FileName, refusal: SpoolRefusal? = nil) {
        inHand.insert(name)
        waiting.note(Candidate(inHand: name, refusal: refusal))
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
            inHand = running.map { [$0] } ?? []
            var listing = try DirectoryListing(folders.requests)
            while let name = try listing.next() {
                if name != running { try recover(name, folders) }
            }
        } catch { throw .system(error) }
        needsRecovery = false
    }

    private mutating func recover(_ name: FileName, _ folders: SpoolFolders) throws(SystemError) {
        guard let status = try folders.requests.statusIfPresent(of: name) else { return }
        if let present = waiting.remove(name), present.place == .incoming { blocked[name] = present.isClosed }
        inHand.insert(name)
        waiting.note(
            Candidate(
                name: name, place: .inHand, changedNanoseconds: status.changedNanoseconds, isClosed: true))
    }

    private func removeUnfinished(_ folders: SpoolFolders, but running: FileName?) throws(SystemError) {
        var listing = try DirectoryListing(folders.unfinished)
        while let name = try listing.next() {
            if name != running { try folders.unfinished.removeIfPresent(name) }
        }
    }

    // MARK: listing

    /// With names left out, the next listing comes when room for more is there, but not more often than once a second.
    func isListingDue(at now: MonotonicInstant) -> Bool {
        if now >= nextListing { return true }
        guard waiting.isIncomplete else { return false }
        return waiting.count < settings.nameLimit / 16
            || now >= lastListing.advanced(by: .seconds(1)) && !waiting.hasSingles
    }

    /// Lists incoming/, which is the truth: what is there and not known yet waits from now on, the oldest first.
    mutating func list(_ folders: SpoolFolders) throws(SpoolFault) {
        try root.check()
        // Watched before it is listed, as at the start.
        if watch == nil { startWatching(folders) }
        waiting.startListing()
        var found: [Found] = []
        do {
            var listing = try DirectoryListing(folders.incoming)
            while let name = try listing.next() {
                guard !name.isLeftAlone, !waiting.knows(name) else { continue }
                guard let status = try folders.incoming.statusIfPresent(of: name) else { continue }
                if status.kind == .directory { reportDirectory(name) } else { add(name, status, to: &found) }
            }
        } catch { throw .system(error) }
        trim(&found, to: waiting.room)
        for one in found { note(Candidate(name: one.name, changedNanoseconds: one.changedNanoseconds)) }
        lastListing = .now()
        nextListing = lastListing.advanced(
            by: folders.isNetwork || watch == nil ? settings.networkListingInterval : settings.listingInterval)
    }

    /// A name of a listing: a twelfth of a candidate, as there may be 131,072 of them at once.
    private struct Found {
        let name: FileName
        let changedNanoseconds: Int64
    }

    private mutating func add(_ name: FileName, _ status: FileStatus, to found: inout [Found]) {
        found.append(Found(name: name, changedNanoseconds: status.changedNanoseconds))
        if found.count >= 2 * settings.nameLimit { trim(&found, to: settings.nameLimit) }
    }

    /// Keeps the `count` oldest.
    private mutating func trim(_ found: inout [Found], to count: Int) {
        if found.count <= count { return }
        found.sort { $0.changedNanoseconds < $1.changedNanoseconds }
        found.removeLast(found.count - count)
        waiting.leaveOut()
    }

    /// A thousand is more than anyone reads; beyond that they are passed over in silence.
    mutating func reportDirectory(_ name: FileName) {
        guard reportedDirectories.count < 1000, reportedDirectories.insert(name).inserted else { return }
        report.directories.append(name)
    }
}
