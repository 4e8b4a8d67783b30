// LinkColumns: the links of a table's rows, a column each, under names of letters and `_`, which are one word to mail merge and
// SQL: `web`, `walking_apple_classic`, `fare_app_store`. A link that its region or app has not is an empty column.

internal import Escaping
internal import Feeds
internal import TransitLinks

struct LinkColumns: Sendable {
    struct Column: Sendable {
        let name: String
        /// Nil where no row has one.
        let link: CompiledLink?
        /// Whether its cells hold a comma, which only what is constant in a link can.
        let needsQuotes: Bool
    }

    let rows: CompiledRows
    let columns: [Column]

    /// - Parameter names: those of the links in a result.
    init(_ names: [String], of rows: CompiledRows) {
        self.rows = rows
        columns = names.map { name in
            let link = rows.link(name)
            let constant = link.map(rows.constantText) ?? []
            return Column(name: Self.column(name), link: link, needsQuotes: CSVField.needsQuotes(constant.span))
        }
    }

    /// `fare.appStore` → `fare_app_store`.
    private static func column(_ link: String) -> String {
        var name = ""
        for scalar in link.unicodeScalars {
            switch scalar {
            case "A"..."Z": name += "_" + String(scalar).lowercased()
            case "a"..."z", "0"..."9": name.unicodeScalars.append(scalar)
            default: name += "_"
            }
        }
        return name
    }

    /// Appends the cells, a comma before each.
    @inline(__always)
    func append(_ values: borrowing LinkValues, to out: inout ByteWriter) {
        let columns = columns.span
        for number in columns.indices {
            out.append(UInt8(ascii: ","))
            guard let link = columns[number].link, rows.has(link, values) else { continue }
            if columns[number].needsQuotes { out.append(UInt8(ascii: "\"")) }
            rows.write(link, values, to: &out)
            if columns[number].needsQuotes { out.append(UInt8(ascii: "\"")) }
        }
    }

    /// Appends the links that exist as members of the object that is open in `json`.
    func append(_ values: borrowing LinkValues, to json: inout JSONWriter) {
        for column in columns {
            guard let link = column.link, rows.has(link, values) else { continue }
            json.key(named: column.name)
            json.value(url: { rows.write(link, values, to: &$0) })
        }
    }
}

extension LinkValues {
    /// Takes what a feed says of a stop.
    /// - Parameters:
    ///   - id: its OneBusAway ID.
    ///   - text: the bytes of the feed.
    @inline(__always)
    mutating func take(_ stop: FeedStop, id: Span<UInt8>, _ text: Span<UInt8>, for rows: borrowing CompiledRows) {
        begin()
        setStop(id: id, for: rows)
        setPlace(of: stop, text, for: rows)
        end()
    }

    /// Sets what a feed says of a stop beside its ID.
    @inline(__always)
    mutating func setPlace(of stop: FeedStop, _ text: Span<UInt8>, for rows: borrowing CompiledRows) {
        if stop.hasCoordinate {
            set(.latitude) { $0.appendLatitude(of: stop, text) }
            set(.longitude) { $0.appendLongitude(of: stop, text) }
        }
        if rows.names(.stopCode), !stop.code.isEmpty { set(.stopCode, encoding: text.extracting(stop.code.indices)) }
        if rows.names(.stopName), !stop.name.isEmpty { set(.stopName, encoding: text.extracting(stop.name.indices)) }
    }
}
