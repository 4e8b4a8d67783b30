import FeedFiles
import TestSupport
import Testing

@testable import Feeds

/// Real feeds on days of theirs.
@Suite struct RealTripsTests {
    private func boardings(_ name: String, _ date: String) throws -> [FoundBoarding] {
        let feed = try FeedPackage(path: Repository.root.appendingPathComponent("Tests/Vectors/feeds/\(name)").path)
        let day = try #require(ServiceDay(option: date))
        return try ReadTrips(feed, on: day...day, runs: 500).boardings
    }

    /// The numbers are those of a script with Python's csv: how many boardings, and the sum of each one's stop sequence times
    /// its place in the output.
    @Test(
        arguments: [
            ("bart-oba.zip", "2007-01-01", 14_899, 1_070_376_375), ("bart-oba.zip", "2007-01-28", 8_402, 347_405_632),
            ("island-transit.zip", "2008-10-27", 6_980, 386_722_871), ("island-transit.zip", "2008-01-27", 0, 0),
            ("mta-bus-m34.zip", "2012-01-09", 5_370, 90_399_755), ("mta-bus-m34.zip", "2012-02-20", 3_352, 35_312_316),
            ("piercetransit-flex", "2023-04-01", 0, 0), ("raba-redding.zip", "2024-08-22", 5_148, 194_929_535),
            ("soundtransit-st-oba.zip", "2023-03-20", 4_910, 105_183_460),
            ("soundtransit-st-oba.zip", "2023-04-09", 4_042, 71_819_398), ("vpe-notices", "2025-12-15", 516, 1_076_870),
        ])
    func theBoardingsOfARealFeedAreThoseOfAnIndependentScript(
        name: String, date: String, count: Int, sum: Int
    ) throws {
        let found = try boardings(name, date)
        #expect(found.count == count)
        #expect(found.enumerated().reduce(0) { $0 + ($1.offset + 1) * $1.element.index } == sum)
    }

    @Test(arguments: [("raba-redding.zip", "2024-08-22"), ("vpe-notices", "2025-12-15")])
    func everyBoardingOfARealFeedIsTheOraclesOwn(name: String, date: String) throws {
        let feed = try FeedPackage(path: Repository.root.appendingPathComponent("Tests/Vectors/feeds/\(name)").path)
        let day = try #require(ServiceDay(option: date))
        #expect(try boardings(name, date) == naiveBoardings(feed, on: day))
    }
}
