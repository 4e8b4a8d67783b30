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
        var results = context.results()
        var result = JSONWriter()
        out.appendingJSON { json in
            var isFirst = true
            for linked in chunk.stops {
                if !isFirst { json.bytes.append(literal: ",\n") }
                isFirst = false
                result.bytes.removeAll()
                results.write(to: &result, refusingAs: nil) { () throws(RequestErrors) in
                    try chunk.request(for: linked, named: false, context.links)
                }
                json.beginObject()
                json.feedFields(linked, of: chunk)
                json.append(membersOf: result)
            }
        }
    }

    package func appendFooter(to out: inout ByteWriter) { out.append(literal: "\n]}\n") }
}

extension JSONWriter {
    /// Ends an object that has members with those of `line`, an object and a line end.
    mutating func append(membersOf line: borrowing JSONWriter) {
        bytes.append(UInt8(ascii: ","))
        line.bytes.withBytes { bytes.append($0.extracting(1..<$0.count - 1)) }
    }

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
