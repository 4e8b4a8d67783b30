// StopTimeSorter: rows of stop times in any order in, by trip and stop_sequence out, in memory that doesn't grow with their
// number: sorted in runs of a fixed size, runs beyond the first put away and merged (Knuth, The Art of Computer
// Programming 3, section 5.4.1). Feeds that are in order already cost one comparison a row.

/// Takes the rows in.
struct StopTimeSorter {
    /// 32 MiB of rows, and as much again while they are sorted: with both, reading stays far below 200 MB, and a feed of a
    /// hundred million stop times makes 48 runs.
    static let rowsOfRun = 1 << 21

    private var rows: [StopTimeRow] = []
    private var scratch: [StopTimeRow] = []
    private let limit: Int
    private let spill: any RowSpill
    /// Of the runs that are put away: how many rows each has.
    private var runs: [Int] = []

    init(rowsOfRun: Int = Self.rowsOfRun, spill: any RowSpill) {
        limit = rowsOfRun
        self.spill = spill
    }

    /// - Throws: of the spill.
    mutating func append(_ row: StopTimeRow) throws(FeedError) {
        if rows.count == limit { try putAway() }
        rows.append(row)
    }

    /// All rows in order; the sorter is empty after it.
    /// - Throws: of the spill.
    mutating func sorted() throws(FeedError) -> StopTimeMerge {
        if runs.isEmpty {
            RadixSort.sort(&rows, scratch: &scratch)
            defer { (rows, scratch) = ([], []) }
            return StopTimeMerge(memory: rows)
        }
        try putAway()
        (rows, scratch) = ([], [])
        return try StopTimeMerge(runs: runs, spill: spill)
    }

    private mutating func putAway() throws(FeedError) {
        RadixSort.sort(&rows, scratch: &scratch)
        runs.append(rows.count)
        // SAFETY: rows are plain numbers without padding.
        try unsafe spill.append(rows.span.bytes)
        rows.removeAll(keepingCapacity: true)
    }
}
