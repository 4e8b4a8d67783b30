// FeedRoutes: routes.txt in memory, as FeedStops keeps stops.txt.

/// One row of routes.txt. An absent or blank field is the empty range.
package struct FeedRoute: Sendable {
    package var id: ByteRange
    package var agency: ByteRange
    /// 1 is the header.
    package var row: UInt32
}

package struct FeedRoutes: Sendable {
    package let bytes: [UInt8]
    /// In the order of the file, of a doubled ID the first alone.
    package let rows: [FeedRoute]
}
