// StopsNDJSON: one whole result a line, byte for byte what `transitlink make` gives for the same stop.

package import Feeds
package import TransitLinks

package struct StopsNDJSON: OutputFormat {
    package var fileName: String { "stops.ndjson" }

    private let context: LinkContext

    package init(_ context: LinkContext) { self.context = context }

    package func append(_ chunk: StopChunk, to out: inout ByteWriter, notices: NoticeSink) {
        var results = context.results()
        out.appendingJSON { json in
            for linked in chunk.stops {
                results.write(to: &json, refusingAs: chunk.feed.text(linked.stop.id)) { () throws(RequestErrors) in
                    try chunk.request(for: linked, named: true, context.links)
                }
            }
        }
    }
}

extension ByteWriter {
    /// Lends the buffer to a writer of JSON.
    mutating func appendingJSON(_ write: (inout JSONWriter) -> Void) {
        var json = JSONWriter(capacity: 64)
        swap(&json.bytes, &self)
        write(&json)
        swap(&json.bytes, &self)
    }
}
