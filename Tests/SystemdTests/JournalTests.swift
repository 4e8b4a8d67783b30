import Glibc
import Synchronization
import TestSupport
import Testing

@testable import Systemd

@_silgen_name("unshare") private func unshare(_ flags: Int32) -> Int32

/// A file without a name that takes lines.
private final class LineFile {
    let descriptor: Int32
    init() {
        var template = Array("/tmp/journal-XXXXXX".utf8CString)
        descriptor = mkstemp(&template)
        unlink(template)
    }
    deinit { close(descriptor) }

    var text: String {
        var buffer = [UInt8](repeating: 0, count: 1 << 20)
        let count = pread(descriptor, &buffer, buffer.count, 0)
        return String(decoding: buffer[..<max(0, count)], as: UTF8.self)
    }
}

/// Runs `body` on a thread of its own; ``join()`` waits for its end.
final class TestThread: @unchecked Sendable {
    private var thread = pthread_t()

    init(_ body: @escaping @Sendable () -> Void) {
        let box = Unmanaged.passRetained(Box(body))
        pthread_create(
            &thread, nil,
            { argument in
                Unmanaged<Box>.fromOpaque(argument!).takeRetainedValue().body()
                return nil
            }, box.toOpaque())
    }

    func join() { pthread_join(thread, nil) }

    private final class Box {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }
}

/// All that comes out of `descriptor` until its end.
private func everything(from descriptor: Int32) -> String {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65536)
    while case let count = read(descriptor, &buffer, buffer.count), count > 0 { bytes += buffer[..<count] }
    return String(decoding: bytes, as: UTF8.self)
}

/// How many bytes wait in a pipe.
private func waitingBytes(_ descriptor: Int32) -> Int32 {
    var count: Int32 = 0
    #expect(ioctl(descriptor, UInt(FIONREAD), &count) == 0)
    return count
}

private func entry(_ number: Int) -> LogEntry {
    LogEntry(.requestAnswered, [.count(number)], file: "f", line: 1, function: "g")
}

@Suite struct JournalQueueTests {
    @Test func `a full queue counts what it drops and says so with the next batch`() {
        var queue = JournalQueue(capacity: 2)
        for number in 1...5 { _ = queue.add(entry(number)) }
        #expect(queue.take() == .write([entry(1), entry(2)], lost: 3))
        _ = queue.add(entry(6))
        #expect(queue.take() == .write([entry(6)], lost: 0))
    }

    @Test func `what is in nobody's hands but the writer's is untold until it is written`() {
        var queue = JournalQueue(capacity: 2)
        for number in 1...5 { _ = queue.add(entry(number)) }
        #expect(queue.untold == 5)
        _ = queue.take()
        _ = queue.add(entry(6))
        #expect(queue.untold == 6)
        queue.noteWritten()
        #expect(queue.untold == 5)
        _ = queue.take()
        #expect(queue.untold == 1)
        queue.noteWritten()
        #expect(queue.take() == .wait && queue.untold == 0)
    }

    @Test func `only a thread that waits is woken, and once`() {
        var queue = JournalQueue(capacity: 2)
        #expect(queue.add(entry(1)) == false)
        #expect(queue.take() == .write([entry(1)], lost: 0))
        #expect(queue.take() == .wait)
        #expect(queue.add(entry(2)) == true)
        #expect(queue.add(entry(3)) == false)
        #expect(queue.take() == .write([entry(2), entry(3)], lost: 0))
    }

    @Test func `a closed queue is emptied and then ends`() {
        var queue = JournalQueue(capacity: 2)
        #expect(queue.take() == .wait)
        _ = queue.add(entry(1))
        #expect(queue.close() == false)
        #expect(queue.add(entry(2)) == false)
        #expect(queue.take() == .write([entry(1)], lost: 1))
        #expect(queue.take() == .end)
        var idle = JournalQueue(capacity: 2)
        #expect(idle.take() == .wait)
        #expect(idle.close() == true)
        #expect(idle.take() == .end)
    }

    @Test func `entries that could not be written are reported with the next`() {
        var queue = JournalQueue(capacity: 2)
        queue.addLost(4)
        #expect(queue.take() == .wait)
        _ = queue.add(entry(1))
        #expect(queue.take() == .write([entry(1)], lost: 4))
    }
}

