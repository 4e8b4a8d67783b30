// CalendarDate: a day of the proleptic Gregorian calendar and its number, without a time zone. The arithmetic is Howard
// Hinnant's days_from_civil: years begin in March, so that the leap day is the last.

/// A valid day, 0001-01-01…9999-12-31.
public struct CalendarDate: Sendable, Hashable {
    public let year: Int
    /// 1…12
    public let month: Int
    /// 1…31
    public let day: Int

    /// - Returns: nil unless the calendar has this day.
    public init?(year: Int, month: Int, day: Int) {
        guard (1...9999).contains(year), (1...12).contains(month) else { return nil }
        guard day >= 1, day <= Self.days(inMonth: month, of: year) else { return nil }
        self.year = year
        self.month = month
        self.day = day
    }

    /// - Returns: nil unless `text` is exactly `YYYY-MM-DD` and names a day of the calendar.
    public init?(iso8601 text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count == 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
            let year = Self.number(bytes[0..<4]), let month = Self.number(bytes[5..<7]),
            let day = Self.number(bytes[8..<10])
        else { return nil }
        self.init(year: year, month: month, day: day)
    }

    /// - Returns: nil unless `text` is exactly `YYYYMMDD`, as GTFS has it, and names a day of the calendar.
    init?(gtfs text: String) {
        let bytes = Array(text.utf8)
        guard Self.looksLikeGTFS(bytes), let year = Self.number(bytes[0..<4]), let month = Self.number(bytes[4..<6]),
            let day = Self.number(bytes[6..<8])
        else { return nil }
        self.init(year: year, month: month, day: day)
    }

    /// Whether `text` is eight digits: a date as GTFS has it, for as epoch seconds they end in 1973.
    package static func looksLikeGTFS(_ text: some Collection<UInt8>) -> Bool { text.count == 8 && text.allSatisfy(isDigit) }

    /// The day that many days after 1970-01-01; the caller knows that the year is 1…9999.
    init(daysSinceEpoch days: Int64) {
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let marchMonth = (5 * dayOfYear + 2) / 153
        day = Int(dayOfYear - (153 * marchMonth + 2) / 5 + 1)
        month = Int(marchMonth < 10 ? marchMonth + 3 : marchMonth - 9)
        year = Int(yearOfEra + era * 400) + (month <= 2 ? 1 : 0)
    }

    /// `2026-03-30`
    package func write(to out: inout ByteWriter) {
        out.append(digits: UInt64(year), atLeast: 4)
        out.append(UInt8(ascii: "-"))
        out.append(pair: month)
        out.append(UInt8(ascii: "-"))
        out.append(pair: day)
    }

    /// Days since 1970-01-01.
    var daysSinceEpoch: Int64 { Self.daysSinceEpoch(year: Int64(year), month: Int64(month), day: Int64(day)) }

    static func daysSinceEpoch(year: Int64, month: Int64, day: Int64) -> Int64 {
        let marchYear = month <= 2 ? year - 1 : year
        let era = (marchYear >= 0 ? marchYear : marchYear - 399) / 400
        let yearOfEra = marchYear - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    static func isLeap(_ year: Int) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }

    static func days(inMonth month: Int, of year: Int) -> Int {
        switch month {
        case 2: isLeap(year) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        var value = 0
        for digit in digits {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
            value = value * 10 + Int(digit - UInt8(ascii: "0"))
        }
        return value
    }
}
