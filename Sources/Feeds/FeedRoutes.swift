// FeedRoutes: routes.txt in memory, as FeedStops keeps stops.txt.

/// One row of routes.txt. An absent or blank field is the empty range.
package struct FeedRoute: Sendable {
    /// As OneBusAway's server has it: unquoted, without blanks at its ends.
    package var id: ByteRange
    package var agency: ByteRange
    package var shortName: ByteRange = .empty
    package var longName: ByteRange = .empty
    /// 1 is the header.
    package var row: UInt32

    /// What riders call the route: its number, else its name, else its ID.
    package var riderName: ByteRange { [shortName, longName, id].first { !$0.isEmpty } ?? id }
}

package struct FeedRoutes: Sendable {
    static let file = "routes.txt"

    package let bytes: [UInt8]
    /// In the order of the file, of a doubled ID the first alone.
    package let rows: [FeedRoute]

    init(bytes: [UInt8], rows: [FeedRoute]) {
        self.bytes = bytes
        self.rows = rows
    }

    /// Reads routes.txt.
    /// - Throws: `missingFile`, `missingColumn` (route_id); of the table; `tooLarge` beyond 4 GiB of text.
    package init(reading tables: any FeedTables, notices: @escaping NoticeSink) throws(FeedError) {
        guard let source = try tables.table(Self.file) else { throw .missingFile(Self.file, found: tables.fileNames) }
        var table = try CSVTable(reading: source, file: Self.file, notices: notices)
        let id = try table.requiredColumn("route_id")
        let optional = ["agency_id", "route_short_name", "route_long_name"].map { table.column($0) }
        table.trimmedColumns = [id] + optional.compactMap { $0 }
        var (bytes, rows, ids): ([UInt8], [FeedRoute], KeyTable) = ([], [], KeyTable())
        while try table.next() {
            guard let range = table.requiredField(id, "left out: a route without ID has no trips") else { continue }
            let key = try TableText.append(table.bytes.span.extracting(range), to: &bytes, file: Self.file)
            guard ids.insert(key, in: bytes).isNew else {
                bytes.removeLast(range.count)
                table.report(.duplicateKey, column: id, "left out: the first route with this ID stays")
                continue
            }
            if UnseenCharacters.arePresent(in: table.bytes, range) { table.reportUnseen(id) }
            var texts: [ByteRange] = []
            for column in optional {
                let field = table.bytes.span.extracting(table.field(column))
                texts.append(try TableText.append(field, to: &bytes, file: Self.file))
            }
            let row = UInt32(truncatingIfNeeded: table.row)
            rows.append(FeedRoute(id: key, agency: texts[0], shortName: texts[1], longName: texts[2], row: row))
        }
        self.init(bytes: bytes, rows: rows)
    }

    /// The field as a text; the file was checked to be UTF-8.
    package func text(_ range: ByteRange) -> String { String(decoding: bytes[range.indices], as: UTF8.self) }
}
