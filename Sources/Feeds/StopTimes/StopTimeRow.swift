// StopTimeRow: what is kept of a row of stop_times.txt until its trip's turn comes: 16 bytes, for a feed may have a hundred
// million of them.

/// One row of stop_times.txt that counts in its trip (links.md, section 3).
struct StopTimeRow: BitwiseCopyable, Equatable {
    /// Index of the trip in its table.
    var trip: UInt32
    /// `stop_sequence` as in the feed, with its sign bit turned: negative ones come first.
    private var orderedSequence: UInt32
    /// 1 is the header.
    var row: UInt32
    /// Index of the stop in its table; the highest bit is set where nobody gets on.
    private var stopAndBoarding: UInt32

    private static let onlyAlighting: UInt32 = 1 << 31

    init(trip: UInt32, sequence: Int32, row: UInt32, stop: UInt32, isBoarded: Bool) {
        self.trip = trip
        orderedSequence = UInt32(bitPattern: sequence) ^ 1 << 31
        self.row = row
        stopAndBoarding = isBoarded ? stop : stop | Self.onlyAlighting
    }

    /// A row of zeros, for a buffer that is filled later.
    init() { self.init(trip: 0, sequence: 0, row: 0, stop: 0, isBoarded: false) }

    /// `stop_sequence` as in the feed.
    var sequence: Int32 { Int32(bitPattern: orderedSequence ^ 1 << 31) }
    var stop: Int { Int(stopAndBoarding & ~Self.onlyAlighting) }
    /// Whether riders get on: pickup_type other than 1.
    var isBoarded: Bool { stopAndBoarding & Self.onlyAlighting == 0 }

    /// The order of the output; rows of the same key stay in the order of the file, as StopTimeEntriesFactory's stable sort
    /// leaves them.
    var key: UInt64 { UInt64(trip) << 32 | UInt64(orderedSequence) }
}
