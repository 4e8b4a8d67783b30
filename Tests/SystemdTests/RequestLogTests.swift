import Glibc
import Testing

@testable import Systemd

/// Everything that a log of requests with a limit of two wrote.
private func lines(_ body: (inout RequestLog) -> Void) throws -> String {
    var ends: [Int32] = [0, 0]
    #expect(pipe(&ends) == 0)
    defer { close(ends[0]) }
    let journal = try Journal(format: .plain, descriptor: ends[1])
    var log = RequestLog(to: journal, limit: 2)
    body(&log)
    journal.finish()
    journal.run()
    close(ends[1])
    var buffer = [UInt8](repeating: 0, count: 65536)
    return String(decoding: buffer[..<max(0, read(ends[0], &buffer, buffer.count))], as: UTF8.self)
}

@Suite struct RequestLogTests {
    @Test func `at an ordinary pace each request has its entry`() throws {
        let text = try lines { log in
            log.answered("a.json".utf8, region: 1, now: .seconds(1))
            log.refused("b.json".utf8, region: nil, code: "missing", detail: "no stop", now: .seconds(1))
            log.answered("c.json".utf8, region: nil, now: .milliseconds(1_999))
            log.answered("d.json".utf8, region: 2, now: .seconds(2))
            #expect(log.nextDeadline == nil)
            log.flush(now: .seconds(9), atEnd: true)
        }
        #expect(
            text == """
                request answered: request=a.json region=1
                request refused: request=b.json code=missing detail="no stop"
                request answered: request=c.json
                request answered: request=d.json region=2

                """)
    }

    @Test func `a burst is cut off and its rest counted when the second is over`() throws {
        let text = try lines { log in
            for number in 1...5 { log.answered("\(number)".utf8, region: nil, now: .milliseconds(1_000 + number)) }
            log.refused("r".utf8, region: 7, code: "missing", detail: "x", now: .milliseconds(1_900))
            #expect(log.nextDeadline == .milliseconds(2_001))
            log.flush(now: .milliseconds(2_000))
            log.answered("6".utf8, region: nil, now: .milliseconds(2_001))
            #expect(log.nextDeadline == nil)
        }
        #expect(
            text == """
                request answered: request=1
                request answered: request=2
                request refused: request=r region=7 code=missing detail=x
                more requests answered: count=3
                request answered: request=6

                """)
    }

    @Test func `refusals have a cap of their own, and the end waits for no second`() throws {
        let text = try lines { log in
            for number in 1...4 {
                log.refused("\(number)".utf8, region: nil, code: "missing", detail: "x", now: .seconds(1))
            }
            log.flush(now: .seconds(1), atEnd: true)
            log.flush(now: .seconds(1), atEnd: true)
        }
        #expect(
            text == """
                request refused: request=1 code=missing detail=x
                request refused: request=2 code=missing detail=x
                more requests refused: count=2

                """)
    }

    @Test func `both caps together stay below journald's own limit`() {
        #expect(2 * (RequestLog.limit + 1) * 30 < 10_000)
    }
}
