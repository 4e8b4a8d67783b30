// LinkForm: which of the forms a URL was probably meant to have, read with more patience than any receiver has: without
// case, with and without `//`, with a slash at its end. For finding mistakes; nothing is opened by it.

internal import Escaping

struct LinkForm {
    enum Kind: Sendable { case tripPage, stopPage, arrivals, viewStop, addRegion, other }

    /// An item of the query, undecoded.
    struct Item: Sendable {
        let name: String
        /// nil without `=`.
        let value: String?
    }

    let text: String
    let url: ReceivedURL
    let kind: Kind
    let items: [Item]
    /// Between the slashes of a page's path, undecoded.
    let region: String
    let stop: String
    let pathText: String

    init(_ text: String) {
        let bytes = text.utf8.span
        let url = ReceivedURL(bytes)
        self.text = text
        self.url = url
        pathText = bytes.text(url.path)
        var items: [Item] = []
        for item in url.items(in: bytes) {
            var value: String?
            if let range = item.value { value = bytes.text(range) }
            items.append(Item(name: bytes.text(item.name), value: value))
        }
        self.items = items
        let page = Self.page(in: pathText)
        region = page?.region ?? ""
        stop = page?.stop ?? ""
        kind = page?.kind ?? Self.custom(url, bytes, path: pathText)
    }

    private static func custom(_ url: ReceivedURL, _ bytes: Span<UInt8>, path: String) -> Kind {
        if url.scheme.isEmpty || url.isWebPage || url.hasScheme("intent", in: bytes) { return .other }
        let place = url.authority == nil ? path : bytes.text(url.host)
        switch place.lowercased() {
        case "view-stop": return .viewStop
        case "add-region": return .addRegion
        default: return .other
        }
    }

    /// Such a segment behind a stop is a page of its own (`/schedule`) rather than the rest of an ID with a slash.
    private static func isWord(_ segment: String) -> Bool {
        !segment.isEmpty && segment.utf8.allSatisfy { ASCIISet.letters.contains($0) || $0 == UInt8(ascii: "_") }
    }

    /// `…/regions/R/stops/S`, perhaps with `/trips` or `/arrivals` behind it, in any case. S may hold raw slashes.
    private static func page(in path: String) -> (kind: Kind, region: String, stop: String)? {
        let segments = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard let regions = segments.firstIndex(where: { $0.lowercased() == "regions" }), regions + 3 < segments.count,
            segments[regions + 2].lowercased() == "stops"
        else { return nil }
        var rest = segments[(regions + 3)...]
        while rest.count > 1, rest.last == "" { rest.removeLast() }
        let last = rest.count > 1 ? rest.last?.lowercased() : nil
        let kind: Kind = last == "trips" ? .tripPage : last == "arrivals" ? .arrivals : .stopPage
        if kind != .stopPage { rest.removeLast() }
        if kind == .stopPage, rest.count > 1, rest.dropFirst().allSatisfy(isWord) { return nil }
        return (kind, segments[regions + 1], rest.joined(separator: "/"))
    }
}

extension LinkForm {
    /// The first item with this name.
    func item(_ name: String) -> Item? { items.first { $0.name == name } }

    /// The decoded value of the first item with this name, nil without it or without `=`.
    func value(_ name: String) -> String? { item(name)?.value.map(Self.decoded) }

    static func decoded(_ text: String) -> String {
        let bytes = text.utf8.span
        return String(decoding: PercentDecoding.bytes(bytes, at: 0..<bytes.count), as: UTF8.self)
    }

    /// A finding for a parameter that is not there, by what probably stands in its place; nil when it is there.
    /// - Parameter others: how it is misspelt.
    func missing(_ name: String, misspelt others: [String], _ code: LinkFinding.Code) -> LinkFinding? {
        if let item = item(name) {
            if item.value != nil { return nil }
            return LinkFinding(.missingEquals, "\(name) has no =, and so no value")
        }
        // `trip_id1_30938405`
        if let item = items.first(where: { $0.value == nil && $0.name.utf8.starts(with: name.utf8) }) {
            return LinkFinding(.missingEquals, "\(Printable.quoted(item.name)) has no = behind \(name)")
        }
        if let other = items.first(where: { others.contains($0.name.lowercased()) }) {
            return LinkFinding(code, "\(Printable.quoted(other.name)) is not read; write \(name)")
        }
        return LinkFinding(.missingParameter, "\(name) is missing")
    }
}
