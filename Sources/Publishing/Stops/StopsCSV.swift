// StopsCSV: a row a stop (RFC 4180). What mail merge and a CMS read, and what people open in a spreadsheet: names and
// descriptions can't run as formulas there. The hot path of a batch: bytes of the feed to bytes of the file, no String.

package import Feeds
package import TransitLinks

package struct StopsCSV: OutputFormat {
    package var fileName: String { "stops.csv" }

    private let columns: StopColumns
    private let forms: StopLinkForms
    private let hasWeb: Bool, hasApp: Bool, hasAndroid: Bool
    /// Whether every page's URL holds a comma, which only the region's base can bring.
    private let quotesPages: Bool
    private let walking: WalkingCells
    /// The cells of the fare links, which are the same in every row.
    private let fareCells: [UInt8]

    package init(_ context: LinkContext) {
        columns = StopColumns(context)
        forms = context.stops
        hasWeb = context.selection.contains(.web) && context.stops.hasWeb
        hasApp = context.selection.contains(.app)
        hasAndroid = context.selection.contains(.android) && context.stops.hasAndroid
        quotesPages = CSVField.needsQuotes((context.region.sidecar?.text ?? "").utf8.span)
        walking = WalkingCells(context.vendors)
        fareCells = Self.cells(columns.fare, context.stops)
    }

    private static func cells(_ columns: [LinkColumn<FareLink>], _ forms: StopLinkForms) -> [UInt8] {
        var out = ByteWriter(capacity: 256)
        for column in columns {
            out.append(UInt8(ascii: ","))
            forms.appendFare(column.link, to: &out)
        }
        return out.bytes
    }

    package func appendHeader(to out: inout ByteWriter) {
        out.append(columns.names.joined(separator: ","))
        out.appendCSVLineEnd()
    }

    package func append(_ chunk: StopChunk, to out: inout ByteWriter, notices: NoticeSink) {
        let text = chunk.feed.bytes.span
        let ids = chunk.ids.span
        for linked in chunk.stops {
            let id = ids.extracting(linked.id.indices)
            append(linked.stop, id, text, to: &out)
            noteFormulas(linked.stop, id, text, notices)
        }
    }
}

// MARK: A row

extension StopsCSV {
    @inline(__always)
    private func append(_ stop: FeedStop, _ id: Span<UInt8>, _ text: Span<UInt8>, to out: inout ByteWriter) {
        out.appendCSV(text.extracting(stop.id.indices))
        out.append(UInt8(ascii: ","))
        out.appendCSV(id)
        out.append(UInt8(ascii: ","))
        out.appendCSV(text.extracting(stop.code.indices))
        out.append(UInt8(ascii: ","))
        out.appendCSV(guarding: text.extracting(stop.name.indices))
        out.append(UInt8(ascii: ","))
        let start = out.count
        out.appendLatitude(of: stop, text)
        let latitude = start..<out.count
        out.append(UInt8(ascii: ","))
        out.appendLongitude(of: stop, text)
        let longitude = latitude.upperBound + 1..<out.count
        appendPages(id, to: &out)
        walking.append(latitude: stop.hasCoordinate ? latitude : nil, longitude: longitude, to: &out)
        out.append(fareCells.span)
        out.append(UInt8(ascii: ","))
        out.appendCSV(text.extracting(stop.platformCode.indices))
        out.append(UInt8(ascii: ","))
        out.appendCSV(guarding: text.extracting(stop.description.indices))
        out.appendCSVLineEnd()
    }

    @inline(__always)
    private func appendPages(_ id: Span<UInt8>, to out: inout ByteWriter) {
        out.append(UInt8(ascii: ","))
        if hasWeb {
            if quotesPages { out.append(UInt8(ascii: "\"")) }
            forms.appendWeb(id: id, to: &out)
            if quotesPages { out.append(UInt8(ascii: "\"")) }
        }
        out.append(UInt8(ascii: ","))
        if hasApp { forms.appendApp(id: id, to: &out) }
        out.append(UInt8(ascii: ","))
        if hasAndroid { forms.appendAndroid(id: id, to: &out) }
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
