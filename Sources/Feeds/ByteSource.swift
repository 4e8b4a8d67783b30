// ByteSource: where the bytes of one table of a feed come from, piece by piece. What stands behind it (a file of a folder,
// an entry of a zip, an array of a test) isn't known here.

/// The bytes of one table, read once from its beginning to its end.
package protocol ByteSource: AnyObject {
    /// One read into `buffer` from index `start` on, which must be inside it: how many bytes came, 0 at the end.
    /// - Throws: `FeedError` of the system (`fault`) or of the archive (`badArchive`).
    func read(into buffer: inout [UInt8], at start: Int) throws(FeedError) -> Int
    /// About how many bytes will come, 0 where it isn't known: nothing more than a hint, for whoever keeps them.
    var expectedBytes: UInt64 { get }
}

extension ByteSource {
    package var expectedBytes: UInt64 { 0 }
}

/// The tables of a feed by the file names of GTFS (`stops.txt`).
package protocol FeedTables {
    /// The names of all files of the feed, for a message that says what was there instead.
    var fileNames: [String] { get }
    /// The table `name`, or nil where the feed has none.
    func table(_ name: String) throws(FeedError) -> (any ByteSource)?
}
