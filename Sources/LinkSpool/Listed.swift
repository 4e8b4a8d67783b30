// Listed: what a listing of incoming/ found and the table of names didn't know, the oldest first, as many as there is room for.
// A twelfth of what a name in the table takes, as there may be twice as many of them at once.

internal import Posix

/// Names found by a listing.
struct Listed {
    /// A name with its ctime.
    struct Found {
        let name: FileName
        let changedNanoseconds: Int64
    }

    private(set) var singles: [Found] = []
    private(set) var streams: [Found] = []
    /// Whether some were dropped for want of room.
    private(set) var leftOut = (singles: false, streams: false)
    private let limit: Int
    private let isByLot: Bool

    /// - Parameter isByLot: not the oldest are kept, but any: where many that aren't whole are always the oldest, nobody else would ever
    ///   have a turn.
    init(_ settings: SpoolSettings, isByLot: Bool) {
        limit = settings.nameLimit
        self.isByLot = isByLot
    }

    mutating func add(_ name: FileName, _ changedNanoseconds: Int64) {
        let found = Found(name: name, changedNanoseconds: changedNanoseconds)
        if name.hasSuffix(".ndjson") { streams.append(found) } else { singles.append(found) }
        if singles.count >= 2 * limit || streams.count >= 2 * limit { trim(to: (limit, limit)) }
    }

    /// Keeps as many as there is room for.
    mutating func trim(to room: (singles: Int, streams: Int)) {
        if trim(&singles, to: room.singles) { leftOut.singles = true }
        if trim(&streams, to: room.streams) { leftOut.streams = true }
    }

    private func trim(_ found: inout [Found], to count: Int) -> Bool {
        if found.count <= count { return false }
        if isByLot { found.shuffle() } else { found.sort { $0.changedNanoseconds < $1.changedNanoseconds } }
        found.removeLast(found.count - count)
        return true
    }
}
