// MetricsFile: where the metrics go and when. A reader never meets half a file: it is written beside and renamed into place.
// Nothing is written where nothing changed, so that a daemon at rest sleeps. Nothing is flushed: after a power cut nobody
// wants yesterday's numbers. It knows no metric.

internal import Configuration
internal import Posix

struct MetricsFile {
    /// The collector reads every 15 s at most; the work loop has better things to do.
    static let interval = Duration.seconds(15)

    private var path: String?
    private var written: Metrics?
    private var lastWrite: MonotonicInstant?
    private let start = wallClockNanoseconds() / 1_000_000_000

    init(_ destination: MetricsDestination) { path = Self.path(of: destination) }

    /// In the runtime directory that the service manager made (systemd.exec(5), RUNTIME_DIRECTORY: the first of several).
    private static func path(of destination: MetricsDestination) -> String? {
        switch destination {
        case .off: return nil
        case .file(let path): return path
        case .runtimeDirectory:
            let folders = ProgramEnvironment.variable("RUNTIME_DIRECTORY") ?? ""
            return folders.split(separator: ":").first.map { "\($0)/transitlinkd.prom" }
        }
    }

    /// When `metrics` are to be written; nil: they stand there already.
    func deadline(_ metrics: Metrics) -> Duration? {
        guard path != nil, metrics != written else { return nil }
        return lastWrite.map { $0.sinceBoot + Self.interval } ?? .zero
    }

    /// Writes `metrics` where that is due.
    /// - Parameter failed: how many requests are in failed/, asked only where it is needed.
    /// - Returns: whether it was due.
    /// - Throws: what kept it from that; it is tried again at the next deadline.
    mutating func update(
        _ metrics: Metrics, failed: @autoclosure () -> Int?, now: MonotonicInstant
    ) throws(SystemError) -> Bool {
        guard let path, let deadline = deadline(metrics), deadline <= now.sinceBoot else { return false }
        lastWrite = now
        try Self.replace(path, with: MetricsText(metrics, failed: failed(), start: start).text)
        written = metrics
        return true
    }

    /// Goes on in another place; a file that nobody keeps up would tell of a daemon that is well.
    mutating func move(to destination: MetricsDestination) {
        let new = Self.path(of: destination)
        guard new != path else { return }
        remove()
        (path, written, lastWrite) = (new, nil, nil)
    }

    /// Takes the file away, at the daemon's end.
    func remove() {
        guard let path, written != nil else { return }
        do throws(SystemError) {
            let place = try Place(path)
            try place.folder.removeIfPresent(place.name)
        } catch {
            // It is gone with its folder, or stays and grows old: the collector shows its age.
        }
    }

    private static func replace(_ path: String, with text: String) throws(SystemError) {
        let place = try Place(path)
        try place.folder.removeIfPresent(place.unfinished)
        do {
            let file = try place.folder.open(place.unfinished, .create(permissions: 0o644))
            // The collector runs as another user, and nothing in it is secret: whatever the umask says.
            try file.setPermissions(0o644)
            try file.write(Array(text.utf8))
        }
        try place.folder.rename(place.unfinished, to: place.folder, as: place.name, replacing: true)
    }
}

/// A file's folder, and its name while it is whole and while it is written.
private struct Place: ~Copyable {
    let folder: Directory
    let name: FileName
    /// The collector takes names that end in `.prom` only.
    let unfinished: FileName

    /// - Throws: `open`; `.invalid` for a path that ends in no name.
    init(_ path: String) throws(SystemError) {
        let (parent, name) = PathParts.split(Array(path.utf8))
        guard let name, let unfinished = name.appending(".tmp") else { throw SystemError("open", path, .invalid) }
        folder = try Directory(path: parent)
        (self.name, self.unfinished) = (name, unfinished)
    }
}
