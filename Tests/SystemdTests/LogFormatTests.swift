import Glibc
import Testing

@testable import Systemd

/// A refusal whose name and detail try to forge entries.
let refusal = LogEntry(
    .requestRefused,
    [
        .request("a b\n<0>kernel: x.json"), .region(1), .errorCode("bad-latitude"),
        .detail("stop.lat: '91.2' is \"not\" a\u{1B}[31m latitude\\"),
    ], file: "transitlinkd/Work.swift", line: 7, function: "finish()")

@Suite struct LogFormatTests {
    @Test(arguments: [
        (
            LogFormat.plain,
            #"request refused: request="a b\n<0>kernel: x.json" region=1 code=bad-latitude "#
                + #"detail="stop.lat: '91.2' is \"not\" a\x1B[31m latitude\\""#
        ),
        (
            .prefixed,
            #"<5>request refused: request="a b\n<0>kernel: x.json" region=1 code=bad-latitude "#
                + #"detail="stop.lat: '91.2' is \"not\" a\x1B[31m latitude\\""#
        ),
        (
            .json,
            #"{"MESSAGE":"request refused","PRIORITY":"5","MESSAGE_ID":"3a8da9c25cc7454a9f86be9f70fdc150","#
                + #""TRANSITLINK_REQUEST":"a b\\n<0>kernel: x.json","TRANSITLINK_REGION":"1","#
                + #""TRANSITLINK_ERROR_CODE":"bad-latitude","#
                + #""TRANSITLINK_DETAIL":"stop.lat: '91.2' is \"not\" a\\x1B[31m latitude\\\\","#
                + #""CODE_FILE":"transitlinkd/Work.swift","CODE_LINE":"7","CODE_FUNC":"finish()"}"#
        ),
    ])
    func `an entry is one line in every format`(format: LogFormat, line: String) {
        #expect(format.line(refusal) == line + "\n")
    }

    @Test func `an entry without fields is its text`() {
        #expect(LogFormat.plain.line(LogEntry(.stopping)) == "stopping\n")
        #expect(LogFormat.prefixed.line(LogEntry(.stopping)) == "<6>stopping\n")
    }

    @Test func `a name that is no UTF-8 is shown byte by byte`() {
        let entry = LogEntry(.requestUnanswerable, [.request([0x61, 0xFF, 0x0A] as [UInt8])])
        #expect(LogFormat.plain.line(entry) == #"file kept in failed/, not answered: request=a\xFF\n"# + "\n")
    }

    @Test func `a long value is cut`() {
        #expect(LogField.detail(String(repeating: "é", count: 1025)).value == String(repeating: "é", count: 1024) + "…")
        #expect(LogField.detail(String(repeating: "é", count: 1024)).value == String(repeating: "é", count: 1024))
    }

    @Test(arguments: [
        (LogTarget.auto, true, true, false, LogFormat.native),
        (.auto, true, false, false, .prefixed), (.auto, false, true, false, .prefixed),
        (.auto, true, false, true, .plain),
        (.journal, true, false, true, .native), (.journal, false, false, true, .plain),
        (.journal, false, true, false, .prefixed),
        (.stderr, true, true, false, .prefixed), (.stderr, true, false, true, .plain),
        (.json, true, true, false, .json), (.json, false, false, true, .json),
    ])
    func `the target and the surroundings decide the format`(
        target: LogTarget, socket: Bool, stream: Bool, terminal: Bool, format: LogFormat
    ) {
        let here = LogSurroundings(hasJournalSocket: socket, isJournalStream: stream, isTerminal: terminal)
        #expect(target.format(in: here) == format)
    }

    @Test func `JOURNAL_STREAM counts only when it names standard error itself`() throws {
        var ends: [Int32] = [0, 0]
        #expect(pipe(&ends) == 0)
        defer {
            close(ends[0])
            close(ends[1])
        }
        var status = stat()
        #expect(fstat(ends[1], &status) == 0)
        let stream = "\(status.st_dev):\(status.st_ino)"
        #expect(LogSurroundings.observed(descriptor: ends[1], journalStream: stream).isJournalStream)
        #expect(!LogSurroundings.observed(descriptor: ends[1], journalStream: stream + "1").isJournalStream)
        #expect(!LogSurroundings.observed(descriptor: ends[1], journalStream: nil).isJournalStream)
        #expect(!LogSurroundings.observed(descriptor: -1, journalStream: stream).isJournalStream)
    }
}
