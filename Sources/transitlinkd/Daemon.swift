// Daemon: the composition root of transitlinkd. Signals → log → spool (lock, recovery, listing) → READY=1 → the loop → the end.
// What one turn of the loop does: wait, take signals, let the spool bring at most one group of requests to its durable end,
// tell the log and the service manager.

internal import Arguments
internal import Configuration
internal import Glibc
internal import LinkSpool
internal import Posix
internal import Systemd
internal import TransitLinks

struct Daemon: ~Copyable {
    private let options: CommonOptions
    private let source: LinkSource
    private let desk: RequestDesk
    private let signals: SignalDescriptor
    private var log: DaemonLog
    private var spool: Spool
    private var notifier = ServiceNotifier()
    private var watchdog: Watchdog
    private var streamWatch = StreamWatch()
    private var sandbox: SandboxView
    private var sentence = StatusSentence()
    private var metrics: Metrics
    private var metricsFile: MetricsFile
    private var memory = RestingMemory()
    private var isStopping = false

    /// Runs until SIGTERM, SIGINT or a fault that only a new start mends.
    static func run(_ options: CommonOptions, log destination: LogDestination?) -> ExitCode {
        CurrentProcess.setMask(0o027)
        ProgramEnvironment.occupyStandardStreams()
        ProgramEnvironment.ignoreBrokenPipes()
        ProgramEnvironment.ignoreFileSizeLimit()
        do throws(SystemError) {
            // Blocked before any thread starts, so that every thread inherits it.
            let signals = try SignalDescriptor([SIGTERM, SIGINT, SIGHUP])
            do throws(ConfigurationError) {
                let loaded = try LoadedConfiguration(options)
                do throws(SystemError) {
                    let log = try DaemonLog.start(
                        destination ?? loaded.configuration.log, spool: loaded.configuration.spool)
                    return start(loaded, options, signals, log)
                } catch {
                    return end("\(error)")
                }
            } catch {
                return refuse(error, try DaemonLog.start(destination ?? .auto))
            }
        } catch {
            return end("\(error)")
        }
    }

    private static func end(_ reason: String) -> ExitCode {
        DaemonCommand.complain(reason)
        return .inputOutput
    }

    private static func refuse(_ error: ConfigurationError, _ log: consuming DaemonLog) -> ExitCode {
        for fault in error.faults { log.journal.post(.configurationRefused, .detail(fault.description)) }
        log.finish(now: .now())
        return error.exitCode
    }

    private static func start(
        _ loaded: LoadedConfiguration, _ options: CommonOptions, _ signals: consuming SignalDescriptor,
        _ log: consuming DaemonLog
    ) -> ExitCode {
        do throws(SpoolFault) {
            var start = SpoolStart(loaded, isOwn: options.spool != nil)
            let spool = try start.open(signals, log.journal)
            guard let spool else { return finish(log, .done) }
            return Daemon(loaded, options, signals, log, spool, start).serve(owingReload: start.owesReload)
        } catch {
            let code = SpoolStart.refuse(error, loaded.configuration.spool, log.journal)
            return finish(log, code)
        }
    }

    private static func finish(_ log: consuming DaemonLog, _ code: ExitCode) -> ExitCode {
        log.finish(now: .now())
        return code
    }

    private init(
        _ loaded: LoadedConfiguration, _ options: CommonOptions, _ signals: consuming SignalDescriptor,
        _ log: consuming DaemonLog, _ spool: consuming Spool, _ start: SpoolStart
    ) {
        self.options = options
        self.signals = signals
        self.log = log
        self.spool = spool
        source = LinkSource(loaded)
        desk = RequestDesk(source)
        sandbox = SandboxView(loaded.configuration.spool)
        (metrics, metricsFile) = (start.metrics, start.metricsFile)
        watchdog = Watchdog(now: MonotonicInstant.now().sinceBoot)
    }

    // MARK: - Life

    private consuming func serve(owingReload: Bool) -> ExitCode {
        do throws(SystemError) {
            let streams = try startStreams()
            let disk = try DiskWatch.start(source, log.journal, within: watchdog.limit)
            let code = loop(owingReload: owingReload)
            stop(streams)
            disk.stop()
            let lost = log.finish(now: .now())
            if lost > 0 {
                let status = "stopped; \(lost) log entries were lost, for nobody took them"
                notifier.stopping(status: status, now: MonotonicInstant.now().sinceBoot)
            }
            return code
        } catch {
            log.journal.post(.spoolFault, .detail("\(error)"))
            log.finish(now: .now())
            return .inputOutput
        }
    }

    private func startStreams() throws(SystemError) -> OwnedThread {
        let (worker, source) = (spool.streams, source)
        return try OwnedThread(name: "streams") {
            let desk = RequestDesk(source)
            do throws(SystemError) {
                try worker.run { desk.streamHandlers }
            } catch {
                DaemonCommand.complain("the thread of the streams ended: \(error)")
                abort()
            }
        }
    }

    private mutating func stop(_ streams: consuming OwnedThread) {
        log.journal.post(.stopping)
        let now = MonotonicInstant.now()
        notifier.stopping(status: "stopping: \(statusText(now))", now: now.sinceBoot)
        spool.streams.stop()
        // A stream ends between two lines, but a flush that is under way takes as long as the disk takes.
        if spool.streams.isBusy { notifier.extendTimeout(by: .seconds(30)) }
        streams.join()
        log.note(spool.lastReport(), desk, now: .now())
        metricsFile.remove()
    }

