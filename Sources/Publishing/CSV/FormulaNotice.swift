// FormulaNotice: what is told of an ID or a code that a spreadsheet would run.

package import Feeds

extension FeedNotice.Code {
    /// An ID or code that a spreadsheet runs as a formula when it opens the CSV. MobilityData's validator has no such code.
    package static let runsAsFormula = Self(rawValue: "value_runs_as_formula")
}

extension FeedNotice {
    /// Bytes of a value that a notice repeats.
    private static var maximumValueBytes: Int { 256 }

    static func runsAsFormula(_ field: String, _ value: Span<UInt8>, file: String = "stops.txt", row: Int) -> FeedNotice {
        FeedNotice(
            .runsAsFormula, file: file, row: row, field: field, value: beginning(of: value),
            "a spreadsheet runs it as a formula; it is written as it is, so import the column as text")
    }

    /// As much as a notice holds, less where that would cut a character.
    private static func beginning(of value: Span<UInt8>) -> String {
        var end = min(value.count, maximumValueBytes)
        while end > 0, end < value.count, value[end] & 0xC0 == 0x80 { end -= 1 }
        var bytes: [UInt8] = []
        for i in 0..<end { bytes.append(value[i]) }
        return String(decoding: bytes, as: UTF8.self)
    }
}
