// What the daemon writes to standard error where there is no journal.

import Foundation
import TestSupport
import Testing

@Suite("The log")
struct LogTests {
    /// A name that would forge lines and colours, and how it is shown.
    private let forged = "a\n<0>forged\u{1B}[31m\u{85}.json"
    private let shown = #"a\n<0>forged\x1B[31m\u{0085}.json"#

    @Test func `in lines of text is a line an event, with the priority before it and nothing forged`() throws {
        let spool = try TestSpool()
        let daemon = try spool.start(["--log=stderr"])
        #expect(daemon.says("started"))
        try spool.drop("a b.json", SampleRequest.good)
        #expect(daemon.says("answered"))
        try spool.drop("b.json", SampleRequest.bad)
        #expect(daemon.says("refused"))
        try spool.drop(forged, SampleRequest.good)
        #expect(daemon.says("kept"))
        #expect(eventually { spool.names("failed").count == 4 } && spool.isDone())
        let kept = try #require(spool.names("failed").first { $0.hasPrefix("name-") })
        #expect(daemon.stop() == 0)
        let lines = daemon.output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        #expect(lines.count == 6 && lines[5].isEmpty)
        #expect(lines[0].hasPrefix("<6>started: version=") && lines[0].hasSuffix(" path=\(spool.path)"))
        #expect(
            lines[1..<5] == [
                #"<6>request answered: request="a b.json" region=1"#,
                #"<5>request refused: request=b.json code=bad-latitude detail="stop.lat: '91.2' is not a latitude (-90…90); kept as failed/b.json""#,
                #"<5>file kept in failed/, not answered: request=\#(shown) code=bad-name detail="kept as failed/\#(kept)""#,
                "<6>stopping",
            ])
    }

    @Test func `as JSON is an object a line, with the journal's fields`() throws {
        let spool = try TestSpool()
        let daemon = try spool.startReady()
        try spool.drop("b.json", SampleRequest.bad)
        #expect(daemon.logs("request refused"))
        try spool.drop("c.ndjson", SampleRequest.good + "\n" + SampleRequest.bad)
        #expect(daemon.logs("request file of many lines answered"))
        try spool.drop(forged, SampleRequest.good)
        #expect(daemon.logs("file kept in failed/, not answered"))
        #expect(daemon.stop() == 0)
        let entries = daemon.entries
        #expect(entries.count == daemon.output.split(separator: "\n").count, "a line is no object of strings: \(daemon.output)")
        #expect(entries.map { $0["MESSAGE"] } == ["started", "request refused", "request file of many lines answered", "file kept in failed/, not answered", "stopping"])
        try #require(entries.count == 5)
        #expect(entries.allSatisfy { $0["MESSAGE_ID"]?.count == 32 && $0["CODE_FILE"]?.hasSuffix(".swift") == true })
        let fields = ["PRIORITY", "TRANSITLINK_REQUEST", "TRANSITLINK_ERROR_CODE", "TRANSITLINK_COUNT", "TRANSITLINK_DETAIL"]
        #expect(fields.map { entries[1][$0] } == ["5", "b.json", "bad-latitude", nil, "stop.lat: '91.2' is not a latitude (-90…90); kept as failed/b.json"])
        #expect(fields.map { entries[2][$0] } == ["6", "c.ndjson", nil, "2", "1 refused"])
        #expect(entries[3]["TRANSITLINK_REQUEST"] == shown)
    }

    @Test func `goes on when the first writes of each thread fail, its wake-ups included`() throws {
        let spool = try TestSpool()
        let failing = ["strace", "-D", "-f", "-qq", "-o", "/dev/null", "-e", "trace=write", "-e", "inject=write:error=ENOBUFS:when=1..3"]
        let daemon = try spool.start(through: failing)
        #expect(eventually { spool.names("work") == ["lock", "page", "requests", "results"] })
        for number in [0, 1, 2] {
            try spool.drop("\(number).json", SampleRequest.text(number))
            #expect(spool.answer("\(number).json") != nil)
        }
        #expect(daemon.logs("log entries lost"))
        daemon.terminate()
        #expect(daemon.wait() == 0)
        #expect(spool.isDone() && spool.names("failed").isEmpty)
    }

    @Test func `of a burst has a hundred entries a second of each sort and a count of the rest`() throws {
        let spool = try TestSpool(inMemory: true)
        for number in 0..<700 { try spool.drop("\(number).json", SampleRequest.text(number)) }
        let daemon = try spool.startReady()
        #expect(spool.isDone())
        #expect(daemon.stop() == 0)
        for (single, rest, total) in [("request answered", "more requests answered", 500), ("request refused", "more requests refused", 200)] {
            let entries = daemon.entries(single).count
            let counted = daemon.entries(rest).compactMap { Int($0["TRANSITLINK_COUNT"] ?? "") }
            #expect(entries + counted.reduce(0, +) == total)
            // How many seconds it took is the machine's; the rule for each is tested with a clock of its own.
            #expect(entries >= 100)
        }
    }
}
