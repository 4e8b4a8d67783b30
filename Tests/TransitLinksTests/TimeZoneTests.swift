import Foundation
import Synchronization
import TestSupport
import Testing

@testable import TransitLinks

/// The machine's own time zones, as a program hands them in.
let systemZones = TimeZoneDatabase { (name: TimeZoneName) throws(TimeZoneError) in
    do {
        return [UInt8](try Data(contentsOf: URL(filePath: "/usr/share/zoneinfo/" + name.text)))
    } catch {
        throw .unknown(name)
    }
}

@Suite struct TimeZoneRulesTests {
    static let zones = [
        "America/Los_Angeles", "America/New_York", "America/Sao_Paulo", "America/St_Johns", "America/Vancouver",
        "America/Santiago", "America/Asuncion", "America/Scoresbysund", "America/Havana", "Europe/Berlin",
        "Europe/Dublin",
        "Europe/Lisbon", "Europe/Istanbul", "Europe/Warsaw", "Europe/Moscow", "Africa/Casablanca", "Africa/Cairo",
        "Africa/El_Aaiun", "Asia/Jerusalem", "Asia/Gaza", "Asia/Beirut", "Asia/Kolkata", "Asia/Tehran",
        "Asia/Kathmandu",
        "Asia/Pyongyang", "Australia/Adelaide", "Australia/Lord_Howe", "Antarctica/Troll", "Pacific/Auckland",
        "Pacific/Chatham", "Pacific/Apia", "Pacific/Norfolk", "UTC", "Etc/GMT+5",
    ]

    /// Zones whose rules changed in 2026, later than the data that Foundation carries.
    static let changedOf2026: Set = ["America/Vancouver", "America/Havana", "Africa/Casablanca", "Africa/El_Aaiun"]

    /// Foundation has its own tzdata and its own calendar: an independent oracle. Every day while zones have transitions
    /// of their own; later, where the footer's rule decides, every eleventh, which meets every weekday and week.
    @Test(arguments: zones)
    func `noon of the days from 1990 to 2099 is where Foundation's calendar has it`(_ name: String) throws {
        let rules = try systemZones.rules(named: name)
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(identifier: name))
        let last: Int64 = Self.changedOf2026.contains(name) ? 2025 : 2099
        var compared = 0
        var different: [String] = []
        for day in CalendarDate.daysSinceEpoch(
            year: 1990, month: 1, day: 1)...CalendarDate.daysSinceEpoch(
                year: last, month: 12, day: 31)
        {
            let date = CalendarDate(daysSinceEpoch: day)
            if date.year > 2038, day % 11 != 0 { continue }
            let parts = DateComponents(year: date.year, month: date.month, day: date.day, hour: 12)
            let expected = try #require(calendar.date(from: parts)).timeIntervalSince1970
            let ours = rules.epochSeconds(ofLocalSeconds: day * 86_400 + 43_200)
            if Double(ours) != expected {
                different.append("\(date.year)-\(date.month)-\(date.day) \(ours) \(expected)")
            }
            compared += 1
        }
        #expect(different == [])
        #expect(compared > 13_000)
    }

    @Test func `a time that occurs twice is the earlier, one that was left out counts from before the gap`() throws {
        let berlin = try systemZones.rules(named: "Europe/Berlin")
        let day = CalendarDate.daysSinceEpoch(year: 2021, month: 10, day: 31) * 86_400
        #expect(berlin.epochSeconds(ofLocalSeconds: day + 9000) == 1_635_640_200)
        let spring = CalendarDate.daysSinceEpoch(year: 2021, month: 3, day: 28) * 86_400
        #expect(berlin.epochSeconds(ofLocalSeconds: spring + 9000) == 1_616_895_000)
        // Samoa left out 30 December 2011, noon and all.
        let apia = try systemZones.rules(named: "Pacific/Apia")
        let skipped = CalendarDate.daysSinceEpoch(year: 2011, month: 12, day: 30) * 86_400 + 43_200
        #expect(apia.epochSeconds(ofLocalSeconds: skipped) == skipped + 10 * 3600)
    }

    @Test func `instants outside of the calendar are no trap`() throws {
        let rules = try systemZones.rules(named: "Europe/Berlin")
        #expect(rules.offset(at: .max) == 3600)
        #expect(rules.offset(at: .min) == 3208)
    }
}

