// ChangeCounts: what a new folder holds against the one that it takes the place of.

/// Files by what became of them; the manifest and the memory of stops aren't counted.
package struct ChangeCounts: Sendable, Equatable {
    /// New files and those whose bytes differ.
    package var written = 0
    package var unchanged = 0
    /// Files of the last run that this one doesn't have.
    package var removed = 0
    package init() {}
}

/// How a run ended.
package struct StagingReport: Sendable, Equatable {
    package internal(set) var counts: ChangeCounts
    /// Whether the folder was exchanged; false where all of it was as before.
    package internal(set) var isSwapped = false
    /// Files and folders that others put into the folder and that were carried over: how many, and the first 20 of them,
    /// escaped. Not looked for where nothing was exchanged.
    package internal(set) var foreignCount = 0
    package internal(set) var foreign: [String] = []
    /// Old folders that could not be removed, each with the reason, for a warning. The next run tries again.
    package internal(set) var leftBehind: [String] = []
}
