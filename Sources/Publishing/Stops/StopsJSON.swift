// StopsJSON: one document for a CMS: {"region":…,"agency":…,"app":…,"stops":[…]}, a stop a line. A stop is what the feed says of
// it, under the names of GTFS, and then its result (Schemas/stops.schema.json).

package import Feeds
package import TransitLinks

package struct StopsJSON: OutputFormat {
    package var fileName: String { "stops.json" }
    package var separator: StaticString { ",\n" }

    private let context: LinkContext

    package init(_ context: LinkContext) { self.context = context }

    package func appendHeader(to out: inout ByteWriter) {
        out.appendingJSON { json in
            json.beginObject()
            json.key("region")
            json.beginObject()
            json.field("id", context.region.id.rawValue)
            json.field("name", context.region.name)
            json.endObject()
            if !context.agency.isEmpty { json.field("agency", context.agency) }
            json.field("app", context.app.name)
            json.key("stops")
            json.beginArray()
            json.endLine()
        }
    }

    package func append(_ chunk: StopChunk, to out: inout ByteWriter, notices: NoticeSink) {
        out.appendingJSON { json in
            var isFirst = true
            for linked in chunk.stops {
                if !isFirst { json.bytes.append(literal: ",\n") }
                isFirst = false
                append(linked, of: chunk, to: &json)
            }
        }
    }

    package func appendFooter(to out: inout ByteWriter) { out.append(literal: "\n]}\n") }

    private func append(_ linked: LinkedStop, of chunk: borrowing StopChunk, to json: inout JSONWriter) {
        json.beginObject()
        json.feedFields(linked, of: chunk)
        let mark = json.bytes.count
        do throws(RequestErrors) {
            let request = try chunk.request(for: linked, named: false)
            ResultWriter.write(context.links(for: request), to: &json)
        } catch {
            ResultWriter.writeRefusal(id: nil, errors: error.list, to: &json)
        }
        // `,{"status":…}` and a line end: the result's members join those of the feed.
        json.bytes.remove(mark + 1..<mark + 2)
        json.bytes.truncate(to: json.bytes.count - 1)
    }
}

extension JSONWriter {
    /// What the feed says of a stop, absent where it says nothing.
    mutating func feedFields(_ linked: LinkedStop, of chunk: borrowing StopChunk) {
        let stop = linked.stop
        field("stop_id", chunk.feed.text(stop.id))
        field("oba_id", chunk.idText(linked))
        field("stop_code", chunk.feed.given(stop.code))
        field("stop_name", chunk.feed.given(stop.name))
        field("stop_desc", chunk.feed.given(stop.description))
        field("platform_code", chunk.feed.given(stop.platformCode))
        guard let place = stop.coordinate else { return }
        field("stop_lat", degrees: place.latitude)
        field("stop_lon", degrees: place.longitude)
    }

    mutating func field(_ name: StaticString, degrees: Double) {
        key(name)
        bytes.append(fixed: degrees)
    }
}

extension FeedStops {
    /// The field's text, nil for an empty one.
    func given(_ range: ByteRange) -> String? { range.isEmpty ? nil : text(range) }
}
