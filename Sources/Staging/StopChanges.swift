// StopChanges: which stops came, went, moved or have another name, from two stop memories. The equal beginning and end are
// passed over, the rest is matched by ID whatever its order, through one table of numbers: a million stops make no million
// strings.

internal import Posix

/// The difference of two stop memories.
package struct StopChanges: Sendable {
    package enum Kind: String, Sendable {
        case came, went, moved, renamed
    }

    /// One stop's change; a stop that moved and was renamed has two.
    package struct Change: Sendable {
        package let kind: Kind
        /// How far it moved, in metres on a sphere; nil for another kind, and where it had or has no coordinate.
        package let metres: Double?
        /// In the old memory; nil for one that came.
        let old: StopLine?
        /// In the new memory; nil for one that went.
        let new: StopLine?
    }

    /// Those of the new memory in its order, then those that went in the old one's.
    package private(set) var all: [Change] = []
    /// Stops of the old memory; 0 where both memories are the same bytes and weren't read.
    package let oldCount: Int
    private let old: [UInt8]
    private let new: [UInt8]

    /// The changes from one memory to another.
    package init(from old: [UInt8], to new: [UInt8]) {
        self.old = old
        self.new = new
        oldCount = old.count { $0 == UInt8(ascii: "\n") }
        let (oldRange, newRange) = Self.differing(old, new)
        var index = StopIndex(StopLine.lines(of: old.span, in: oldRange), in: old.span)
        for line in StopLine.lines(of: new.span, in: newRange) {
            guard let before = index.take(new.span.extracting(line.id), in: old.span) else {
                all.append(Change(kind: .came, metres: nil, old: nil, new: line))
                continue
            }
            if old.span.extracting(before.rest).equals(new.span.extracting(line.rest)) { continue }
            compare(before, line)
        }
        for line in index.rest { all.append(Change(kind: .went, metres: nil, old: line, new: nil)) }
    }

    package func count(_ kind: Kind) -> Int { all.count { $0.kind == kind } }

    /// The stop's ID; as in the memory, control characters as in C.
    package func id(of change: Change) -> String { text(\.id, of: change) }
    /// The stop's name, its new one if it has one.
    package func name(of change: Change) -> String { text(\.name, of: change) }
    /// The name it had; empty for one that came.
    package func oldName(of change: Change) -> String {
        change.old.map { String(decoding: old[$0.name], as: UTF8.self) } ?? ""
    }

    private func text(_ field: KeyPath<StopLine, Range<Int>>, of change: Change) -> String {
        if let line = change.new { return String(decoding: new[line[keyPath: field]], as: UTF8.self) }
        guard let line = change.old else { return "" }
        return String(decoding: old[line[keyPath: field]], as: UTF8.self)
    }

    private mutating func compare(_ before: StopLine, _ after: StopLine) {
        if !old[before.coordinate].elementsEqual(new[after.coordinate]) {
            let from = Coordinate(old[before.coordinate])
            let to = Coordinate(new[after.coordinate])
            if from != to {
                let metres = from.flatMap { from in to.map { from.metres(to: $0) } }
                all.append(Change(kind: .moved, metres: metres, old: before, new: after))
            }
        }
        if !old[before.name].elementsEqual(new[after.name]) {
            all.append(Change(kind: .renamed, metres: nil, old: before, new: after))
        }
    }

    /// What is left of both without the equal lines at the beginning and the end.
    private static func differing(_ old: [UInt8], _ new: [UInt8]) -> (Range<Int>, Range<Int>) {
        let (old, new) = (old.span, new.span)
        let shorter = min(old.count, new.count)
        var start = 0
        var lineStart = 0
        while start < shorter, old[start] == new[start] {
            start += 1
            if old[start - 1] == UInt8(ascii: "\n") { lineStart = start }
        }
        var tail = 0
        var lineTail = 0
        while tail < shorter - lineStart, old[old.count - 1 - tail] == new[new.count - 1 - tail] {
            if old[old.count - 1 - tail] == UInt8(ascii: "\n") { lineTail = tail }
            tail += 1
        }
        return (lineStart..<old.count - lineTail, lineStart..<new.count - lineTail)
    }
}
