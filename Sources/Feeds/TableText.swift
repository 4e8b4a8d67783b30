// TableText: the text of a table's fields, one behind the other in one buffer.

enum TableText {
    /// Appends `field` to `bytes` and says where it is.
    /// - Throws: `tooLarge` beyond 4 GiB of text, what the numbers of a `ByteRange` reach.
    static func append(_ field: Span<UInt8>, to bytes: inout [UInt8], file: String) throws(FeedError) -> ByteRange {
        guard let start = UInt32(exactly: bytes.count), UInt32(exactly: bytes.count + field.count) != nil else {
            throw .tooLarge("\(file) has more than 4 GiB of text in the columns that are used: split the feed")
        }
        for at in field.indices { bytes.append(field[at]) }
        return ByteRange(start: start, count: UInt32(field.count))
    }
}
