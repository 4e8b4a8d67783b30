// RowSpill: where sorted rows wait that memory has no room for. What it is (a file without a name, an array of a test) isn't
// known here.

/// Bytes that are put away and read back by their place.
package protocol RowSpill: AnyObject {
    /// Puts `bytes` behind what is there.
    /// - Throws: `fault`.
    func append(_ bytes: RawSpan) throws(FeedError)
    /// Fills `bytes` from `offset` on, which together with them is inside what was put away.
    /// - Throws: `fault`.
    func read(into bytes: inout MutableRawSpan, at offset: UInt64) throws(FeedError)
}
