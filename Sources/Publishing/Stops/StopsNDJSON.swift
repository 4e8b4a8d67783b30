// StopsNDJSON: one whole result a line, byte for byte what `transitlink make` gives for the same stop.

package import Feeds
package import TransitLinks

package struct StopsNDJSON: OutputFormat {
    package var fileName: String { "stops.ndjson" }

    private let context: LinkContext

    package init(_ context: LinkContext) { self.context = context }

    package func append(_ chunk: StopChunk, to out: inout ByteWriter, notices: NoticeSink) {
        out.appendingJSON { json in
            for linked in chunk.stops {
                do throws(RequestErrors) {
                    let request = try chunk.request(for: linked, named: true)
                    ResultWriter.write(context.links(for: request), to: &json)
                } catch {
                    ResultWriter.writeRefusal(id: chunk.feed.text(linked.stop.id), errors: error.list, to: &json)
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
