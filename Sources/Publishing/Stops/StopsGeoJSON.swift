// StopsGeoJSON: a FeatureCollection of RFC 7946, a stop a line, for a map. Properties are the columns of stops.csv, absent where
// a row has none. A stop without a coordinate is a feature without a geometry (section 3.2): it isn't lost.

package import Feeds
package import TransitLinks

package struct StopsGeoJSON: OutputFormat {
    package var fileName: String { "stops.geojson" }
    package var separator: StaticString { ",\n" }

    private let context: LinkContext
    private let columns: StopColumns

    package init(_ context: LinkContext) {
        self.context = context
        columns = StopColumns(context)
    }

    package func appendHeader(to out: inout ByteWriter) {
        out.append(literal: "{\"type\":\"FeatureCollection\",\"features\":[\n")
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
}

// MARK: A feature

extension StopsGeoJSON {
    private func append(_ linked: LinkedStop, of chunk: borrowing StopChunk, to json: inout JSONWriter) {
        let place = linked.stop.coordinate
        json.beginObject()
        json.key("type")
        json.value(literal: "Feature")
        json.field("id", chunk.idText(linked))
        appendGeometry(place, to: &json)
        json.key("properties")
        json.beginObject()
        json.feedFields(linked, of: chunk)
        appendPages(chunk.ids.span.extracting(linked.id.indices), to: &json)
        appendMapsAndFare(place, to: &json)
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

    private func appendPages(_ id: Span<UInt8>, to json: inout JSONWriter) {
        if context.selection.contains(.web), context.stops.hasWeb {
            json.key("web")
            json.value(url: { context.stops.appendWeb(id: id, to: &$0) })
        }
        if context.selection.contains(.app) {
            json.key("app")
            json.value(url: { context.stops.appendApp(id: id, to: &$0) })
        }
        if context.selection.contains(.android), context.stops.hasAndroid {
            json.key("android")
            json.value(url: { context.stops.appendAndroid(id: id, to: &$0) })
        }
    }

    private func appendMapsAndFare(_ place: Coordinate?, to json: inout JSONWriter) {
        for column in columns.walking {
            guard let place else { break }
            json.key(named: column.name)
            json.value(url: { context.stops.appendWalking(column.link, to: place, into: &$0) })
        }
        for column in columns.fare where context.stops.has(column.link) {
            json.key(named: column.name)
            json.value(url: { context.stops.appendFare(column.link, to: &$0) })
        }
    }
}