@Suite struct RecurringRuleTests {
    @Test(arguments: [
        (
            "CET-1CEST,M3.5.0,M10.5.0/3",
            [1_616_893_199: 3600, 1_616_893_200: 7200, 1_635_641_999: 7200, 1_635_642_000: 3600]
        ),
        ("<+03>-3", [0: 10_800, 4_102_444_800: 10_800]), ("<-03>3<-02>,M3.5.0/-2,M10.5.0/-1", [1_616_896_800: -7200]),
        ("UTC0", [0: 0]), ("NST3:30NDT,M3.2.0,M11.1.0", [1_700_000_000: -12_600, 1_690_000_000: -9000]),
        // Ireland: summer is standard time, winter the daylight saving one.
        ("IST-1GMT0,M10.5.0,M3.5.0/1", [1_616_893_199: 0, 1_616_893_200: 3600, 1_635_641_999: 3600, 1_635_642_000: 0]),
        // Daylight saving time all year, the two ways of RFC 8536 and zic.
        ("XXX3EDT4,0/0,J365/23", [1_704_077_999: -14_400, 1_704_078_000: -14_400, 1_720_000_000: -14_400]),
        ("EST5EDT,0/0,J365/25", [1_704_085_200: -14_400, 1_704_085_199: -14_400, 1_720_000_000: -14_400]),
        // A day without 29 February, and one with it.
        ("AAA0BBB,J60,J61", [1_709_258_399: 0, 1_709_258_400: 3600, 1_709_341_200: 0]),
        ("AAA0BBB,59,60", [1_709_171_999: 0, 1_709_172_000: 3600]),
        // Greenland's hours before midnight, Gaza's far after it.
        ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", [1_711_846_800: -3600, 1_711_846_799: -7200]),
        ("EET-2EEST,M3.4.4/50,M10.4.4/50", [1_711_756_799: 7200, 1_711_756_800: 10_800]),
    ])
    func `a rule gives the offset at an instant`(rule: String, offsets: [Int64: Int64]) throws {
        let parsed = try #require(RecurringRuleParser.rule(from: Array(rule.utf8)[...]))
        for (instant, offset) in offsets { #expect(parsed.offset(at: instant) == offset, "\(rule) at \(instant)") }
    }

    @Test(arguments: [
        "", "CET", "-1", "CE-1", "CET-1CEST", "CET-1CEST,M3.5.0", "CET-1CEST,M13.5.0,M10.5.0",
        "CET-1CEST,M3.6.0,M10.5.0",
        "CET-1CEST,M3.5.7,M10.5.0", "CET-1CEST,M3.5.0,M10.5.0/168", "CET-25", "CET-1:60", "<CET-1", "<+0>-3", "CET-1 ",
        "CET-1CEST,J0,J365", "CET-1CEST,366,1", "CET-1CEST,M3.5.0,M10.5.0,", ":Europe/Berlin", "CET-0001", "C3T-1",
        "CET-1CEST,M3.5.0/2:,M10.5.0", "CET--1",
    ])
    func `what is no rule as a whole is none`(_ text: String) {
        #expect(RecurringRuleParser.rule(from: Array(text.utf8)[...]) == nil)
    }
}

@Suite struct TimeZoneFileTests {
    /// A version-2 file of one 64-bit block, so that each field can be set wrong.
    private static func file(
        magic: String = "TZif", version: UInt8 = UInt8(ascii: "2"), transitions: [Int64] = [0, 100],
        indexes: [UInt8] = [1, 0], offsets: [Int32] = [0, 3600], leapSeconds: UInt32 = 0, counts: [UInt32]? = nil,
        footer: String = "\n<+01>-1\n"
    ) -> [UInt8] {
        func bigEndian(_ value: some FixedWidthInteger) -> [UInt8] {
            withUnsafeBytes(of: value.bigEndian) { [UInt8]($0) }
        }
        let head = Array(magic.utf8) + [version] + [UInt8](repeating: 0, count: 15)
        let none: [UInt32] = [0, 0, 0, 0, 1, 1]
        let sizes = counts ?? [0, 0, leapSeconds, UInt32(transitions.count), UInt32(offsets.count), 4]
        var bytes = head + none.flatMap { bigEndian($0) } + [UInt8](repeating: 0, count: 7)
        bytes += head + sizes.flatMap { bigEndian($0) } + transitions.flatMap { bigEndian($0) } + indexes
        bytes += offsets.flatMap { bigEndian($0) + [0, 0] } + Array("LMT\0".utf8)
        return bytes + [UInt8](repeating: 0, count: Int(leapSeconds) * 12) + Array(footer.utf8)
    }

    @Test func `a small file is read: first type, transitions, footer`() throws {
        let rules = try TimeZoneRules(tzif: Self.file(footer: "\n<+02>-2\n"))
        #expect([-1, 0, 99, 100, 1_000_000].map(rules.offset) == [0, 3600, 3600, 7200, 7200])
        let noFooter = try TimeZoneRules(tzif: Self.file(footer: "\n\n"))
        #expect([-1, 0, 99, 100].map(noFooter.offset) == [0, 3600, 3600, 0])
        let noTransitions = try TimeZoneRules(tzif: Self.file(transitions: [], indexes: []))
        #expect([Int64.min, 0, 99].map(noTransitions.offset) == [3600, 3600, 3600])
    }

