// GroupCommit: makes the outcome of some requests durable, in the one order that loses nothing (product.md, "Being done").
// It stops at the first fault; everything it was given is then still in hand and is done again from the start.

internal import Posix

/// A request in hand with its verdict.
struct Judged: Sendable {
    let name: FileName
    /// The content that was judged; it is removed only if it is still that one. Nil where nobody read it.
    let fingerprint: Fingerprint?
    let verdict: Verdict

    enum Verdict: Sendable {
        case answered([UInt8])
        case refused(answer: [UInt8]?, reason: [UInt8], codes: [String])
    }

    /// Bytes to be written.
    var size: Int {
        switch verdict {
        case .answered(let answer): answer.count
        case .refused(let answer, let reason, _): (answer?.count ?? 0) + reason.count
        }
    }

    var answer: [UInt8]? {
        switch verdict {
        case .answered(let answer): answer
        case .refused(let answer, _, _): answer
        }
    }
}

/// One commit, in steps between which something has to be flushed: `write`, flush, `publish`, flush, `finish`.
struct GroupCommit: Sendable {
    let requests: [Judged]
    private let folders: SpoolFolders
    private var written: [UnfinishedFile] = []
    private var keptNames: [FileName: FileName] = [:]
    /// Names in failed/ that this group will take, and those that the ones before it will.
    private(set) var promisedNames: Set<FileName> = []
    private var avoidedNames: Set<FileName> = []
    /// Something was renamed into results/, which has to be flushed.
    private(set) var hasPublished = false
    private(set) var outcomes: [Outcome] = []
    /// Those whose content or place changed under our hands: still in hand, to be judged again.
    private(set) var again: [FileName] = []

    init(_ requests: [Judged], in folders: SpoolFolders) {
        self.requests = requests
        self.folders = folders
    }

    /// Keeps clear of `names` in failed/, which groups under way will take.
    mutating func avoid(_ names: Set<FileName>) { avoidedNames = names }

    /// All steps at once, for a group that goes alone: an `fsync` for each file waits for nobody else's data.
    /// - Throws: the fault that stopped it.
    mutating func run() throws(SystemError) {
        try write(keepingOpen: true)
        try flushEach()
        try publish()
        if hasPublished { try folders.results.flush() }
        try finish()
    }

    // MARK: steps

    /// Results and reasons written into work/results, not flushed. They stay open only for a flush of each.
    /// - Throws: `open`, `write`.
    mutating func write(keepingOpen: Bool = false) throws(SystemError) {
        for request in requests {
            if let answer = request.answer {
                let file = try write(answer, as: request.name.answerName, group: folders.answerGroup)
                if keepingOpen { written.append(file) }
            }
            guard case .refused(_, let reason, _) = request.verdict else { continue }
            let kept = try freeName(for: request.name)
            keptNames[request.name] = kept
            promisedNames.insert(kept)
            let file = try write(reason, as: kept.reasonName, group: folders.reasonGroup)
            if keepingOpen { written.append(file) }
        }
    }

    private func write(_ bytes: [UInt8], as name: FileName, group: UInt32) throws(SystemError) -> UnfinishedFile {
        let file = try UnfinishedFile(name, in: folders.unfinished, group: group)
        try file.descriptor.write(bytes)
        return file
    }

    /// All write-backs are started before the first is waited for: they then share the journal's commits.
    private func flushEach() throws(SystemError) {
        if written.count > 1 { for file in written { file.descriptor.startWriteback() } }
        for file in written { try file.descriptor.flush() }
    }

    /// Renames the flushed answers into results/, of those requests that are still what was judged.
    /// - Throws: `rename`, `fstatat`, `unlink`.
    mutating func publish() throws(SystemError) {
        for request in requests {
            guard try isUnchanged(request), request.answer != nil else { continue }
            let name = request.name.answerName
            do {
                try folders.unfinished.rename(name, to: folders.results, as: name, replacing: true)
                hasPublished = true
            } catch  where error.errno == .isDirectory {
                try doAgain(request)
            }
        }
    }

    /// Once results/ is flushed: the refused ones are moved to failed/ behind their reasons, and that is flushed; then the
    /// answered ones are removed.
    /// - Throws: `rename`, `fsync`, `fstatat`, `unlink`.
    mutating func finish() throws(SystemError) {
        try keepRefused()
        try removeAnswered()
    }

