// PreparedText: texts that are written once and copied from then on, all in one buffer, so that copying twenty of them
// costs no reference count and no allocation. It does not know what they say.

/// Some texts, each known by where it stands.
struct PreparedText: Sendable {
    private var bytes: [UInt8] = []

    /// Adds what `write` appends to an empty buffer.
    /// - Returns: the piece to pass to `append`.
    mutating func add(_ write: (inout ByteWriter) -> Void) -> Range<Int> {
        var writer = ByteWriter(capacity: 512)
        write(&writer)
        let start = bytes.count
        bytes += writer.bytes
        return start..<bytes.count
    }

    /// Copies a piece to the end of `out`.
    @inline(__always)
    func append(_ piece: Range<Int>, to out: inout ByteWriter) {
        out.append(bytes.span.extracting(piece))
    }
}
