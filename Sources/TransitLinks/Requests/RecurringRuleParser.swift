// RecurringRuleParser: reads the `TZ` string of a TZif footer. It takes what RFC 8536 allows there and nothing that a
// shell's TZ may be beyond it: no `:name`, no daylight saving time without its dates.

/// Eats a `TZ` string from the front; each verb returns nil when what it wants is not there.
struct RecurringRuleParser {
    private var rest: ArraySlice<UInt8>

    /// - Returns: the rule, nil when `text` is none as a whole.
    static func rule(from text: ArraySlice<UInt8>) -> RecurringRule? {
        var parser = RecurringRuleParser(rest: text)
        return parser.rule()
    }

    private mutating func rule() -> RecurringRule? {
        guard eatName(), let west = time(maximumHours: 24) else { return nil }
        if rest.isEmpty { return RecurringRule(standardOffset: -west, daylight: nil) }
        guard let daylight = daylight(standardOffset: -west), rest.isEmpty else { return nil }
        return RecurringRule(standardOffset: -west, daylight: daylight)
    }

    private mutating func daylight(standardOffset: Int64) -> RecurringRule.Daylight? {
        guard eatName() else { return nil }
        var offset = standardOffset + 3600
        if rest.first != UInt8(ascii: ",") {
            guard let west = time(maximumHours: 24) else { return nil }
            offset = -west
        }
        guard eat(","), let start = yearlyTime(), eat(","), let end = yearlyTime() else { return nil }
        return RecurringRule.Daylight(offset: offset, start: start, end: end)
    }

    /// Three letters or more, or anything of letters, digits and signs between `<` and `>`.
    private mutating func eatName() -> Bool {
        let quoted = eat("<")
        let name = rest.prefix { byte in
            let isLetter = (0x61...0x7A).contains(byte | 0x20)
            return isLetter || quoted && ((0x30...0x39).contains(byte) || byte == 0x2B || byte == 0x2D)
        }
        rest = rest.dropFirst(name.count)
        return name.count >= 3 && (!quoted || eat(">"))
    }

    private mutating func yearlyTime() -> YearlyTime? {
        guard let day = day() else { return nil }
        guard eat("/") else { return YearlyTime(day: day, secondsOfDay: 7200) }
        guard let seconds = time(maximumHours: 167) else { return nil }
        return YearlyTime(day: day, secondsOfDay: seconds)
    }

    private mutating func day() -> YearlyTime.Day? {
        if eat("J") { return number(in: 1...365).map(YearlyTime.Day.julian) }
        guard eat("M") else { return number(in: 0...365).map(YearlyTime.Day.zeroBased) }
        guard let month = number(in: 1...12), eat("."), let week = number(in: 1...5), eat("."),
            let weekday = number(in: 0...6)
        else { return nil }
        return .weekday(month: month, week: week, weekday: weekday)
    }

    /// `[+-]hh[:mm[:ss]]` in seconds.
    private mutating func time(maximumHours: Int) -> Int64? {
        let isNegative = eat("-")
        if !isNegative { _ = eat("+") }
        guard let hours = number(in: 0...maximumHours) else { return nil }
        var seconds = hours * 3600
        for unit in [60, 1] {
            guard eat(":") else { break }
            guard let value = number(in: 0...59) else { return nil }
            seconds += value * unit
        }
        return Int64(isNegative ? -seconds : seconds)
    }

    /// One to three digits.
    private mutating func number(in range: ClosedRange<Int>) -> Int? {
        let digits = rest.prefix { (0x30...0x39).contains($0) }
        guard (1...3).contains(digits.count) else { return nil }
        rest = rest.dropFirst(digits.count)
        let value = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
        return range.contains(value) ? value : nil
    }

    private mutating func eat(_ character: Unicode.Scalar) -> Bool {
        guard rest.first == UInt8(ascii: character) else { return false }
        rest = rest.dropFirst()
        return true
    }
}
