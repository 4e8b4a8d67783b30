// RestingMemory: what the start or a burst needed is given back when there is nothing to do; a daemon rests most of its life.

internal import LinkSpool
internal import Posix

struct RestingMemory {
    /// Fewer requests leave little behind, and the code that the next one runs would be fetched again.
    private static let burst: UInt64 = 256

    /// Requests that were done when memory was given back last; nil before the first time.
    private var done: UInt64?

    /// To be called at the end of a turn.
    mutating func rest(_ status: SpoolStatus) {
        guard status.waiting == 0, status.inHand == 0 else { return }
        let all = status.answered &+ status.refused
        if let done, all &- done < Self.burst { return }
        done = all
        CurrentProcess.releaseMemory()
    }
}
