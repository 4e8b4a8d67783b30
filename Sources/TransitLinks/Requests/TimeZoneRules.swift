// TimeZoneRules: what a time zone's clocks show at an instant, and at which instant they show a given time. It knows the
// rules of one zone as a TZif file tells them (`TimeZoneFile` reads those) and nothing of names, files or the present.

/// The rules of one time zone.
public struct TimeZoneRules: Sendable, Equatable {
    /// The instants at which the clocks change, ascending, in seconds since 1970-01-01 UTC.
    let transitions: [Int64]
    /// Seconds east of UTC from each transition on; as many.
    let offsets: [Int32]
    /// Seconds east of UTC before the first transition.
    let firstOffset: Int32
    /// The rule from the last transition on; nil: the last offset stays.
    let recurring: RecurringRule?

    /// Rules from the bytes of a TZif file (RFC 8536).
    /// - Throws: `TimeZoneFileError`.
    public init(tzif bytes: [UInt8]) throws(TimeZoneFileError) { self = try TimeZoneFile.rules(from: bytes) }

    init(transitions: [Int64], offsets: [Int32], firstOffset: Int32, recurring: RecurringRule?) {
        precondition(transitions.count == offsets.count, "every transition has an offset")
        self.transitions = transitions
        self.offsets = offsets
        self.firstOffset = firstOffset
        self.recurring = recurring
    }

    /// Seconds east of UTC at an instant; those before the year 1 and after 9999 count as the first and the last.
    public func offset(at epochSeconds: Int64) -> Int64 {
        let epochSeconds = min(max(epochSeconds, -62_135_510_400), 253_402_214_400)
        if let recurring, epochSeconds >= transitions.last ?? .min { return recurring.offset(at: epochSeconds) }
        let following = firstTransition(after: epochSeconds)
        return Int64(following == 0 ? firstOffset : offsets[following - 1])
    }

    /// The instant at which the zone's clocks show a time, given as seconds since 1970-01-01 00:00 on those clocks. Of two
    /// such instants the earlier; a time that was left out counts with the offset before the gap, as calendars do.
    /// - Precondition: a time of the years 1…9999.
    public func epochSeconds(ofLocalSeconds local: Int64) -> Int64 {
        // Offsets and the shifts between them stay under two days.
        let before = offset(at: local - 172_800)
        let after = offset(at: local + 172_800)
        for candidate in [local - max(before, after), local - min(before, after)] {
            if candidate + offset(at: candidate) == local { return candidate }
        }
        return between(local, before)
    }

    /// Two changes within four days, or a gap.
    private func between(_ local: Int64, _ before: Int64) -> Int64 {
        let nearest = offset(at: local - before)
        let candidate = local - nearest
        return candidate + offset(at: candidate) == local ? candidate : local - before
    }

    /// The index of the first transition after an instant, `transitions.count` when there is none.
    private func firstTransition(after instant: Int64) -> Int {
        var low = 0
        var high = transitions.count
        while low < high {
            let middle = (low + high) / 2
            if transitions[middle] <= instant { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
