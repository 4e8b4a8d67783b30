import Testing

@testable import Feeds

@Suite struct ServiceDayTests {
    @Test func everyDayOfFourCenturiesFollowsTheOneBefore() {
        let lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        var expected = ServiceDay(year: 1799, month: 12, day: 31)?.daysSinceEpoch ?? 0
        for year in 1800..<2200 {
            let isLeap = year % 400 == 0 || (year % 4 == 0 && year % 100 != 0)
            for month in 1...12 {
                let length = lengths[month - 1] + (month == 2 && isLeap ? 1 : 0)
                for day in 1...length {
                    expected += 1
                    #expect(ServiceDay(year: year, month: month, day: day)?.daysSinceEpoch == expected)
                }
                #expect(ServiceDay(year: year, month: month, day: length + 1) == nil)
            }
        }
        #expect(ServiceDay(year: 1970, month: 1, day: 1)?.daysSinceEpoch == 0)
    }

    @Test(arguments: [
        ("2026-03-30", "2026-03-30", 0), ("20260330", "2026-03-30", 0), ("1970-01-01", "1970-01-01", 3),
        ("0001-01-01", "0001-01-01", 0), ("9999-12-31", "9999-12-31", 4), ("2000-02-29", "2000-02-29", 1),
        ("1969-12-31", "1969-12-31", 2),
    ])
    func aDateIsReadInTwoForms(text: String, shown: String, weekday: Int) throws {
        let day = try #require(ServiceDay(option: text))
        #expect(day.description == shown)
        #expect(day.weekday == weekday)
        #expect(ServiceDay(option: shown) == day)
    }

    @Test(arguments: [
        "", "2026", "2026-3-30", "2026-13-01", "2026-02-29", "2100-02-29", "2026-00-01", "2026-01-00", "0000-01-01",
        "20260230", "2026/03/30", "2026-0330", " 20260330", "2026033", "202603301", "+2026033", "２０２６0330", "2026-03-3o",
    ])
    func whatIsNoDateIsNone(text: String) { #expect(ServiceDay(option: text) == nil) }

    @Test func aFeedWritesEightDigitsAlone() {
        #expect(ServiceDay.inFeed("20260330") == ServiceDay(option: "2026-03-30"))
        #expect(ServiceDay.inFeed("2026-03-30") == nil)
    }
}
