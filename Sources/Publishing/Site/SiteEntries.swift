// SiteEntries: what the lists of a site know of each stop, in one buffer and a row of numbers a stop: a million stops must
// cost neither a million strings nor a second reading of the feed. Values are cleaned when they come in.

internal import TransitLinks

package struct SiteEntries: Sendable {
    /// One stop: where its texts begin in `bytes`, one behind the other, and where it is.
    struct Row: Sendable {
        let start: Int
        let name: UInt32
        let code: UInt32
        let platform: UInt32
        let note: UInt32
        let stem: UInt32
        let key: UInt32
        let place: Place?
    }

    /// In hundred-thousandths of a degree, about a metre: enough to sort by distance.
    struct Place: Sendable, Hashable {
        let latitude: Int32
        let longitude: Int32
    }

    private(set) var bytes: [UInt8] = []
    private(set) var rows: [Row] = []

    package init() {}

    package var count: Int { rows.count }

    package mutating func append(_ stop: PublishedStop) {
        let start = bytes.count
        let name = append(ShownText.of(stop.name))
        let code = append(stop.code.map(ShownText.of) ?? "")
        let platform = append(stop.platform.map(ShownText.of) ?? "")
        let note = append(stop.note.map(ShownText.of) ?? "")
        let stem = append(stop.fileStem)
        // Between the keys a byte below all others: a name sorts before the names that begin with it.
        let key = [stop.name, stop.platform ?? "", stop.code ?? "", stop.note ?? ""].map(NameOrder.key).joined(separator: [0])
        let keyStart = bytes.count
        bytes.append(contentsOf: key)
        rows.append(
            Row(
                start: start, name: name, code: code, platform: platform, note: note, stem: stem,
                key: UInt32(bytes.count - keyStart),
                place: stop.links.request.stop.coordinate.map(Self.place)))
    }

    /// Appends what another thread collected.
    package mutating func append(contentsOf others: SiteEntries) {
        let offset = bytes.count
        bytes += others.bytes
        rows += others.rows.map { $0.moved(by: offset) }
    }

    private mutating func append(_ text: String) -> UInt32 {
        bytes.append(contentsOf: text.utf8)
        return UInt32(text.utf8.count)
    }

    private static func place(_ coordinate: Coordinate) -> Place {
        Place(
            latitude: Int32((coordinate.latitude * 100_000).rounded()),
            longitude: Int32((coordinate.longitude * 100_000).rounded()))
    }

    /// By name, platform, number and note, then by file name, which no two stops share.
    mutating func sort() {
        let bytes = bytes
        rows.sort { a, b in
            let (left, right) = (bytes[a.keyRange], bytes[b.keyRange])
            if left != right { return left.lexicographicallyPrecedes(right) }
            return bytes[a.stemRange].lexicographicallyPrecedes(bytes[b.stemRange])
        }
    }
}

extension SiteEntries.Row {
    var nameRange: Range<Int> { start..<start + Int(name) }
    var codeRange: Range<Int> { nameRange.upperBound..<nameRange.upperBound + Int(code) }
    var platformRange: Range<Int> { codeRange.upperBound..<codeRange.upperBound + Int(platform) }
    var noteRange: Range<Int> { platformRange.upperBound..<platformRange.upperBound + Int(note) }
    var stemRange: Range<Int> { noteRange.upperBound..<noteRange.upperBound + Int(stem) }
    var keyRange: Range<Int> { stemRange.upperBound..<stemRange.upperBound + Int(key) }

    fileprivate func moved(by offset: Int) -> Self {
        Self(
            start: start + offset, name: name, code: code, platform: platform, note: note, stem: stem, key: key,
            place: place)
    }
}