    private mutating func loop(owingReload: Bool) -> ExitCode {
        do throws(SpoolFault) {
            try spool.takeStock()
            becomeReady()
            if owingReload { reload() }
            while !isStopping {
                wait()
                takeSignals()
                try turn()
            }
            return .done
        } catch {
            return SpoolStart.refuse(error, source.current.loaded.configuration.spool, log.journal)
        }
    }

    private mutating func becomeReady() {
        let now = MonotonicInstant.now()
        for warning in source.current.loaded.links.directory.warnings {
            log.journal.post(.directoryEntry, .detail("\(warning)"), .path(source.current.loaded.directorySource))
        }
        log.noteStart(spool.status, suspects: spool.suspects)
        log.journal.post(
            .started, .version(transitlinkVersion), .path(source.current.loaded.configuration.spool))
        log.note(spool.status.fault)
        notifier.ready(status: statusText(now), now: now.sinceBoot)
        tellMetrics(spool.status, now)
    }

    // MARK: - One turn

    /// Brings at most one group of requests to its durable end, and tells.
    private mutating func turn() throws(SpoolFault) {
        let start = MonotonicInstant.now()
        let report = try spool.work(desk.requestHandlers)
        let now = MonotonicInstant.now()
        metrics.note(report, took: start.duration(to: now))
        let status = spool.status
        log.note(report, desk, now: now)
        desk.forget()
        log.note(status.fault)
        log.flush(now: now)
        notifier.status(sentence.text(status, source.current.loaded.links, now: now), now: now.sinceBoot)
        feedWatchdog(now.sinceBoot)
        log.note(deliveryFailures: notifier.failures, notifier.lastFailure)
        tellMetrics(status, now)
        memory.rest(status)
        try sandbox.check(status.fault)
    }

    private mutating func feedWatchdog(_ now: Duration) {
        guard let limit = watchdog.limit else { return }
        let isHanging = streamWatch.hangs(at: spool.streams.lineInHand, limit: limit, now: now)
        watchdog.progress(now: now, isHanging: isHanging, telling: &notifier)
    }

    private mutating func tellMetrics(_ status: SpoolStatus, _ now: MonotonicInstant) {
        metrics.note(status, failedChange: spool.failedChange)
        do throws(SystemError) {
            guard try metricsFile.update(metrics, failed: spool.countFailed(), now: now) else { return }
            log.noteMetrics(nil)
        } catch {
            log.noteMetrics(error)
        }
    }

    private mutating func wait() {
        let now = MonotonicInstant.now().sinceBoot
        var timeout = spool.timeout
        for deadline in [
            notifier.nextDeadline, watchdog.nextDeadline, log.nextDeadline, metricsFile.deadline(metrics),
        ] {
            if let deadline { timeout = min(timeout, max(.zero, deadline - now)) }
        }
        do throws(SystemError) {
            _ = try poll(reading: spool.descriptors + [signals.descriptor.rawValue], timeout: timeout)
        } catch {
            // Without memory for a poll the turn comes at once; the spool's own faults have their pause.
            log.journal.post(.spoolFault, .detail("\(error)"))
        }
    }

    private mutating func takeSignals() {
        do throws(SystemError) {
            while let signal = try signals.next() {
                if signal == SIGHUP { reload() } else { isStopping = true }
            }
        } catch {
            log.journal.post(.spoolFault, .detail("\(error)"))
        }
    }

    // MARK: - Reload

    /// Reads configuration and region directory afresh and swaps both, or neither.
    private mutating func reload() {
        let start = MonotonicInstant.now()
        notifier.reloading(status: "reading the configuration afresh", now: start.sinceBoot)
        do throws(ConfigurationError) {
            let loaded = try LoadedConfiguration(options)
            source.replace(with: loaded)
            desk.refresh()
            spool.settings = SpoolSettings(loaded.configuration)
            metricsFile.move(to: loaded.configuration.metrics)
            metrics.noteReload(taken: true)
            sentence.refusedReload = nil
            log.journal.post(.reloaded, .path(loaded.directorySource))
        } catch {
            metrics.noteReload(taken: false)
            sentence.refusedReload = error.faults.first.map(\.description)
            for fault in error.faults { log.journal.post(.reloadRefused, .detail(fault.description)) }
        }
        let now = MonotonicInstant.now()
        notifier.ready(status: statusText(now), now: now.sinceBoot)
    }

    private mutating func statusText(_ now: MonotonicInstant) -> String {
        sentence.text(spool.status, source.current.loaded.links, now: now)
    }
}

extension SpoolSettings {
    init(_ configuration: Configuration) {
        self.init()
        requestLimit = configuration.limits.requestBytes
        lineLimit = configuration.limits.lineBytes
        streamLimit = UInt64(configuration.limits.fileBytes)
        patience = .seconds(configuration.waiting.unfinishedSeconds)
        settleTime = .seconds(configuration.waiting.settleSeconds)
        listingInterval = .seconds(configuration.waiting.listingSeconds)
        ignoredSuffixes = configuration.waiting.ignoredSuffixes
    }
}
