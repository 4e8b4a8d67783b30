// RenderedParts: what the formats made of one chunk, one behind the other in one buffer that serves many chunks.

internal import Feeds
internal import Publishing
internal import TransitLinks

struct RenderedParts: ~Copyable {
    private(set) var bytes = ByteWriter(capacity: 1 << 20)
    /// Where each format's part is, in the order of the formats.
    private(set) var ranges: [Range<Int>] = []

    mutating func removeAll() {
        bytes.removeAll()
        ranges.removeAll(keepingCapacity: true)
    }

    /// Adds what the format makes of the chunk.
    mutating func append<Chunk>(_ format: any OutputFormat<Chunk>, _ chunk: Chunk, _ notices: inout [FeedNotice]) {
        // A writer of JSON looks at the byte before; it is none of its own.
        bytes.append(UInt8(ascii: "\n"))
        let start = bytes.count
        var told: [FeedNotice] = []
        format.append(chunk, to: &bytes) { told.append($0) }
        notices += told
        ranges.append(start..<bytes.count)
    }
}
