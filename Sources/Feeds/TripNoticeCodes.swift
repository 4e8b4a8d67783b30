extension FeedNotice.Code {
    package static let missingRecommendedField = Self(rawValue: "missing_recommended_field")
    package static let underscoreInAgencyID = Self(rawValue: "underscore_in_agency_id")
    package static let agencyNotInFeed = Self(rawValue: "agency_not_in_feed")
}
