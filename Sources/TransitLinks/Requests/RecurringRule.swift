// RecurringRule: the footer of a TZif file, a POSIX `TZ` string (RFC 8536, section 3.3): standard time, and perhaps
// daylight saving time between two dates of every year. With its extensions: names in `<>`, and times of −167…167 hours.

/// A rule for every year to come, `CET-1CEST,M3.5.0,M10.5.0/3`.
struct RecurringRule: Sendable, Equatable {
    /// Seconds east of UTC.
    let standardOffset: Int64
    let daylight: Daylight?

    struct Daylight: Sendable, Equatable {
        /// Seconds east of UTC.
        let offset: Int64
        let start: YearlyTime
        let end: YearlyTime
    }

    /// Seconds east of UTC at an instant.
    func offset(at instant: Int64) -> Int64 {
        guard let daylight else { return standardOffset }
        let day = (instant + standardOffset).flooredQuotient(by: 86_400)
        let year = CalendarDate(daysSinceEpoch: day).year
        // The neighbouring years too: a rule's times may lie up to a week outside of its own. Of a start and an end at
        // one instant the start counts: so zones with daylight saving time all year are written.
        var latest = Int64.min
        var isDaylight = false
        for year in year - 1...year + 1 {
            let start = daylight.start.localSeconds(in: year) - standardOffset
            let end = daylight.end.localSeconds(in: year) - daylight.offset
            if end <= instant, end > latest { (latest, isDaylight) = (end, false) }
            if start <= instant, start >= latest { (latest, isDaylight) = (start, true) }
        }
        return isDaylight ? daylight.offset : standardOffset
    }
}

/// A moment of every year, on the clocks as they stand before it.
struct YearlyTime: Sendable, Equatable {
    enum Day: Sendable, Equatable {
        /// `J1`…`J365`: 29 February is never counted.
        case julian(Int)
        /// `0`…`365`: 29 February is counted.
        case zeroBased(Int)
        /// `M3.5.0`: a weekday, 0 Sunday, in its first to fifth week of a month; the fifth is the last.
        case weekday(month: Int, week: Int, weekday: Int)
    }

    let day: Day
    /// Seconds after midnight, −167…167 hours.
    let secondsOfDay: Int64

    /// Seconds since 1970-01-01 00:00 on the same clocks.
    func localSeconds(in year: Int) -> Int64 { dayNumber(in: year) * 86_400 + secondsOfDay }

    private func dayNumber(in year: Int) -> Int64 {
        let newYear = CalendarDate.daysSinceEpoch(year: Int64(year), month: 1, day: 1)
        switch day {
        case .zeroBased(let day): return newYear + Int64(day)
        case .julian(let day): return newYear + Int64(CalendarDate.isLeap(year) && day > 59 ? day : day - 1)
        case .weekday(let month, let week, let weekday):
            let first = CalendarDate.daysSinceEpoch(year: Int64(year), month: Int64(month), day: 1)
            // 1970-01-01 was a Thursday.
            let firstWeekday = (first + 4) - (first + 4).flooredQuotient(by: 7) * 7
            let ahead = (Int64(weekday) - firstWeekday + 7) % 7
            let length = Int64(CalendarDate.days(inMonth: month, of: year))
            let offset = ahead + Int64(week - 1) * 7
            return first + (offset < length ? offset : offset - 7)
        }
    }
}

extension Int64 {
    /// The quotient rounded down, for a positive divisor.
    func flooredQuotient(by divisor: Int64) -> Int64 { self / divisor - (self % divisor < 0 ? 1 : 0) }
}
