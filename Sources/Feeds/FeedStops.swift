// FeedStops: stops.txt in memory: the text of the fields that matter in one buffer, and a row of ranges a stop, for a
// million stops must cost no million strings.

/// A range of bytes inside `FeedStops.bytes`.
package struct ByteRange: Sendable, Hashable {
    package let start: UInt32
    package let count: UInt32
    package init(start: UInt32, count: UInt32) {
        self.start = start
        self.count = count
    }
    package static let empty = ByteRange(start: 0, count: 0)
    package var isEmpty: Bool { count == 0 }
    package var indices: Range<Int> { Int(start)..<Int(start) + Int(count) }
}

/// `location_type` of stops.txt.
package enum LocationType: UInt8, Sendable {
    case stop = 0
    case station = 1
    case entrance = 2
    case genericNode = 3
    case boardingArea = 4
}

/// One row of stops.txt. An absent or blank field is the empty range.
package struct FeedStop: Sendable {
    /// As OneBusAway's server has it: unquoted, without blanks at its ends (`CSVTable`), else byte for byte.
    package var id: ByteRange
    package var code: ByteRange
    package var name: ByteRange
    package var description: ByteRange
    package var platformCode: ByteRange
    package var url: ByteRange
    package var zone: ByteRange
    package var parentStation: ByteRange
    /// Degrees, both finite and in range, or both NaN.
    package var latitude: Double
    package var longitude: Double
    package var type: LocationType
    // Bytes of the digits: what fits beside the type costs no memory.
    private var latitudeCount: UInt8
    private var longitudeCount: UInt8
    /// 1 is the header.
    package var row: UInt32
    private var latitudeStart: UInt32
    private var longitudeStart: UInt32

    /// - Parameters:
    ///   - latitude: degrees in range like `longitude`, or both NaN.
    ///   - latitudeDigits: see `latitudeDigits`; fewer than 256 bytes.
    ///   - row: 1 is the header.
    package init(
        id: ByteRange, code: ByteRange = .empty, name: ByteRange = .empty, description: ByteRange = .empty,
        platformCode: ByteRange = .empty, url: ByteRange = .empty, zone: ByteRange = .empty,
        parentStation: ByteRange = .empty, latitude: Double = .nan, longitude: Double = .nan,
        latitudeDigits: ByteRange = .empty, longitudeDigits: ByteRange = .empty, type: LocationType = .stop, row: UInt32
    ) {
        self.id = id
        self.code = code
        self.name = name
        self.description = description
        self.platformCode = platformCode
        self.url = url
        self.zone = zone
        self.parentStation = parentStation
        self.latitude = latitude
        self.longitude = longitude
        self.type = type
        self.row = row
        (latitudeStart, latitudeCount) = (latitudeDigits.start, UInt8(latitudeDigits.count))
        (longitudeStart, longitudeCount) = (longitudeDigits.start, UInt8(longitudeDigits.count))
    }

    /// Where the feed has the latitude written as outputs write it (links.md, section 3): those bytes, to be copied; else
    /// empty.
    package var latitudeDigits: ByteRange { ByteRange(start: latitudeStart, count: UInt32(latitudeCount)) }
    /// The like of the longitude.
    package var longitudeDigits: ByteRange { ByteRange(start: longitudeStart, count: UInt32(longitudeCount)) }

    package var hasCoordinate: Bool { !latitude.isNaN }
    /// Whether riders board here: a stop or platform (`location_type` 0 or empty).
    package var isBoarded: Bool { type == .stop }
}

package struct FeedStops: Sendable {
    /// The rows of the file, one behind the other; what `rows` point into.
    package let bytes: [UInt8]
    /// In the order of the file, of a doubled ID the first alone.
    package let rows: [FeedStop]

    /// Rows of stops.txt: ten times those of Germany. A stop takes 88 bytes beside its text, however short its row is, and 5
    /// million fit into the 2 GiB of transitlink-batch@.service.
    package static let maximumRows = 5_000_000

    package init(bytes: [UInt8], rows: [FeedStop]) {
        self.bytes = bytes
        self.rows = rows
    }

    /// The field as a text; the file was checked to be UTF-8.
    package func text(_ range: ByteRange) -> String { String(decoding: bytes[range.indices], as: UTF8.self) }
}
