// WantedDays: the service days of `--date`, `--from` and `--to`: dates, or days counted from today, which a job of every night
// needs. Today is the date in the time zone of the feed's first agency, whatever the machine's is.

internal import Arguments
internal import Escaping
internal import Feeds
internal import Posix
internal import TransitLinks

/// A day as an option names it.
enum WantedDay: Sendable, Equatable {
    case date(ServiceDay)
    case afterToday(Int)

    /// `2026-03-30`, `20260330`, `today`, `tomorrow`, `today+7`; nil for anything else.
    init?(_ text: String) {
        switch text {
        case "today": self = .afterToday(0)
        case "tomorrow": self = .afterToday(1)
        default:
            if let count = Self.daysAfterToday(text) {
                self = .afterToday(count)
            } else if let day = ServiceDay(option: text) {
                self = .date(day)
            } else {
                return nil
            }
        }
    }

    /// Up to a year ahead: no feed knows more.
    private static func daysAfterToday(_ text: String) -> Int? {
        guard text.hasPrefix("today+") else { return nil }
        let digits = text.dropFirst("today+".count)
        guard digits.utf8.allSatisfy({ $0 &- UInt8(ascii: "0") < 10 }), let count = Int(digits), count <= WantedDays.maximum
        else { return nil }
        return count
    }

    func day(today: ServiceDay) -> ServiceDay {
        switch self {
        case .date(let day): day
        case .afterToday(let count): ServiceDay(daysSinceEpoch: today.daysSinceEpoch + count)
        }
    }
}

struct WantedDays: Sendable, Equatable {
    /// 366 days: a year with a leap day; more is rarely in a feed, and every day has the feed's boardings once more.
    static let maximum = 366

    let from: WantedDay
    let to: WantedDay

    /// - Throws: `UsageError` for days that are wrong whatever today is.
    init(from: WantedDay, to: WantedDay) throws(UsageError) {
        self.from = from
        self.to = to
        switch (from, to) {
        case (.date, .date), (.afterToday, .afterToday): _ = try days(today: ServiceDay(daysSinceEpoch: 0))
        default: break
        }
    }

    /// The days themselves.
    /// - Throws: `UsageError`: the last before the first, or more than `maximum`.
    func days(today: ServiceDay) throws(UsageError) -> ClosedRange<ServiceDay> {
        let (first, last) = (from.day(today: today), to.day(today: today))
        guard first <= last else { throw UsageError("--to: the last day is before the first") }
        let count = first.days(to: last) + 1
        guard count <= Self.maximum else { throw UsageError("--to: \(count) days; at most \(Self.maximum) at once") }
        return first...last
    }

    /// The days as the agencies have them now.
    /// - Throws: `Failure`: as `days(today:)`; a time zone that the system doesn't know.
    func days(of agencies: [FeedAgency], _ zones: TimeZoneDatabase) throws(Failure) -> ClosedRange<ServiceDay> {
        var today = ServiceDay(daysSinceEpoch: 0)
        if [from, to].contains(where: \.isCountedFromToday) { today = try TripDays.today(of: agencies, zones) }
        do throws(UsageError) { return try days(today: today) } catch { throw Failure(error) }
    }
}

extension WantedDay {
    fileprivate var isCountedFromToday: Bool {
        if case .afterToday = self { true } else { false }
    }
}

extension ServiceDay {
    /// The date at a moment, in the time zone with these rules.
    init(atEpochSeconds seconds: Int64, in zone: TimeZoneRules) {
        let local = seconds + zone.offset(at: seconds)
        // Rounded down, before 1970 too.
        self.init(daysSinceEpoch: Int(local >= 0 ? local / 86_400 : (local - 86_399) / 86_400))
    }
}
