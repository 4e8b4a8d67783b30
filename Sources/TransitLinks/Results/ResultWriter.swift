// ResultWriter: one line of JSON per request, links or a refusal, keys in one order, absent when empty (product.md,
// "A result"). Byte for byte the same for the same input: no clock and no random ID comes near it.

package enum ResultWriter {
    /// The bytes of a refused line that its answer repeats: enough to find it, and 1 KiB per line of a hostile file.
    package static let maximumInputBytes = 1024

    /// A result with links, and its final newline.
    package static func write(_ set: LinkSet, to json: inout JSONWriter) {
        var values = LinkValues()
        write(set.request, set.links, &values, to: &json)
    }

    /// The same.
    /// - Parameter values: memory for the request's.
    static func write(
        _ request: borrowing ShareRequest, _ links: CompiledLinks, _ values: inout LinkValues,
        to json: inout JSONWriter
    ) {
        let rows = links.rows(isTrip: request.isTrip)
        values.take(request, for: rows)
        json.beginObject()
        json.field("id", request.id)
        json.key("status")
        json.value(literal: "ok")
        json.separate()
        let region = links.regionJSON
        json.bytes.append(region.span)
        var proved = ProvedLinks()
        writeLinks(rows, values, noting: &proved, to: &json)
        if links.selection.contains(.handoff) {
            json.key("handoff")
            ActivityWriter.write(request, links, rows, values, to: &json)
        }
        writeOpenedBy(proved, rows, links, request, to: &json)
        if case .some = request.callback { json.field("callback", LinkSet(copy request, links).callback) }
        writeWarnings(request.warnings(links), to: &json)
        json.endObject()
        json.endLine()
    }

    /// A refusal, and its final newline.
    /// - Parameter callback: the caller's `error` target, which is told the first error.
    package static func writeRefusal(
        id: String?, errors: [RequestError], callback: CallbackTarget? = nil, to json: inout JSONWriter
    ) {
        beginRefusal(id: id, errors: errors, callback, to: &json)
        json.endObject()
        json.endLine()
    }

    /// The refusal of one line of NDJSON, with what identifies it.
    /// - Parameters:
    ///   - line: 1-based.
    ///   - input: the raw line without its end; its first bytes are repeated, what is not UTF-8 as U+FFFD.
    package static func writeRefusal(
        id: String?, errors: [RequestError], callback: CallbackTarget? = nil, line: Int,
        input: some Collection<UInt8>, to json: inout JSONWriter
    ) {
        beginRefusal(id: id, errors: errors, callback, to: &json)
        json.field("line", Int64(line))
        json.field("input", beginning(of: input))
        json.endObject()
        json.endLine()
    }

    private static func beginRefusal(
        id: String?, errors: [RequestError], _ callback: CallbackTarget?, to json: inout JSONWriter
    ) {
        json.beginObject()
        json.field("id", id)
        json.field("status", "refused")
        writeErrors(errors, to: &json)
        json.field("callback", callback?.appending(errors))
    }

    /// So many errors are listed: a request of 65 KB can have thousands, and its answer is to stay of its size.
    static let maximumErrors = 20

    /// The member `errors`: the first of them, and how many more there are.
    static func writeErrors(_ errors: [RequestError], to json: inout JSONWriter) {
        json.key("errors")
        json.beginArray()
        let isAll = errors.count <= maximumErrors
        for error in errors.prefix(isAll ? maximumErrors : maximumErrors - 1) { write(error, error.message, to: &json) }
        if !isAll, let next = errors.dropFirst(maximumErrors - 1).first {
            let more = errors.count - maximumErrors
            write(next, "\(next.message); and \(more) more errors: mend these first", to: &json)
        }
        json.endArray()
    }

    private static func write(_ error: RequestError, _ message: String, to json: inout JSONWriter) {
        json.beginObject()
        json.field("code", error.code.rawValue)
        json.field("field", error.field)
        json.field("message", message)
        json.endObject()
    }

    /// The first `maximumInputBytes`, less where that would cut a character.
    private static func beginning(of input: some Collection<UInt8>) -> String {
        var bytes = Array(input.prefix(maximumInputBytes + 1))
        if bytes.count > maximumInputBytes {
            var end = maximumInputBytes
            // Continuation bytes, at most three, belong to a character that begins before the cut.
            while end > maximumInputBytes - 3, bytes[end] & 0xC0 == 0x80 { end -= 1 }
            if bytes[end] & 0xC0 == 0x80 { end = maximumInputBytes }
            bytes.removeSubrange(end...)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

// MARK: Parts

extension ResultWriter {
    /// The links of a result that receivers are asked about: their places in `CompiledRows.links`, and in the JSON.
    private struct ProvedLinks {
        private(set) var count = 0
        private(set) var links = InlineArray<4, Int>(repeating: 0)
        private(set) var places = InlineArray<4, Range<Int>>(repeating: 0..<0)

        mutating func append(_ link: Int, _ place: Range<Int>) {
            precondition(count < 4, "a table asks receivers about four links at the most")
            links[count] = link
            places[count] = place
            count += 1
        }
    }

    /// The member `links`, nothing where there is none.
    private static func writeLinks(
        _ rows: borrowing CompiledRows, _ values: borrowing LinkValues, noting proved: inout ProvedLinks,
        to json: inout JSONWriter
    ) {
        let start = json.bytes.count
        json.key("links")
        json.beginObject()
        let empty = json.bytes.count
        writeMembers(rows, values, noting: &proved, to: &json)
        if json.bytes.count == empty { json.bytes.truncate(to: start) } else { json.endObject() }
    }

    /// The links that need no request, as members of the object that is open in `json`.
    static func writeGroups(of rows: borrowing CompiledRows, to json: inout JSONWriter) {
        var proved = ProvedLinks()
        writeMembers(rows, LinkValues(), noting: &proved, to: &json)
    }

    private static func writeMembers(
        _ rows: borrowing CompiledRows, _ values: borrowing LinkValues, noting proved: inout ProvedLinks,
        to json: inout JSONWriter
    ) {
        var open = 0
        let links = rows.links.span
        for number in links.indices where rows.has(links[number], values) {
            let link = links[number]
            if link.groupNumber != open {
                if open != 0 { json.endObject() }
                open = link.groupNumber
                if open != 0 {
                    json.separate()
                    rows.append(link.group, to: &json.bytes)
                }
            }
            json.separate()
            rows.append(link.key, to: &json.bytes)
            if link.isNote { continue }
            let start = json.bytes.count
            rows.write(link, values, to: &json.bytes)
            if !link.receivers.isEmpty { proved.append(number, start..<json.bytes.count) }
            json.endText()
        }
        if open != 0 { json.endObject() }
    }

    /// The member `openedBy`: the receivers of each link that some receiver opens, in their order. Nothing where none does.
    private static func writeOpenedBy(
        _ proved: ProvedLinks, _ rows: borrowing CompiledRows, _ links: CompiledLinks,
        _ request: borrowing ShareRequest, to json: inout JSONWriter
    ) {
        let arePlain = request.hasPlainIDs
        let start = json.bytes.count
        json.key("openedBy")
        json.beginObject()
        let empty = json.bytes.count
        for number in 0..<proved.count {
            let (place, link) = (proved.places[number], rows.links[proved.links[number]])
            if arePlain {
                if link.openedBy.isEmpty { continue }
                json.separate()
                rows.append(link.openedBy, to: &json.bytes)
                continue
            }
            let opening = OpenedBy.receivers(link.receivers, of: place, in: json.bytes, links.region, links.app)
            let receivers = OpenedBy.carrying(opening, of: place, in: json.bytes, copy request, links)
            if !receivers.isEmpty { OpenedBy.write(receivers, of: rows.names[proved.links[number]], to: &json) }
        }
        if json.bytes.count == empty { json.bytes.truncate(to: start) } else { json.endObject() }
    }

    private static func writeWarnings(_ warnings: [LinkWarning], to json: inout JSONWriter) {
        if warnings.isEmpty { return }
        json.key("warnings")
        json.beginArray()
        for warning in warnings {
            json.beginObject()
            json.field("code", warning.code.rawValue)
            json.field("message", warning.message)
            json.endObject()
        }
        json.endArray()
    }
}
