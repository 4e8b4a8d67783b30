// StatusSentence: the daemon's state as one sentence for `systemctl status`: what is wrong first, then the region, what
// waits, what was done, how fast.

internal import LinkSpool
internal import Posix
internal import TransitLinks

struct StatusSentence {
    /// Why the last reload was refused; the old configuration is in force.
    var refusedReload: String?
    private var lastCount: UInt64 = 0
    private var lastMoment: MonotonicInstant?
    private var rate = 0

    /// The sentence now.
    mutating func text(_ status: SpoolStatus, _ settings: LinkSettings, now: MonotonicInstant) -> String {
        measure(status.answered + status.refused, now)
        var parts: [String] = []
        if let fault = status.fault { parts.append("fault: \(fault), trying again") }
        if let refusedReload { parts.append("reload refused, the old configuration stays: \(refusedReload)") }
        parts.append(settings.currentRegionText)
        parts.append("\(status.waiting)\(status.isComplete ? "" : " or more") waiting")
        if status.inHand > 0 { parts.append("\(status.inHand) in hand") }
        parts.append("\(status.answered) done, \(status.refused) refused")
        parts.append("\(rate)/s")
        if status.isNetworkFileSystem { parts.append("network file system, listed every second") }
        return parts.joined(separator: "; ")
    }

    /// Requests a second since the last measurement, a second or more ago.
    private mutating func measure(_ count: UInt64, _ now: MonotonicInstant) {
        guard let last = lastMoment else {
            (lastMoment, lastCount) = (now, count)
            return
        }
        let nanoseconds = last.duration(to: now).wholeNanoseconds
        guard nanoseconds >= 1_000_000_000 else { return }
        rate = Int(Double(count - lastCount) * 1e9 / Double(nanoseconds))
        (lastMoment, lastCount) = (now, count)
    }
}

extension LinkSettings {
    /// `region 1 Puget Sound` or `region auto`.
    var currentRegionText: String {
        switch currentRegion {
        case .auto: "region auto"
        case .id(let id): "region \(id.rawValue) \(directory[id]?.name ?? "")"
        }
    }
}
