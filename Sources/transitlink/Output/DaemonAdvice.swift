// DaemonAdvice: what is said where no daemon works a spool.

internal import Configuration
internal import Escaping

enum DaemonAdvice {
    /// How to start one on the spool at `path`.
    static func start(spool path: String) -> String {
        if path == Configuration().spool { return "start one: systemctl start transitlinkd" }
        return "start one: transitlinkd --spool \(Printable.escaped(path))"
    }
}
