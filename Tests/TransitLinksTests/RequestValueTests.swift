import Foundation
import Testing

@testable import TransitLinks

@Suite struct CoordinateTests {
    @Test(arguments: [
        (90.0000001, 0, CoordinateError.outOfRange(.latitude, 90.0000001)), (-91, 500, .outOfRange(.latitude, -91)),
        (0, 180.5, .outOfRange(.longitude, 180.5)), (.nan, 0, .notFinite(.latitude)),
        (0, .infinity, .notFinite(.longitude)),
    ])
    func `what is no place is refused with its axis`(latitude: Double, longitude: Double, error: CoordinateError) {
        #expect(throws: error) { try Coordinate(latitude: latitude, longitude: longitude) }
    }

    @Test func `the poles and the date line are places`() throws {
        for (latitude, longitude) in [(90.0, 180.0), (-90, -180)] {
            let place = try Coordinate(latitude: latitude, longitude: longitude)
            #expect(place.latitude == latitude && place.longitude == longitude && !place.isNullIsland)
        }
    }

    @Test func `a negative zero becomes zero, and 0,0 is null island`() throws {
        let place = try Coordinate(latitude: -0.0, longitude: -0.0)
        #expect(place.latitude.sign == .plus && place.longitude.sign == .plus && place.isNullIsland)
        #expect(try !Coordinate(latitude: 0, longitude: 1e-9).isNullIsland)
    }

    @Test func `directions are known in any case and nothing else is`() {
        let names = ["N", "ne", "E", "Se", "s", "sW", "W", "NW"]
        #expect(names.compactMap(CompassDirection.init(caseInsensitive:)) == CompassDirection.allCases)
        for other in ["", "NNE", "north", " N", "X", "SN", "ｎ", "ﬁ", "N\u{301}"] {
            #expect(CompassDirection(caseInsensitive: other) == nil, "\(other)")
        }
    }
}

@Suite struct CalendarDateTests {
    @Test(arguments: ["2026-03-30", "2024-02-29", "2000-02-29", "1990-01-01", "2099-12-31", "0001-01-01", "9999-12-31"])
    func `a day of the calendar is read and counted back`(_ text: String) throws {
        let date = try #require(CalendarDate(iso8601: text))
        #expect(CalendarDate(daysSinceEpoch: date.daysSinceEpoch) == date)
        #expect(String(format: "%04d-%02d-%02d", date.year, date.month, date.day) == text)
    }

    @Test(arguments: [
        "2026-02-29", "1900-02-29", "2026-13-01", "2026-00-01", "2026-04-31", "2026-01-00", "2026-1-01", "20260330",
        "2026-03-30 ", " 2026-03-30", "2026-03-3O", "+026-03-30", "2026/03/30", "", "0000-01-01", "２026-03-30",
        "2026-03-30T00:00:00Z", "12026-03-30",
    ])
    func `anything else is no day`(_ text: String) { #expect(CalendarDate(iso8601: text) == nil) }

    @Test func `day numbers agree with Foundation over 400 years and more`() {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = TimeZone(secondsFromGMT: 0)!
        for day in stride(from: -100_000 as Int64, through: 100_000, by: 1) where day % 17 == 0 {
            let date = CalendarDate(daysSinceEpoch: day)
            let parts = calendar.dateComponents(
                [.year, .month, .day], from: Date(timeIntervalSince1970: Double(day) * 86_400))
            #expect(parts.year == date.year && parts.month == date.month && parts.day == date.day)
            #expect(date.daysSinceEpoch == day)
        }
    }
}

@Suite struct ServiceDateTests {
    @Test(arguments: [
        (631_152_000, "631152000.0", "1990-01-01T00:00:00Z"), (4_102_444_799, "4102444799.0", "2099-12-31T23:59:59Z"),
        (4_102_444_799.5, "4102444799.5", "2099-12-31T23:59:59Z"),
        (1_774_854_000, "1774854000.0", "2026-03-30T07:00:00Z"),
        (1_774_854_000.123, "1774854000.123", "2026-03-30T07:00:00Z"),
        (1_709_164_799.999999, "1709164799.999999", "2024-02-28T23:59:59Z"),
    ])
    func `a date is written as Swift prints a Double and as ISO 8601`(seconds: Double, text: String, iso: String) throws {
        let date = try ServiceDate(epochSeconds: seconds)
        #expect(date.text == text && date.iso8601 == iso)
        #expect(text == seconds.description)
    }

    @Test(arguments: [
        (Double.nan, ServiceDateError.notFinite), (-.infinity, .notFinite), (0, .outOfRange(0)),
        (631_151_999.999, .outOfRange(631_151_999.999)), (4_102_444_800, .outOfRange(4_102_444_800)),
        (-1_774_854_000, .outOfRange(-1_774_854_000)), (1_774_854_000_000, .looksLikeMilliseconds(1_774_854_000_000)),
        (631_152_000_000, .looksLikeMilliseconds(631_152_000_000)), (1e18, .outOfRange(1e18)),
    ])
    func `what is no service date is refused by kind`(seconds: Double, error: ServiceDateError) {
        #expect(throws: error) { try ServiceDate(epochSeconds: seconds) }
    }

    @Test func `the API's milliseconds are seconds`() throws {
        #expect(try ServiceDate(milliseconds: 1_774_854_000_000 as Int64).text == "1774854000.0")
        #expect(try ServiceDate(milliseconds: 1_774_854_000_123.0).text == "1774854000.123")
        #expect(throws: ServiceDateError.outOfRange(1_774_854)) {
            try ServiceDate(milliseconds: 1_774_854_000 as Int64)
        }
        #expect(throws: ServiceDateError.outOfRange(Double(Int64.max) / 1000)) {
            try ServiceDate(milliseconds: Int64.max)
        }
        #expect(throws: ServiceDateError.notFinite) { try ServiceDate(milliseconds: Double.nan) }
    }

    @Test func `a day given by date is noon minus twelve hours, as the eight vectors have it`() throws {
        let file = try VectorFiles.object("service-dates.json")
        let cases = file["cases"] as! [[String: Any]]
        #expect(cases.count == 8 && file["count"] as? Int == 8)
        for vector in cases {
            let zone = try systemZones.rules(named: vector["timeZone"] as! String)
            let day = try #require(CalendarDate(iso8601: vector["date"] as! String))
            #expect(try ServiceDate(day, in: zone).epochSeconds == vector["epochSeconds"] as! Double, "\(vector)")
        }
    }

    @Test func `a day whose origin lies outside of the range is refused`() throws {
        let auckland = try systemZones.rules(named: "Pacific/Auckland")
        let first = try #require(CalendarDate(year: 1990, month: 1, day: 1))
        // 13 hours ahead of UTC, so still 1989 there.
        #expect(throws: ServiceDateError.outOfRange(631_105_200)) { try ServiceDate(first, in: auckland) }
        #expect(try ServiceDate(first, in: systemZones.rules(named: "UTC")).epochSeconds == 631_152_000)
    }
}
