// StagingSurvey: what a run would find at its output folder, for a dry run: the same refusals, and the stops of the last run.
// Nothing is made, removed or locked.

internal import Posix

/// An output folder, looked at.
package struct StagingSurvey: Sendable {
    /// nil where there is no folder yet, or an empty one.
    package let old: Manifest?
    private let oldFolder: OpenFolder?

    /// Looks at the folder at `path`. What a run that was stopped left is nothing to it: the next run puts it right.
    /// - Throws: as `StagedFolder.init`, but for `busy`: a run that is under way is no reason not to look.
    package init(_ path: String) throws(StagingError) {
        let place = try StagingPlace(path)
        oldFolder = try place.openOld()
        old = try place.manifest(of: oldFolder)
    }

    /// What would come, go and move if `memory` were of the next run; nil where the last one left none.
    /// - Throws: `fault`.
    package func stopChanges(to memory: StopMemory) throws(StagingError) -> StopChanges? {
        let bytes = try asFault { () throws(SystemError) in
            try oldFolder?.read(StopMemory.name, limit: StopMemory.byteLimit)
        }
        return bytes.map { StopChanges(from: $0, to: memory.bytes) }
    }
}
