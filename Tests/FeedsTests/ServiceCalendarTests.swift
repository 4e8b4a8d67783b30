import Testing

@testable import Feeds

@Suite struct ServiceCalendarTests {
    private static let weekHeader = "service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date\n"
    private static let dateHeader = "service_id,date,exception_type\n"

    private func day(_ text: String) throws -> ServiceDay { try #require(ServiceDay(option: text)) }

    private func calendar(
        weeks: String? = nil, dates: String? = nil, from: String, to: String, _ notices: Notices = Notices()
    ) throws -> ServiceCalendar {
        var files: [String: String] = [:]
        if let weeks { files["calendar.txt"] = Self.weekHeader + weeks }
        if let dates { files["calendar_dates.txt"] = Self.dateHeader + dates }
        return try ServiceCalendar(of: MadeFeed(files), days: day(from)...day(to), notices: notices.sink)
    }

    /// The days of the service, as `03-30`; nil where the calendar hasn't it.
    private func days(_ calendar: ServiceCalendar, _ service: String) -> [String]? {
        calendar.find(service).map { calendar.days(of: $0).map { String($0.description.dropFirst(5)) } }
    }

    @Test func aWeeklyServiceRunsOnItsDaysOfTheWeekWithinItsDates() throws {
        // 2026-03-30 is a Monday.
        let found = try calendar(weeks: "wd,1,0,1,0,0,0,1,20260330,20260405\n", from: "2026-03-20", to: "2026-04-30")
        #expect(days(found, "wd") == ["03-30", "04-01", "04-05"])
        #expect(days(found, "none") == nil)
    }

    @Test func exceptionsAddAndRemoveDays() throws {
        let found = try calendar(
            weeks: "wd,1,1,1,1,1,0,0,20260330,20260403\n", dates: "wd,20260331,2\nwd,20260404,1\nextra,20260401,1\n",
            from: "2026-03-30", to: "2026-04-05")
        #expect(days(found, "wd") == ["03-30", "04-01", "04-02", "04-03", "04-04"])
        #expect(days(found, "extra") == ["04-01"])
    }

    @Test func aServiceMayHaveDatesAlone() throws {
        let found = try calendar(dates: "x,20260401,1\ny,20260402,2\n", from: "2026-04-01", to: "2026-04-02")
        #expect(days(found, "x") == ["04-01"])
        let y = try #require(found.find("y"))
        #expect(!found.runsAtAll(y))
        #expect(try !found.runs(y, on: day("2026-04-02")))
    }

    @Test func everyDayOfTheLongestRangeIsItsOwn() throws {
        let found = try calendar(
            weeks: "all,1,1,1,1,1,1,1,20200101,20301231\n", dates: "all,20260305,2\nall,20261231,2\n", from: "2026-01-01",
            to: "2027-01-01")
        let all = try #require(days(found, "all"))
        #expect(all.count == 364)
        #expect(!all.contains("03-05") && !all.contains("12-31") && all.contains("03-04") && all.last == "01-01")
    }

    @Test func aRangeOfMoreThanAYearIsRefused() throws {
        let error = #expect(throws: FeedError.self) {
            try calendar(weeks: "", from: "2026-01-01", to: "2027-01-02")
        }
        #expect(error == .tooLarge("367 service days are more than 366: give a shorter --from and --to"))
    }

    @Test func aFeedWithoutBothFilesIsRefused() throws {
        let error = #expect(throws: FeedError.self) { try calendar(from: "2026-01-01", to: "2026-01-01") }
        #expect(error == .missingFile("calendar.txt or calendar_dates.txt", found: []))
    }

    @Test func aMissingColumnIsRefused() throws {
        let feed = MadeFeed(["calendar.txt": "service_id,monday\nx,1\n"])
        let today = try day("2026-01-01")
        #expect(throws: FeedError.missingColumn("tuesday", file: "calendar.txt", found: ["service_id", "monday"])) {
            try ServiceCalendar(of: feed, days: today...today) { _ in }
        }
    }

    @Test func oddRowsAreReportedAndCostNoOther() throws {
        let blanks = "read without the blanks at its ends, as by the server"
        let notices = Notices()
        let found = try calendar(
            weeks: """
                ok,1,1,1,1,1,1,1,20260330,20260405
                ok,0,0,0,0,0,0,0,20260330,20260405
                bad,1,1,1,1,1,1,1,20260230,2026-04-05
                late,1,1,1,1,1,1,1,20260405,20260330
                odd,yes,1,2,,1,1,1,20260330,20260405
                ,1,1,1,1,1,1,1,20260330,20260405
                 blank ,1,1,1,1,1,1,1, 20260330 ,20260405

                """,
            dates: """
                ok,20260331,2
                ok,20260331,1
                ok,20260332,2
                ok,20260402,3
                ok,20260403,
                ,20260403,1

                """,
            from: "2026-03-30", to: "2026-04-05", notices)
        #expect(days(found, "ok")?.count == 7)
        #expect(days(found, "bad") == [])
        #expect(days(found, "late") == [])
        #expect(days(found, "odd") == ["03-31", "04-03", "04-04", "04-05"])
        #expect(days(found, "blank")?.count == 7)
        #expect(
            notices.lines == [
                "duplicate_key calendar.txt 3 service_id 'ok': the service has a row already; this one is left out",
                "invalid_date calendar.txt 4 start_date '20260230': not a date (YYYYMMDD); the row is left out",
                "invalid_date calendar.txt 4 end_date '2026-04-05': not a date (YYYYMMDD); the row is left out",
                "start_and_end_range_out_of_order calendar.txt 5 end_date '20260330': "
                    + "before start_date; the service runs on no day of the row",
                "unexpected_enum_value calendar.txt 6 monday 'yes': neither 0 nor 1; taken as 0",
                "unexpected_enum_value calendar.txt 6 wednesday '2': neither 0 nor 1; taken as 0",
                "unexpected_enum_value calendar.txt 6 thursday '': neither 0 nor 1; taken as 0",
                "missing_required_field calendar.txt 7 service_id '': the row is left out",
                "leading_or_trailing_whitespaces calendar.txt 8 service_id ' blank ': \(blanks)",
                "leading_or_trailing_whitespaces calendar.txt 8 start_date ' 20260330 ': \(blanks)",
                "duplicate_key calendar_dates.txt 3 date '20260331': "
                    + "the service has a row for this day already; the later one counts",
                "invalid_date calendar_dates.txt 4 date '20260332': not a date (YYYYMMDD); the row is left out",
                "unexpected_enum_value calendar_dates.txt 5 exception_type '3': neither 1 nor 2; the row is left out",
                "unexpected_enum_value calendar_dates.txt 6 exception_type '': neither 1 nor 2; the row is left out",
                "missing_required_field calendar_dates.txt 7 service_id '': the row is left out",
            ])
    }
}