@Suite struct JournalTests {
    @Test func `what is posted while nobody writes is written in order, and the loss after it`() throws {
        let file = LineFile()
        let journal = try Journal(format: .plain, descriptor: file.descriptor, capacity: 3)
        for number in 1...5 { journal.post(.requestAnswered, .count(number)) }
        journal.finish()
        journal.run()
        #expect(
            file.text == """
                request answered: count=1
                request answered: count=2
                request answered: count=3
                log entries lost: count=2

                """)
        #expect(journal.lost == 0)
    }

    @Test func `a thread writes entries as they come`() throws {
        let file = LineFile()
        let journal = try Journal(format: .prefixed, descriptor: file.descriptor)
        let thread = TestThread { journal.run() }
        let posters = (0..<4).map { _ in TestThread { for _ in 0..<500 { journal.post(.stopping) } } }
        for poster in posters { poster.join() }
        journal.finish()
        thread.join()
        #expect(file.text == String(repeating: "<6>stopping\n", count: 2000))
    }

    @Test func `while nobody reads, posting goes on, and every entry is written or counted`() throws {
        var ends: [Int32] = [0, 0]
        #expect(pipe(&ends) == 0)
        let capacity = 1000
        let journal = try Journal(format: .plain, descriptor: ends[1], capacity: capacity)
        func post() { journal.post(.requestAnswered, .detail(String(repeating: "x", count: 100))) }
        // The thread takes all of a full queue at once, which is more than the pipe holds (64 KiB): once its first bytes are
        // there it can't come back for more before somebody reads.
        for _ in 0..<capacity { post() }
        let thread = TestThread { journal.run() }
        #expect(eventually { waitingBytes(ends[0]) > 0 })
        for _ in 0..<2 * capacity { post() }
        #expect(journal.lost == capacity)
        let closer = TestThread { [writing = ends[1]] in
            journal.finish()
            thread.join()
            close(writing)
        }
        let lines = everything(from: ends[0]).split(separator: "\n")
        closer.join()
        close(ends[0])
        #expect(lines.count { $0.hasPrefix("request answered: ") } == 2 * capacity)
        #expect(lines.last == "log entries lost: count=\(capacity)" && lines.count == 2 * capacity + 1)
    }

    @Test func `entries that nothing takes are counted`() throws {
        let full = open("/dev/full", O_WRONLY)
        defer { close(full) }
        let journal = try Journal(format: .plain, descriptor: full)
        journal.post(.started)
        journal.post(.stopping)
        journal.finish()
        journal.run()
        #expect(journal.lost == 2)
    }

    @Test(.enabled(if: getuid() == 0, "a private /run needs root"))
    func `a native entry reaches journald's socket with all its fields`() throws {
        let file = LineFile()
        let journal = try Journal(format: .native, descriptor: file.descriptor)
        journal.post(refusal)
        journal.finish()
        let datagrams = Mutex<[[UInt8]]>([])
        let isAlone = Mutex(false)
        TestThread {
            // CLONE_NEWNS: the mounts are this thread's alone and go with it.
            guard unshare(0x20000) == 0, mount("none", "/", nil, UInt(MS_REC | MS_PRIVATE), nil) == 0,
                mount("none", "/run", "tmpfs", 0, nil) == 0
            else { return }
            isAlone.withLock { $0 = true }
            mkdir("/run/systemd", 0o755)
            mkdir("/run/systemd/journal", 0o755)
            let socket = DatagramSocket.bound(at: "/run/systemd/journal/socket")
            journal.run()
            datagrams.withLock { $0 = DatagramSocket.waiting(on: socket) }
            close(socket)
        }.join()
        try #require(isAlone.withLock { $0 }, "no mount namespace of its own")
        let texts = datagrams.withLock { $0 }.map { String(decoding: $0, as: UTF8.self).split(separator: "\n") }
        #expect(
            texts == [
                [
                    "MESSAGE=request refused", "PRIORITY=5", "MESSAGE_ID=3a8da9c25cc7454a9f86be9f70fdc150",
                    #"TRANSITLINK_REQUEST=a b\n<0>kernel: x.json"#, "TRANSITLINK_REGION=1",
                    "TRANSITLINK_ERROR_CODE=bad-latitude",
                    #"TRANSITLINK_DETAIL=stop.lat: '91.2' is "not" a\x1B[31m latitude\\"#,
                    "CODE_FILE=transitlinkd/Work.swift", "CODE_LINE=7", "CODE_FUNC=finish()",
                    "SYSLOG_IDENTIFIER=" + (CommandLine.arguments[0].split(separator: "/").last ?? ""),
                ]
            ])
        #expect(file.text == "")
    }

    @Test(.enabled(if: getuid() == 0, "a private /run needs root"))
    func `without journald's socket a native entry goes to standard error`() throws {
        let file = LineFile()
        let journal = try Journal(format: .native, descriptor: file.descriptor)
        journal.post(.stopping)
        journal.finish()
        TestThread {
            guard unshare(0x20000) == 0, mount("none", "/", nil, UInt(MS_REC | MS_PRIVATE), nil) == 0,
                mount("none", "/run", "tmpfs", 0, nil) == 0
            else { return }
            journal.run()
        }.join()
        #expect(file.text == "<6>stopping\n")
    }
}
