// SIGHUP: configuration and region directory are swapped together or not at all, and nothing is lost meanwhile.

import Foundation
import TestSupport
import Testing

@Suite("A reload")
struct ReloadTests {
    private let stop = #"{"kind":"stop","stop":{"id":"1_75403","lat":47.6543,"lon":-122.3054}}"#

    /// The region of a request that names none, by a single request and by a stream.
    private func regions(_ spool: TestSpool, _ name: String) throws -> [String] {
        try spool.drop("\(name).json", stop)
        try spool.drop("\(name).ndjson", stop + "\n")
        return try ["\(name).json", "\(name).ndjson"].map { name in
            let answer = try #require(spool.answer(name))
            let json = try JSONSerialization.jsonObject(with: Data(answer.utf8)) as? [String: Any]
            let region = try #require(json?["region"] as? [String: Any])
            return "\(region["id"] ?? "") \(region["name"] ?? "")"
        }
    }

    private func renameRegions(_ spool: TestSpool, _ old: String, _ new: String) throws {
        let text = try String(contentsOfFile: spool.regionsFile, encoding: .utf8)
        try #require(text.contains(old))
        try text.replacingOccurrences(of: old, with: new).write(toFile: spool.regionsFile, atomically: true, encoding: .utf8)
    }

    private func reload(_ daemon: ChildProcess, expecting message: String, count: Int = 1) {
        daemon.signal(SIGHUP)
        #expect(daemon.logs(message, count: count))
    }

    private let taken = "configuration and region directory read afresh"
    private let refused = "reload refused, the old configuration stays"

    @Test func `takes up both for single requests and streams`() throws {
        let spool = try TestSpool()
        let daemon = try spool.startReady()
        #expect(try regions(spool, "before") == ["1 Puget Sound", "1 Puget Sound"])
        try spool.configure(["region": 0])
        try renameRegions(spool, "Tampa Bay", "Tampa")
        #expect(try regions(spool, "unasked") == ["1 Puget Sound", "1 Puget Sound"])
        reload(daemon, expecting: taken)
        #expect(try regions(spool, "after") == ["0 Tampa", "0 Tampa"])
        #expect(daemon.stop() == 0)
    }

    @Test func `takes up drop-ins, in the order of their names`() throws {
        let spool = try TestSpool()
        let daemon = try spool.startReady()
        let folder = URL(fileURLWithPath: spool.configurationFile + ".d")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        try Data(#"{"region": 2}"#.utf8).write(to: folder.appendingPathComponent("10-first.json"))
        try Data(#"{"region": 0,}"#.utf8).write(to: folder.appendingPathComponent("20-second.json"))
        try Data(#"{"region": 99}"#.utf8).write(to: folder.appendingPathComponent("30-third.json.off"))
        reload(daemon, expecting: taken)
        #expect(try regions(spool, "after") == ["0 Tampa Bay", "0 Tampa Bay"])
        #expect(daemon.stop() == 0)
    }

    @Test func `with a bad configuration keeps the old directory too`() throws {
        let spool = try TestSpool()
        let daemon = try spool.startReady()
        try spool.configure(["regoin": 0])
        try renameRegions(spool, "Puget Sound", "Renamed")
        reload(daemon, expecting: refused)
        let detail = daemon.entries(refused).map { $0["TRANSITLINK_DETAIL"] ?? "" }
        #expect(detail == ["\(spool.configurationFile):1: regoin: unknown key; did you mean 'region'?"])
        #expect(try regions(spool, "after") == ["1 Puget Sound", "1 Puget Sound"])
        try spool.configure([:])
        reload(daemon, expecting: taken)
        #expect(try regions(spool, "mended") == ["1 Renamed", "1 Renamed"])
        #expect(daemon.stop() == 0)
    }

    @Test func `with a bad directory keeps the old configuration too`() throws {
        let spool = try TestSpool()
        let daemon = try spool.startReady()
        try spool.configure(["region": 0])
        try "{".write(toFile: spool.regionsFile, atomically: true, encoding: .utf8)
        reload(daemon, expecting: refused)
        #expect(daemon.entries(refused).count == 1)
        #expect(daemon.entries(refused).allSatisfy { ($0["TRANSITLINK_DETAIL"] ?? "").hasPrefix(spool.regionsFile + ":1: ") })
        #expect(try regions(spool, "after") == ["1 Puget Sound", "1 Puget Sound"])
        #expect(daemon.stop() == 0)
    }

    @Test func `that was asked for while the spool was missing is done once it is there`() throws {
        let spool = try TestSpool(makesFolders: false)
        let daemon = try spool.start()
        #expect(daemon.logs("spool folder is missing"))
        try spool.configure(["region": 0])
        daemon.signal(SIGHUP)
        #expect(eventually { signalIsTaken(daemon) })
        try spool.makeFolders()
        #expect(daemon.logs(taken))
        #expect(try regions(spool, "after") == ["0 Tampa Bay", "0 Tampa Bay"])
        #expect(daemon.stop() == 0)
    }

    /// Whether no signal waits for the process.
    private func signalIsTaken(_ daemon: ChildProcess) -> Bool {
        let path = "/proc/\(daemon.process.processIdentifier)/status"
        let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
        return text.contains("ShdPnd:\t0000000000000000")
    }

    @Test func `a hundred of them under load lose nothing`() throws {
        let spool = try TestSpool()
        let daemon = try spool.startReady()
        var expected = try ExpectedAnswers(spool)
        for number in 0..<1000 {
            try spool.drop("\(number).json", SampleRequest.text(number))
            if number % 10 == 0 { daemon.signal(SIGHUP) }
        }
        #expect(spool.isDone())
        #expect(spool.names("results").count == 1000)
        for number in 0..<1000 {
            #expect(spool.text("results/\(number).json") == expected.answer("\(number).json", SampleRequest.text(number)).answer)
        }
        #expect(daemon.stop() == 0)
        #expect(daemon.entries(refused).isEmpty && !daemon.entries(taken).isEmpty)
    }
}
