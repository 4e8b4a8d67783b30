// CSVLimits: how much of a table the reader holds at once. A feed comes from outside; without limits one quote that is never
// closed makes a field of the whole file.

package struct CSVLimits: Sendable {
    /// Bytes of the reader's buffer at first: small enough for a processor's cache, large enough that a system call a buffer
    /// costs nothing.
    package var buffer = 256 << 10
    /// Bytes of a field: the longest of 110 real feeds had 3 KB (an agency's remarks); MobilityData's validator stops at 4,096
    /// characters.
    package var field = 64 << 10
    /// Bytes of a row, and so of memory.
    package var row = 1 << 20
    /// GTFS knows 24 columns in stops.txt; agencies add their own.
    package var columns = 1024

    package init() {}
}
