// How the spool takes a request: look, read, have it judged, rename it into work/, and make sure that what was taken is
// what was read. ENOENT in incoming/ is no error anywhere: its producer has withdrawn it.

internal import Posix

extension Spool {
    // MARK: groups

    /// Hands streams to their thread while it has room.
    mutating func startStreams(_ folders: SpoolFolders, _ handlers: RequestHandlers) throws(SystemError) {
        var refused: [Judged] = []
        while worker.hasRoom, refused.count < settings.groupLimit, let candidate = names.nextStream() {
            if let judged = try consider(candidate, folders, handlers) { refused.append(judged) }
        }
        try commit(refused, folders)
    }

    /// Takes what is ready, up to a group. Many go to the disk together, while the next are read; a few go at once. A request that
    /// ended the process is tried alone and first.
    mutating func workGroup(_ folders: SpoolFolders, _ handlers: RequestHandlers) throws(SystemError) {
        if let suspect = singleSuspect {
            let judged = try names.consider(suspect.name).flatMap { candidate throws(SystemError) in
                try consider(candidate, folders, handlers)
            }
            singleSuspect = nil
            return try commit(judged.map { [$0] } ?? [], folders)
        }
        let group: [Judged]
        do { group = try takeGroup(folders, handlers) } catch {
            // Those under way have nothing to do with it.
            try drain(folders)
            throw error
        }
        if pipeline.isEmpty && group.count < settings.fileSystemFlushCount { return try commit(group, folders) }
        try advance(group, folders)
    }

    private mutating func takeGroup(_ folders: SpoolFolders, _ handlers: RequestHandlers) throws(SystemError) -> [Judged] {
        var group: [Judged] = []
        var size = 0
        names.startTurn(late: Self.lateTurns)
        // Names that turn out not to be ready cost a look each: after so many, what is ready is committed.
        for _ in 0..<(4 * settings.groupLimit) {
            guard group.count < settings.groupLimit, size < settings.groupBytes, let candidate = names.nextSingle()
            else { break }
            let isAlone = names.trial(of: candidate.name) != nil
            if isAlone, !group.isEmpty || !pipeline.isEmpty {
                names.requeue(candidate)
                break
            }
            guard let judged = try consider(candidate, folders, handlers) else { continue }
            group.append(judged)
            size += judged.size
            if isAlone { break }
        }
        return group
    }

    /// Looks at those that change again and again, in one turn: a look takes some 20 µs, and others wait for it.
    private static let lateTurns = 32

    // MARK: one candidate

    /// Looks at a candidate whose turn it is: judged and in hand, or nil where it waits, is gone or went to the streams. A file
    /// that alone can't be read is tried again later and holds up nobody.
    private mutating func consider(
        _ candidate: Candidate, _ folders: SpoolFolders, _ handlers: RequestHandlers
    ) throws(SystemError) -> Judged? {
        do {
            if !troubled.isEmpty { troubled[candidate.name] = nil }
            let judged = try look(at: candidate, folders, handlers)
            if judged == nil { names.endTurn(candidate.name) }
            return judged
        } catch {
            guard error.isOfOneFile else {
                defer { names.interruptTurn(candidate) }
                try blame(candidate, error)
                return nil
            }
            setAside(candidate, .system(error), failures: names.noteFailure(candidate.name))
            return nil
        }
    }

    /// A request about which the program can't decide is looked at again after the longest back-off.
    mutating func postpone(_ candidate: Candidate, _ fault: SpoolFault) {
        if troubled.count < 100 { troubled[candidate.name] = fault }
        let moment = MonotonicInstant.now().advanced(by: settings.longestBackOff)
        names.setAside(candidate, until: moment, changed: false)
    }

    private mutating func look(
        at candidate: Candidate, _ folders: SpoolFolders, _ handlers: RequestHandlers
    ) throws(SystemError) -> Judged? {
        guard let status = try status(of: candidate, folders) else {
            release(candidate.name)
            return nil
        }
        if let refusal = candidate.refusal {
            names.claim(candidate.name)
            return refused(candidate.name, refusal, Fingerprint(status), handlers)
        }
        let inspection = inspection(of: candidate, status)
        return try follow(inspection.decision, inspection, folders, handlers)
    }

    private func status(of candidate: Candidate, _ folders: SpoolFolders) throws(SystemError) -> FileStatus? {
        switch candidate.place {
        case .incoming: try folders.incoming.statusIfPresent(of: candidate.name)
        case .inHand: try folders.requests.statusIfPresent(of: candidate.name)
        }
    }

    private func inspection(of candidate: Candidate, _ status: FileStatus) -> Inspection {
        Inspection(candidate, status, now: .now(), settings: settings)
    }

