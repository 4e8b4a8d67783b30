// StopTimeMerge: the sorted runs of a StopTimeSorter as one. It takes from the run with the least key as long as no other
// has a lesser one: where the rows of a trip stand together in the feed, whole trips come out of one run and nothing is
// compared but neighbours.

/// Hands the rows out in order.
struct StopTimeMerge {
    /// Read buffers of all runs together; of a run at least `leastBuffer`.
    private static let rowsOfBuffers = 1 << 20
    private static let leastBuffer = 1 << 9

    private var runs: [StopTimeRun]
    /// The runs that have rows left, as a heap: the one whose row comes next is first.
    private var heap: [Int]
    private let spill: (any RowSpill)?

    /// One run, in memory.
    init(memory rows: [StopTimeRow]) {
        runs = [StopTimeRun(memory: rows)]
        heap = rows.isEmpty ? [] : [0]
        spill = nil
    }

    /// - Parameter counts: the rows of each run, in the order in which they were put away.
    init(runs counts: [Int], spill: any RowSpill) throws(FeedError) {
        let capacity = max(Self.leastBuffer, Self.rowsOfBuffers / counts.count)
        (runs, heap) = ([], [])
        self.spill = spill
        var first = 0
        for count in counts {
            var run = StopTimeRun(rows: first..<first + count, buffer: min(capacity, count))
            if try run.fill(from: spill) { heap.append(runs.count) }
            runs.append(run)
            first += count
        }
        for place in heap.indices.reversed() { sink(place) }
    }

    /// The next row, or nil after the last.
    /// - Throws: of the spill.
    mutating func next() throws(FeedError) -> StopTimeRow? {
        guard let first = heap.first else { return nil }
        let row = runs[first].take()
        if runs[first].isDrained {
            guard let spill, try runs[first].fill(from: spill) else {
                removeFirst()
                return row
            }
        }
        if heap.count > 1, runs[first].key != row.key { sink(0) }
        return row
    }

    private mutating func removeFirst() {
        let last = heap.removeLast()
        guard !heap.isEmpty else { return }
        heap[0] = last
        sink(0)
    }

    /// Of equal keys those of the earlier run come first: it was earlier in the file.
    private func precedes(_ one: Int, _ other: Int) -> Bool {
        let (left, right) = (runs[one].key, runs[other].key)
        return left == right ? one < other : left < right
    }

    private mutating func sink(_ start: Int) {
        var place = start
        while true {
            var least = place
            for child in [2 * place + 1, 2 * place + 2] where child < heap.count {
                if precedes(heap[child], heap[least]) { least = child }
            }
            if least == place { return }
            heap.swapAt(place, least)
            place = least
        }
    }
}

/// One run: what of it is in memory, and what still has to be read.
struct StopTimeRun {
    private var buffer: [StopTimeRow]
    private var at = 0
    /// Places in the spill of the rows that aren't read yet.
    private var rest: Range<Int>

    init(memory rows: [StopTimeRow]) {
        buffer = rows
        rest = 0..<0
    }

    init(rows: Range<Int>, buffer capacity: Int) {
        buffer = [StopTimeRow](repeating: StopTimeRow(), count: capacity)
        at = capacity
        rest = rows
    }

    /// Whether `fill` must come before the next `key` or `take`.
    var isDrained: Bool { at == buffer.count }
    var key: UInt64 { buffer[at].key }

    mutating func take() -> StopTimeRow {
        defer { at &+= 1 }
        return buffer[at]
    }

    /// Reads the next rows; false where the run has no more.
    mutating func fill(from spill: any RowSpill) throws(FeedError) -> Bool {
        guard !rest.isEmpty else { return false }
        if rest.count < buffer.count { buffer.removeLast(buffer.count - rest.count) }
        let offset = UInt64(rest.lowerBound * MemoryLayout<StopTimeRow>.stride)
        var span = buffer.mutableSpan
        // SAFETY: rows are plain numbers; every bit pattern that is read is one.
        var bytes = unsafe span.mutableBytes
        try spill.read(into: &bytes, at: offset)
        rest = rest.lowerBound + buffer.count..<rest.upperBound
        at = 0
        return true
    }
}
