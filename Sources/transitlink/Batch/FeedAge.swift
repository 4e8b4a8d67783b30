// FeedAge: whether the feed's service has ended, or will soon, by the calendars, or by feed_info.txt where it ends sooner. A site of
// an ended feed looks like any other: riders are sent to stops that no bus serves any more.

internal import Feeds
internal import TransitLinks

enum FeedAge {
    /// Two weeks: time enough to fetch the next feed.
    static let warningDays = 14

    /// The notice of a feed that has ended or ends soon; nil for any other.
    static func notice(_ feed: BatchFeed, _ zones: TimeZoneDatabase) -> FeedNotice? {
        guard let end = end(of: feed) else { return nil }
        let today = TripDays.todayOrUTC(of: feed.agencies, zones)
        let left = today.days(to: end.day)
        if left > warningDays { return nil }
        return FeedNotice(
            left < 0 ? .feedExpired : .feedExpiresSoon, file: end.file, row: 0, field: end.field, value: "\(end.day)",
            left < 0
                ? "the feed's last day with service has passed: get the agency's present feed"
                : "the feed's last day with service is near: get the agency's next feed")
    }

    private static func end(of feed: BatchFeed) -> (day: ServiceDay, file: String, field: String)? {
        let calendar = feed.period.map {
            ($0.days.upperBound, $0.file, $0.file == "calendar.txt" ? "end_date" : "date")
        }
        guard let day = feed.info?.endDate else { return calendar }
        if let calendar, calendar.0 <= day { return calendar }
        return (day, "feed_info.txt", "feed_end_date")
    }
}
