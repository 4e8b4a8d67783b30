// ServiceDay: a date of the calendar as GTFS writes it, and the two ways in which a person gives one. When the day begins
// in an agency's time zone is not known here.

/// A day of the Gregorian calendar as days since 1970-01-01.
package struct ServiceDay: Sendable, Hashable, Comparable {
    package let daysSinceEpoch: Int
    package init(daysSinceEpoch: Int) { self.daysSinceEpoch = daysSinceEpoch }
    package static func < (a: Self, b: Self) -> Bool { a.daysSinceEpoch < b.daysSinceEpoch }

    /// 0 is Monday, the order of the columns of calendar.txt. 1970-01-01 was a Thursday.
    package var weekday: Int { (daysSinceEpoch % 7 + 10) % 7 }

    /// How many days `other` lies after this one.
    package func days(to other: ServiceDay) -> Int { other.daysSinceEpoch - daysSinceEpoch }

    /// The date of these numbers, years 1…9999; nil where no such day is in the calendar.
    package init?(year: Int, month: Int, day: Int) {
        guard 1...9999 ~= year, 1...12 ~= month, day >= 1, day <= Self.length(ofMonth: month, year: year) else {
            return nil
        }
        // Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms", days_from_civil: years begin in March there.
        let year = month > 2 ? year : year - 1
        let era = year / 400
        let yearOfEra = year - era * 400
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        self.init(daysSinceEpoch: era * 146_097 + dayOfEra - 719_468)
    }

    /// A date of GTFS: exactly eight digits, `YYYYMMDD`.
    package init?(gtfs bytes: Span<UInt8>) {
        guard bytes.count == 8, let year = Digits.value(bytes, 0..<4), let month = Digits.value(bytes, 4..<6),
            let day = Digits.value(bytes, 6..<8)
        else { return nil }
        self.init(year: year, month: month, day: day)
    }

    /// A date as a person gives it: `2026-03-30`, or `20260330` as it stands in the feed.
    package init?(option text: String) {
        var bytes = Array(text.utf8)
        if bytes.count == 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-") {
            bytes.remove(at: 7)
            bytes.remove(at: 4)
        }
        self.init(gtfs: bytes.span)
    }

    private static func length(ofMonth month: Int, year: Int) -> Int {
        switch month {
        case 4, 6, 9, 11: 30
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        default: 31
        }
    }
}

extension ServiceDay: CustomStringConvertible {
    /// `2026-03-30`
    package var description: String {
        // days_from_civil backwards; see above.
        let shifted = daysSinceEpoch + 719_468
        let era = shifted / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return Digits.padded(year, to: 4) + "-" + Digits.padded(month, to: 2) + "-" + Digits.padded(day, to: 2)
    }
}
