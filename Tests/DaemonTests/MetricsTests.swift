// The metrics file: what stands in it after some work, when it is written and who may read it.

import Foundation
import Posix
import TestSupport
import Testing

@testable import Configuration
@testable import transitlinkd

@Suite("The metrics file")
struct MetricsTests {
    private func stop(_ latitude: Double) -> String {
        #"{"kind":"stop","stop":{"id":"1_75403","lat":\#(latitude),"lon":-122.3}}"#
    }

    private func lines(_ path: String) -> [String] {
        let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
        return text.split(separator: "\n").map(String.init)
    }

    /// The samples that are not 0 and say the same in every run.
    private func steadySamples(_ path: String) -> [String] {
        let varying = /^#.*|.* 0|.*(?:timestamp|start_time|turn_duration|failed_requests).*/
        return lines(path).filter { $0.wholeMatch(of: varying) == nil }
    }

    @Test func `counts what was done, and moves to another place with a reload`() throws {
        let spool = try TestSpool(["metrics": "off"])
        let file = spool.directory.path + "/now.prom"
        let daemon = try spool.startReady()
        for (name, latitude) in [("a", 47.6), ("b", 47.7), ("c", 91.5)] {
            try spool.drop("\(name).json", stop(latitude))
            _ = try #require(spool.answer("\(name).json"))
        }
        try spool.drop("many.ndjson", [stop(1), stop(92), stop(2)].joined(separator: "\n"))
        _ = try #require(spool.answer("many.ndjson"))
        #expect(spool.isDone())
        #expect(daemon.logs("request file of many lines answered"))
        try spool.configure(["metrics": file])
        daemon.signal(SIGHUP)
        #expect(eventually { FileManager.default.fileExists(atPath: file) })
        #expect(
            steadySamples(file) == [
                "transitlinkd_build_info{version=\"\(transitlinkVersion)\"} 1",
                "transitlinkd_requests_total{outcome=\"answered\"} 2",
                "transitlinkd_requests_total{outcome=\"refused\"} 1",
                "transitlinkd_refusals_total{code=\"bad-latitude\"} 1",
                "transitlinkd_files_total 1",
                "transitlinkd_lines_total{outcome=\"answered\"} 2",
                "transitlinkd_lines_total{outcome=\"refused\"} 1",
                "transitlinkd_reloads_total{result=\"taken\"} 1",
            ])
        #expect(lines(file).contains("transitlinkd_failed_requests 1"))
        #expect(lines(file).contains("transitlinkd_turn_duration_seconds_count 3"))
        #expect(daemon.stop() == 0)
        #expect(!FileManager.default.fileExists(atPath: file), "a stopped daemon has no numbers")
    }

    @Test func `lies in the runtime directory, for everybody to read, and nothing else does`() throws {
        let spool = try TestSpool()
        let folder = try TemporaryDirectory()
        let daemon = try spool.start(environment: ["RUNTIME_DIRECTORY": folder.path + ":/nowhere"])
        #expect(eventually { folder.names(in: ".") == ["transitlinkd.prom"] })
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.path + "/transitlinkd.prom")
        #expect(attributes[.posixPermissions] as? Int == 0o644)
        #expect(lines(folder.path + "/transitlinkd.prom").contains("transitlinkd_waiting_requests 0"))
        #expect(daemon.stop() == 0)
    }

    @Test func `tells of a fault while the root is waited for`() throws {
        let spool = try TestSpool(makesFolders: false)
        let folder = try TemporaryDirectory()
        let daemon = try spool.start(environment: ["RUNTIME_DIRECTORY": folder.path])
        #expect(daemon.logs("spool folder is missing"))
        #expect(eventually { folder.names(in: ".") == ["transitlinkd.prom"] })
        let there = lines(folder.path + "/transitlinkd.prom")
        #expect(there.contains("transitlinkd_fault 1") && there.contains("transitlinkd_faults_total 1"))
        try spool.makeFolders()
        #expect(daemon.logs("started"))
        #expect(eventually { lines(folder.path + "/transitlinkd.prom").contains("transitlinkd_fault 0") })
        #expect(lines(folder.path + "/transitlinkd.prom").contains("transitlinkd_faults_total 1"))
        #expect(daemon.stop() == 0)
        #expect(folder.names(in: ".").isEmpty)
    }

    @Test func `is taken away when the wait for the root ends with a signal`() throws {
        let spool = try TestSpool(makesFolders: false)
        let folder = try TemporaryDirectory()
        let daemon = try spool.start(environment: ["RUNTIME_DIRECTORY": folder.path])
        #expect(eventually { folder.names(in: ".") == ["transitlinkd.prom"] })
        #expect(daemon.stop() == 0)
        #expect(folder.names(in: ".").isEmpty)
    }

    @Test func `a place that can't be written is told once, and costs no request`() throws {
        let spool = try TestSpool(["metrics": "/proc/nowhere/t.prom"])
        let daemon = try spool.startReady()
        // The same fault in another file of that folder, which is tried at once.
        try spool.configure(["metrics": "/proc/nowhere/u.prom"])
        daemon.signal(SIGHUP)
        #expect(daemon.logs("configuration and region directory read afresh"))
        try spool.drop("a.json", stop(47.6))
        #expect(spool.answer("a.json") != nil)
        #expect(daemon.stop() == 0)
        let told = daemon.entries("metrics file can't be written").map { $0["TRANSITLINK_DETAIL"] ?? "" }
        #expect(told == ["open /proc/nowhere: No such file or directory"])
    }

    @Test func `is written at most every fifteen seconds, and only where something changed`() throws {
        let folder = try TemporaryDirectory()
        let path = folder.path + "/t.prom"
        var (file, metrics) = (MetricsFile(.file(path)), Metrics())
        let start = MonotonicInstant.now()
        func write(after seconds: Int) throws -> Bool {
            try file.update(metrics, failed: 0, now: start.advanced(by: .seconds(seconds)))
        }
        #expect(file.deadline(metrics) == .zero)
        #expect(try write(after: 0))
        #expect(file.deadline(metrics) == nil)
        #expect(try !write(after: 100))
        metrics.noteReload(taken: true)
        #expect(file.deadline(metrics) == .nanoseconds(start.nanoseconds) + .seconds(15))
        #expect(try !write(after: 14))
        #expect(try write(after: 15))
        #expect(file.deadline(metrics) == nil)
        #expect(folder.names(in: ".") == ["t.prom"])
    }

    @Test func `a histogram's classes hold what took at most their bound`() {
        var times = Histogram()
        for milliseconds in [1, 2, 5, 6, 100, 3000] { times.add(.milliseconds(milliseconds)) }
        #expect(Histogram.bounds.indices.map { times.count(upTo: $0) } == [1, 3, 4, 5, 5, 5])
        #expect(times.total == 6)
        #expect(times.nanoseconds == 3_114_000_000)
    }
}
