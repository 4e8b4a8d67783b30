// FailedOutput: an output that could not be made while others were. One output never costs the others: theirs land, the one of the
// last run stays in its place, and the summary says so.

internal import Arguments
internal import Staging

struct FailedOutput: Sendable, Equatable {
    /// `signs.pdf`
    let name: String
    /// Why, a sentence each; none where another program has said it.
    let reasons: [String]
    /// Whether the file is there as the last run left it.
    let isKept: Bool
}

extension BatchSummary {
    /// What `make` makes of the file `name`; nil where it fails, which is noted, and the last run's file taken over.
    /// - Throws: `Failure` where nothing else was asked for, and where the old file can't be taken over.
    mutating func making<Made>(
        _ name: String, in folder: StagedFolder?, _ make: () throws(Failure) -> Made
    ) throws(Failure) -> Made? {
        do throws(Failure) { return try make() } catch {
            if options.isAlone(name) { throw error }
            try fail([name], error, in: folder)
            return nil
        }
    }

    /// Notes that the files `names` could not be made.
    /// - Throws: `Failure` where the last run's can't be taken over.
    mutating func fail(_ names: [String], _ failure: Failure, in folder: StagedFolder?) throws(Failure) {
        for name in names where !made.contains(where: { $0.name == name }) {
            let isKept: Bool
            do throws(StagingError) { isKept = try folder?.keepOld(name) ?? false } catch { throw Failure(error) }
            failed.append(FailedOutput(name: name, reasons: failure.messages, isKept: isKept))
        }
    }
}

extension BatchOptions {
    /// Whether the signs are all that was asked for.
    fileprivate func isAlone(_ name: String) -> Bool { formats == [.signs] && name == SignBook.fileName }
}