    private mutating func keepRefused() throws(SystemError) {
        var kept = false
        for request in requests where !again.contains(request.name) {
            guard case .refused(_, _, let codes) = request.verdict else { continue }
            if try keep(request, codes: codes) { kept = true }
        }
        if kept { try folders.failed.flush() }
    }

    private mutating func keep(_ request: Judged, codes: [String]) throws(SystemError) -> Bool {
        guard let name = keptNames[request.name], try isUnchanged(request) else { return false }
        // A keeper may have put another there; its reason is to stay.
        if try folders.failed.statusIfPresent(of: name) != nil {
            try doAgain(request)
            return false
        }
        try folders.unfinished.rename(name.reasonName, to: folders.failed, as: name.reasonName, replacing: true)
        do {
            try folders.requests.rename(request.name, to: folders.failed, as: name, replacing: false)
        } catch  where error.errno == .exists {
            try doAgain(request)
            return true
        }
        outcomes.append(Outcome(name: request.name, verdict: .refused(codes: codes, keptAs: name)))
        return true
    }

    private mutating func removeAnswered() throws(SystemError) {
        for request in requests where !again.contains(request.name) {
            guard case .answered = request.verdict, try isUnchanged(request) else { continue }
            try folders.requests.remove(request.name)
            outcomes.append(Outcome(name: request.name, verdict: .answered))
        }
    }

    // MARK: questions

    /// Whether what is in hand is what was judged; a writer may still have had it open.
    private mutating func isUnchanged(_ request: Judged) throws(SystemError) -> Bool {
        guard let fingerprint = request.fingerprint else { return true }
        if Fingerprint(try folders.requests.status(of: request.name)) == fingerprint { return true }
        try doAgain(request)
        return false
    }

    /// What was written for this attempt goes with it.
    private mutating func doAgain(_ request: Judged) throws(SystemError) {
        again.append(request.name)
        try discard(request)
    }

    private func discard(_ request: Judged) throws(SystemError) {
        if request.answer != nil { try folders.unfinished.removeIfPresent(request.name.answerName) }
        if let kept = keptNames[request.name] { try folders.unfinished.removeIfPresent(kept.reasonName) }
    }

    /// The same for all of them, after a fault; what can't be removed now is removed by the next recovery.
    func discard() {
        for request in requests { do { try discard(request) } catch {} }
    }

    /// The request's name in failed/, or one of `NAME.2`, `NAME.3`… that is free there and not promised: the first, where nobody has
    /// taken one from among them. Steps that double and then halve find it with forty looks among a million.
    private func freeName(for name: FileName) throws(SystemError) -> FileName {
        let base = name.keptName
        if try !isTaken(base) { return base }
        var (taken, free) = (1, 2)
        while try isTaken(base.numbered(free)) { (taken, free) = (free, 2 * free) }
        while free - taken > 1 {
            let middle = (taken + free) / 2
            if try isTaken(base.numbered(middle)) { taken = middle } else { free = middle }
        }
        return base.numbered(free)
    }

    private func isTaken(_ name: FileName) throws(SystemError) -> Bool {
        if promisedNames.contains(name) || avoidedNames.contains(name) { return true }
        return try folders.failed.statusIfPresent(of: name) != nil
    }
}

extension FileName {
    /// `NAME.2`, `NAME.3`….
    fileprivate func numbered(_ number: Int) -> FileName { extended(".\(number)") }

    /// `NAME.reason.json`.
    var reasonName: FileName { extended(".reason.json") }
}

/// A file being written in work/results.
final class UnfinishedFile: Sendable {
    let descriptor: FileDescriptor

    /// Makes the file afresh, with 0640 and the group whose members read it, whatever the umask and the folder's group.
    /// - Throws: `unlink`, `open`, `fstat`, `fchmod`, `fchown`.
    init(_ name: FileName, in directory: borrowing Directory, group: UInt32) throws(SystemError) {
        descriptor = try Self.create(name, in: directory)
        let status = try descriptor.status()
        if status.group != group { try descriptor.setGroup(group) }
        if status.permissions != Self.permissions { try descriptor.setPermissions(Self.permissions) }
    }

    private static let permissions: UInt32 = 0o640

    private static func create(_ name: FileName, in directory: borrowing Directory) throws(SystemError)
        -> FileDescriptor
    {
        do { return try directory.open(name, .create(permissions: permissions)) } catch  where error.errno == .exists {
            try directory.remove(name)
            return try directory.open(name, .create(permissions: permissions))
        }
    }
}
