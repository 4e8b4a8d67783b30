// TripDays: the service days of a batch in the time zone of each agency. GTFS wants one zone in a feed; where there are several,
// a trip's days begin in the zone of its own agency; FeedAgency has given notice.

internal import Arguments
internal import Escaping
internal import Feeds
internal import Posix
internal import Publishing
internal import TransitLinks

struct TripDays: Sendable {
    /// Every day in the first zone, then every day in the next.
    let published: [PublishedDay]
    private let first: ServiceDay
    private let count: Int
    /// By index of the route: which zone.
    private let zoneOfRoute: [Int]

    /// - Throws: `Failure` for a zone that the system doesn't know, and for days outside of 1990…2099.
    init(
        _ days: ClosedRange<ServiceDay>, _ agencies: [FeedAgency], _ routes: FeedRoutes, _ zones: TimeZoneDatabase
    ) throws(Failure) {
        first = days.lowerBound
        count = days.lowerBound.days(to: days.upperBound) + 1
        let names = Self.zones(of: agencies)
        var published: [PublishedDay] = []
        for name in names {
            let rules = try Self.rules(name, agencies, zones)
            for number in 0..<count {
                let day = ServiceDay(daysSinceEpoch: days.lowerBound.daysSinceEpoch + number)
                published.append(try Self.published(day, rules))
            }
        }
        self.published = published
        let zoneOfAgency = Dictionary(
            agencies.map { ($0.id, names.firstIndex(of: $0.timeZone) ?? 0) }, uniquingKeysWith: { zone, _ in zone })
        zoneOfRoute = routes.rows.map { zoneOfAgency[routes.text($0.agency)] ?? 0 }
    }

    /// The index in `published` of a day for a route's trips; nil as route: of the first agency.
    func index(of day: ServiceDay, route: Int?) -> Int {
        (route.map { zoneOfRoute[$0] } ?? 0) * count + first.days(to: day)
    }

    /// Each zone once, the first agency's first.
    private static func zones(of agencies: [FeedAgency]) -> [String] {
        var names: [String] = []
        for agency in agencies where !names.contains(agency.timeZone) { names.append(agency.timeZone) }
        return names
    }

    /// The date of this moment where the first agency is.
    /// - Throws: `Failure` for a zone that the system doesn't know.
    static func today(of agencies: [FeedAgency], _ zones: TimeZoneDatabase) throws(Failure) -> ServiceDay {
        let name = agencies.first?.timeZone ?? ""
        return ServiceDay(atEpochSeconds: now, in: try rules(name, agencies, zones))
    }

    /// The date of this moment where the first agency is, else in UTC.
    static func todayOrUTC(of agencies: [FeedAgency], _ zones: TimeZoneDatabase) -> ServiceDay {
        do throws(Failure) { return try today(of: agencies, zones) } catch {
            return ServiceDay(daysSinceEpoch: Int(now / 86_400))
        }
    }

    /// This moment, or the one that `SOURCE_DATE_EPOCH` names (reproducible-builds.org): a run that can be repeated.
    private static var now: Int64 {
        ProgramEnvironment.variable("SOURCE_DATE_EPOCH").flatMap { Int64($0) }.flatMap { 0...4_102_444_799 ~= $0 ? $0 : nil }
            ?? wallClockNanoseconds() / 1_000_000_000
    }

    private static func rules(
        _ name: String, _ agencies: [FeedAgency], _ zones: TimeZoneDatabase
    ) throws(Failure) -> TimeZoneRules {
        do throws(TimeZoneError) { return try zones.rules(named: name) } catch {
            let row = agencies.first { $0.timeZone == name }?.row ?? 0
            let place = "[agency.txt row \(row)]"
            if error.isFault { throw Failure(.tryAgain, "agency_timezone: \(error) \(place)") }
            let what = name.isEmpty ? "missing" : "\(Printable.quoted(name)) is no time zone of this system"
            throw Failure(.badData, "agency_timezone: \(what), and service dates are local; as America/Los_Angeles \(place)")
        }
    }

    private static func published(_ day: ServiceDay, _ zone: TimeZoneRules) throws(Failure) -> PublishedDay {
        do throws(ServiceDateError) {
            guard let date = CalendarDate(iso8601: "\(day)") else { throw .notFinite }
            return PublishedDay(date, try ServiceDate(date, in: zone))
        } catch { throw Failure(.usage, "--trips: '\(day)' is not a service date (1990…2099)") }
    }
}
