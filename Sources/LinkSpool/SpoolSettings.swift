// SpoolSettings: the spool's numbers, each with its reason. The configuration may change every one of them; tests shorten
// the times. All times are measured on CLOCK_MONOTONIC.

/// Limits and times of a spool.
package struct SpoolSettings: Sendable, Hashable {
    /// A single request, in bytes: 64 KiB is a hundred times the largest real one, and small enough to read at once.
    package var requestLimit = 64 << 10
    /// A line of `.ndjson`, in bytes: 1 MiB bounds the memory that a line can take.
    package var lineLimit = 1 << 20
    /// A `.ndjson` file, in bytes: 1 GiB bounds the time for which one producer can occupy the stream.
    package var streamLimit: UInt64 = 1 << 30
    /// Requests whose results are flushed together: beyond 256 the disk gains little and each waits longer.
    package var groupLimit = 256
    /// The same in bytes of their results: 4 MiB are more than 256 real ones have, and bound what is held of hostile ones.
    package var groupBytes = 4 << 20
    /// From how many files on a group is flushed by one `syncfs` instead of an `fsync` each (Linux 5.8 or later).
    package var fileSystemFlushCount = 8
    /// Single requests in memory: 65,536 are about 20 MB; the rest stays in the folder until the next listing. A quarter of it is kept
    /// besides for streams, for files that aren't whole yet, and for those of them that change again and again.
    package var nameLimit = 65_536
    /// How long size and ctime must stand still before a file found by a listing counts as closed.
    package var settleTime: Duration = .seconds(2)
    /// How long an unfinished file, another link or another suffix may stay before it is refused.
    package var patience: Duration = .seconds(60)
    /// The longest pause between two looks at a file that isn't ready yet; the first is a hundredth of it.
    package var lookInterval: Duration = .seconds(1)
    /// A listing of `incoming/` anyway, should the kernel ever have said nothing.
    package var listingInterval: Duration = .seconds(300)
    /// The same on a network file system, where the kernel says nothing of what others do.
    package var networkListingInterval: Duration = .seconds(1)
    /// First and longest pause after a fault; it doubles from one to the other.
    package var firstBackOff: Duration = .milliseconds(100)
    package var longestBackOff: Duration = .seconds(5)
    /// The longest pause of a single request that fails or changes again and again, while others go on.
    package var longestPause: Duration = .seconds(60)
    /// How often a stream may find no room for its answer, with pauses that double, before it is refused: about forty seconds.
    package var roomAttempts = 5
    /// Endings of names that are left alone, besides `.tmp`, `.part` and `~`.
    package var ignoredSuffixes: [String] = []
    /// How often a request may end the process before it is refused.
    package var crashLimit: UInt64 = 3

    package init() {}
}
