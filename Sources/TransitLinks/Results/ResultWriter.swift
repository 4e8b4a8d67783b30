// ResultWriter: one line of JSON per request, links or a refusal, keys in one order, absent when empty (product.md,
// "A result"). Byte for byte the same for the same input: no clock and no random ID comes near it.

package enum ResultWriter {
    /// The bytes of a refused line that its answer repeats: enough to find it, and 1 KiB per line of a hostile file.
    package static let maximumInputBytes = 1024

    /// A result with links, and its final newline.
    package static func write(_ set: LinkSet, to json: inout JSONWriter) {
        json.beginObject()
        json.field("id", set.request.id)
        json.key("status")
        json.value(literal: "ok")
        writeRegion(set.region, to: &json)
        let (page, appLink) = writeLinks(of: set, to: &json)
        if set.selection.contains(.handoff) {
            json.key("handoff")
            // The page's URL is the activity's too, unless it names a destination.
            let copied = set.namesDestination ? nil : page
            HandoffActivity.write(set, to: &json, copying: copied)
        }
        OpenedBy.writeField(page: page, link: appLink, of: set, to: &json)
        if set.hasCallback { json.field("callback", set.callback) }
        writeWarnings(set.warnings, to: &json)
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
    private static func writeRegion(_ region: Region, to json: inout JSONWriter) {
        json.key("region")
        json.beginObject()
        json.field("id", region.id.rawValue)
        json.field("name", region.name)
        json.endObject()
    }

    /// - Returns: where the URLs of the web page and of the app link stand, to be copied and read.
    private static func writeLinks(
        of set: LinkSet, to json: inout JSONWriter
    ) -> (page: Range<Int>?, appLink: Range<Int>?) {
        let start = json.bytes.count
        json.key("links")
        json.beginObject()
        let empty = json.bytes.count
        let pages = writePages(of: set, to: &json)
        writeWalking(of: set, to: &json)
        if set.selection.contains(.fare) { FarePaymentLinks.writeField(of: set.region, to: &json) }
        if set.selection.contains(.store) { writeStore(of: set, to: &json) }
        if json.bytes.count == empty { json.bytes.truncate(to: start) } else { json.endObject() }
        return pages
    }

    private static func writePages(
        of set: LinkSet, to json: inout JSONWriter
    ) -> (page: Range<Int>?, appLink: Range<Int>?) {
        var (page, appLink): (Range<Int>?, Range<Int>?)
        if set.selection.contains(.web), set.hasSidecar {
            json.key("web")
            page = json.plainValue { WebPageLink.write(set.request, in: set.region, to: &$0) }
        }
        if set.selection.contains(.app) {
            json.key("app")
            appLink = json.plainValue {
                AppLink.write(set.request.stop.id, in: set.region.id, scheme: set.app.scheme, to: &$0)
            }
        }
        if set.selection.contains(.android), set.app.androidPackage != nil {
            json.key("android")
            json.value(url: { AndroidIntent.write(set, to: &$0) })
        }
        return (page, appLink)
    }

    /// The coordinate's digits are made once and copied from link to link.
    private static func writeWalking(of set: LinkSet, to json: inout JSONWriter) {
        guard let destination = set.walkingDestination else { return }
        json.key("walking")
        json.beginObject()
        var written: WalkingVendor.Digits?
        for vendor in set.vendors {
            json.key(named: vendor.name)
            json.value(url: { written = vendor.write(to: destination, copying: written, into: &$0) })
        }
        json.endObject()
    }

    private static func writeStore(of set: LinkSet, to json: inout JSONWriter) {
        let appStoreID = set.app.appStoreID
        let package = set.app.androidPackage
        if appStoreID == nil, package == nil { return }
        json.key("store")
        json.beginObject()
        StorePages.write(appStoreID: appStoreID, "ios", androidPackage: package, "android", to: &json)
        json.endObject()
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
