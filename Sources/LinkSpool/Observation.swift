// Observation: what has been seen of a file that isn't ready yet, and the rules by which it becomes ready or is refused.
// Pure: a status and a moment in, a decision out. The rules are those of "Coming in".

internal import Posix

/// What tells one content of a file from another. Not ctime, which a rename changes.
struct Fingerprint: Hashable, Sendable {
    let identity: FileStatus.Identity
    let size: UInt64
    let modifiedNanoseconds: Int64

    init(_ status: FileStatus) {
        identity = status.identity
        size = status.size
        modifiedNanoseconds = status.modifiedNanoseconds
    }
}

/// Where a request stands.
enum Place: Hashable {
    case incoming
    /// In work/requests: it is ours, by a rename.
    case inHand
}

/// What has been seen of a file so far.
struct Observation: Hashable {
    private(set) var seenSince: MonotonicInstant
    private(set) var unchangedSince: MonotonicInstant
    private(set) var linkedSince: MonotonicInstant?
    private(set) var looks = 0
    /// The handler said of this very content that it is unfinished.
    var isJudgedUnfinished = false
    private var fingerprint: Fingerprint
    private(set) var changedNanoseconds: Int64

    init(_ status: FileStatus, now: MonotonicInstant) {
        seenSince = now
        unchangedSince = now
        linkedSince = status.links > 1 ? now : nil
        fingerprint = Fingerprint(status)
        changedNanoseconds = status.changedNanoseconds
    }

    /// Takes in another look; another file of the same name is seen for the first time.
    mutating func add(_ status: FileStatus, now: MonotonicInstant) {
        let latest = Fingerprint(status)
        guard latest.identity == fingerprint.identity else {
            self = Observation(status, now: now)
            return
        }
        looks += 1
        linkedSince = status.links > 1 ? linkedSince ?? now : nil
        guard latest != fingerprint || status.changedNanoseconds != changedNanoseconds else { return }
        if latest != fingerprint { isJudgedUnfinished = false }
        fingerprint = latest
        changedNanoseconds = status.changedNanoseconds
        unchangedSince = now
        looks = 0
    }
}

/// What is to be done with a file now.
enum Decision: Hashable {
    case read
    case stream
    case refuse(SpoolRefusal)
    case lookAgain(at: MonotonicInstant)
    /// It stays where it is.
    case leaveDirectory
}

/// The rules, for one file at one moment.
struct Inspection {
    /// With `status` taken into its observation.
    private(set) var candidate: Candidate
    private(set) var observation: Observation
    /// It was seen before, and looked otherwise.
    let hasChanged: Bool
    let status: FileStatus
    private let now: MonotonicInstant
    private let settings: SpoolSettings

    init(_ candidate: Candidate, _ status: FileStatus, now: MonotonicInstant, settings: SpoolSettings) {
        observation = candidate.observation ?? Observation(status, now: now)
        if candidate.observation != nil { observation.add(status, now: now) }
        hasChanged = candidate.observation != nil && observation.looks == 0
        self.candidate = candidate
        self.candidate.observation = observation
        self.status = status
        self.now = now
        self.settings = settings
    }

    var name: FileName { candidate.name }
    var place: Place { candidate.place }

    /// The same, once the handler has said that this content is unfinished.
    var judgedUnfinished: Inspection {
        var judged = self
        judged.observation.isJudgedUnfinished = true
        judged.candidate.observation = judged.observation
        return judged
    }

    var decision: Decision {
        switch status.kind {
        case .directory: return .leaveDirectory
        case .regular: break
        default: return .refuse(.notRegular(status.kind))
        }
        switch name.nameClass {
        case .bad(let reason): return .refuse(.badName(reason))
        case .leftAlone, .otherSuffix:
            return place == .inHand ? .refuse(.otherSuffix) : otherSuffix
        case .request(let kind): return decision(for: kind)
        }
    }

    private func decision(for kind: RequestKind) -> Decision {
        if let linkedSince = observation.linkedSince { return unless(.severalLinks(status.links), since: linkedSince) }
        let limit = kind == .stream ? settings.streamLimit : UInt64(settings.requestLimit)
        if status.size > limit { return .refuse(.tooLarge(size: status.size, limit: limit)) }
        if observation.isJudgedUnfinished { return unfinished }
        // It changed while it was in hand: what is published is what was seen to stand still.
        if place == .inHand, candidate.vainTurns > 0, observation.looks == 0 { return .lookAgain(at: now) }
        switch kind {
        case .json: return .read
        case .url: return isSettled ? .read : lookAgain(before: settledAt)
        case .stream: return streamDecision
        }
    }

    private var streamDecision: Decision {
        if status.size == 0 { return unfinished }
        return isSettled ? .stream : lookAgain(before: settledAt)
    }

    /// It waits for its end until patience is over.
    var unfinished: Decision { unless(.unfinished, since: observation.unchangedSince) }

    /// It may have been made unreadable first and readable later, as `install` and `cp -p` do.
    var unreadable: Decision {
        let end = observation.unchangedSince.advanced(by: settings.settleTime)
        return place == .inHand || now >= end ? .refuse(.unreadable) : lookAgain(before: end)
    }

    /// It may be an upload under a name that nobody told us of: it has time for as long as it grows, and for ten times the patience
    /// where somebody was seen opening it and not closing it.
    private var otherSuffix: Decision {
        let isOpen = candidate.isOpened && !candidate.isClosed
        return unless(.otherSuffix, since: observation.unchangedSince, after: settings.patience * (isOpen ? 10 : 1))
    }

    private var isSettled: Bool { candidate.isClosed || place == .inHand || now >= settledAt }
    /// A writer whom we saw opening it may pause for longer than `settleTime`.
    private var settledAt: MonotonicInstant {
        observation.unchangedSince.advanced(by: candidate.isOpened ? settings.patience : settings.settleTime)
    }

    private func unless(
        _ refusal: SpoolRefusal, since start: MonotonicInstant, after patience: Duration? = nil
    ) -> Decision {
        let end = start.advanced(by: patience ?? settings.patience)
        return now >= end ? .refuse(refusal) : lookAgain(before: end)
    }

    private func lookAgain(before end: MonotonicInstant) -> Decision {
        let pause = min(settings.lookInterval, settings.lookInterval / 100 * (1 << min(observation.looks, 7)))
        return .lookAgain(at: min(end, now.advanced(by: pause)))
    }
}
