// TableLimits: how large a table of a feed may be once unpacked. A feed comes from outside, and a zip of 10 MB can hold 10 GB.
// Real ones of whole countries stay below a tenth of these.

enum TableLimits {
    /// Bytes of the table `name`: what is held in memory (`stops.txt`, `routes.txt`) less than what is read through.
    static func bytes(of name: String) -> UInt64 {
        switch name {
        case "agency.txt", "feed_info.txt": 16 << 20
        // Three million stops; Germany has 0.5 million, in 60 MB.
        case "stops.txt": 256 << 20
        case "trips.txt", "calendar_dates.txt": 4 << 30
        // A thousand million rows; Germany has 35 million, in 2 GB.
        case "stop_times.txt": 64 << 30
        default: 256 << 20
        }
    }

    /// An unpacked table may be as many times larger than in the archive: real stop_times reach 30, a bomb 1,030.
    static let ratio: UInt64 = 200
    /// Below this many bytes the ratio isn't looked at: a small table of equal rows packs well.
    static let unpackedBeforeRatio: UInt64 = 16 << 20
    /// Files in an archive or folder: GTFS knows 35. More of them is no feed, and costs memory before it is known.
    static let files = 10_000
    /// Names of files that a message shows.
    static let shownNames = 40
}
