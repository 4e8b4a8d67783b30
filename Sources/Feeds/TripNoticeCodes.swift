extension FeedNotice.Code {
    package static let missingRecommendedField = Self(rawValue: "missing_recommended_field")
    package static let underscoreInAgencyID = Self(rawValue: "underscore_in_agency_id")
    package static let agencyNotInFeed = Self(rawValue: "agency_not_in_feed")
}

extension FeedNotice.Code {
    package static let missingRequiredField = Self(rawValue: "missing_required_field")
    package static let foreignKeyViolation = Self(rawValue: "foreign_key_violation")
    package static let duplicateKey = Self(rawValue: "duplicate_key")
    package static let unexpectedEnumValue = Self(rawValue: "unexpected_enum_value")
    package static let invalidDate = Self(rawValue: "invalid_date")
    package static let invalidTime = Self(rawValue: "invalid_time")
    package static let invalidInteger = Self(rawValue: "invalid_integer")
    package static let startAndEndRangeOutOfOrder = Self(rawValue: "start_and_end_range_out_of_order")
    package static let locationWithUnexpectedStopTime = Self(rawValue: "location_with_unexpected_stop_time")
    package static let stopTimeOfZone = Self(rawValue: "stop_time_of_zone")
}
