// Candidate: a name that waits for its turn, with what is known of it so far. It may be out of date: what the file is, is found
// out when its turn comes.

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
    /// How often it had its turn in vain because it went on changing: each time it waits twice as long for the next.
    var vainTurns: UInt8 = 0
    /// An event gave it this turn, before its time.
    var isWoken = false
    /// Before this moment no event gives it a turn.
    var notBefore = MonotonicInstant(nanoseconds: 0)
    /// A verdict reached elsewhere: it only has to be carried out.
    var refusal: SpoolRefusal?
    private var seen = Seen.nothing

    /// Only files that aren't ready have one: it has its own place, which keeps the table of names small.
    private indirect enum Seen: Hashable {
        case nothing
        case file(Observation)
    }

    init(_ name: FileName, place: Place = .incoming, changedNanoseconds: Int64, isClosed: Bool = false) {
        self.name = name
        self.place = place
        self.changedNanoseconds = changedNanoseconds
        self.isClosed = isClosed
    }

    /// One that is in work/.
    init(inHand name: FileName, changedNanoseconds: Int64 = wallClockNanoseconds()) {
        self.init(name, place: .inHand, changedNanoseconds: changedNanoseconds, isClosed: true)
    }

    var observation: Observation? {
        get { if case .file(let observation) = seen { observation } else { nil } }
        set { seen = newValue.map { .file($0) } ?? .nothing }
    }

    /// Whether it goes to the thread for streams; a verdict is carried out with the single ones.
    var isStream: Bool { refusal == nil && name.hasSuffix(".ndjson") && name.nameClass == .request(.stream) }

    /// Whether it changed so often under our eyes that others come first.
    var isLate: Bool { vainTurns >= Self.lateTurns }

    /// A writer of a few pieces is served like everybody else.
    static let lateTurns: UInt8 = 3

    /// Another turn in vain.
    mutating func addVainTurn() { vainTurns = min(vainTurns + 1, 30) }
}
