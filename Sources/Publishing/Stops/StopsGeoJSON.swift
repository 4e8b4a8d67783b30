// StopsGeoJSON: a FeatureCollection of RFC 7946, a stop a line, for a map. Properties are the columns of stops.csv, absent where
// a row has none. A stop without a coordinate is a feature without a geometry (section 3.2): it isn't lost.

package import Feeds
package import TransitLinks

package struct StopsGeoJSON: OutputFormat {
    package var fileName: String { "stops.geojson" }
    package var separator: StaticString { ",\n" }

    private let columns: StopColumns

    package init(_ context: LinkContext) { columns = StopColumns(context) }

    package func appendHeader(to out: inout ByteWriter) {
        out.append(literal: "{\"type\":\"FeatureCollection\",\"features\":[\n")
    }

    package func append(_ chunk: StopChunk, to out: inout ByteWriter, notices: NoticeSink) {
        out.appendingJSON { json in
            var isFirst = true
            var values = LinkValues()
            for linked in chunk.stops {
                if !isFirst { json.bytes.append(literal: ",\n") }
                isFirst = false
                let id = chunk.ids.span.extracting(linked.id.indices)
                values.take(linked.stop, id: id, chunk.feed.bytes.span, for: columns.links.rows)
                append(linked, of: chunk, values, to: &json)
            }
        }
    }

    package func appendFooter(to out: inout ByteWriter) { out.append(literal: "\n]}\n") }
}

// MARK: A feature

extension StopsGeoJSON {
    private func append(
        _ linked: LinkedStop, of chunk: borrowing StopChunk, _ values: borrowing LinkValues, to json: inout JSONWriter
    ) {
        let place = linked.stop.coordinate
        json.beginObject()
        json.key("type")
        json.value(literal: "Feature")
        json.field("id", chunk.idText(linked))
        appendGeometry(place, to: &json)
        json.key("properties")
        json.beginObject()
        json.feedFields(linked, of: chunk)
        columns.links.append(values, to: &json)
        json.endObject()
        json.endObject()
    }

    /// Longitude first (RFC 7946, section 3.1.1).
    private func appendGeometry(_ place: Coordinate?, to json: inout JSONWriter) {
        json.key("geometry")
        guard let place else { return json.bytes.append(literal: "null") }
        json.bytes.append(literal: "{\"type\":\"Point\",\"coordinates\":[")
        json.bytes.append(fixed: place.longitude)
        json.bytes.append(UInt8(ascii: ","))
        json.bytes.append(fixed: place.latitude)
        json.bytes.append(literal: "]}")
    }
}
