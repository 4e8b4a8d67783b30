// PathList: the relative paths of a folder's files, sorted by their bytes, in one buffer: three files a stop and 300,000
// stops must cost no million arrays.

internal import Posix

/// A sorted list of paths.
struct PathList: Sendable, Equatable {
    /// Each path and a line feed, in order: as it stands in the manifest.
    let lines: [UInt8]
    /// Where each path begins in `lines`, and the end.
    private let starts: [UInt32]

    var count: Int { starts.count - 1 }

    static let empty = PathList(sorted: [], starts: [0])

    private init(sorted lines: [UInt8], starts: [UInt32]) {
        self.lines = lines
        self.starts = starts
    }

    /// Sorts paths that each end in a line feed.
    init(sorting unsorted: [UInt8]) {
        let rows = Self.starts(of: unsorted)
        var order = Array(0..<(rows.count - 1))
        order.sort { Self.precedes(unsorted[Self.row($0, rows)], unsorted[Self.row($1, rows)]) }
        var lines: [UInt8] = []
        lines.reserveCapacity(unsorted.count)
        for index in order { lines += unsorted[Int(rows[index])..<Int(rows[index + 1])] }
        self.init(sorted: lines, starts: Self.starts(of: lines))
    }

    /// Takes over lines that should be sorted already; nil where they aren't, or the last has no end.
    init?(reading lines: [UInt8]) {
        guard lines.isEmpty || lines.last == UInt8(ascii: "\n") else { return nil }
        self.init(sorted: lines, starts: Self.starts(of: lines))
        for index in 0..<max(0, count - 1) where !Self.precedes(self[index], self[index + 1]) { return nil }
    }

    /// The path at `index` in order.
    subscript(index: Int) -> ArraySlice<UInt8> { lines[Self.row(index, starts)] }

    func contains(_ path: [UInt8]) -> Bool {
        let at = firstIndex(notBefore: path[...])
        return at < count && self[at].elementsEqual(path)
    }

    /// Whether a path begins with `prefix`.
    func holdsPath(startingWith prefix: [UInt8]) -> Bool {
        let at = firstIndex(notBefore: prefix[...])
        return at < count && self[at].starts(with: prefix)
    }

    /// How many of these paths `other` lacks.
    func countMissing(in other: PathList) -> Int {
        var missing = 0
        var at = 0
        for index in 0..<count {
            let path = self[index]
            while at < other.count, Self.precedes(other[at], path) { at += 1 }
            if at == other.count || !other[at].elementsEqual(path) { missing += 1 }
        }
        return missing
    }

    private func firstIndex(notBefore path: ArraySlice<UInt8>) -> Int {
        var range = 0..<count
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            if Self.precedes(self[middle], path) {
                range = middle + 1..<range.upperBound
            } else {
                range = range.lowerBound..<middle
            }
        }
        return range.lowerBound
    }

    private static func precedes(_ left: ArraySlice<UInt8>, _ right: ArraySlice<UInt8>) -> Bool {
        left.lexicographicallyPrecedes(right)
    }

    private static func row(_ index: Int, _ starts: [UInt32]) -> Range<Int> {
        Int(starts[index])..<Int(starts[index + 1]) - 1
    }

    private static func starts(of lines: [UInt8]) -> [UInt32] {
        var starts: [UInt32] = [0]
        for (index, byte) in lines.enumerated() where byte == UInt8(ascii: "\n") { starts.append(UInt32(index + 1)) }
        return starts
    }
}
