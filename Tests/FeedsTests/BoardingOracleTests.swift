import TestSupport
import Testing

@testable import Feeds

/// Random feeds, odd ones too, with tiny runs and chunks, against the naive oracle.
@Suite struct BoardingOracleTests {
    private func randomFeed(trips: Int, rows: Int, _ random: inout SeededRandom) -> MadeFeed {
        let stops = ["A", "B", "C", " D", "stop:1/x", "aktuálně", "12345678", "123456789", "a much longer name than the others"]
        var tripTable = "trip_id,route_id,service_id\n"
        for trip in 0..<trips {
            // Some IDs are doubled, some services and routes unknown.
            let id = Int.random(in: 0..<20, using: &random) == 0 ? "trip0" : "trip\(trip)"
            tripTable += "\(id),r\(Int.random(in: 0...3, using: &random)),\(["wd", "su", "dates", "none"].randomElement(using: &random) ?? "")\n"
        }
        let ids = (0..<trips + 1).map { "trip\($0)" }
        var times: [String] = []
        for _ in 0..<rows {
            let fields = [
                ids.randomElement(using: &random) ?? "", "\(Int.random(in: 0..<12, using: &random))", (stops + ["unknown", ""]).randomElement(using: &random) ?? "",
                ["", "0", "1", "2"].randomElement(using: &random) ?? "", ["", "0", "1", "3"].randomElement(using: &random) ?? "",
            ]
            times.append(fields.joined(separator: ","))
        }
        return MadeFeed([
            "stops.txt": "stop_id\n" + stops.joined(separator: "\n"), "routes.txt": "route_id,agency_id\nr0,1\nr1,1\nr2,9\n",
            "trips.txt": tripTable,
            "calendar.txt": "service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date\n"
                + "wd,1,1,1,1,1,0,0,20260101,20261231\nsu,0,0,0,0,0,0,1,20260101,20261231\n",
            "calendar_dates.txt": "service_id,date,exception_type\ndates,20260330,1\nwd,20260401,2\nsu,20260401,1\n",
            "stop_times.txt": "trip_id,stop_sequence,stop_id,pickup_type,drop_off_type\n" + times.joined(separator: "\r\n"),
        ])
    }

    @Test(arguments: [1, 2, 7, 64, 1_000])
    func boardingsAreThoseOfTheNaiveOracle(rowsOfRun: Int) throws {
        var random = SeededRandom(seed: 61)
        for (trips, rows) in [(1, 0), (1, 40), (5, 60), (30, 400), (200, 900)] {
            var made = randomFeed(trips: trips, rows: rows, &random)
            made.piece = .random(in: 1...2_000, using: &random)
            for date in ["2026-03-30", "2026-04-01", "2026-04-05", "2027-01-01"] {
                let day = try #require(ServiceDay(option: date))
                let read = try ReadTrips(made, on: day...day, runs: rowsOfRun, chunk: .random(in: 1...50, using: &random))
                #expect(try read.boardings == naiveBoardings(made, on: day))
            }
            #expect(try ReadTrips(made, runs: rowsOfRun).boardings == naiveBoardings(made))
        }
    }
}
