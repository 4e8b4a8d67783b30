// LinkSource: the configuration in force, shared by the work loop and the thread of the streams. A reload replaces it whole;
// whoever is in the middle of a stream finishes with what it began.

internal import Configuration
internal import Synchronization
internal import TransitLinks

final class LinkSource: Sendable {
    /// One state of the configuration. The generation tells one from the next.
    struct Snapshot: Sendable {
        let loaded: LoadedConfiguration
        let generation: Int

        /// Answers with this configuration.
        var answerer: RequestAnswerer {
            RequestAnswerer(
                settings: loaded.links, limits: loaded.configuration.limits, timeZones: loaded.timeZones)
        }
    }

    private let state: Mutex<Snapshot>

    init(_ loaded: LoadedConfiguration) { state = Mutex(Snapshot(loaded: loaded, generation: 0)) }

    var current: Snapshot { state.withLock { $0 } }

    func replace(with loaded: LoadedConfiguration) {
        state.withLock { $0 = Snapshot(loaded: loaded, generation: $0.generation + 1) }
    }
}
