// ChangeCounts: what a new folder holds against the one that it takes the place of.

package struct ChangeCounts: Sendable, Equatable {
    package var written = 0
    package var unchanged = 0
    package var removed = 0
    package init() {}
}
