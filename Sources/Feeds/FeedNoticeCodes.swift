// FeedNoticeCodes: every code that a notice can have, with a sentence for people: the one table that the tool's messages and
// the README are made from. Codes are those of MobilityData's gtfs-validator (RULES.md) where it has one for the case.

extension FeedNotice.Code {
    package static let csvParsingFailed = Self(rawValue: "csv_parsing_failed")
    package static let duplicatedColumn = Self(rawValue: "duplicated_column")
    package static let emptyColumnName = Self(rawValue: "empty_column_name")
    package static let emptyRow = Self(rawValue: "empty_row")
    package static let inputFilesInSubfolder = Self(rawValue: "invalid_input_files_in_subfolder")
    package static let invalidRowLength = Self(rawValue: "invalid_row_length")
    package static let newLineInValue = Self(rawValue: "new_line_in_value")
    package static let nullCharacter = Self(rawValue: "null_character")

    /// A code and what it says of a row.
    package struct Entry: Sendable {
        package let code: FeedNotice.Code
        package let sentence: String
        /// Whether MobilityData's validator has it too.
        package let isMobilityData: Bool

        init(_ code: FeedNotice.Code, _ sentence: String, ours: Bool = false) {
            self.code = code
            self.sentence = sentence
            isMobilityData = !ours
        }
    }

    /// In the order of their names.
    package static let all: [Entry] = [
        Entry(.csvParsingFailed, "a row that isn't CSV: a quote that isn't closed, or more than the limits allow"),
        Entry(.duplicatedColumn, "two columns have one name; the first is read"),
        Entry(.emptyColumnName, "a column without a name; it isn't read"),
        Entry(.emptyRow, "a row of blanks; it isn't read"),
        Entry(.inputFilesInSubfolder, "the feed's files are in a folder of the zip; they are read from there"),
        Entry(.invalidRowLength, "a row with fewer or more values than the header"),
        Entry(.newLineInValue, "a line end inside a quoted value"),
        Entry(.nullCharacter, "a row with U+0000; it isn't read", ours: true),
    ]
}