    @Test func `a version-1 file of 32-bit times is read`() throws {
        // The old block of the system's own file with its version set to 1, where the file is a fat one or not.
        var bytes = Array("TZif".utf8) + [UInt8](repeating: 0, count: 16)
        bytes += [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 0]
        bytes += [0xFF, 0xFF, 0xFF, 0xF6, 1, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF, 0xF1, 0xF0, 0, 0]
        let rules = try TimeZoneRules(tzif: bytes)
        #expect([-11, -10, 4_000_000_000].map(rules.offset) == [0, -3600, -3600])
    }

    @Test(arguments: [
        (file(magic: "TZIF"), TimeZoneFileError.notTZif), (file(version: UInt8(ascii: "9")), .notTZif), ([], .tooShort),
        (file(transitions: [100, 0]), .inconsistent), (file(transitions: [5, 5]), .inconsistent),
        (file(indexes: [2, 0]), .inconsistent), (file(offsets: [0, 93_600]), .inconsistent),
        (file(offsets: [0, -90_000]), .inconsistent), (file(leapSeconds: 27), .leapSeconds),
        (file(counts: [0, 0, 0, 4097, 2, 4]), .tooLarge), (file(counts: [0, 0, 0, .max, .max, .max]), .tooLarge),
        (file(counts: [0, 0, 0, 4096, 2, 4]), .tooShort), (file(counts: [0, 0, 0, 2, 0, 4]), .inconsistent),
        (file(footer: "\nCET-1CEST\n"), .badFooter), (file(footer: "CET-1\n"), .badFooter),
        (file(footer: "\nCET-1"), .tooShort),
        (file(footer: ""), .tooShort), ([UInt8](repeating: 0x54, count: 262_145), .tooLarge),
    ])
    func `a hostile file is refused by kind`(bytes: [UInt8], error: TimeZoneFileError) {
        #expect(throws: error) { try TimeZoneRules(tzif: bytes) }
    }

    @Test func `no prefix of a real file and no changed byte of it is a trap`() throws {
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: "/usr/share/zoneinfo/Europe/Dublin")))
        var refused = 0
        for length in bytes.indices { if (try? TimeZoneRules(tzif: Array(bytes[..<length]))) == nil { refused += 1 } }
        #expect(refused == bytes.count)
        var random = SeededRandom(seed: 5)
        var read = 0
        for _ in 0..<20_000 {
            var changed = bytes
            for _ in 0..<3 {
                changed[Int.random(in: 0..<bytes.count, using: &random)] = .random(in: 0...255, using: &random)
            }
            guard let rules = try? TimeZoneRules(tzif: changed) else { continue }
            _ = rules.epochSeconds(ofLocalSeconds: .random(in: 0..<4_102_444_800, using: &random))
            read += 1
        }
        #expect(read > 1000 && read < 20_000)
    }
}

@Suite struct TimeZoneDatabaseTests {
    @Test(arguments: ["Europe/Berlin", "Etc/GMT+5", "America/Argentina/Buenos_Aires", "UTC", "America/Port-au-Prince"])
    func `the names of tzdata are names`(_ name: String) { #expect(TimeZoneName(name)?.text == name) }

    @Test(arguments: [
        "", "/", "/UTC", "UTC/", "a//b", "..", "../etc/passwd", "Europe/../UTC", "Europe/.hidden", "UTC\0", "a b",
        "Europe/Zürich", String(repeating: "a", count: 65),
    ])
    func `what could leave the folder is no name`(_ name: String) throws {
        #expect(TimeZoneName(name) == nil)
        let none = TimeZoneDatabase { (_) throws(TimeZoneError) in
            Issue.record("a bad name was loaded")
            return []
        }
        #expect(throws: TimeZoneError.badName(name)) { try none.rules(named: name) }
    }

    @Test func `a zone is loaded once, a failure is asked for again, and the number kept is bounded`() throws {
        let loads = Mutex<[String]>([])
        let utc = [UInt8](try Data(contentsOf: URL(filePath: "/usr/share/zoneinfo/UTC")))
        let zones = TimeZoneDatabase { (name: TimeZoneName) throws(TimeZoneError) in
            loads.withLock { $0.append(name.text) }
            if name.text == "missing" { throw .unknown(name) }
            return name.text == "broken" ? [1] : utc
        }
        for name in ["a", "a"] { _ = try zones.rules(named: name) }
        for _ in 0..<2 {
            let missing = try #require(TimeZoneName("missing"))
            #expect(throws: TimeZoneError.unknown(missing)) { try zones.rules(named: "missing") }
        }
        let broken = try #require(TimeZoneName("broken"))
        #expect(throws: TimeZoneError.malformed(broken, .tooShort)) { try zones.rules(named: "broken") }
        #expect(loads.withLock { $0 } == ["a", "missing", "missing", "broken"])
        for number in 0..<TimeZoneDatabase.maximumKept { _ = try zones.rules(named: "z\(number)") }
        _ = try zones.rules(named: "a")
        #expect(loads.withLock { $0.filter { $0 == "a" }.count } == 2)
    }
}
