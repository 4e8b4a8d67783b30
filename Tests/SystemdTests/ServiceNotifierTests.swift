import Glibc
import Synchronization
import TestSupport
import Testing

@testable import Systemd

/// Notifications as they were handed to the system, and what it answers.
private final class Manager: Sendable {
    private let log = Mutex<[String]>([])
    private let answer: Mutex<ServiceNotifier.Delivery>

    init(_ answer: ServiceNotifier.Delivery = .sent) { self.answer = Mutex(answer) }

    var notifier: ServiceNotifier {
        ServiceNotifier { [self] text in
            log.withLock { $0.append(text) }
            return answer.withLock { $0 }
        }
    }
    var heard: [String] { log.withLock { $0 } }
    func answers(_ delivery: ServiceNotifier.Delivery) { answer.withLock { $0 = delivery } }
}

@Suite struct ServiceNotifierTests {
    @Test func `each state is one notification with its status`() {
        let manager = Manager()
        var notifier = manager.notifier
        notifier.ready(status: "waiting", now: .seconds(5))
        notifier.reloading(status: "reading the configuration", now: .microseconds(6_000_001))
        notifier.ready(status: "reload refused", now: .seconds(7))
        notifier.extendTimeout(by: .milliseconds(1500))
        notifier.watchdog()
        notifier.stopping(status: "finishing", now: .seconds(8))
        #expect(
            manager.heard == [
                "READY=1\nSTATUS=waiting",
                "RELOADING=1\nMONOTONIC_USEC=6000001\nSTATUS=reading the configuration",
                "READY=1\nSTATUS=reload refused",
                "EXTEND_TIMEOUT_USEC=1500000",
                "WATCHDOG=1",
                "STOPPING=1\nSTATUS=finishing",
            ])
    }

    @Test func `a status is renewed once a second and the newest one wins`() {
        let manager = Manager()
        var notifier = manager.notifier
        #expect(notifier.nextDeadline == nil)
        notifier.status("one", now: .milliseconds(10_000))
        notifier.status("two", now: .milliseconds(10_200))
        notifier.status("three", now: .milliseconds(10_999))
        #expect(manager.heard == ["STATUS=one"])
        #expect(notifier.nextDeadline == .milliseconds(11_000))
        notifier.flush(now: .milliseconds(11_000))
        #expect(manager.heard == ["STATUS=one", "STATUS=three"])
        #expect(notifier.nextDeadline == nil)
    }

    @Test func `a status that is shown already is not sent again`() {
        let manager = Manager()
        var notifier = manager.notifier
        notifier.status("same", now: .seconds(1))
        notifier.status("same", now: .seconds(3))
        notifier.status("other", now: .milliseconds(1_500))
        notifier.status("same", now: .milliseconds(1_600))
        notifier.flush(now: .seconds(9))
        #expect(manager.heard == ["STATUS=same"])
        #expect(notifier.nextDeadline == nil)
    }

    @Test func `a state replaces a status that waits`() {
        let manager = Manager()
        var notifier = manager.notifier
        notifier.status("one", now: .seconds(1))
        notifier.status("two", now: .seconds(1))
        notifier.stopping(status: "stopping", now: .seconds(1))
        notifier.flush(now: .seconds(9))
        #expect(manager.heard == ["STATUS=one", "STOPPING=1\nSTATUS=stopping"])
    }

    @Test func `a status can't smuggle in another word`() {
        let manager = Manager()
        var notifier = manager.notifier
        notifier.status("a\nREADY=1\u{2028}b", now: .zero)
        #expect(manager.heard == ["STATUS=a\\nREADY=1\\u{2028}b"])
    }

    @Test func `the longest status fits a notification`() {
        let manager = Manager()
        var notifier = manager.notifier
        notifier.ready(status: String(repeating: "\u{E0001}", count: 1000), now: .zero)
        #expect(manager.heard == ["READY=1\nSTATUS=" + String(repeating: "\\u{E0001}", count: 400)])
        #expect(manager.heard.allSatisfy { $0.utf8.count < 4096 })
    }

    @Test func `a manager that can't be reached is counted and nothing else`() {
        let manager = Manager(.failed(ECONNREFUSED))
        var notifier = manager.notifier
        #expect(notifier.ready(status: "", now: .zero) == .failed(ECONNREFUSED))
        notifier.watchdog()
        manager.answers(.sent)
        #expect(notifier.watchdog() == .sent)
        #expect(notifier.failures == 2)
        #expect(notifier.lastFailure == ECONNREFUSED)
    }
}

