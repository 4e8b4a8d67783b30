// StopsCSV: a row a stop (RFC 4180). What mail merge and a CMS read, and what people open in a spreadsheet: names and
// descriptions can't run as formulas there. The hot path of a batch: bytes of the feed to bytes of the file, no String.

package import Feeds
package import TransitLinks

package struct StopsCSV: OutputFormat {
    package var fileName: String { "stops.csv" }

    private let columns: StopColumns

    package init(_ context: LinkContext) { columns = StopColumns(context) }

    package func appendHeader(to out: inout ByteWriter) {
        out.append(columns.names.joined(separator: ","))
        out.appendCSVLineEnd()
    }

    package func append(_ chunk: StopChunk, to out: inout ByteWriter, notices: NoticeSink) {
        let text = chunk.feed.bytes.span
        let ids = chunk.ids.span
        var values = LinkValues()
        for linked in chunk.stops {
            let id = ids.extracting(linked.id.indices)
            values.take(linked.stop, id: id, text, for: columns.links.rows)
            append(linked.stop, id, text, values, to: &out)
            noteFormulas(linked.stop, id, text, notices)
        }
    }
}

// MARK: A row

extension StopsCSV {
    @inline(__always)
    private func append(
        _ stop: FeedStop, _ id: Span<UInt8>, _ text: Span<UInt8>, _ values: borrowing LinkValues, to out: inout ByteWriter
    ) {
        out.appendCSV(text.extracting(stop.id.indices))
        out.append(UInt8(ascii: ","))
        out.appendCSV(id)
        out.append(UInt8(ascii: ","))
        out.appendCSV(text.extracting(stop.code.indices))
        out.append(UInt8(ascii: ","))
        out.appendCSV(guarding: text.extracting(stop.name.indices))
        out.append(UInt8(ascii: ","))
        out.appendLatitude(of: stop, text)
        out.append(UInt8(ascii: ","))
        out.appendLongitude(of: stop, text)
        columns.links.append(values, to: &out)
        out.append(UInt8(ascii: ","))
        out.appendCSV(text.extracting(stop.platformCode.indices))
        out.append(UInt8(ascii: ","))
        out.appendCSV(guarding: text.extracting(stop.description.indices))
        out.appendCSVLineEnd()
    }
}

// MARK: Formulas

extension StopsCSV {
    /// IDs and codes stay as they are, or they would be none; whoever opens the file has to know.
    @inline(__always)
    private func noteFormulas(_ stop: FeedStop, _ id: Span<UInt8>, _ text: Span<UInt8>, _ notices: NoticeSink) {
        note("stop_id", stop, text.extracting(stop.id.indices), notices)
        // One notice where the combined ID runs because the feed's does.
        if !FormulaGuard.runs(text.extracting(stop.id.indices)) { note("oba_id", stop, id, notices) }
        note("stop_code", stop, text.extracting(stop.code.indices), notices)
        note("platform_code", stop, text.extracting(stop.platformCode.indices), notices)
    }

    @inline(__always)
    private func note(_ field: StaticString, _ stop: FeedStop, _ value: Span<UInt8>, _ notices: NoticeSink) {
        if FormulaGuard.runs(value) { notices(.runsAsFormula(field.description, value, row: Int(stop.row))) }
    }
}
