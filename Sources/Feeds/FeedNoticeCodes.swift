// FeedNoticeCodes: every code that a notice can have, with a sentence for people: the one table that the tool's messages and
// the README are made from. Codes are those of MobilityData's gtfs-validator (RULES.md) where it has one for the case.

extension FeedNotice.Code {
    package static let agencyNotInFeed = Self(rawValue: "agency_not_in_feed")
    package static let bytesBeforeZip = Self(rawValue: "bytes_before_zip")
    package static let csvParsingFailed = Self(rawValue: "csv_parsing_failed")
    package static let duplicateKey = Self(rawValue: "duplicate_key")
    package static let duplicatedColumn = Self(rawValue: "duplicated_column")
    package static let emptyColumnName = Self(rawValue: "empty_column_name")
    package static let emptyRow = Self(rawValue: "empty_row")
    package static let feedExpired = Self(rawValue: "feed_expired")
    package static let feedExpiresSoon = Self(rawValue: "feed_expires_soon")
    package static let foreignKeyViolation = Self(rawValue: "foreign_key_violation")
    package static let inconsistentAgencyTimezone = Self(rawValue: "inconsistent_agency_timezone")
    package static let invalidCharacter = Self(rawValue: "invalid_character")
    package static let invalidDate = Self(rawValue: "invalid_date")
    package static let invalidFloat = Self(rawValue: "invalid_float")
    package static let inputFilesInSubfolder = Self(rawValue: "invalid_input_files_in_subfolder")
    package static let invalidInteger = Self(rawValue: "invalid_integer")
    package static let invalidRowLength = Self(rawValue: "invalid_row_length")
    package static let invalidTime = Self(rawValue: "invalid_time")
    package static let leadingOrTrailingWhitespaces = Self(rawValue: "leading_or_trailing_whitespaces")
    package static let locationWithUnexpectedStopTime = Self(rawValue: "location_with_unexpected_stop_time")
    package static let missingRecommendedField = Self(rawValue: "missing_recommended_field")
    package static let missingRequiredColumn = Self(rawValue: "missing_required_column")
    package static let missingRequiredField = Self(rawValue: "missing_required_field")
    package static let missingRequiredFile = Self(rawValue: "missing_required_file")
    package static let missingStopName = Self(rawValue: "missing_stop_name")
    package static let moreThanOneEntity = Self(rawValue: "more_than_one_entity")
    package static let newLineInValue = Self(rawValue: "new_line_in_value")
    package static let noAgencyInID = Self(rawValue: "no_agency_in_id")
    package static let nonPrintableCharacter = Self(rawValue: "non_ascii_or_non_printable_char")
    package static let nullCharacter = Self(rawValue: "null_character")
    package static let numberOutOfRange = Self(rawValue: "number_out_of_range")
    package static let placeholderValue = Self(rawValue: "placeholder_value")
    package static let pointNearOrigin = Self(rawValue: "point_near_origin")
    package static let sameNameAndDescription = Self(rawValue: "same_name_and_description_for_stop")
    package static let startAndEndRangeOutOfOrder = Self(rawValue: "start_and_end_range_out_of_order")
    package static let stopTimeOfZone = Self(rawValue: "stop_time_of_zone")
    package static let stopWithoutLocation = Self(rawValue: "stop_without_location")
    package static let underscoreInAgencyID = Self(rawValue: "underscore_in_agency_id")
    package static let unescapedQuote = Self(rawValue: "unescaped_quote")
    package static let unexpectedEnumValue = Self(rawValue: "unexpected_enum_value")
    package static let unusableTrip = Self(rawValue: "unusable_trip")
    package static let unusualNumber = Self(rawValue: "unusual_number")

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
        Entry(.agencyNotInFeed, "`--agency` names an agency that agency.txt hasn't", ours: true),
        Entry(.bytesBeforeZip, "the feed's file has other bytes before its zip begins; it is read behind them", ours: true),
        Entry(.csvParsingFailed, "a row that isn't CSV: a quote that isn't closed, or more than the limits allow"),
        Entry(.duplicateKey, "an ID that another row has already; the first stays"),
        Entry(.duplicatedColumn, "two columns have one name; the first is read"),
        Entry(.emptyColumnName, "a column without a name; it isn't read"),
        Entry(.emptyRow, "a row of blanks; it isn't read"),
        Entry(.feedExpired, "the last day with service has passed", ours: true),
        Entry(.feedExpiresSoon, "the last day with service is at most 14 days away", ours: true),
        Entry(.foreignKeyViolation, "a row that names what isn't in the feed; of a route's agency, the server refuses it"),
        Entry(.inconsistentAgencyTimezone, "agencies in several time zones"),
        Entry(.invalidCharacter, "U+FFFD in a value: a character that could not be read, by `--encoding` or before"),
        Entry(.invalidDate, "a date that is none (YYYYMMDD)"),
        Entry(.invalidFloat, "a coordinate that is no number"),
        Entry(.inputFilesInSubfolder, "the feed's files are in a folder of it; they are read from there"),
        Entry(.invalidInteger, "a number that is none"),
        Entry(.invalidRowLength, "a row with fewer or more values than the header"),
        Entry(.invalidTime, "a time that is none (H:MM:SS)"),
        Entry(.leadingOrTrailingWhitespaces, "blanks around a value; they are taken off, as by the server"),
        Entry(.locationWithUnexpectedStopTime, "a stop time at a place where riders don't board"),
        Entry(.missingRecommendedField, "an agency without ID; IDs carry its name, as on the server"),
        Entry(.missingRequiredColumn, "a column that GTFS requires and this feed can do without"),
        Entry(.missingRequiredField, "a value that GTFS requires is missing"),
        Entry(.missingRequiredFile, "no agency.txt, and `--agency` stands in for it"),
        Entry(.missingStopName, "a stop without a name; its ID is shown"),
        Entry(.moreThanOneEntity, "a second row where one is the rule; the first is read"),
        Entry(.newLineInValue, "a line end inside a quoted value"),
        Entry(.noAgencyInID, "an ID without an agency, though `--combined` says that IDs have one", ours: true),
        Entry(.nonPrintableCharacter, "a character in an ID that isn't seen: control, zero-width, byte-order mark"),
        Entry(.nullCharacter, "a row with U+0000; it isn't read", ours: true),
        Entry(.numberOutOfRange, "a coordinate that is on no map"),
        Entry(
            .placeholderValue, "a text that says nothing (`blank`, `n/a`, `-`); it isn't printed, one notice a column",
            ours: true),
        Entry(.pointNearOrigin, "a stop within a degree of 0,0, a placeholder in many feeds"),
        Entry(.sameNameAndDescription, "a description that is the name once more; it isn't printed, one notice for all"),
        Entry(.startAndEndRangeOutOfOrder, "an end before its start"),
        Entry(.stopTimeOfZone, "a stop time of a zone or a group of stops (GTFS-Flex), not of a stop", ours: true),
        Entry(.stopWithoutLocation, "a stop, station or entrance without a coordinate; a stop gets no map links"),
        Entry(.underscoreInAgencyID, "an agency's ID with `_`: receivers split an ID at the first one", ours: true),
        Entry(.unescapedQuote, "a quote inside a quoted value that isn't doubled; it is part of the value", ours: true),
        Entry(.unexpectedEnumValue, "a value that isn't among those that GTFS knows"),
        Entry(.unusableTrip, "a trip with fewer than two stop times; it has no links, as it isn't on the server"),
        Entry(.unusualNumber, "a coordinate with a plus sign or an exponent; it is read", ours: true),
    ]
}