@Suite struct WatchdogTests {
    @Test func `progress pings after half of the limit and not before`() {
        let manager = Manager()
        var notifier = manager.notifier
        var watchdog = Watchdog(limit: .seconds(60), now: .seconds(100))
        #expect(watchdog.nextDeadline == .seconds(130))
        watchdog.progress(now: .milliseconds(129_999), telling: &notifier)
        #expect(manager.heard == [])
        watchdog.progress(now: .seconds(131), telling: &notifier)
        watchdog.progress(now: .seconds(131), telling: &notifier)
        #expect(manager.heard == ["WATCHDOG=1"])
        #expect(watchdog.nextDeadline == .seconds(161))
    }

    @Test func `a ping that failed is tried again soon`() {
        let manager = Manager(.failed(ENOBUFS))
        var notifier = manager.notifier
        var watchdog = Watchdog(limit: .seconds(60), now: .zero)
        watchdog.progress(now: .seconds(30), telling: &notifier)
        #expect(watchdog.nextDeadline == .seconds(36))
    }

    @Test func `without a limit nothing is sent and nothing is due`() {
        let manager = Manager()
        var notifier = manager.notifier
        var watchdog = Watchdog(limit: nil, now: .zero)
        watchdog.progress(now: .seconds(1_000_000), telling: &notifier)
        #expect(watchdog.nextDeadline == nil)
        #expect(manager.heard == [])
    }
}

/// The environment belongs to the whole process: one test at a time, and no other suite reads it.
@Suite(.serialized) struct ServiceManagerTests {
    @Test func `notifications arrive at the socket that the environment names`() {
        let socket = NotifySocket()
        setenv("NOTIFY_SOCKET", socket.path, 1)
        defer { unsetenv("NOTIFY_SOCKET") }
        var notifier = ServiceNotifier()
        #expect(notifier.ready(status: "région 1", now: .zero) == .sent)
        #expect(notifier.watchdog() == .sent)
        #expect(socket.received() == ["READY=1\nSTATUS=région 1", "WATCHDOG=1"])
    }

    @Test func `a manager that has stopped reading holds up nobody, and hears the status once it reads again`() {
        let socket = NotifySocket()
        setenv("NOTIFY_SOCKET", socket.path, 1)
        defer { unsetenv("NOTIFY_SOCKET") }
        var notifier = ServiceNotifier()
        // The kernel queues net.unix.max_dgram_qlen datagrams; this test would hang where sending waits for room.
        let fits = (0..<5000).prefix { _ in notifier.watchdog() == .sent }
        #expect(notifier.lastFailure == EAGAIN)
        notifier.status("busy", now: .zero)
        #expect(notifier.failures == 2)
        #expect(socket.received() == fits.map { _ in "WATCHDOG=1" })
        notifier.status("busy", now: .seconds(1))
        #expect(socket.received() == ["STATUS=busy"])
    }

    @Test func `a socket that is gone is a counted failure`() {
        setenv("NOTIFY_SOCKET", "/tmp/no-such-notify-socket", 1)
        defer { unsetenv("NOTIFY_SOCKET") }
        var notifier = ServiceNotifier()
        #expect(notifier.watchdog() == .failed(ENOENT))
        #expect(notifier.failures == 1)
    }

    @Test func `without a socket there is no manager`() {
        unsetenv("NOTIFY_SOCKET")
        var notifier = ServiceNotifier()
        #expect(notifier.ready(status: "", now: .zero) == .noManager)
        #expect(notifier.failures == 0)
    }

    @Test(
        arguments: [
            ("60000000", nil, Duration.seconds(60)),
            ("60000000", "\(getpid())", .seconds(60)),
            ("60000000", "1", nil),
            (nil, nil, nil),
        ] as [(String?, String?, Duration?)])
    func `the watchdog's limit is the environment's, for this process`(usec: String?, pid: String?, limit: Duration?) {
        if let usec { setenv("WATCHDOG_USEC", usec, 1) }
        if let pid { setenv("WATCHDOG_PID", pid, 1) }
        defer {
            unsetenv("WATCHDOG_USEC")
            unsetenv("WATCHDOG_PID")
        }
        #expect(Watchdog(now: .zero).limit == limit)
    }
}
