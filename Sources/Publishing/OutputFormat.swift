// OutputFormat: the life of an output in one file: a header, chunk by chunk of stops or boardings, a footer. All three are pure,
// so chunks may be rendered on any thread and in any order; whoever joins them writes the separator between two that aren't
// empty.

package import Feeds
package import TransitLinks

/// - Note: a chunk without stops appends nothing, and has no separator beside it.
package protocol OutputFormat<Chunk>: Sendable {
    /// `StopChunk` or `BoardingChunk`.
    associatedtype Chunk: Sendable

    /// The file's name, as `stops.csv`.
    var fileName: String { get }
    /// What stands between two chunks; between the stops of one a format writes it itself.
    var separator: StaticString { get }

    func appendHeader(to out: inout ByteWriter)
    /// Appends what is in the chunk, in order.
    /// - Parameter notices: told what is odd in this format alone.
    func append(_ chunk: Chunk, to out: inout ByteWriter, notices: NoticeSink)
    func appendFooter(to out: inout ByteWriter)
}

extension OutputFormat {
    package var separator: StaticString { "" }
    package func appendHeader(to out: inout ByteWriter) {}
    package func appendFooter(to out: inout ByteWriter) {}
}