    private mutating func follow(
        _ decision: Decision, _ inspection: Inspection, _ folders: SpoolFolders, _ handlers: RequestHandlers
    ) throws(SystemError) -> Judged? {
        let candidate = inspection.candidate
        switch decision {
        case .read:
            return try read(inspection, folders, handlers)
        case .stream:
            if try take(candidate, folders), try isStill(inspection, folders) { start(candidate.name, folders) }
        case .refuse(let refusal):
            let fingerprint = Fingerprint(inspection.status)
            guard try take(candidate, folders) else { return nil }
            return refused(candidate.name, refusal, fingerprint, handlers)
        case .lookAgain(let moment):
            try wait(inspection, until: moment, folders)
        case .leaveDirectory:
            if candidate.place == .inHand { returnFolder(candidate.name, inspection.status, folders) }
            if candidate.place == .incoming { reportDirectory(candidate.name) }
        }
        return nil
    }

    private mutating func start(_ name: FileName, _ folders: SpoolFolders) {
        let suspect = streamSuspect?.name == name ? streamSuspect : nil
        if suspect != nil { streamSuspect = nil }
        worker.add(StreamJob(name: name, folders: folders, settings: settings, suspect: suspect))
    }

    // MARK: reading

    private mutating func read(
        _ inspection: Inspection, _ folders: SpoolFolders, _ handlers: RequestHandlers
    ) throws(SystemError) -> Judged? {
        let bytes: [UInt8]
        let status: FileStatus
        do {
            let name = inspection.candidate.name
            let file = try open(name, inspection.place, folders)
            status = try file.status()
            // The look has found it regular and within the limit; one byte more would show that it has grown.
            let isSame = Fingerprint(status) == Fingerprint(inspection.status)
            bytes = isSame ? try file.read(upTo: Int(status.size) + 1) : []
        } catch  where error.operation == "open" || error.errno == .noEntry {
            return try cannotOpen(inspection, error, folders, handlers)
        }
        if Fingerprint(status) != Fingerprint(inspection.status) || UInt64(bytes.count) != inspection.status.size {
            // It changed between the look and the reading: a new look decides.
            try wait(inspection, until: .now(), folders)
            return nil
        }
        return try judge(bytes, inspection, folders, handlers)
    }

    private func open(_ name: FileName, _ place: Place, _ folders: SpoolFolders) throws(SystemError) -> FileDescriptor {
        switch place {
        case .incoming: try folders.incoming.openRequest(name)
        case .inHand: try folders.requests.openRequest(name)
        }
    }

    private mutating func cannotOpen(
        _ inspection: Inspection, _ error: SystemError, _ folders: SpoolFolders, _ handlers: RequestHandlers
    ) throws(SystemError) -> Judged? {
        switch error.errno {
        case .access: return try follow(inspection.unreadable, inspection, folders, handlers)
        case .noEntry, .tooManyLinks, .noSuchDevice:
            // Withdrawn or replaced since the look: a new one decides.
            try wait(inspection, until: .now(), folders)
            return nil
        default: throw error
        }
    }

    private mutating func judge(
        _ bytes: [UInt8], _ inspection: Inspection, _ folders: SpoolFolders, _ handlers: RequestHandlers
    ) throws(SystemError) -> Judged? {
        let candidate = inspection.candidate
        let name = candidate.name
        let fingerprint = Fingerprint(inspection.status)
        let earlier = earlierAttempts(name, inspection.status)
        if earlier >= settings.crashLimit {
            return try follow(.refuse(.crashesDaemon(times: earlier)), inspection, folders, handlers)
        }
        folders.page.begin(name, inode: inspection.status.identity.inode, attempts: earlier + 1, in: .single)
        let kind: RequestKind = name.hasSuffix(".url") ? .url : .json
        let judgement = handlers.judge(name, kind, bytes)
        folders.page.end(.single)
        switch judgement {
        case .unfinished:
            return try follow(inspection.judgedUnfinished.unfinished, inspection.judgedUnfinished, folders, handlers)
        case .postponed(let reason):
            postpone(candidate, .undecided(request: "\(name)", reason: reason))
            return nil
        case .answered(let answer):
            guard try take(candidate, folders) else { return nil }
            let judged = Judged(name: name, fingerprint: fingerprint, verdict: .answered(answer))
            return try unblocked(judged, candidate.place, folders, handlers)
        case .refused(let answer, let reason, let codes):
            guard try take(candidate, folders) else { return nil }
            let verdict = Judged.Verdict.refused(answer: answer, reason: reason, codes: codes)
            let judged = Judged(name: name, fingerprint: fingerprint, verdict: verdict)
            return try unblocked(judged, candidate.place, folders, handlers)
        }
    }

    private func earlierAttempts(_ name: FileName, _ status: FileStatus) -> UInt64 {
        guard let suspect = singleSuspect, suspect.name == name, suspect.inode == status.identity.inode else {
            return 0
        }
        return suspect.attempts
    }

