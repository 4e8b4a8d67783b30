// FeedNotice: one odd thing in one row of a feed. Codes are those of MobilityData's gtfs-validator where it has one.

package struct FeedNotice: Sendable, Equatable {
    /// `invalid_latitude`…; the table of all codes is `FeedNotice.Code`.
    package let code: Code
    /// `stops.txt`
    package let file: String
    /// 1 is the header, as a spreadsheet counts; 0 where the notice is of the whole file.
    package let row: Int
    /// The column, or empty.
    package let field: String
    /// The value as it came, at most `valueLimit` bytes of it.
    package let value: String
    /// What it means for the output, in a phrase.
    package let message: String

    /// Bytes of a value in a notice: enough to find it in the file.
    package static let valueLimit = 256

    package init(_ code: Code, file: String, row: Int, field: String, value: String, _ message: String) {
        self.code = code
        self.file = file
        self.row = row
        self.field = field
        self.value = Self.cut(value)
        self.message = message
    }

    /// The first `valueLimit` bytes of `value`, whole characters.
    private static func cut(_ value: String) -> String {
        if value.utf8.count <= valueLimit { return value }
        var end = value.utf8.index(value.utf8.startIndex, offsetBy: valueLimit)
        while value.utf8[end] & 0xC0 == 0x80 { end = value.utf8.index(before: end) }
        return String(value[..<end])
    }

    package struct Code: RawRepresentable, Hashable, Sendable {
        package let rawValue: String
        package init(rawValue: String) { self.rawValue = rawValue }
    }
}

/// Where notices go: the command writes them to `notices.csv` and counts them by code.
package typealias NoticeSink = (FeedNotice) -> Void
