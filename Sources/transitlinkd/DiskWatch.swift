// DiskWatch: tells the service manager that a flush is under way. The kernel may need minutes for one on a slow disk; the work
// loop waits for it and can say nothing meanwhile, but it doesn't hang, and to end it would make nothing faster. A thread of its
// own says so, for as long as the configuration allows, and sleeps while nothing is flushed.

internal import Configuration
internal import Posix
internal import Synchronization
internal import Systemd

struct DiskWatch: ~Copyable {
    private let watcher: Watcher
    private let thread: OwnedThread?

    /// Without a service manager there is nobody to tell.
    /// - Parameter limit: the watchdog's time.
    /// - Throws: `eventfd`, `pthread_create`.
    static func start(_ source: LinkSource, _ journal: Journal, within limit: Duration?) throws(SystemError) -> DiskWatch {
        let watcher = try Watcher(source, journal, tick: (limit ?? .seconds(60)) / 6)
        guard ProgramEnvironment.variable("NOTIFY_SOCKET")?.isEmpty == false else { return DiskWatch(watcher, nil) }
        return DiskWatch(watcher, try OwnedThread(name: "disk-watch", stackSize: 256 << 10) { watcher.run() })
    }

    private init(_ watcher: Watcher, _ thread: consuming OwnedThread?) {
        self.watcher = watcher
        self.thread = thread
    }

    consuming func stop() {
        watcher.stop()
        thread?.join()
    }
}

private final class Watcher: Sendable {
    private let source: LinkSource
    private let journal: Journal
    private let tick: Duration
    private let bell: FlushBell
    private let isStopped = Atomic(false)

    init(_ source: LinkSource, _ journal: Journal, tick: Duration) throws(SystemError) {
        self.source = source
        self.journal = journal
        self.tick = tick
        bell = try FlushBell()
    }

    func stop() {
        isStopped.store(true, ordering: .relaxed)
        bell.ring()
    }

    /// The thread's body.
    func run() {
        var notifier = ServiceNotifier()
        var told: MonotonicInstant?
        while !isStopped.load(ordering: .relaxed) {
            guard let begun = FlushesUnderWay.oldest(orRing: bell) else {
                bell.wait(for: nil)
                // The ring was perhaps that of the end, and the daemon waits for this thread.
                if isStopped.load(ordering: .relaxed) { return }
                // Most flushes are over long before the manager would ask.
                bell.wait(for: tick)
                continue
            }
            tell(began: begun, &told, &notifier)
            bell.wait(for: tick)
        }
    }

    private func tell(began begun: MonotonicInstant, _ told: inout MonotonicInstant?, _ notifier: inout ServiceNotifier) {
        let taken = begun.duration(to: .now())
        let patience = Duration.seconds(source.current.loaded.configuration.waiting.flushSeconds)
        if taken >= tick * 2, told != begun {
            told = begun
            let seconds = (taken.components.seconds, patience.components.seconds)
            journal.post(.diskSlow, .detail("under way for \(seconds.0) s; it is waited for up to \(seconds.1) s"))
        }
        if taken < patience { notifier.waiting(for: tick * 2) }
    }
}