    // MARK: taking

    /// Renames a request into work/; false where it was withdrawn. Whether it is still what was judged is asked before it is removed.
    private mutating func take(_ candidate: Candidate, _ folders: SpoolFolders) throws(SystemError) -> Bool {
        let name = candidate.name
        if candidate.place == .inHand {
            names.claim(name)
            return true
        }
        do {
            try folders.incoming.rename(name, to: folders.requests, as: name, replacing: false)
        } catch  where error.errno == .noEntry {
            return false
        } catch  where error.errno == .exists {
            // Somebody else put a file into work/: it is taken up first.
            needsRecovery = true
            names.requeue(candidate)
            return false
        } catch  where error.isOfOneName {
            // Or of all, where the folders themselves are not to be written to.
            try folders.incoming.checkWritable()
            try folders.requests.checkWritable()
            throw error
        }
        names.claim(name)
        return true
    }

    /// Whether what was taken is what was looked at; if not, it is in hand to be looked at anew.
    private mutating func isStill(_ inspection: Inspection, _ folders: SpoolFolders) throws(SystemError) -> Bool {
        let name = inspection.name
        if Fingerprint(try folders.requests.status(of: name)) == Fingerprint(inspection.status) { return true }
        names.turnAgain(name)
        return false
    }

    /// Lets a candidate wait, in incoming/ if its name is free there: an unfinished file belongs to its producer.
    private mutating func wait(
        _ inspection: Inspection, until moment: MonotonicInstant, _ folders: SpoolFolders
    ) throws(SystemError) {
        var candidate = inspection.candidate
        if candidate.place == .inHand, candidate.observation?.isJudgedUnfinished == true,
            try putBack(candidate.name, folders)
        {
            candidate.place = .incoming
        }
        names.setAside(candidate, until: moment, changed: inspection.hasChanged)
    }

    /// Puts a request back into incoming/; false where another of its name has come: it then stays in hand.
    private mutating func putBack(_ name: FileName, _ folders: SpoolFolders) throws(SystemError) -> Bool {
        do {
            try folders.requests.moveBack(name, to: folders.incoming, as: name)
        } catch  where error.errno == .exists { return false }
        names.putBack(name)
        return true
    }

    // MARK: verdicts

    private func refused(
        _ name: FileName, _ refusal: SpoolRefusal, _ fingerprint: Fingerprint, _ handlers: RequestHandlers
    ) -> Judged {
        let text = handlers.explain(name, refusal)
        let answer = refusal.isAnswered ? text.answer : nil
        return Judged(
            name: name, fingerprint: fingerprint,
            verdict: .refused(answer: answer, reason: text.reason, codes: [refusal.code]))
    }

    /// The same, unless a folder stands where its answer belongs. The rename finds that out the first time, and it comes again.
    private func unblocked(
        _ judged: Judged, _ place: Place, _ folders: SpoolFolders, _ handlers: RequestHandlers
    ) throws(SystemError) -> Judged {
        guard place == .inHand, let fingerprint = judged.fingerprint,
            try folders.results.statusIfPresent(of: judged.name.answerName)?.kind == .directory
        else { return judged }
        return refused(judged.name, .resultBlocked, fingerprint, handlers)
    }
}

extension Directory {
    /// Opens `name` to read it.
    /// - Throws: `open`, with `.access` only where the file itself may not be read; `stat`, with `.access` where this folder lets
    ///   nobody at its names, which is a fault and no request's doing.
    func openRequest(_ name: FileName) throws(SystemError) -> FileDescriptor {
        do { return try open(name, .read) } catch  where error.errno == .access {
            _ = try status(of: name)
            return try open(name, .read)
        }
    }
}

extension SystemError {
    /// Whether it keeps this one file from being read, and not all of them.
    fileprivate var isOfOneFile: Bool {
        ["open", "read", "stat", "fstat"].contains(operation) && !isEverybodys || operation == "rename" && isOfOneName
    }

    /// Whether a rename can't have this one name: another user's folder, an immutable file, a mount point.
    fileprivate var isOfOneName: Bool { [.access, .notPermitted, .busy, .otherFileSystem].contains(errno) }

    /// Whether there was no room for what was to be written.
    var isWantOfRoom: Bool { [.noSpace, .quota, .tooLarge].contains(errno) }

    /// Whether it comes whatever the file: the process as a whole is short of something, or a folder lets nobody at its names (a
    /// `stat` asks for no right to the file itself).
    var isEverybodys: Bool { Self.ofTheProcess.contains(errno) || operation == "stat" && errno == .access }

    private static let ofTheProcess: Set<Errno> = [.processFiles, .systemFiles, .noMemory, .stale]
}
