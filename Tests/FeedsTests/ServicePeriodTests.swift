import Testing

@testable import Feeds

/// The first and the last day with service, against the naive calendar day by day.
@Suite struct ServicePeriodTests {
    private static let header = "service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date\n"

    private func period(_ weeks: String?, _ dates: String?) -> String? {
        var files: [String: String] = [:]
        files["calendar.txt"] = weeks.map { Self.header + $0 }
        files["calendar_dates.txt"] = dates.map { "service_id,date,exception_type\n" + $0 }
        return ServicePeriod(of: MadeFeed(files)).map { "\($0.days.lowerBound) \($0.days.upperBound) \($0.file)" }
    }

    @Test func itIsFromTheFirstToTheLastDayOnWhichAServiceRuns() {
        // 2026-03-30 is a Monday.
        #expect(period("wd,1,1,1,1,1,0,0,20260328,20260405\n", nil) == "2026-03-30 2026-04-03 calendar.txt")
        #expect(
            period("wd,1,1,1,1,1,0,0,20260328,20260405\n", "wd,20260403,2\nwd,20260330,2\n")
                == "2026-03-31 2026-04-02 calendar.txt")
        #expect(
            period("wd,1,1,1,1,1,0,0,20260328,20260405\n", "su,20260412,1\n") == "2026-03-30 2026-04-12 calendar_dates.txt")
        #expect(period(nil, "a,20200101,1\nb,20210101,1\nb,20220101,2\n") == "2020-01-01 2021-01-01 calendar_dates.txt")
        // Another service runs on the day on which one doesn't.
        #expect(
            period("a,1,1,1,1,1,1,1,20260101,20260105\nb,1,1,1,1,1,1,1,20260101,20260105\n", "a,20260105,2\n")
                == "2026-01-01 2026-01-05 calendar.txt")
        // A placeholder for "for ever" is as far as links reach.
        #expect(period("a,1,1,1,1,1,1,1,20260101,99991231\n", nil) == "2026-01-01 2099-12-31 calendar.txt")
    }

    @Test func withoutServiceThereIsNone() {
        #expect(period(nil, nil) == nil)
        #expect(period("a,0,0,0,0,0,0,0,20260101,20261231\n", nil) == nil)
        #expect(period("a,1,1,1,1,1,1,1,20260105,20260101\nb,1,1,1,1,1,1,1,x,20260101\n", "c,20260101,2\n") == nil)
        #expect(ServicePeriod(of: MadeFeed(["calendar.txt": "service_id\n"])) == nil)
    }

    @Test func itIsThatOfTheNaiveCalendar() throws {
        for _ in 0..<60 {
            func day() -> String { "202603\(String(Int.random(in: 10...31)))" }
            let weeks = (0..<Int.random(in: 0...4)).map { service in
                "s\(service)," + (0..<7).map { _ in Bool.random() ? "1" : "0" }.joined(separator: ",") + ",\(day()),\(day())\n"
            }.joined()
            var seen: Set<String> = []
            let dates = (0..<Int.random(in: 0...8)).compactMap { _ -> String? in
                let key = "s\(Int.random(in: 0...5)),\(day())"
                return seen.insert(key).inserted ? "\(key),\(Int.random(in: 1...2))\n" : nil
            }.joined()
            let made = MadeFeed(["calendar.txt": Self.header + weeks, "calendar_dates.txt": "service_id,date,exception_type\n" + dates])
            let running = try (10...31).compactMap { ServiceDay(option: "2026-03-\($0)") }.filter { try !naiveServices(made, on: $0).isEmpty }
            let found = ServicePeriod(of: made)
            #expect(found?.days.lowerBound == running.first && found?.days.upperBound == running.last, "\(weeks)\(dates)")
        }
    }
}
